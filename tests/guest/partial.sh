# SPDX-License-Identifier: GPL-2.0
# If a hist trigger is the only user of an event, records contain only the fields that
# it reads. Each trigger is armed in two instances: alone in one; in the other one,
# another trigger makes the probes build complete records. Both must count the same.
# guest: smp=2 timeout=120 needs=CONFIG_SMP,CONFIG_DETECT_HUNG_TASK
. /tests/guest/lib.sh

quick_rcu
insmod /tests/kmod/histrig_fire.ko || exit 1
F=$kmods/histrig_fire
A=$H/instances/alone
B=$H/instances/both
mkdir $A $B
echo 'waited u64 lat; pid_t pid; int prio' >$H/synthetic_events
echo 'waited_too u64 lat; pid_t pid; int prio' >>$H/synthetic_events

# Prints entries with their actions' values, without headers and totals.
rows() { grep "^[{$(printf '\t') ]"; }
entries() { rows <$1/hist | sed '/^    /d'; }

# arm EVENT TRIGGER: add a trigger to the event in both instances.
arm() {
	echo "$2" >$A/events/$1/trigger && echo hist:keys=common_cpu >$B/events/$1/trigger &&
		echo "$2" >>$B/events/$1/trigger
}

disarm() {
	true >$A/events/$1/trigger
	true >$B/events/$1/trigger
}

# same NAME EVENT TRIGGER FIRE-OPTIONS: both instances count the same.
same() {
	local got wanted
	if ! arm $2 "$3"; then
		not_ok "$1: cannot be armed"
		return
	fi
	echo "fire ${2%/*} ${2#*/} $4" >$F
	got=$(entries $A/events/$2)
	# The other trigger's histogram comes first.
	wanted=$(sed '1,/^Totals/d' $B/events/$2/hist | rows | sed '/^    /d')
	alike "$1" "$got" "$wanted"
	disarm $2
}

# fields EVENT: the fields of the event that have a fixed size.
fields() {
	sed -n '/common_/d; /__data_loc\|__rel_loc/d; s/.*field:.*[ *]\([a-z_0-9]*\)\(\[16\]\)\?;\toffset.*/\1/p' \
		$H/events/$1/format
}

# Fires numbers of both signs or, if the event's arguments are addresses, small
# ones. Each filter excludes the events of other tasks.
while read -r event filter options; do
	[ -e $H/events/$event/trigger ] || continue
	[ $filter != - ] || filter=
	filter=$(echo $filter | tr _ ' ' | sed 's/\(next\|child\|call\) /\1_/')
	names=$(fields $event)
	[ -n "$names" ] || not_ok "$event has fields of fixed size"
	all= last=
	for name in $names; do
		same "$event keys=$name is the same from a part of the record" \
			$event "hist:keys=$name${filter:+ if $filter}" "$options"
		all=$all${all:+,}$name
		last=$name
	done
	first=${all%%,*}
	same "$event: two keys and a value are the same from a part of the record" \
		$event "hist:keys=$first,$last:vals=$last${filter:+ if $filter}" "$options"
	same "$event: a key from the task is the same without a record" \
		$event "hist:keys=common_pid${filter:+ if $filter}" "$options"
	same "$event: variables and saved fields are the same from a part of the record" \
		$event "hist:keys=$first:xx=$last+1:onmax(\$xx).save($last)${filter:+ if $filter}" "$options"
done <<-END
	sched/sched_switch next_pid_<_0 count=60 keys=20 base=-5000 step=7 val=-90 vstep=3 str=partial
	sched/sched_waking pid_<_0 count=60 keys=20 base=-5000 step=7 val=-90 vstep=3 str=partial
	sched/sched_process_fork child_pid_<_0 count=60 keys=20 base=-70 step=7 str=partial
	sched/sched_process_exit pid_<_0 count=60 keys=20 base=-5000 step=7 val=-90 vstep=3 str=partial
	raw_syscalls/sys_enter id_<_-4 count=60 keys=20 base=-5000 step=7
	raw_syscalls/sys_exit id_<_-4 count=60 keys=20 base=-5000 step=7 val=-9
	kmem/kmalloc call_site_<_65536 count=60 keys=20 base=1 step=7 val=5 vstep=3
	kmem/kfree call_site_<_65536 count=60 keys=20 base=1 step=7 val=5 vstep=3
	irq/softirq_raise vec_>_100 count=60 keys=20 base=1000 step=7
	timer/timer_start function_<_65536 count=60 keys=20 base=1 step=7 val=5 vstep=3
	signal/signal_generate pid_<_0 count=60 keys=20 base=-5000 step=7 val=-9 vstep=5 str=partial
	alarmtimer/alarmtimer_fired - count=60 keys=20 base=1 step=7 val=-9 vstep=5
	nmi/nmi_handler - count=60 keys=20 base=1 step=7 val=-9 vstep=5
	power/suspend_resume - count=60 keys=20 base=1 step=1 val=-9 vstep=5
END

# Filters of one and of several predicates; no other task fires these events.
hang=sched/sched_process_hang
options='count=60 keys=20 base=-30 step=3 str=hangs'
for filter in 'pid == 0' 'pid != 0' 'pid > 3' 'pid < 3 && pid > -9' 'pid & 1' '!(pid > 0) || pid == 27' \
	'comm == "hangs3"' 'comm ~ "hangs*"' 'common_pid != 0' 'pid == 0 || comm != "x"'; do
	same "if $filter accepts the same from a part of the record" $hang "hist:keys=pid if $filter" "$options"
