# SPDX-License-Identifier: GPL-2.0
# User stacks that are walked by tables, and tables that are wrong.
# guest: smp=2 timeout=120
. /tests/guest/lib.sh
quick_rcu

E=$H/events/raw_syscalls/sys_enter
U=$H/unwind_tables
PROG=/tests/bin/unwound
[ -d $E ] || skip_all "this kernel has no events of system calls"
tables() { sed -n 's/ tables.*//p' $U; }
drop() { true >$E/trigger; }
stack() { sed -n '/^{.*stacktrace:/,/^[},]/{/^ /p}' $E/hist | head -n ${1:-40}; }
count() { echo "hist:keys=common_ustacktrace if id == $CHDIR && common_comm == \"unwound\"" >$E/trigger; }

true >$U
is "there are no tables at first" "$(head -n 1 $U)" "# 0 tables, 0 bytes, 0 removed"
count
$PROG calls 1 >/tmp/wanted
check "without a table, the walk soon ends" [ $(stack | grep -c unwound) -lt 5 ]
check "the file of a stack is listed without a table" grep -q "^$PROG none$" $U
drop

check "a table is taken" $PROG table $U
check "the table is listed" grep -q "^$PROG rows 9$" $U
is "there is one table" "$(tables)" "# 1"
count
$PROG calls 3 >/tmp/wanted
is "a stack has the callers of functions without frame pointers" "$(stack 6)" "$(cat /tmp/wanted)"
check "and goes on by frame pointers" [ $(stack | grep -c unwound) -ge 8 ]
check "hist_json has the build id of the file" \
	grep -q "\"file\":\"$PROG\",\"offset\":[0-9]*,\"build_id\":\"abcd01\"}" $E/hist_json
is "each call is counted" "$(sed -n 's/.*} hitcount: *//p' $E/hist)" 3
drop

for n in 2 4; do
	echo "hist:keys=common_ustacktrace.depth=$n if id == $CHDIR && common_comm == \"unwound\"" >$E/trigger
	is "the trigger shows depth=$n" "$(sed 's/:vals.*//' $E/trigger)" "hist:keys=common_ustacktrace.depth=$n"
	$PROG calls 1 >/dev/null
	is "a stack has no more than $n frames" "$(stack)" "$(head -n $n /tmp/wanted)"
	drop
done
K=hist:keys=common_ustacktrace
fails "a depth of 31 is that of a stack without one" sh -c "echo $K >$E/trigger && echo $K.depth=31 >>$E/trigger"
true >$E/trigger
echo "$K.depth=4:sort=common_ustacktrace" >$E/trigger
echo "$K.depth=5" >>$E/trigger
echo "!$K.depth=6" >>$E/trigger
is "triggers of two depths are different from each other and from a third" "$(sed 's/:vals.*//' $E/trigger | xargs)" "$K.depth=4 $K.depth=5"
shown=$(sed -n '1s/ \[.*//p' $E/trigger)
true >$E/trigger
check "a trigger with a depth can be written as it is shown" sh -c "echo '$shown' >$E/trigger"
drop
echo 'res u64 lat; long id' >$H/synthetic_events
X=$H/events/raw_syscalls/sys_exit
S=$H/events/synthetic/res
echo "$K.depth=3:ts=common_timestamp.usecs if id == $CHDIR" >$E/trigger
echo "$K.depth=3:lat=common_timestamp.usecs-\$ts:onmatch(raw_syscalls.sys_enter).res(\$lat,raw_syscalls.sys_enter.id) if id == $CHDIR" >$X/trigger
echo hist:keys=id >$S/trigger
$PROG calls 2 >/dev/null
is "a field of another event is found by a stack with a depth" "$(sed -n 's/^ *Hits: //p' $S/hist)" 2
drop
true >$X/trigger
true >$S/trigger
true >$H/synthetic_events
true >$H/error_log
for key in common_ustacktrace.depth=1 common_ustacktrace.depth=128 common_ustacktrace.depth= id.depth=3; do
	fails "refused: $key" sh -c "echo hist:keys=$key >$E/trigger"
	is "the error of $key" "$(sed -n '$!{h;d};x;G;s/^ *Command: //;s/\n */ /p' $H/error_log)" "hist:keys=$key ^"
done
fails "only keys have a depth" sh -c "echo 'hist:keys=id:s=common_ustacktrace.depth=3' >$E/trigger"
true >$H/error_log

check "a table replaces the one before" $PROG table $U end
is "there is still one table" "$(sed -n 's/ tables.*//p' $U)" "# 1"
count
$PROG calls 1 >/dev/null
is "a function without a caller ends a stack" "$(stack)" "$(head -n 5 /tmp/wanted)"
drop
$PROG table $U fault
count
$PROG calls 1 >/dev/null
is "an address in no memory ends a stack" "$(stack)" "$(head -n 4 /tmp/wanted)
         (page fault)"
drop
$PROG table $U down
count
$PROG calls 1 >/dev/null
is "a frame below its caller's stack ends a stack" "$(stack)" "$(head -n 4 /tmp/wanted)
         (no return address)"
drop
if [ "$(uname -m)" = x86_64 ]; then
	for what in lost other; do
		$PROG table $U $what
		count
		$PROG calls 1 >/dev/null
		is "a frame that begins at a register that is not known ends a stack: $what" "$(stack)" "$(head -n 2 /tmp/wanted)
         (no return address)"
		drop
	done
