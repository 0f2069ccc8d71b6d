# SPDX-License-Identifier: GPL-2.0
# Boots a guest and checks it. Sourced after initramfs/host.sh. Needs bash.
#
# Each boot has a separate folder:
#   initrd, conf/	the initramfs, and the configuration in it
#   console.log	the kernel's log (the first serial port)
#   results.log	the guest's report (ttyS1); our lines in it begin with @@
#   qemu.log	QEMU's own messages
# A boot has passed only if the guest has printed "@@ success"; a guest that hangs
# or crashes does not print it. This file kills only QEMU processes that it has
# started.

# The settings of a boot and their defaults. A test changes them in a comment that
# begins with "guest:"; append, qemu and params may be given several times. An empty
# CPU is the default of the kernel's architecture.
guest_defaults() {
	guest_smp=2 guest_mem=1G guest_timeout=60 guest_modules='' guest_accel=single
	guest_histrig=yes guest_params='' guest_append='' guest_qemu=''
	guest_cpu='' guest_faults=no guest_bring=''
}

# guest_set NAME=VALUE...: change settings.
guest_set() {
	local word name value
	for word; do
		name=${word%%=*} value=${word#*=}
		case $name in
		smp | mem | timeout | modules | accel | histrig | cpu | faults | bring)
			printf -v "guest_$name" %s "$value" ;;
		needs) ;; # see lacks in guests.sh
		own) ;; # a boot that no other test has: own=NAME
		append | qemu | params)
			local -n list=guest_$name
			list="$list $value" ;;
		*) die "unknown guest setting $name" ;;
		esac
	done
}

# kernel_dir NAME: print the folder of a kernel. NAME is a name for fetch-kernel,
# debug-kernel/build, or a folder. A run looks up each name only once, because fetch-kernel
# spends seconds in apt.
kernel_dir() {
	local name=${1:-cloud} known new
	case $name in
	/*) echo "$name" ;;
	debug | bare | least | cfi) "$TOP/tests/debug-kernel/build" "$name" ;;
	*)
		# The demo has no folder for logs.
		[ -n "${run_dir:-}" ] || { "$TOP/initramfs/fetch-kernel" "$name"; return; }
		known=$run_dir/kernel-$name new=$run_dir/kernel-$name.$BASHPID
		[ -s "$known" ] || {
			mkdir -p "$run_dir"
			"$TOP/initramfs/fetch-kernel" "$name" >"$new" || return
			mv "$new" "$known"
		}
		cat "$known" ;;
	esac
}

# build_dir KERNEL-FOLDER: print the folder where our module is built for a kernel.
build_dir() { echo "$BUILD/module-$(cat "$1/release")"; }

# build_flags KERNEL-FOLDER: print make's arguments for building our module in tests. All
# builds use the same ones, because make rebuilds everything if they change. Debug
# information is made only if the headers have a vmlinux, as BTF is made from it. W=1 does
# not run kernel-doc, because lint does. Files of the first kernel, on which lint runs,
# are compiled one by one, those of others by folders, as for users.
build_flags() {
	use_arch "$1"
	! gets_few_events "$1" || echo HISTRIG_EVENTS=$few_events
	echo W=1 cmd_checkdoc=
	[ -e "$1/headers/vmlinux" ] || echo KCFLAGS=-g0
	case $(cat "$1/release") in 6.1.*-cloud-amd64) echo HISTRIG_SPLIT=1 ;; esac
}

# gets_few_events KERNEL-FOLDER: test whether a kernel gets only the events that its guest
# tests and the tool's recipes use, which halves the time of its build. With
# HISTRIG_FEW_EVENTS, which tests/run sets by default, these are all kernels but 6.1 and the
# newest one; the real-time kernel has the headers of generic.
gets_few_events() {
	[ -n "${HISTRIG_FEW_EVENTS:-}" ] || return 1
	case $(cat "$1/release") in *-rt-* | 5.10.* | 6.12.*) return 0 ;; esac
	use_arch "$1"
	[ -n "$cross" ]
}

few_events=asm_exceptions,block,cgroup,compaction,ext4,filemap,initcall,irq,kmem,net,oom,power,rcu
few_events+=,sched,signal,skb,sock,syscalls,task,tcp,timer,udp,vmscan,workqueue,writeback

# module_for KERNEL-FOLDER: build our module for a kernel, once in a run. Print its
# path; Module.symvers is in the same folder. Both are copies, because tests/print
# links the module once more in the folder of the build. HISTRIG_MODULE is a folder with
# both files, of a module that is tested in place of a build.
module_for() {
	local out copy ko
	out=$(build_dir "$1")
	copy=$(module_copy "$1")
	mkdir -p "$out"
	(
		flock 8
		[ ! -e "$copy/Module.symvers" ] || exit 0
		if [ -n "${HISTRIG_MODULE:-}" ]; then
			modinfo -F vermagic "$HISTRIG_MODULE/histrig.ko" | grep -q "^$(cat "$1/release") " ||
				die "$HISTRIG_MODULE has no module for $(cat "$1/release")"
			copy_module "$1" "$HISTRIG_MODULE/histrig.ko"
			exit
		fi
		# shellcheck disable=SC2046
		ko=$("$TOP/initramfs/build-module" "$1" "$out" $(build_flags "$1")) || exit 1
		copy_module "$1" "$ko"
	) 8>"$out/.lock-module" || return 1
	echo "$copy/histrig.ko"
}

module_copy() { echo "$run_dir/ko-module-$(cat "$1/release")"; }

# copy_module KERNEL-FOLDER KO: make the copies that module_for prints.
copy_module() {
	local copy file
	copy=$(module_copy "$1")
	mkdir -p "$copy"
	for file in "$2" "${2%/*}/Module.symvers"; do
		cp "$file" "$copy/new"
		mv "$copy/new" "$copy/${file##*/}"
	done
}

