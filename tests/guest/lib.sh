# SPDX-License-Identifier: GPL-2.0
# Sourced by all guest tests (Busybox sh, in the guest): `. /tests/guest/lib.sh`.
# Prints KTAP; prints the plan at the end, unless the test has printed one.

H=/sys/kernel/debug/histrig	# ours
T=/sys/kernel/tracing		# the kernel's own
export kmods=/sys/kernel/debug	# where the modules of tests have their files
# Without debugfs, the tree is mounted by hand.
[ -d /sys/kernel/debug ] || H=/sys/kernel/histrig kmods=/proc
# A kernel without CONFIG_MODULE_UNLOAD keeps all modules; then each test has its own boot.
keeps_modules=
[ ! -d /sys/module/histrig ] || [ -e /sys/module/histrig/refcnt ] || keeps_modules=yes
native_hist=			# whether the kernel has hist triggers
[ ! -e $T/events/sched/sched_switch/hist ] || native_hist=yes
ktap_n=0 ktap_planned= ktap_failed=0
# The host sets a factor for its time limits if it is slow; tests use it as well.
scale=$(sed -n "s/^scale='\(.*\)'$/\1/p" /etc/guest)
scale=${scale:-1}

# On a slow host, an NMI takes long and the kernel warns. Raises the limit, because
# this is not a fault.
[ ! -e /sys/kernel/debug/x86/nmi_longest_ns ] ||
	echo 10000000000 >/sys/kernel/debug/x86/nmi_longest_ns

# quick_rcu [0]: expedite grace periods, or stop doing so, for tests of other features.
# Each test begins with normal ones. A kernel for one CPU has no such choice.
quick_rcu() { [ ! -e /sys/kernel/rcu_expedited ] || echo "${1:-1}" >/sys/kernel/rcu_expedited; }
quick_rcu 0

# patient: raise the limits of the kernel's watchdogs, because patching the calls of
# all functions takes long on a busy host, and reading all symbols on the debug kernel.
patient() {
	echo 60 >/proc/sys/kernel/watchdog_thresh
	echo 300 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
	[ ! -e /proc/sys/kernel/hung_task_timeout_secs ] ||
		echo 900 >/proc/sys/kernel/hung_task_timeout_secs
}

echo "KTAP version 1"

plan() {
	ktap_planned=$1
	echo "1..$1"
}

ok() {
	ktap_n=$((ktap_n + 1))
	echo "ok $ktap_n - $*"
}

not_ok() {
	ktap_n=$((ktap_n + 1)) ktap_failed=$((ktap_failed + 1))
	echo "not ok $ktap_n - $*"
}

skip() {
	ktap_n=$((ktap_n + 1))
	echo "ok $ktap_n - $* # SKIP"
}

# skip_all WHY: skip the whole test, because this kernel lacks a required feature.
skip_all() {
	trap - EXIT
	echo "1..0 # SKIP $*"
	exit 0
}

# impossible NAME COMMAND...: skip a test of unloading on a kernel that keeps modules.
impossible() {
	[ -n "$keeps_modules" ] || return 1
	case " $* " in
	*" unload_histrig "* | *" load_histrig "* | *" rmmod "* | *" histrig-load -r "*) skip "$1: this kernel cannot unload modules" ;;
	*) return 1 ;;
	esac
}

# check NAME COMMAND...: passes if the command succeeds. Shows its output if it
# fails.
check() {
	local name=$1 out
	! impossible "$@" || return 0
	shift
	if out=$("$@" 2>&1); then
		ok "$name"
	else
		not_ok "$name"
		echo "$out" | head -n 20 | sed 's/^/# /'
	fi
}

# is NAME GOT WANTED: passes if both strings are equal. For long ones, prints the
# differences: "-" marks lines that are wanted, "+" lines that were got.
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
		return
	fi
	not_ok "$1"
	if [ "$(echo "$2$3" | wc -l)" -le 40 ]; then
		echo "$2" | sed 's/^/# got:    /'
		echo "$3" | sed 's/^/# wanted: /'
	else
		echo "$2" >/tmp/is.got
		echo "$3" >/tmp/is.wanted
		diff -U 3 /tmp/is.wanted /tmp/is.got | sed -n '3,60s/^/# /p'
	fi
}