fi
check "a table of two rows that are far apart is taken" $PROG table $U far
$PROG calls 1 >/dev/null
$PROG table $U none
count
$PROG calls 1 >/dev/null
case $(uname -m) in
aarch64) is "the caller of code that a table says nothing about is in the link register" "$(stack 2)" "$(head -n 2 /tmp/wanted)" ;;
*) check "code that a table says nothing about is walked by frame pointers, so its caller is not found" [ "$(stack 2)" != "$(head -n 2 /tmp/wanted)" ] ;;
esac
drop

# A program for 32-bit x86 that exits: the header, one segment, three instructions.
X=$H/events/sched/sched_process_exec
if [ "$(uname -m)" = x86_64 ] && [ -d $X ]; then
	printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0\124\200\4\10\64\0\0\0\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0\0\0\0\0' >/tmp/t_32
	printf '\1\0\0\0\0\0\0\0\0\200\4\10\0\200\4\10\135\0\0\0\135\0\0\0\5\0\0\0\0\20\0\0' >>/tmp/t_32
	printf '\270\1\0\0\0\61\333\315\200' >>/tmp/t_32
	chmod +x /tmp/t_32
	echo 'hist:keys=common_ustacktrace if common_comm == "t_32"' >$X/trigger
	if /tmp/t_32; then
		is "a 32-bit program has no stack, and the histogram says why" "$(sed -n '/^{.*stacktrace:/,/^[},]/{/^ /p}' $X/hist)" "         (32 bits)"
	else
		skip "a 32-bit program has no stack, and the histogram says why: this kernel runs none"
	fi
	true >$X/trigger
fi

# ---- what is refused, and leaves the table as it was

$PROG table $U
for what in short long head magic version machine build_id rules rows sorted number base address fp third register unused signal pipe folder; do
	is "a table is refused: $what" "$($PROG table $U $what 2>&1)" "unwound: write: Invalid argument"
done
for what in closed negative; do
	is "a table is refused: $what" "$($PROG table $U $what 2>&1)" "unwound: write: Bad file descriptor"
done
fails "text is refused" sh -c "echo hello >>$U"
count
$PROG calls 1 >/dev/null
is "tables that were refused change nothing" "$(stack 6)" "$(cat /tmp/wanted)"
drop
fails "a user cannot write tables" /tests/bin/as 1000 1000 $PROG table $U

# ---- a table does not outlive its file's contents, and can be removed

cp $PROG /tmp/unwound
/tmp/unwound table $U
echo more >>/tmp/unwound
count
/tmp/unwound calls 1 >/tmp/changed
check "the table of a file of another size is not used" [ "$(stack 6)" != "$(cat /tmp/changed)" ]
check "and is not listed" grep -q "^/tmp/unwound none$" $U
drop
/tmp/unwound table $U
count
/tmp/unwound calls 1 >/tmp/changed
is "a new table is used" "$(stack 6)" "$(cat /tmp/changed)"
check "and is listed" grep -q "^/tmp/unwound rows 9$" $U
drop
sleep 0.1
printf . | dd of=/tmp/unwound bs=1 seek=$(($(wc -c </tmp/unwound) - 1)) conv=notrunc 2>/dev/null
count
/tmp/unwound calls 1 >/dev/null
check "the table of a file that was written to is not used" [ "$(stack 6)" != "$(cat /tmp/changed)" ]
drop
chown 1001 /tmp/unwound
/tmp/unwound table $U
count
/tmp/unwound calls 1 >/tmp/changed
is "the table of a user's file is used" "$(stack 6)" "$(cat /tmp/changed)"
fails "frames of a file that was changed have no build id" grep -q build_id $E/hist_json
drop
true >$U
$PROG table $U
$PROG table $U vdso
/tmp/unwound table $U
$PROG many $U 1100 1000
is "files of a user have at most 1024 tables" "$(tables)" "# 1027"
check "and take none from another user" grep -q "^/tmp/unwound rows 9$" $U
$PROG many $U 1100 1001
is "files of all users have at most 2048 tables" "$(tables)" "# 2050"
$PROG many $U 10 1002
is "the oldest are removed" "$(tables)" "# 2050"
$PROG many $U 3100 0
is "files of root have at most 3072 tables" "$(tables)" "# 5120"
removed=$(sed -n 's/.*, \([0-9]*\) removed/\1/p' $U)
is "removed tables are counted" $removed $((76 + 77 + 10 + 30))
$PROG table $U vdso
is "the table of the vDSO is kept" "$(sed -n 's/.*, \([0-9]*\) removed/\1/p' $U)" $removed
true >$U
is "all tables can be removed" "$(head -n 1 $U)" "# 0 tables, 0 bytes, 0 removed"
count
$PROG calls 1 >/dev/null
check "then the walk soon ends again" [ $(stack | grep -c unwound) -lt 5 ]
drop

# ---- any rules, in all contexts

armed=
for event in raw_syscalls/sys_enter sched/sched_switch exceptions/page_fault_user timer/hrtimer_expire_entry; do
	[ -d $H/events/$event ] || continue
	echo 'hist:keys=common_ustacktrace:size=4096 if common_comm == "unwound"' >$H/events/$event/trigger
	armed="$armed $event"
done
$PROG noise $U $((2000 * scale)) &
$PROG noise $U $((1500 * scale)) &
while [ "$(jobs)" ]; do
	sleep 0.2
	true >$U
	cat $U >/dev/null
	jobs >/dev/null
done
wait
check "stacks are walked by random rules" [ $(sed -n 's/^ *Hits: //p' $E/hist) -gt 10000 ]
check "random rules end stacks in memory that cannot be read" grep -q '(page fault)' $E/hist
check "random rules end stacks at what is no code" grep -q '(no return address)' $E/hist
for event in $armed; do true >$H/events/$event/trigger; done
true >$U
is "all tables are removed" "$(head -n 1 $U)" "# 0 tables, 0 bytes, 0 removed"