# cpu_of KERNEL-FOLDER: print the CPU model for a kernel, from the settings.
cpu_of() { [ -n "$guest_cpu" ] && echo "$guest_cpu" || default_cpu "$(cat "$1/release")"; }

# static_tool FOLDER: build the tool for guests of the architecture that use_arch has
# set, with its recipes beside it.
static_tool() {
	local sysroot
	sysroot=$(sysroot) || return
	mkdir -p "$BUILD/tools-$arch"
	"$TOP/tools/build" STATIC=1 BUILD="$BUILD/tools-$arch" OUT="$1" \
		CC="${cross}gcc${sysroot:+ --sysroot=$sysroot}" || return
	cp -r "$TOP/tools/recipes" "$1/"
}

# accel_args single|multi|icount|kvm: print QEMU's options for an accelerator.
accel_args() {
	case $1 in
	single) echo "-accel tcg,thread=single" ;;
	multi) echo "-accel tcg,thread=multi" ;;
	icount) echo "-accel tcg,thread=single -icount shift=0" ;;
	kvm) echo "-accel kvm" ;;
	*) die "unknown accelerator $1 (single, multi, icount or kvm)" ;;
	esac
}

# Words that must not be in the kernel log after the tests have begun.
bad_log='\bBUG\b|\bWARNING\b|\bOops\b|Kernel panic|general protection|KASAN|UBSAN|KFENCE|\b(rcu|RCU).*stall|self-detected stall|soft lockup|hard LOCKUP|possible (circular|recursive) locking|inconsistent lock state|bad unlock|INFO: |refcount_t|\bleak(s|ed)?\b|Call Trace|corruption|use-after-free|ODEBUG|DEBUG_LOCKS|unregister_netdevice: waiting'

slow_nmis=
# Messages about allocations that fail on purpose (faults=yes) are expected.
# Without debugfs, tests cannot raise the kernel's limit for NMIs.
scan_console() { # FOLDER: print the bad lines with the test they came in; true if none
	tr -d '\r' <"$1/console.log" | awk -v faults="$guest_faults" -v slow_nmis="$slow_nmis" '
		slow_nmis == "yes" && /NMI handler .* took too long to run/ { next }
		faults == "yes" && /VM_FAULT_OOM leaked out/ { next }
		faults == "yes" && /allocation fail(ure|ed)|failed to allocate|FAULT_INJECTION/ { expected = 1 }
		expected && /Call Trace/ { expected = 0; next }
		/histrig-test: BEGIN/ { on = 1; test = "loading" }
		/histrig-test: begin / { sub(/.*histrig-test: begin /, ""); test = $0; next }
		on { print test ": " $0 }' | grep -E "$bad_log" | head -n 30 >"$1/bad.log" || true
	sed 's/^/  kernel log, /' "$1/bad.log"
	[ ! -s "$1/bad.log" ]
}

