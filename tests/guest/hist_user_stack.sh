# SPDX-License-Identifier: GPL-2.0
# common_ustacktrace: user stacks as files and offsets, which identify code even
# after the process has exited; and the messages for stacks that were not walked.
# guest: smp=4 timeout=180
. /tests/guest/lib.sh
quick_rcu

E=$H/events/raw_syscalls/sys_enter
W=$H/events/sched/sched_switch
PROG=/tests/bin/userstack
# Where the system call returns to in the code that the program maps
case $(uname -m) in aarch64) AFTER=8 ;; *) AFTER=7 ;; esac
[ -d $E ] || skip_all "this kernel has no events of system calls"
drop() { true >$1/trigger; }
# stack FOLDER [LINES]: print the first lines of the first stack.
stack() { sed -n '/^{.*stacktrace:/,/^[},]/{/^ /p}' $1/hist | head -n ${2:-4}; }
hits() { sed -n 's/.*} hitcount: *\([0-9]*\).*/\1/p' $1/hist | tr '\n' ' '; }
count() { echo "hist:keys=common_ustacktrace${1:-} if id == $CHDIR" >$E/trigger; }

# ---- stacks of programs

count
is "the trigger has the key" "$(sed 's/:vals.*//' $E/trigger)" "hist:keys=common_ustacktrace"
$PROG calls 3 >/tmp/wanted
alike "a stack has the calls of the program" "$(stack $E)" "$(cat /tmp/wanted)"
is "each call is counted" "$(hits $E)" "3 "
cp $PROG /tmp/first
$PROG calls 2 >/dev/null
is "another process with the same program has the same stack" "$(hits $E)" "5 "
drop $E

count
/tmp/first calls 1 >/tmp/wanted
rm /tmp/first
alike "code of a removed file has its former path" "$(stack $E)" "$(cat /tmp/wanted)"
drop $E

count
mkdir /tmp/gone
cp /bin/busybox /tmp/gone
/tmp/gone/busybox sh -c "rm -r /tmp/gone; cd /"
check "code of a file that was removed before the hit has its former path" grep -q '^         /tmp/gone/busybox+0x' $E/hist
drop $E

count
cp $PROG "/tmp/two
}lines"
"/tmp/two
}lines" calls 1 >/dev/null
rm "/tmp/two
}lines"
check "the name of a file begins no row" grep -q '^         /tmp/two\\012}lines+0x' $E/hist
drop $E

# Frames in JSON: in files, and at the end of a stack.
count
$PROG calls 1 >/tmp/wanted
offset=$((0x$(sed -n '1s/.*+0x//p' /tmp/wanted)))
check "JSON has files and offsets" \
	grep -qF '{"keys":[[{"file":"'$PROG'","offset":'$offset'},{"file":"' $E/hist_json
drop $E

count ",common_comm"
$PROG page
is "a frame that is not in memory ends a stack" "$(stack $E 3 | sed 's/+0x.*//')" "         $PROG
         (page fault)"
drop $E
count ",common_comm"
$PROG none
is "a frame pointer that is none ends a stack" "$(stack $E 3 | sed 's/+0x.*//')" "         $PROG
         (no return address)"
check "JSON says why a stack ends" grep -qF ',{"end":"no return address"}],"userstack"]' $E/hist_json
drop $E
count ",common_comm"
$PROG twice
is "a frame without code and without a next one ends a stack once" "$(stack $E | sed 's/+0x.*//')" "         $PROG
         (no return address)"
drop $E
count
$PROG code >/tmp/wanted
alike "code in no file has its address" "$(stack $E 1)" "$(cat /tmp/wanted)"
address=$(($(sed 's/ *//' /tmp/wanted)))
check "JSON has the address of code in no file" grep -qF '[{"file":null,"address":'$address'}' $E/hist_json
drop $E

# ---- what is not walked