done
arm $hang 'hist:keys=pid if pid == 1000'
echo "fire sched sched_process_hang $options" >$F
is "a filter that rejects all counts nothing" "$(entries $A/events/$hang)" ""
disarm $hang

# A sole trigger that is paused, and one whose event is recorded as well.
arm $hang hist:keys=pid:pause
echo "fire sched sched_process_hang $options" >$F
is "a trigger that is alone and paused counts nothing" "$(entries $A/events/$hang)" ""
disarm $hang
echo hist:keys=pid >$A/events/$hang/trigger
echo 1 >$A/events/$hang/enable
echo "fire sched sched_process_hang $options" >$F
is "a recorded event has all fields though a trigger reads one" \
	"$(grep -c 'comm=hangs.* pid=' $A/trace)" 60
echo 0 >$A/events/$hang/enable
echo "fire sched sched_process_hang $options" >$F
is "the event is not recorded any more" "$(grep -c 'comm=hangs' $A/trace)" 60
is "the trigger has counted all hits" "$(sed -n 's/.*Hits: //p' $A/events/$hang/hist)" 120
echo $$ >$A/set_event_pid
echo "fire sched sched_process_hang tasks=1 $options" >$F
is "a pid filter holds for a trigger that is alone" \
	"$(sed -n 's/.*Hits: //p' $A/events/$hang/hist)" 120
true >$A/set_event_pid
echo "fire sched sched_process_hang tasks=1 $options" >$F
is "the trigger counts all tasks after the pid filter was removed" \
	"$(sed -n 's/.*Hits: //p' $A/events/$hang/hist)" 180
true >$A/events/$hang/trigger

# Latencies. A second switch finds no time stamp, and neither does a wakeup of
# another task.
latency() { # TREE EVENT ATTRIBUTE
	echo "hist:keys=pid:ts=common_timestamp.usecs$3" >>$1/events/sched/sched_waking/trigger
	echo 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts:onmatch(sched.sched_waking).'"$2"'($lat,next_pid,next_prio)'"$3" \
		>>$1/events/sched/sched_switch/trigger
	echo 'hist:keys=pid,prio,lat.log2' >>$1/events/synthetic/$2/trigger
}

# Only fired wakeups have such pids.
counted() { sed -n 's/^{ pid: *\(4[0-9]\{6\}\), prio: *\([0-9]*\),.*hitcount: *\([0-9]*\)/\1 \2 \3/p' $1 | sort; }

latency $A waited
for event in sched/sched_waking sched/sched_switch; do
	echo hist:keys=common_cpu >$B/events/$event/trigger
done
latency $B waited_too :clock=local
for round in 1 2 3; do
	echo 'fire sched sched_waking noirq=1 count=40 keys=40 base=4100000 val=7' >$F
	echo 'fire sched sched_switch noirq=1 count=50 keys=50 base=4099995 val=7' >$F
	echo 'fire sched sched_switch noirq=1 count=50 keys=50 base=4099995 val=7' >$F
done
mine=$(counted $A/events/synthetic/waited/hist)
is "each wakeup has one latency" "$(echo "$mine" | awk '{ n += $3 } END { print n }')" 120
alike "latencies have the keys of the events" \
	"$(echo "$mine" | awk '{ n[$1 " " $2] += $3 } END { for (i in n) print i, n[i] }' | sort)" \
	"$(counted $B/events/synthetic/waited_too/hist | awk '{ n[$1 " " $2] += $3 } END { for (i in n) print i, n[i] }' | sort)"
for d in $A $B; do
	true >$d/events/synthetic/waited/trigger
	true >$d/events/synthetic/waited_too/trigger
	true >$d/events/sched/sched_switch/trigger
	true >$d/events/sched/sched_waking/trigger
done

# Users of an event are added and removed while it is hit.
echo hist:keys=pid >$A/events/$hang/trigger
echo "bg sched sched_process_hang cpus=2 keys=20" >$F
for round in 1 2 3 4 5 6 7 8; do
	echo 'hist:keys=comm' >>$A/events/$hang/trigger
	echo 1 >$A/events/$hang/enable
	echo '!hist:keys=comm' >>$A/events/$hang/trigger
	echo traceoff:1 >>$A/events/$hang/trigger
	echo 0 >$A/events/$hang/enable
	echo '!traceoff' >>$A/events/$hang/trigger
	echo hist:keys=pid:pause >>$A/events/$hang/trigger
	echo hist:keys=pid:cont >>$A/events/$hang/trigger
	echo 'hist:keys=pid if pid == 3' >>$A/events/$hang/trigger
	echo '!hist:keys=pid if pid == 3' >>$A/events/$hang/trigger
done
echo stop >$F
is "a trigger that was alone at times has counted keys of whole records only" \
	"$(entries $A/events/$hang | wc -l)" 20
true >$A/events/$hang/trigger
echo hist:keys=pid >$A/events/$hang/trigger
echo "bg sched sched_process_hang cpus=2 keys=20" >$F
for round in 1 2 3 4 5 6 7 8; do
	echo 'hist:keys=comm' >>$A/events/$hang/trigger
	echo 1 >$A/events/$hang/enable
	echo '!hist:keys=comm' >>$A/events/$hang/trigger
	echo 0 >$A/events/$hang/enable
done
echo stop >$F
read -r _ fired _ <$F
is "a trigger counts each hit, though it is alone only at times" \
	"$(sed -n 's/.*Hits: //p' $A/events/$hang/hist)" "$fired"
true >$A/events/$hang/trigger

echo '!waited' >>$H/synthetic_events
echo '!waited_too' >>$H/synthetic_events
rmdir $A $B
rmmod histrig_fire