# boot FOLDER KERNEL-FOLDER SECONDS HANDLER: start QEMU with the settings above and
# pass each line of the results to HANDLER immediately. HANDLER may change the
# deadline ($deadline, in $SECONDS). Returns 0 if the guest reported success;
# otherwise $boot_end is the reason.
boot() {
	local dir=$1 kernel=$2 handler=$4 line='' told='' watchdog
	boot_end='the guest died' success='' deadline=$((SECONDS + $3))
	rm -f "$dir"/{monitor,hung}
	mkfifo "$dir/monitor"
	: >"$dir/results.log"
	use_arch "$kernel"
	slow_nmis=$(grep -qx CONFIG_DEBUG_FS=y "$kernel/headers/.config" || echo yes)
	need_pkgs "$qemu_pkg"
	serial_ports "file:$dir/console.log" /dev/fd/3
	# Opening a FIFO for both reading and writing does not wait for the other
	# end.
	exec {monitor_fd}<>"$dir/monitor"
	# shellcheck disable=SC2046,SC2086
	exec {results_fd}< <(exec "${qemu[@]}" $(accel_args "$guest_accel") \
		-cpu "$(cpu_of "$kernel")" -smp "$guest_smp" -m "$guest_mem" \
		-nic none -display none -no-reboot \
		-chardev stdio,id=monitor,signal=off -mon chardev=monitor \
		-kernel "$kernel/vmlinuz" -initrd "$dir/initrd" \
		-append "console=$console loglevel=5 oops=panic panic_on_warn=1 panic=-1 \
random.trust_cpu=on $arch_append rcupdate.rcu_cpu_stall_timeout=60 $guest_append" \
		"${ports[@]}" $guest_qemu \
		3>&1 <"$dir/monitor" >"$dir/qemu.log" 2>&1)
	qemu_pid=$!
	echo "$deadline" >"$dir/deadline"
	watch_guest "$dir" &
	watchdog=$!
	# Read without a timeout, because bash may lose the character at which a
	# timeout ends. The results end when QEMU exits.
	while IFS= read -r line || [ -n "$line" ]; do
		got_line "$dir" "$handler" "${line%$'\r'}"
		[ "$deadline" = "$told" ] || echo "$deadline" >"$dir/deadline"
		told=$deadline
	done <&"$results_fd"
	kill "$watchdog" 2>/dev/null || true
	wait "$watchdog" "$qemu_pid" 2>/dev/null || true
	qemu_pid=
	[ ! -e "$dir/hung" ] || boot_end='the guest hung'
	exec {results_fd}<&- {monitor_fd}<&-
	rm -f "$dir"/{monitor,hung,deadline}
	[ -n "$success" ]
}

# watch_guest FOLDER: kill QEMU at the deadline.
watch_guest() {
	local end
	while sleep 1 && kill -0 "$qemu_pid" 2>/dev/null; do
		read -r end <"$1/deadline" || continue
		[ "$SECONDS" -ge "$end" ] || continue
		: >"$1/hung"
		kill "$qemu_pid"
	done
}

got_line() { # FOLDER HANDLER LINE
	printf '%s\n' "$3" >>"$1/results.log"
	case $3 in
	*"@@ nmi") echo nmi >&"$monitor_fd" ;;
	"@@ success") success=1 ;;
	esac
	"$2" "$3"
}

# qemu_seconds: set $qemu_seconds to the CPU time of QEMU, if it still runs.
qemu_seconds() {
	qemu_seconds=$(awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf "%d", ($12 + $13) / hz }' \
		"/proc/$qemu_pid/stat" 2>/dev/null || echo "${qemu_seconds:-0}")
}

qemu_pid=
kill_qemu() {
	[ -z "$qemu_pid" ] || kill "$qemu_pid" 2>/dev/null || true
}

# kernel_cfi KERNEL-FOLDER: print yes if the kernel checks the types of indirect calls.
kernel_cfi() { ! grep -qE '^CONFIG_CFI(_CLANG)?=y' "$1/headers/.config" || echo yes; }

# guest_conf FOLDER NAME=VALUE...: write the /etc/guest of a boot, from the settings
# and the arguments.
guest_conf() {
	local dir=$1 word
	shift
	mkdir -p "$dir/conf/etc"
	{
		echo "histrig='$guest_histrig'"
		echo "params='${guest_params# }'"
		for word; do
			echo "${word%%=*}='${word#*=}'"
		done
	} >"$dir/conf/etc/guest"
}

# kvm_works KERNEL-FOLDER: test whether a guest boots with KVM within seconds. KVM
# may fail even if /dev/kvm exists.
kvm_works() {
	local dir=$BUILD/boot/kvm-$$
	[ -w /dev/kvm ] || return 1
	mkdir -p "$dir"
	(
		guest_defaults
		guest_set accel=kvm
		guest_conf "$dir" mode=kvm
		"$TOP/initramfs/build" -k "$1" -o "$dir/initrd" -a "$dir/conf" >/dev/null
		trap 'kill_qemu; rm -rf "$dir"' EXIT
		boot "$dir" "$1" 6 true
	)
}
