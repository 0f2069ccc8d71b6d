# SPDX-License-Identifier: GPL-2.0
# The stack tracer: stack_trace, stack_max_size and stack_trace_filter, compared
# with the kernel's, and the module parameter that enables the tracer.
# guest: smp=2 timeout=120 append=randomize_kstack_offset=off
. /tests/guest/lib.sh
quick_rcu
patient

C=$kmods/histrig_called
P=/sys/module/histrig/parameters/stack_tracer_enabled
insmod /tests/kmod/histrig_called.ko || exit 1

switch() { # TREE VALUE
	if [ $1 = $T ]; then echo $2 >/proc/sys/kernel/stack_tracer_enabled; else echo $2 >$P; fi
}
# answer TREE FILE TEXT: write the text. Print the error, if any, and the file.
answer() {
	sh -c "echo '$3' >$1/$2" 2>&1 | sed 's/.*: //'
	cat $1/$2
}
same() { # NAME FILE TEXT
	alike "$1" "$(answer $H $2 "$3")" "$(answer $T $2 "$3")"
}
# deepest TREE DEPTH: print the deepest stack of a function that calls itself. The
# shell itself writes, so both trees see the same stack. Leaves out the depths, and
# the size below do_syscall_64(), where the kernel may leave up to 1 KB unused.
deepest() {
	echo called_depth >$1/stack_trace_filter
	echo 0 >$1/stack_max_size
	switch $1 1
	echo depth $2 >$C
	switch $1 0
	sed -E 's/^( *[0-9]+\)) *[0-9]+ /\1/; s/ +[0-9]+ +(do_syscall_64)/ \1/' $1/stack_trace
}
# Where functions sign the return addresses that they store, the kernel's tracer does not find
# these, and lacks most callers.
signed=$(grep -c -m 1 '^Features.* paca ' /proc/cpuinfo)
native_alike() {
	if [ $signed = 1 ]; then skip "$1: the kernel finds no signed addresses"; else alike "$@"; fi
}
entries() { sed -n 's/.*(\([0-9]*\) entries)/\1/p' $H/stack_trace; }
size() { cat $H/stack_max_size; }

# Before the tracer was enabled.
is "stack_max_size is 0 at first" "$(size)" 0
is "stack_trace is like the kernel's, except for how to switch it on" \
	"$(grep -v 'To enable\|stack_tracer_enabled' $H/stack_trace)" \
	"$(grep -v 'To enable\|stack_tracer_enabled\|command line' $T/stack_trace)"
check "stack_trace names the parameter that switches it on" grep -q "echo 1 > $P'" $H/stack_trace
same "stack_max_size takes a number" stack_max_size 4711
same "stack_max_size takes no text" stack_max_size x
same "stack_max_size takes no negative number" stack_max_size -1
same "stack_max_size takes a number that is negative when printed" stack_max_size 18446744073709551615
same "stack_trace_filter takes a pattern" stack_trace_filter 'called_*'
same "stack_trace_filter takes no unknown function" stack_trace_filter no_such_function
same "stack_trace_filter takes a function away" stack_trace_filter '!called_depth'
fails "stack_trace cannot be written" sh -c "echo 1 >$H/stack_trace"
for value in 2 x; do
	fails "stack_tracer_enabled does not take $value" sh -c "echo $value >$P"
done

# Stacks that the tracer finds.
native_alike "the deepest stack is the kernel's" "$(deepest $H 3)" "$(deepest $T 3)"
native_alike "a deeper stack is the kernel's" "$(deepest $H 100)" "$(deepest $T 100)"
is "a deeper stack has a line for each call" "$(grep -c called_depth+ $H/stack_trace)" 101
same_size=$(awk '/called_depth[+]/ { print $3 }' $H/stack_trace | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1 }')
check "calls of the same function have frames of the same size ($same_size)" [ $same_size -ge 98 ]
check "a stack goes on to the function that the system call enters" \
	sh -c "tail -n 1 $H/stack_trace | grep -qE 'el0t_64_sync|entry_SYSCALL_64'"
is "depths are sums of the sizes below" "$(sed 1,2d $H/stack_trace | sort -rn |
	awk '{ sum += $3; if ($2 != sum) bad++ } END { print NR, bad + 0 }')" "$(entries) 0"
top() { sed -n '3s/^ *0) *\([0-9]*\) .*/\1/p' $1/stack_trace; }
is "stack_max_size is the kernel's" "$(size)" "$(cat $T/stack_max_size)"
alike "the depth of the first line is the kernel's" "$(top $H)" "$(top $T)"
# Where a function stores the address to which it returns below its variables, the first line
# lacks the depth of the last function's frame.
[ "$RETURNS" != '$stack0' ] ||
	is "stack_max_size is the depth of the first line" "$(size)" "$(top $H)"
was=$(size)
echo 1 >$P
echo depth 10 >$C
is "a stack that is not deeper is not taken" "$(size)" $was
echo depth 200 >$C
check "a stack that is deeper is taken" [ $(size) -gt $was ]
was=$(size)
echo 0 >$P
echo depth 300 >$C
is "no stack is taken after the stack tracer was switched off" "$(size)" $was
echo 4000000000 >$H/stack_max_size
echo 1 >$P
echo depth 300 >$C
is "a stack that is not deeper than a written stack_max_size is not taken" "$(size)" 4000000000

# Loading and unloading, which patch the calls of all functions. In between, the tracer visits
# all functions while the kernel's visits some of them, which include those of the deepest stack.
load() {
	unload_histrig && load_histrig stack_tracer_enabled=$1 && cat $P
}
is "the module loads with the stack tracer on" "$(load 1)" 1
echo depth 30 >$C
check "a module loaded with the stack tracer on finds stacks" [ "$(size)" -gt 1000 ]
echo 'called_* vfs_*' >$T/stack_trace_filter
switch $T 1
for d in $H $T; do echo 0 >$d/stack_max_size; done
ls -lR /sys/kernel/slab >/dev/null 2>&1
echo depth 300 >$C
switch $T 0
echo >$T/stack_trace_filter
check "the deepest stack of all functions has been found" [ "$(grep -c called_depth+ $H/stack_trace)" -gt 250 ]
was=$(cat $T/stack_max_size)
check "the deepest stack is about as deep as the one that the kernel found ($(size) and $was)" \
	[ $(size) -gt $((was - 1100)) -a $(size) -lt $((was + 1100)) ]
is "the module unloads with the stack tracer on" "$(load 0)" 0
is "a module loaded with the stack tracer off has found no stack" "$(size)" 0
rmmod histrig_called
