# SPDX-License-Identifier: GPL-2.0
# The tool writes tables of programs without frame pointers, so that their user stacks are
# whole, and names their functions.
# guest: smp=2 timeout=200
. /tests/guest/lib.sh
. /tests/guest/parts/histrig.sh
quick_rcu

[ -d $H/events/raw_syscalls/sys_enter ] || skip_all "this kernel has no events of system calls"
# The kernel's function that takes system calls, on x86 and arm64.
entry='do_\(syscall_64\|el0_svc\)'
few_symbols
by='hist:keys=common_ustacktrace'
own="if id == $CHDIR && common_comm =="
# functions NAME: print the functions of the stacks of an answer, on one line.
functions() { sed -n 's/^    \([^ (+]*\)+0x.*/\1/p' $runs/$1 | tr '\n' ' '; }
# runs_file PID FILE: has a process begun to run a file?
runs_file() { grep -q " $2\$" /proc/$1/maps; }
all=' inner middle outer run main .*_start $'

true >$H/unwind_tables
/tests/bin/named 2000 50 &
named=$!
within 30 runs_file $named /tests/bin/named
$histrig "$by $own \"named\"" raw_syscalls/sys_enter 2 1 >$runs/mapped 2>$runs/mapped.err
alike_words() { functions $1 | grep -qE "$2"; }
check "the stack of a running program has all its callers by name" alike_words mapped "$all"
is "nothing is lost" "$(cat $runs/mapped.err)" ""
check "the table of the program is listed" grep -q '^/tests/bin/named rows [0-9]*$' $H/unwind_tables
check "the tables of the vDSO, the shell, the tool and the program were written" \
	[ "$(sed -n 's/^# \([0-9]*\) tables.*/\1/p' $H/unwind_tables)" -ge 3 ]
$histrig export --folded "$by,common_stacktrace $own \"named\"" raw_syscalls/sys_enter 1 1 \
	>$runs/folded 2>/dev/null
check "a folded stack has the user's half below the kernel's" \
	grep -qE '^_start;.*;main;run;outer;middle;inner;[^ ]*do_(syscall_64|el0_svc)' $runs/folded
kill $named
wait $named 2>/dev/null

/tests/bin/named 2000 50 vfork &
named=$!
$histrig "$by if common_comm == \"named\"" sched/sched_process_fork 2 1 >$runs/forked 2>/dev/null
check "the stack of vfork(), which keeps its caller's address in a register, has all callers" \
	alike_words forked '^[^ ]*vfork inner middle outer run main .*_start $'
kill $named
wait $named 2>/dev/null

# kind PROGRAM HOW WANTED: count stacks of a program in another kind of process.
kind() {
	/tests/bin/$1 2000 50 $2 &
	named=$!
	$histrig "$by $own \"$1\"" raw_syscalls/sys_enter 2 1 >$runs/kind 2>/dev/null
	check "the stack of $1 $2 has all its callers by name" alike_words kind "$3"
	kill $named
	wait $named 2>/dev/null
}
kind named thread ' inner middle outer run start_thread (.*clone3?|thread_start) $'
kind named fork "$all"
kind named_pie "" "$all"
# musl says nothing about its own functions.
[ ! -e /tests/bin/named_musl ] || kind named_musl "" '^inner middle outer run main '

cp /tests/bin/named "/tmp/late one"
begin late "$by $own \"late one\"" raw_syscalls/sys_enter
"/tmp/late one" 200 50
answers
check "a program that starts during a run has all its callers after a second" alike_words late "$all"

cp /tests/bin/named /tmp/removed
/tmp/removed 2000 50 &
removed=$!
within 30 runs_file $removed /tmp/removed
rm /tmp/removed
$histrig "$by $own \"removed\"" raw_syscalls/sys_enter 2 1 >$runs/removed 2>/dev/null
check "the stack of a removed program has all its callers by name" alike_words removed "$all"
begin ended "$by $own \"removed\"" raw_syscalls/sys_enter
sleep 1
answers
check "a run that is ended by a signal names functions of removed programs" alike_words ended "$all"
kill $removed
wait $removed 2>/dev/null

# A file that stacks were in before is shown by the path that it had then, so copy it.
cp /tests/bin/named /tmp/mounted
cp /tests/bin/userstack /tmp/other
unshare -m sh -c 'mount --bind /tmp/mounted /tmp/other && exec /tmp/other 1000 50' &
other=$!
within 30 runs_file $other /tmp/other
$histrig "$by $own \"other\"" raw_syscalls/sys_enter 2 1 >$runs/other 2>/dev/null
check "a program of a container has its own names, not those of the file at its path" alike_words other "$all"
/tmp/other sleeps 100000 >/dev/null &
path=$!
within 30 runs_file $path /tmp/other
$histrig "$by if common_comm == \"other\"" raw_syscalls/sys_enter 2 1 >$runs/several 2>$runs/several.err
check "of two files at a path, each has its own names" alike_words several ' inner middle outer run main .*_start '
check "also one without a build id" grep -q "^    make_calls+0x" $runs/several
check "if one has no build id, the tool warns that names may be wrong" \
	grep -q 'different files without build ids are mapped at /tmp/other' $runs/several.err
