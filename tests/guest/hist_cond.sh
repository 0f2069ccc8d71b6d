# SPDX-License-Identifier: GPL-2.0
# Filters of hist triggers that use variables.
. /tests/guest/lib.sh
quick_rcu

S=$kmods/histrig_synth
F=$kmods/histrig_fire
insmod /tests/kmod/histrig_synth.ko || exit 1
insmod /tests/kmod/histrig_fire.ko || exit 1
echo 'numbers u64 value; int key' >$H/synthetic_events
echo 'others u64 value; int key' >>$H/synthetic_events
echo 'changes s64 value; int key' >>$H/synthetic_events
echo 'far u64 value; int key' >>$H/synthetic_events
E=$H/events/synthetic/numbers
O=$H/events/synthetic/others
C=$H/events/synthetic/changes

hit() { echo "hit ours count=1 keys=1 $1 $2 $3" >$S; } # EVENT VALUE KEY
rows() { grep '^{' $1/hist | sed 's/  */ /g'; }
drop() { true >$1/trigger; }
# last_error: print the newest error without its time.
last_error() { tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] //'; }

# ---- variables of the same trigger

echo 'hist:keys=key:v=value' >$E/trigger
echo 'hist:keys=key:vals=value:d=value-$v if $d > 5 && value < 100' >$O/trigger
is "trigger shows the filter" "$(cat $O/trigger)" \
	'hist:keys=key:vals=hitcount,value:d=value-$v:sort=hitcount:size=2048 if $d > 5 && value < 100 [active]'
for key in 1 2 3 4 5; do
	hit numbers $key $key
	hit others 8 $key
done
hit numbers 1 6
hit others 100 6
hit others 50 7
is "only hits whose variable passes are counted" "$(rows $O)" "{ key: 1 } hitcount: 1 value: 8
{ key: 2 } hitcount: 1 value: 8"
is "the others have no entries" "$(sed -n 's/^ *Entries: //p; s/^ *Dropped: //p' $O/hist)" "2
0"
echo '!hist:keys=key:vals=value:d=value-$v if $d > 5 && value < 100' >$O/trigger
is "the trigger is found by its filter, and removed" "$(grep -v '^#' $O/trigger)" ""

echo 'hist:keys=key:d=value-$v if !($d <= 5 || $d > 10) && $v != 2' >$O/trigger
for value in 1 2 3; do
	for other in 6 7 8 12 14 50; do
		hit numbers $value $((value * 100 + other))
		hit others $other $((value * 100 + other))
	done
done
is "variables of both triggers, more than once" "$(rows $O)" "{ key: 107 } hitcount: 1
{ key: 108 } hitcount: 1
{ key: 312 } hitcount: 1"
drop $O

# ---- only variables of other triggers, which stay set

echo 'hist:keys=key if $v >= 3' >$O/trigger
for key in 1 2 3 4; do
	hit numbers $key $key
	hit others 8 $key
	hit others 8 $key
done
hit others 8 99
is "a filter by another trigger's variable" "$(rows $O)" "{ key: 3 } hitcount: 2
{ key: 4 } hitcount: 2"
check "a trigger cannot be removed while a filter reads its variable" eval "! (echo '!hist:keys=key:v=value' >$E/trigger) 2>/dev/null"
drop $O
check "a trigger can be removed once no filter reads its variable" eval "echo '!hist:keys=key:v=value' >$E/trigger"

# ---- signed numbers, strings as keys, actions, statistics, an interval

echo 'hist:keys=key:c=value if $c < 0' >$C/trigger
for value in -5 0 5 -1; do hit changes $value $value; done
is "a variable of a signed field is signed" "$(rows $C)" "{ key: 18446744073709551611 } hitcount: 1
{ key: 18446744073709551615 } hitcount: 1"
drop $C

echo 'hist:keys=key:v=value' >$E/trigger
echo 'hist:keys=key:d=value-$v:onmatch(synthetic.numbers).far($d,key) if $d >= 10' >$O/trigger
echo 'hist:keys=key:vals=value.max:interval=1h' >$H/events/synthetic/far/trigger
for value in 5 10 15; do
	hit numbers 0 $value
	hit others $value $value
done
is "actions run only for hits that pass" "$(rows $H/events/synthetic/far)" "{ key: 10 } hitcount: 1 value.max: 10
{ key: 15 } hitcount: 1 value.max: 15"
drop $H/events/synthetic/far
drop $O
echo 'hist:keys=common_comm,key:vals=value.p50:w=value if $w > 5' >$O/trigger
hit others 5 1
hit others 6 1
is "long keys and statistics" "$(rows $O)" "{ common_comm: sh , key: 1 } hitcount: 1 value.p50: 6"
drop $O
drop $E

mkdir $H/instances/i
I=$H/instances/i/events/power/cpu_frequency
echo 'hist:keys=cpu_id:v=state if $v == 7' >$I/trigger
echo 'fire power cpu_frequency count=20 keys=10' >$F
is "a filter in an instance compares a variable" "$(rows $I | sed 's/cpu_id: [0-9]*/cpu_id: N/')" "{ cpu_id: N } hitcount: 2"
rmdir $H/instances/i

# ---- errors

echo 'hist:keys=key:v=value' >$E/trigger
refused() { # FILTER ERROR COLUMN
	check "if $1 is refused" eval "! (echo 'hist:keys=key if $1' >$O/trigger) 2>/dev/null"
	is "the error log explains why if $1 is refused" "$(last_error | sed -n '1s/.*error: //p; 3p')" "$2
$(printf "%$3s^" '')"
}
refused '$nix == 1' "Couldn't find variable" 29
refused '$v & 3' "Illegal operation for field type" 17
refused '$v == "a"' "Expecting numeric field" 18
refused '$v ~ "a"' "Expecting numeric field" 17
refused '$v.function == vfs_read' "Illegal operation for field type" 27
refused 'key == $v' "Invalid value (did you forget quotes)?" 19
refused '$v == 1 &&' "Meaningless filter expression" 21
check "a filter of another trigger knows no variables" eval "! (echo 'traceon if \$v == 1' >$O/trigger) 2>/dev/null"
check "the filter of an event knows no variables" eval "! (echo '\$v == 1' >$O/filter) 2>/dev/null"
echo 0 >$O/filter
is "refused filters leave no trigger" "$(grep -v '^#' $O/trigger)" ""
drop $E
