# SPDX-License-Identifier: GPL-2.0
# Ids of the current task as keys and in filters: common_tgid, common_ppid,
# common_uid, common_nspid and common_cgroup.
# guest: needs=CONFIG_SMP,CONFIG_CGROUPS
. /tests/guest/lib.sh

E=$H/events/raw_syscalls/sys_enter
[ -d $E ] || skip_all "this kernel has no events of system calls"

# count KEYS [FILTER]: count the calls of chdir() that a command makes.
count() { echo "hist:keys=$1 if id == $CHDIR${2:+ && $2}" >$E/trigger; }
# rows: print the entries without spaces, and remove the trigger.
rows() {
	grep '^{' $E/hist | tr -d ' '
	echo "!hist:keys=${1}" >$E/trigger
}
# steps COMMAND...: run a shell that calls chdir() twice and writes its pid to a
# file.
steps() { "$@" -c 'cd /tmp; cd /; echo $$ >/tmp/pid.$(id -u)'; }
pid() { cat /tmp/pid.0; }
echo "who:x:1234:1234::/:/bin/sh" >>/etc/passwd
user() { start-stop-daemon -S -q -c who -p /tmp/none -x /bin/sh -- "$@"; }

count common_tgid,common_pid
steps sh
is "common_tgid of a process with one thread is its pid" \
	"$(rows common_tgid,common_pid)" "{common_tgid:$(pid),common_pid:$(pid)}hitcount:2"

count common_ppid
steps sh
is "common_ppid is the process that made it" "$(rows common_ppid)" "{common_ppid:$$}hitcount:2"

count common_uid
steps user
steps sh
is "common_uid is the real user" "$(rows common_uid)" \
	"$(printf '{common_uid:%s}hitcount:2\n' 0 1234)"

if [ -e /proc/self/ns/pid ]; then
	count common_nspid
	steps unshare -p -f sh
	is "common_nspid is the pid in a new namespace" "$(rows common_nspid)" "{common_nspid:1}hitcount:2"
else
	skip "common_nspid is the pid in a new namespace: this kernel has no pid namespaces"
fi
count common_nspid
steps sh
is "common_nspid is the pid in the first namespace" "$(rows common_nspid)" \
	"{common_nspid:$(pid)}hitcount:2"

mkdir /tmp/groups
mount -t cgroup2 none /tmp/groups
mkdir /tmp/groups/a /tmp/groups/a/b
group() { stat -c %i /tmp/groups/$1; }
# within_group GROUP: call chdir() twice in that cgroup.
within_group() { sh -c "echo \$\$ >/tmp/groups/$1/cgroup.procs; cd /tmp; cd /; echo \$\$ >/tmp/pid.0"; }
count common_cgroup
within_group a
within_group a/b
within_group a/b
steps sh
is "common_cgroup is the number of the cgroup's folder" "$(rows common_cgroup | sort)" \
	"$(printf '{common_cgroup:%s}hitcount:%s\n' "$(group .)" 2 "$(group a)" 2 "$(group a/b)" 4 | sort)"

count common_pid "common_cgroup == $(group a)"
within_group a/b
within_group a
is "a filter by common_cgroup" "$(rows common_pid)" "{common_pid:$(pid)}hitcount:2"
count common_uid "common_uid >= 1000 && common_uid < 2000"
steps user
steps sh
is "a filter by common_uid" "$(rows common_uid)" "{common_uid:1234}hitcount:2"
count common_ppid "common_ppid == $$ && common_tgid != $$"
steps sh
(steps sh)
is "a filter by common_ppid and common_tgid" "$(rows common_ppid)" "{common_ppid:$$}hitcount:2"
if [ -e /proc/self/ns/pid ]; then
	count common_nspid "common_nspid == 1"
	steps unshare -p -f sh
	steps sh
	is "a filter by common_nspid" "$(rows common_nspid)" "{common_nspid:1}hitcount:2"
else
	skip "a filter by common_nspid: this kernel has no pid namespaces"
fi

# last_error: print the message and the column of the newest error.
last_error() {
	tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] //'
}
fails "common_uid is not a text" sh -c "echo hist:keys=common_uid.string >$E/trigger"
is "the error points at the modifier" "$(last_error)" \
	"hist:raw_syscalls:sys_enter: error: Invalid field modifier
  Command: hist:keys=common_uid.string
                                ^"
fails "common_uid has no bits" sh -c "echo common_uid \& 1 >$E/filter"
check "the filter file says why" grep -q 'Illegal operation for field type' $E/filter
echo 0 >$E/filter

# Hits in all contexts, also of tasks that have exited.
KEYS=common_tgid,common_ppid,common_uid,common_nspid,common_cgroup
for event in sched/sched_switch sched/sched_process_exit sched/sched_wakeup nmi/nmi_handler timer/hrtimer_expire_entry; do
	[ ! -d $H/events/$event ] || echo "hist:keys=$KEYS" >$H/events/$event/trigger
done
before=$(nmi_count)
i=0
while [ $i -lt 200 ]; do
	(sh -c ': & : &' &)
	[ $((i % 50)) != 0 ] || nmi
	i=$((i + 1))
done
more_nmis() { [ $(nmi_count) -gt $before ]; }
if has_nmis; then check "NMIs hit the event" within 30 more_nmis; else skip "NMIs hit the event"; fi
entries() { grep -c '^{' $H/events/$1/hist; }
check "common_* of tasks that end" [ "$(entries sched/sched_process_exit)" -ge 200 ]
check "common_* of tasks that are switched" [ "$(entries sched/sched_switch)" -ge 200 ]
in_nmis() { [ "$(entries nmi/nmi_handler)" -gt 0 ]; }
[ ! -d $H/events/nmi/nmi_handler ] || check "common_* in NMIs" within 30 in_nmis
# Another CPU has to reap a task between its exit and its last switch, so try until one does.
reaped() {
	for i in 1 2 3 4 5 6 7 8; do (sh -c ': & : &' &); done
	grep -q '^{ common_tgid: *[1-9][0-9]*, common_ppid: *0, .*common_nspid: *0,' $H/events/sched/sched_switch/hist
}
check "a task that was reaped has no parent" within 30 reaped

sed -i '/^who:/d' /etc/passwd
