# SPDX-License-Identifier: GPL-2.0
# Paths of cgroups: common_cgroup.path, and .path of fields that contain an id, also
# of removed cgroups.
# guest: timeout=120 needs=CONFIG_CGROUPS
. /tests/guest/lib.sh
quick_rcu

E=$H/events/raw_syscalls/sys_enter
M=$H/events/cgroup/cgroup_mkdir
[ -d $E ] || skip_all "this kernel has no events of system calls"

G=/tmp/groups
mkdir $G
mount -t cgroup2 none $G
mkdir $G/a $G/a/b "$G/c \"quoted\""

# count KEYS [REST]: count the calls of chdir() that a command makes.
count() { echo "hist:keys=$1${2:-} if id == $CHDIR" >$E/trigger; }
# within_group GROUP [COUNT]: call chdir() COUNT times in that cgroup.
within_group() {
	sh -c 'echo $$ >"$1/cgroup.procs"
		i=0
		while [ $i -lt $2 ]; do cd /; i=$((i + 1)); done' sh "$G/$1" ${2:-1}
}
id() { stat -c %i "$G/$1"; }
# rows FOLDER: print entries with single spaces.
rows() { grep '^{' $1/hist | tr -s ' '; }
# row ID PATH COUNT [NAME]: print an entry in the format of rows.
row() { printf '{ %s: %s [%3u] } hitcount: %s\n' ${4:-common_cgroup} "$2" "$1" $3 | tr -s ' '; }
drop() { true >$1/trigger; }

count common_cgroup.path :sort=common_cgroup
is "the trigger has the modifier" "$(sed 's/:vals.*//' $E/trigger)" "hist:keys=common_cgroup.path"
within_group c\ \"quoted\" 2
within_group a/b 3
within_group a
within_group .
a=$(id a) b=$(id a/b) c=$(id "c \"quoted\"") root=$(id .)
all() {
	row $root / 1
	row $a /a 1
	row $b /a/b 3
	row $c '/c "quoted"' 2
}
is "cgroups have paths, in the order of paths" "$(rows $E)" "$(all)"
rmdir $G/a/b $G/a "$G/c \"quoted\""
is "removed cgroups have paths" "$(rows $E)" "$(all)"
cp $E/hist_json /tmp/json
check "JSON has the path beside the id" grep -qF '{"keys":[{"value":'$b',"text":"/a/b"}],"values":[3]}' /tmp/json
check "JSON escapes paths" grep -qF '{"keys":[{"value":'$c',"text":"/c \"quoted\""}],"values":[2]}' /tmp/json

mkdir $G/a
new=$(id a)
within_group a 5
rmdir $G/a
is "a new cgroup with the name of a removed one has a separate entry" \
	"$(rows $E | grep ': /a \[' | sort)" "$({ row $a /a 1; row $new /a 5; } | sort)"
drop $E

# ---- fields, and unknown cgroups

echo 'hist:keys=id.path,level:sort=id' >$M/trigger
echo 'hist:keys=path' >>$M/trigger
mkdir -p $G/x/y
x=$(id x) y=$(id x/y)
rmdir $G/x/y $G/x
is "a field that holds the id of a cgroup has its path" "$(rows $M | grep level)" \
	"$(printf '{ id: %s [%3u], level: %s } hitcount: 1\n' /x $x 1 /x/y $y 2 | tr -s ' ')"
drop $M
S=$kmods/histrig_synth
insmod /tests/kmod/histrig_synth.ko || exit 1
echo 'numbers u64 value; int key' >$H/synthetic_events
N=$H/events/synthetic/numbers
echo 'hist:keys=value.path' >$N/trigger
echo "hit ours count=2 keys=1 numbers $x 1" >$S
echo "hit ours count=3 keys=1 numbers $root 1" >$S
is "a cgroup that went before the trigger came is not known" "$(rows $N)" \
	"$({ row $x unknown_cgroup 2 value; row $root / 3 value; })"
check "JSON says that a cgroup is not known" grep -qF '{"value":'$x',"text":"unknown_cgroup"}' $N/hist_json
drop $N

# ---- takes, intervals, names, instances, variables

mkdir $G/a
a=$(id a)
count common_cgroup.path
within_group a 4
rmdir $G/a
is "a take has paths" "$(grep '^{' $E/hist_take | tr -s ' ')" "$(row $a /a 4)"
is "an entry that was taken is removed" "$(rows $E)" ""
drop $E

mkdir $G/a
a=$(id a)
count common_cgroup.path :interval=200ms
within_group a 4
in_last() { grep '^{' $E/hist_last | tr -s ' ' >>/tmp/last; grep -qxF "$(row $a /a 4)" /tmp/last; }
true >/tmp/last
# The hits may be in two intervals. If so, make them again.
again() { in_last && return; within_group a 4; return 1; }
check "an interval has paths" within 30 again
rmdir $G/a
drop $E