# alike NAME GOT WANTED: like is, but also fails if WANTED is empty.
alike() {
	if [ -n "$3" ]; then
		is "$@"
	else
		not_ok "$1"
		echo "# nothing to compare with; got: $2" | head -n 5
	fi
}

# fails NAME COMMAND...: passes if the command fails.
fails() {
	local name=$1
	! impossible "$@" || return 0
	shift
	if "$@" >/dev/null 2>&1; then not_ok "$name"; else ok "$name"; fi
}

# within SECONDS COMMAND...: wait until the command succeeds. The limit only matters
# if a test fails, so it may be generous.
within() {
	local n=$(($1 * 10 * scale))
	shift
	while ! "$@" >/dev/null 2>&1; do
		[ $n -gt 0 ] || return 1
		n=$((n - 1))
		usleep 100000
	done
}

# asleep PID: wait until the process sleeps in the kernel. It may wake up ten times
# a second, like poll() on our files, but must not use the CPU all the time. Fails
# at once if the process has ended, because on a slow host the limit is long.
asleep() { within 20 eval "sleeps_on $1 || has_ended $1" && ! has_ended $1; }
has_ended() { ! grep -q '^State:.[^ZX]' /proc/$1/status 2>/dev/null; }
sleeps_on() {
	local ticks
	sleeps $1 || return 1
	ticks=$used
	usleep 100000
	sleeps $1 && [ $((used - ticks)) -le 2 ]
}
# sleeps PID: test whether the process sleeps now. Sets $used to the ticks that it
# has used.
sleeps() {
	local pid=$1
	set -- $(sed 's/.*) //' /proc/$pid/stat)
	used=$((${12:-0} + ${13:-0}))
	case $1 in
	[SD]) ;;
	*) return 1 ;;
	esac
}

# has_open PID FILE: test whether the process has a file of this name open.
has_open() { ls -l /proc/$1/fd | grep -q "/$2\$"; }

# free_kb: print the free memory in KB, including the free pages of each CPU's
# lists, which MemFree does not count. Such pages may take tens of megabytes.
free_kb() {
	echo 3 >/proc/sys/vm/drop_caches
	sleep 1
	awk '$1 == "MemFree:" { kb += $2 }
		$1 == "count:" { kb += $2 * 4 }
		END { print kb }' /proc/meminfo /proc/zoneinfo
}

# lost_kb LIMIT COMMAND...: set $lost to the memory in KB that the command loses. Repeats
# the command twice if that reaches the limit: the kernel's caches grow now and then, but a
# leak loses memory each time. On a busy host, memory may also be free some seconds later.
lost_kb() {
	local limit=$1 before series again
	shift
	for series in 1 2 3; do
		before=$(free_kb)
		"$@"
		for again in 1 2 3; do
			lost=$((before - $(free_kb)))
			[ $lost -ge $limit ] || return 0
			echo "# $lost KB lost by $*"
		done
	done
}

# stall FILE: begin a write to the file from memory that is never served. Sets
# $stalled to the writer's pid.
stall() {
	rm -f /tmp/stalled
	/tests/bin/stallwrite "$1" >/tmp/stalled 2>&1 &
	stalled=$!
	check "a writer of ${1#$H/} stalls in the middle of its write" asleep $stalled
}