kill $other $path
wait $other $path 2>/dev/null

cp /tests/bin/named /tmp/genuine
sed 's/outer/forge/g' /tests/bin/named >/tmp/forged
chmod +x /tmp/forged
chown 1000 /tmp/forged
cp /tests/bin/userstack /tmp/twice
unshare -m sh -c 'mount --bind /tmp/forged /tmp/twice && exec /tests/bin/as 1000 1000 /tmp/twice 1000 50' &
forged=$!
within 30 runs_file $forged /tmp/twice
unshare -m sh -c 'mount --bind /tmp/genuine /tmp/twice && exec /tmp/twice 1000 50' &
other=$!
within 30 runs_file $other /tmp/twice
$histrig "$by $own \"twice\"" raw_syscalls/sys_enter 2 1 >$runs/twice 2>/dev/null
check "of files with one build id, that of root gives the names" alike_words twice "$all"
is "not that of a user" "$(functions twice | grep -c forge)" 0
kill $forged $other
wait $forged $other 2>/dev/null

/tests/bin/jit 1000 50 &
jit=$!
/tests/bin/jit 1000 50 1000 &
forged=$!
within 30 [ -s /tmp/perf-$jit.map ]
within 30 [ -s /tmp/perf-$forged.map ]
$histrig "hist:keys=common_pid,common_ustacktrace $own \"jit\"" raw_syscalls/sys_enter 2 1 >$runs/jit 2>/dev/null
# below TASK: print the second function of a task's stack.
below() { sed -n "/^ *$1 /,/^ *[0-9]/p" $runs/jit | sed -n 3p; }
alike_line() { below $2 | grep -qE "$1"; }
check "code of a compiler at run time has the name that its process gives" \
	alike_line '^    made at run time\+0x[0-9a-f]+$' $jit
check "a name that another user gives is not shown" alike_line '^    0x[0-9a-f]+$' $forged
kill $jit $forged
wait $jit $forged 2>/dev/null

/tests/bin/named 100000000 0 &
busy=$!
$histrig profile user=yes freq=99 top=1000 2 1 >$runs/profile 2>/dev/null
# needs_irqs NAME COMMAND...: check, but not on real-time kernels, where hits with interrupts off
# have no user stacks.
needs_irqs() { if [ -e /sys/kernel/realtime ]; then skip "$1: this kernel is real-time"; else check "$@"; fi; }
needs_irqs "profile counts user stacks" grep -q '^    main$' $runs/profile
# Prints a row's task and functions on one line, without its count.
join_lines() { awk '/^[^ ]/ { if (row) print row; row = $1 $2 } /^ / { row = row " " $1 $2 } END { print row }' $1; }
is "stacks of the same functions are one line" "$(join_lines $runs/profile | sort | uniq -d)" ""
$histrig stackcount user=yes comm=named '*_sys_chdir' 1 1 >$runs/stackcount 2>/dev/null
check "stackcount shows the kernel's half of a stack, then the user's" \
	[ "$(sed -n "/sys_chdir/,/^    main/{s/^    $entry.*/kernel/p;s/^    \(inner\|main\)$/\1/p}" $runs/stackcount |
		head -n 3 | tr '\n' ' ')" = "kernel inner main " ]
$histrig offcputime user=yes comm=named top=1000 1 1 >$runs/offcputime 2>/dev/null
needs_irqs "offcputime counts user stacks" grep -q '^    main$' $runs/offcputime
kill $busy
wait $busy 2>/dev/null
/tests/bin/mallocs >/tmp/mallocs &
mallocs=$!
within 30 grep -q ready /tmp/mallocs
begin memleak memleak user=yes comm=mallocs libc=/tests/bin/mallocs
kill -USR1 $mallocs
within 30 grep -q done /tmp/mallocs
answers
kill $mallocs
wait $mallocs 2>/dev/null
# lost FUNCTION: print how many pieces and bytes a function has lost.
lost() { sed -n "/^ *[0-9]/h;/^    $1\$/{x;p}" $runs/memleak | xargs; }
is "memleak user=yes shows what malloc() gave and free() did not get" "$(lost lose_malloc)" "2 2000"
is "what calloc() gave" "$(lost lose_calloc)" "1 700"
is "what realloc() gave, without what it took" "$(lost lose_realloc)" "1 100000"
is "what realloc() failed to change" "$(lost lose_old)" "1 4000"
is "and nothing of what was freed" "$(lost lose_nothing)" "0 0"
is "with whole stacks" "$(sed -n '/^    lose_malloc$/{n;p}' $runs/memleak)" "    main"
says "an argument that must be yes or no is refused" "only values of the argument user" profile user=maybe 1 1
all_symbols