if [ -d $W ]; then
	echo 'hist:keys=common_ustacktrace if prev_comm == "userstack" && prev_state == 1' >$W/trigger
	$PROG sleeps 20 >/tmp/wanted
	found() { stack $W 400 | tr '\n' '@' | grep -qF "$(tr '\n' '@' </tmp/wanted)"; }
	case $(uname -r) in
	*-rt-*) check "the scheduler's hits say that they cannot look" grep -q '(mappings are changing)' $W/hist ;;
	*) check "a task that sleeps has its stack" found ;;
	esac
	drop $W
	echo 'hist:keys=common_ustacktrace if prev_pid == 0' >$W/trigger
	sleep 0.1
	is "a kernel thread has no user stack" "$(stack $W)" "         (no user stack)"
	drop $W

	# If interrupts are off, the hit of the first histogram holds mmap_lock until they
	# are on, and the hit of the second one uses the same lock.
	mkdir $H/instances/two
	for at in $W $H/instances/two/events/sched/sched_switch; do
		echo 'hist:keys=common_ustacktrace if prev_comm == "userstack" && prev_state == 1' >$at/trigger
	done
	$PROG sleeps 100 >/tmp/wanted
	case $(uname -r) in
	*-rt-*) skip "two histograms of one event have the stacks of tasks that sleep" ;;
	*)
		for at in $W $H/instances/two/events/sched/sched_switch; do
			awk 'substr($0, 1, 1) == "{" { busy = 0 } /mappings are changing/ { busy = 1 }
				substr($0, 1, 1) == "}" && busy { n += $NF } END { print (n + 0 < 50) }' $at/hist
		done >/tmp/found
		is "two histograms of one event have the stacks of tasks that sleep" "$(xargs </tmp/found)" "1 1" ;;
	esac
	drop $W
	rmdir $H/instances/two
else
	skip "a task that sleeps has its stack: no event sched_switch"
	skip "a kernel thread has no user stack: no event sched_switch"
	skip "two histograms of one event have the stacks of tasks that sleep: no event sched_switch"
fi
N=$H/events/nmi/nmi_handler
if [ -d $N ]; then
	echo 'hist:keys=common_ustacktrace' >$N/trigger
	nmi
	in_nmi() { [ "$(stack $N)" = "         (in an NMI)" ]; }
	check "an NMI does not walk" within 30 in_nmi
	drop $N
else
	skip "an NMI does not walk: this kernel has no event nmi_handler"
fi

# ---- saved, carried, shared, taken

echo "hist:keys=common_comm:x=id:onchange(\$x).save(common_ustacktrace) if id == $CHDIR" >$E/trigger
$PROG calls 1 >/tmp/wanted
alike "save() keeps a stack" "$(sed -n '/common_ustacktrace:/,$p' $E/hist | grep '^  ' | head -n 4)" "$(cat /tmp/wanted)"
check "JSON has a saved stack" grep -qF '"saved":[{"name":"common_ustacktrace","user_stack":[{"file":"'$PROG'",' $E/hist_json
drop $E
echo 'carried unsigned long[] st; int pid' >$H/synthetic_events
S=$H/events/synthetic/carried
X=$H/events/raw_syscalls/sys_exit
echo 'hist:keys=st.ustacktrace' >$S/trigger
echo "hist:keys=common_pid:s=common_ustacktrace if id == $CHDIR" >$E/trigger
echo "hist:keys=common_pid:onmatch(raw_syscalls.sys_enter).carried(\$s,common_pid) if id == $CHDIR" >$X/trigger
$PROG calls 2 >/tmp/wanted
alike "a variable carries a stack to a synthetic event" "$(stack $S)" "$(cat /tmp/wanted)"
is "each stack is carried" "$(hits $S)" "2 "
drop $X
drop $E
alike "a stack that was carried keeps its files" "$(stack $S)" "$(cat /tmp/wanted)"
drop $S
echo 'hist:keys=st.stacktrace' >$S/trigger
echo 1 >$S/enable
echo "hist:keys=common_pid:s=common_ustacktrace if id == $CHDIR" >$E/trigger
echo "hist:keys=common_pid:onmatch(raw_syscalls.sys_enter).carried(\$s,common_pid) if id == $CHDIR" >$X/trigger
$PROG calls 1 >/tmp/wanted
sed 's/^ */=> /' /tmp/wanted >/tmp/lines
alike "the trace shows a user stack as files" "$(grep -A 4 ' st=STACK:$' $H/trace | tail -n 4)" "$(cat /tmp/lines)"
alike ".stacktrace of an array that has a user stack prints files" "$(sed -n 's/^{ st.stacktrace */         /; /^ .*+0x/p' $S/hist | head -n 4)" "$(cat /tmp/wanted)"
drop $X
drop $E
echo 0 >$S/enable
drop $S
echo >$H/synthetic_events