mkdir $G/a $H/instances/one
a=$(id a)
echo "hist:name=both:keys=common_cgroup.path if id == $CHDIR" >$E/trigger
X=$H/events/raw_syscalls/sys_exit
echo "hist:name=both:keys=common_cgroup.path if id == $CHDIR" >$X/trigger
I=$H/instances/one/events/raw_syscalls/sys_enter
echo "hist:keys=common_cgroup.path if id == $CHDIR" >$I/trigger
within_group a 3
rmdir $G/a
is "a named histogram has paths" "$(rows $X)" "$(row $a /a 6)"
is "a histogram of an instance has paths" "$(rows $I)" "$(row $a /a 3)"
drop $X
drop $E
is "paths stay known while one trigger asks for them" "$(rows $I)" "$(row $a /a 3)"
drop $I
rmdir $H/instances/one

mkdir $G/a
a=$(id a)
echo 'hist:keys=value.path,key:sort=key' >$N/trigger
echo "hist:keys=common_pid:g=common_cgroup if id == $CHDIR" >$E/trigger
echo "hist:keys=common_pid:onmatch(raw_syscalls.sys_enter).numbers(\$g,common_pid) if id == $CHDIR" >$X/trigger
within_group a 2
rmdir $G/a
is "a synthetic event carries the id of a cgroup" \
	"$(rows $N | sed 's/, key: [0-9]*//')" "$(row $a /a 2 value)"
drop $X
drop $E
drop $N
echo >$H/synthetic_events
rmmod histrig_synth

# ---- how many cgroups are remembered

echo 'hist:keys=id.path:size=32768:sort=id' >$M/trigger
mkdir $G/many
if /tests/bin/cgroups $G/many 9000; then
	rmdir $G/many
	unknown=$(rows $M | grep -c ': unknown_cgroup ')
	check "the 8,192 cgroups that went last are known ($unknown of 9,001 are not)" [ $unknown -le 809 ]
	is "the cgroup that went last is known" "$(rows $M | grep -c ': /many ')" 1
	is "the newest ones are known" "$(rows $M | grep -c ': /many/[89][0-9][0-9][0-9] ')" 1001
	fewer() { [ "$(rows $M | grep -c ': unknown_cgroup ')" -ge 700 ]; }
	check "the oldest ones are forgotten" within 30 fewer
else
	fails "cgroups can be made and removed" true
fi
drop $M

# ---- readers are charged for the memory of their copies

# A copy of 60,000 entries takes more than 3 MB.
if echo +memory >$G/cgroup.subtree_control 2>/dev/null; then
	insmod /tests/kmod/histrig_fire.ko || exit 1
	P=$H/events/power/cpu_frequency
	echo 'hist:keys=state:size=65536' >$P/trigger
	echo 'fire power cpu_frequency count=60000 keys=60000' >$kmods/histrig_fire
	mkdir $G/small
	echo 12M >$G/small/memory.max
	sh -c 'echo 0 >$1/cgroup.procs
		opened=0
		for fd in 3 4 5 6 7 8; do
			eval "exec $fd<$2/hist"
			read -r line <&$fd && opened=$((opened + 1))
		done 2>/dev/null
		echo $opened $(($(cat $1/memory.current) >> 20)) >/tmp/opened' sh $G/small $P
	read -r opened charged </tmp/opened
	check "a cgroup with 12 MB reads some copies of 3 MB, but not six ($opened, $charged MB)" \
		[ "$opened" -ge 1 -a "$opened" -le 4 -a "$charged" -ge 3 ]
	is "the OOM killer takes no reader of a cgroup that is too small" "$(sed -n 's/^oom_kill //p' $G/small/memory.events)" 0
	is "other cgroups read all entries at that time" "$(sed -n 's/^ *Entries: //p' $P/hist)" 60000
	drop $P
	rmdir $G/small
	rmmod histrig_fire
else
	skip "readers pay for their copies: this kernel has no cgroups for memory"
fi

# ---- what is refused

# refused COMMAND COLUMN: the caret of the error is below COLUMN.
refused() {
	fails "refused: $1" sh -c "echo '$1' >$E/trigger"
	is "the error of $1" "$(tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] //')" \
		"hist:raw_syscalls:sys_enter: error: Invalid field modifier
  Command: $1
$(printf "%$(($2 + 12))s" ^)"
}
refused hist:keys=common_pid.path 21
refused hist:keys=common_uid.path 21
refused hist:keys=common_comm.path 22
refused hist:keys=id:vals=common_cgroup.path 32
refused hist:keys=id:x=common_cgroup.path 29
refused hist:keys=common_cgroup.path+1 24
true >$H/error_log
umount $G