# The registers of a function's first three arguments, and of the instruction pointer; how
# the names of functions of system calls begin.
case $(uname -m) in
aarch64) ARG1=%x0 ARG2=%x1 ARG3=%x2 IP=%pc SYSCALL=__arm64_sys_ ;;
*) ARG1=%di ARG2=%si ARG3=%dx IP=%ip SYSCALL=__x64_sys_ ;;
esac
# Another register, and where a function finds the address to which it returns.
case $(uname -m) in
aarch64) OTHER=%x19 RETURNS=%lr ;;
*) OTHER=%bx RETURNS='$stack0' ;;
esac
# The numbers of some system calls. No program of the guest calls chdir() by itself.
case $(uname -m) in
aarch64) CHDIR=49 READ=63 OPENAT=' 56' CLOSE=57 SET_TID_ADDRESS=96 GETPRIORITY=141 GETPPID=173 ;;
*) CHDIR=80 READ=0 OPENAT=257 CLOSE=3 SET_TID_ADDRESS=218 GETPRIORITY=140 GETPPID=110 ;;
esac
# has_data_symbols: test whether this kernel knows the symbols of data, not just of code.
has_data_symbols() { grep -q ' init_task$' /proc/kallsyms; }

# has_cfi: test whether this kernel checks the types of indirect calls. Then the module has
# neither bridged events nor probes on tracepoints.
has_cfi() { grep -qx "cfi='yes'" /etc/guest; }

# has_nmis: test whether this architecture has non-maskable interrupts.
has_nmis() { grep -q '^ *NMI:' /proc/interrupts; }
# nmi: let the host inject a non-maskable interrupt into each CPU.
nmi() { echo "@@ nmi" >/dev/ttyS1; }

# nmi_count: print how many NMIs the CPUs have handled.
nmi_count() {
	awk '$1 == "NMI:" { for (i = 2; $i ~ /^[0-9]+$/; i++) n += $i; print n }' /proc/interrupts
}

load_histrig() {
	[ -z "$keeps_modules" ] || return 0
	histrig-load histrig "$@" && { [ -d /sys/kernel/debug ] || mount -t histrig nodev $H; }
}
# The automount would pin the module for a few seconds more.
unload_histrig() {
	[ -z "$keeps_modules" ] || return
	umount $H 2>/dev/null
	histrig-load -r histrig
}
rmmod() { [ -n "$keeps_modules" ] || command rmmod "$@"; }
insmod() {
	[ -n "$keeps_modules" ] && [ -d "/sys/module/$(basename "$1" .ko)" ] || command insmod "$@"
}

# tidy TREE: remove what a test has left in a tree, because other tests follow in this
# boot. set_event also lists events that only have triggers. Later rounds remove triggers
# whose variables another trigger has read.
tidy() {
	local event round
	[ -e $1/set_event ] || return 0
	for round in 1 2 3; do
		for event in $(grep -v '^#' $1/set_event | tr : /); do
			echo 0 >$1/events/$event/enable
			true >$1/events/$event/trigger
		done
	done
	[ ! -e $1/synthetic_events ] || true >$1/synthetic_events
	echo 1 >$1/tracing_on
	true >$1/trace
}

ktap_done() {
	local status=$?
	tidy $H 2>/dev/null
	tidy $T 2>/dev/null
	# A test that ended early may have left a short list of symbols there.
	while grep -q ' /proc/kallsyms ' /proc/mounts && umount /proc/kallsyms; do :; done
	# A task that an oops has killed still holds its references, so rmmod may
	# hang.
	[ $(($(cat /proc/sys/kernel/tainted) & 128)) != 0 ] ||
		lsmod | sed -n 's/^\(histrig_[a-z_]*\) .*/\1/p' | xargs -r -n 1 rmmod 2>/dev/null
	[ -n "$ktap_planned" ] || echo "1..$ktap_n"
	[ $status != 0 ] || [ $ktap_failed = 0 ] || status=1
	exit $status
}
trap ktap_done EXIT

# repeats FEW MANY: print how often to repeat something. The debug kernel, whose checkers find
# faults that show nowhere else, repeats it MANY times.
repeats() { if [ -e /sys/kernel/debug/kmemleak ]; then echo $2; else echo $1; fi; }

# rounds FIRST LAST: call the test's own `round NUMBER` until one fails.
rounds() { # FIRST LAST
	local i=$1
	while [ $i -le $2 ]; do
		round $i || { echo "# round $i"; return 1; }
		i=$((i + 1))
	done
}