mkdir $H/instances/one
I=$H/instances/one/events/raw_syscalls/sys_enter
echo "hist:name=both:keys=common_ustacktrace if id == $CHDIR" >$E/trigger
echo "hist:name=both:keys=common_ustacktrace if id == $CHDIR" >$X/trigger
echo "hist:keys=common_ustacktrace if id == $CHDIR" >$I/trigger
$PROG calls 2 >/tmp/wanted
alike "a named histogram has stacks" "$(stack $X)" "$(cat /tmp/wanted)"
is "a named histogram counts both events" "$(hits $X)" "4 "
alike "a histogram of an instance has stacks" "$(stack $I)" "$(cat /tmp/wanted)"
alike "a take has stacks" "$(sed -n '/stacktrace:/,/^}/{/^ /p}' $E/hist_take | head -n 4)" "$(cat /tmp/wanted)"
drop $X
drop $E
drop $I
rmdir $H/instances/one

# Two triggers with the same command. The first reads the stack from a variable of the
# other event, so only the second walks the stack.
C=$H/events/syscalls/sys_enter_chdir
if [ -d $C ]; then
	text="hist:name=same:keys=common_pid:onmatch(syscalls.sys_enter_chdir).carried(syscalls.sys_enter_chdir.common_ustacktrace,common_pid)"
	echo 'carried unsigned long[] st; int pid' >$H/synthetic_events
	echo 'hist:keys=common_pid:synthetic_common_ustacktrace=common_stacktrace' >$C/trigger
	echo "$text" >$H/events/syscalls/sys_exit_chdir/trigger
	echo "$text" >>$C/trigger
	echo 1 >$S/enable
	$PROG calls 2 >/dev/null
	check "a trigger walks though the first one of its name does not" \
		[ "$(sed -n 's/^ *Hits: //p' $H/events/syscalls/sys_exit_chdir/hist)" = 4 ]
	echo 'hist:keys=st.ustacktrace' >$S/trigger
	$PROG calls 2 >/tmp/wanted
	alike "a trigger keeps the files of the stacks that it walks" "$(grep -A 4 $PROG $S/hist | head -n 4)" "$(cat /tmp/wanted)"
	echo 0 >$S/enable
	drop $S
	drop $C
	drop $H/events/syscalls/sys_exit_chdir
	echo >$H/synthetic_events
else
	skip "a trigger walks though the first one of its name does not: no events of system calls"
	skip "a trigger keeps the files of the stacks that it walks: no events of system calls"
fi

# ---- many files: the table has 4,096 slots, and each user but root a share of 1,024

echo "hist:keys=common_ustacktrace:size=8192 if id == $CHDIR && common_comm == \"userstack\"" >$E/trigger
$PROG files 4200
is "hits in more files than fit into the table are counted" "$(sed -n 's/ *Hits: //p' $E/hist)" 4200
check "files that do not fit are shown as [other]" grep -q '^ *\[other\]+0x'$AFTER'$' $E/hist
files=$(grep -c '^         /memfd:code (deleted)+0x'$AFTER'$' $E/hist)
check "most files fit into the table ($files)" [ $files -gt 3000 -a $files -le 4096 ]
drop $E

# shown FILE: test whether the frames in FILE are in the histogram.
shown() { tr '\n' '@' <$E/hist | grep -qF "$(tr '\n' '@' <$1)"; }
fresh() { # a program that no hit has seen yet makes calls
	cp $PROG /tmp/fresh$1
	/tests/bin/as $2 $2 /tmp/fresh$1 calls 1 >/tmp/wanted
}
echo "hist:keys=common_ustacktrace:size=16384 if id == $CHDIR" >$E/trigger
fill() { /tests/bin/as 1000 1000 $PROG files $1; }
over_share() { grep -q '^ *\[over share\]+0x'$AFTER'$' $E/hist; }
fill 4200
fresh 1 0
check "a user who maps many files takes no slots from root" shown /tmp/wanted
fresh 2 1001
check "a user who maps many files takes no slots from other users" shown /tmp/wanted
fresh a 1064
check "a user takes no slots from a user with a similar number" shown /tmp/wanted
check "the files of one user are said to be over the share" over_share
echo "hist:keys=common_ustacktrace:size=16384:clear if id == $CHDIR" >>$E/trigger
fresh 3 1000
check "clear frees the slots of files" shown /tmp/wanted
fill 1100
check "1,100 files are over the share of a user" over_share
cat $E/hist_take >/dev/null
fresh 4 1000
check "a take forgets files" shown /tmp/wanted
fill 1100
drop $E
count
fresh 5 1000
check "removing a histogram frees the slots of files" shown /tmp/wanted
drop $E
echo "hist:keys=common_ustacktrace:interval=500ms if id == $CHDIR" >$E/trigger
fill 1100
kept() { # tests whether the new program is in an interval
	fresh $((6 + n)) 1000
	n=$((n + 1))
	shown /tmp/wanted
}
n=0
check "the end of an interval forgets files" within 30 kept
drop $E
rm /tmp/fresh*

# ---- hits in all contexts of the kernel at the same time

KEY=hist:keys=common_ustacktrace:size=8192
armed=
for event in sched/sched_switch sched/sched_waking sched/sched_wakeup exceptions/page_fault_user \
	exceptions/page_fault_kernel mmap/vm_unmapped_area mmap_lock/mmap_lock_acquire_returned \
	mmap_lock/mmap_lock_released kmem/kmem_cache_alloc kmem/kmem_cache_free maple_tree/ma_read \
	lock/contention_begin timer/hrtimer_expire_entry irq_vectors/local_timer_entry nmi/nmi_handler \
	sched/sched_process_exit sched/sched_process_exec task/task_newtask raw_syscalls/sys_enter; do
	[ -d $H/events/$event ] || continue
	echo $KEY >$H/events/$event/trigger
	armed="$armed $H/events/$event"
done
$PROG storm $(($(repeats 300 1000) * scale)) &
$PROG storm $(($(repeats 300 1000) * scale)) &
i=$(repeats 30 60)
while [ $i -gt 0 ]; do
	sh -c '/bin/true; : | :' &
	[ $((i % 10)) != 0 ] || nmi
	cat $H/events/raw_syscalls/sys_enter/hist >/dev/null
	i=$((i - 1))
done
wait
walked=$(for event in $armed; do cat $event/hist; done | awk '/^ *Hits: / { n += $2 } END { print n + 0 }')
check "tasks map, fault and switch while hits walk their stacks ($walked hits)" [ $walked -gt 10000 ]
[ ! -d $H/events/mmap/vm_unmapped_area ] ||
	check "a hit while mappings change shows that reason" grep -q '(mappings are changing)' $H/events/mmap/vm_unmapped_area/hist
check "system calls have stacks of files" grep -q '^         /[a-z].*+0x' $E/hist
for event in $armed; do true >$event/trigger; done

# ---- what is refused

# refused COMMAND COLUMN TEXT: the caret of the error is below COLUMN.
refused() {
	fails "refused: $1" sh -c "echo '$1' >$E/trigger"
	is "the error of $1" "$(tail -n 3 $H/error_log | sed -e 's/^\[ *[0-9.]*\] //')" \
		"hist:raw_syscalls:sys_enter: error: $3
  Command: $1
$(printf "%$(($2 + 12))s" ^)"
}
refused hist:keys=common_ustacktrace.hex 29 "Invalid field modifier"
refused hist:keys=id:vals=common_ustacktrace 18 "Invalid field modifier"
refused hist:keys=id.ustacktrace 13 "Invalid field modifier"
refused hist:keys=common_ustacktrace+1 10 "String type can not be an operand in expression"
true >$H/error_log
