#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# configs.sh [NAME...]: build the module for kernels with other options than Debian's.
# Arguments are names of rows of the table, or `all`; without any, those in $cheap are
# built. Prints KTAP.
#
# Such a kernel's headers are a copy of Debian's in which options are changed. The
# headers have no Kconfig, so a row names the dependent options too. The module is built
# with only a few headers of events, as these take most of the time. There must be no
# warning, and the module must import no function that the kernel would not export. Clang
# must find the features in module/compat/probes that gcc finds.
set -eu
. "$(dirname "$0")/lib.sh"

# Options that belong together, and the functions that kernels without them do not export.
no_kprobes='-KPROBES -KPROBES_ON_FTRACE -KRETPROBES -KRETPROBE_ON_RETHOOK -OPTPROBES -RETHOOK
	-FPROBE -FPROBE_EVENTS -KPROBE_EVENTS -BPF_EVENTS'
kprobes='(un)?register_k(ret)?probes?|(un)?register_fprobe.*|kprobe_.*|rethook_.*'
no_uprobes='-UPROBES -UPROBE_EVENTS'
uprobes='uprobe_.*'
no_dynamic='-DYNAMIC_FTRACE* -FTRACE_MCOUNT_* -FUNCTION_PROFILER -KPROBES_ON_FTRACE -FPROBE -FPROBE_EVENTS
	-LIVEPATCH -STACK_TRACER'
no_ftrace="$no_dynamic -FUNCTION_TRACER -FUNCTION_GRAPH_*"
ftrace='(un)?register_ftrace_function|ftrace_(set_filter|set_notrace|free_filter).*|(un)?register_fprobe.*'
kallsyms='sprint_symbol.*|kallsyms_.*'
smp='nr_cpu_ids|cpu_number|this_cpu_off|__per_cpu_offset|__num_online_cpus|cpus_read_(un)?lock'
unload='module_(put|refcount)|(try|_)_module_get'
clang='-CC_IS_GCC -GCC_PLUGIN* -LD_IS_BFD -AS_IS_GNU -FTRACE_MCOUNT_USE_CC FTRACE_MCOUNT_USE_OBJTOOL=y
	GCC_VERSION=0 LD_VERSION=0 CC_IS_CLANG=y LD_IS_LLD=y AS_IS_LLVM=y
	CC_IMPLICIT_FALLTHROUGH="-Wimplicit-fallthrough"'
# Debian's clang, which lacks some options of gcc, and one that has them and CONFIG_CFI_CLANG.
clang_14="$clang CLANG_VERSION=140006 LLD_VERSION=140006 -CC_HAS_ZERO_CALL_USED_REGS
	-RETHUNK -CC_HAS_RETURN_THUNK -SLS -CC_HAS_SLS -INIT_STACK_ALL_ZERO INIT_STACK_NONE=y"
clang_16="$clang CLANG_VERSION=160006 LLD_VERSION=160006"

# The table: NAME KERNEL CHANGE... / FUNCTION. A change is -OPTION, where OPTION may be a
# shell pattern, or OPTION=VALUE, or +FUNCTION for a function that such a kernel exports, but
# not Debian's. FUNCTION after the slash is a regular expression. Rows of clang are built
# by it: `clang` by Debian's, the others by version 16.
table() {
	echo no-kprobes cloud $no_kprobes / "$kprobes"
	echo no-uprobes cloud $no_uprobes / "$uprobes"
	echo no-ftrace cloud $no_ftrace / "$ftrace"
	echo no-dynamic-ftrace cloud $no_dynamic / "$ftrace"
	echo no-syscalls cloud -FTRACE_SYSCALLS / none
	echo no-probes cloud $no_kprobes $no_uprobes $no_ftrace -FTRACE_SYSCALLS / "$kprobes|$uprobes|$ftrace"
	echo no-kallsyms cloud $no_kprobes $no_ftrace -KALLSYMS* / "$kallsyms"
	echo no-btf cloud '-DEBUG_INFO_BTF*' / 'btf_.*|bpf_.*'
	echo no-perf cloud $no_uprobes '-PERF_EVENTS* -KPROBE_EVENTS -BPF_EVENTS -CGROUP_PERF -GUEST_PERF_EVENTS' / 'perf_.*'
	echo no-cgroups cloud '-CGROUPS -CGROUP_* -BLK_CGROUP* -SOCK_CGROUP_DATA -MEMCG* -CPUSETS -FAIR_GROUP_SCHED' / '.*cgroup.*|cgrp_.*'
	echo no-smp cloud '-SMP -X86_64_SMP -MAXSMP -GENERIC_SMP_IDLE_THREAD -XEN_*SMP -NUMA* -ACPI_NUMA -HOTPLUG_CPU' \
		'-SCHED_SMT -SCHED_MC -CPUMASK_OFFSTACK -NR_CPUS* -USE_PERCPU_NUMA_NODE_ID NR_CPUS=1' / "$smp"
	echo no-unload cloud -MODULE_UNLOAD -MODULE_FORCE_UNLOAD / "$unload"
	echo frame-pointers cloud -UNWINDER_ORC UNWINDER_FRAME_POINTER=y FRAME_POINTER=y / none
	echo no-debugfs cloud -DEBUG_FS* -BLK_DEBUG_FS* / 'debugfs_.*'
	echo no-kprobes-6.12 6.12 $no_kprobes / "$kprobes"
	echo no-ftrace-7.2 7.2 $no_ftrace / "$ftrace"
	echo no-probes-5.10 5.10 $no_kprobes $no_uprobes $no_ftrace -FTRACE_SYSCALLS / "$kprobes|$uprobes|$ftrace"
	echo lazy-6.1 rt -PREEMPT_LAZY / none
	echo kasan cloud KASAN=y KASAN_GENERIC=y KASAN_OUTLINE=y KASAN_VMALLOC=y KASAN_STACK=y \
		KASAN_SHADOW_OFFSET=0xdffffc0000000000 +__kasan_check_{read,write} +__asan_{,un}register_globals \
		+__asan_handle_no_return +__asan_{load,store}{1,2,4,8,16,N}_noabort / none
	echo clang cloud $clang_14 / none
	echo clang-cfi cloud $clang_16 CFI_CLANG=y ARCH_USES_CFI_TRAPS=y / 'register_ftrace_export'
	echo clang-lto cloud $clang_16 -LTO_NONE LTO=y LTO_CLANG=y LTO_CLANG_THIN=y / none
}
cheap=no-probes

# Few events, but some whose headers depend on options.
events=sched,irq,kmem

# patterns WORD...: print a regular expression for the options that are changed.
patterns() {
	local word
	for word; do
		word=${word#-}
		[ "${word#+}" != "$word" ] || echo "${word%%=*}"
	done | sed 's/\*/[A-Z0-9_]*/g' | paste -sd'|'
}

# export_from FOLDER FUNCTION: list a function in Module.symvers, which is a hard link.
export_from() {
	cp "$1/Module.symvers" "$1/Module.symvers.new"
	printf '0x00000000\t%s\tvmlinux\tEXPORT_SYMBOL\t\n' "$2" >>"$1/Module.symvers.new"
	mv "$1/Module.symvers.new" "$1/Module.symvers"
}

# change FOLDER CHANGE...: change options in headers.
change() {
	local headers=$1 word value changed
	shift
	changed=$(patterns "$@")
	sed -i -E "/^CONFIG_($changed)=/d" "$headers/include/config/auto.conf" "$headers/.config"
	sed -i -E "/^#define CONFIG_($changed)(_MODULE)? /d" "$headers/include/generated/autoconf.h"
	for word; do
		case $word in
		-*) continue ;;
		+*) export_from "$headers" "${word#+}"; continue ;;
		esac
		value=${word#*=}
		echo "CONFIG_$word" | tee -a "$headers/.config" >>"$headers/include/config/auto.conf"
		case $value in y) value=1 ;; esac
		echo "#define CONFIG_${word%%=*} $value" >>"$headers/include/generated/autoconf.h"
	done
}

# make_kernel NAME KERNEL-FOLDER CHANGE...: make a copy of a kernel's headers in the cache,
# by hard links where nothing changes, and print its folder.
make_kernel() {
	local kernel=$2 copy
	copy=$CACHE/configs/$1-$(echo "$*" | sha256sum | cut -c1-12)
	shift 2
	echo "$copy"
	[ ! -e "$copy" ] || { rm -f "$copy/headers/vmlinux"; return 0; }
	rm -rf "$copy.tmp"
	mkdir -p "$copy.tmp"
	cp -al "$kernel/usr" "$kernel/headers" "$kernel/release" "$copy.tmp"
	# Without it, make does not look for debug information, which takes long to make.
	rm -f "$copy.tmp/headers/vmlinux"
	[ ! -e "$kernel/toolchain" ] || cp "$kernel/toolchain" "$copy.tmp"
	find "$copy.tmp/usr/src" -maxdepth 2 -name Makefile -exec sed -i "s,$kernel,$copy,g" {} +
	change "$copy.tmp/headers" "$@"
	mv "$copy.tmp" "$copy"
}

# imports_none KO REGEX: check that the module imports none of these functions.
imports_none() { [ -e "$1" ] && ! nm -u "$1" | grep -xE " *U ($2)"; }

no_warnings() { ! grep -n 'warning:' "$1"; }

finds_features() { (set +f && features_are_right "$@"); }

row() { # NAME KERNEL CHANGE... / FUNCTION
	local name=$1 kernel line="$*" functions changes out
	functions=${line#* / }
	changes=${line% / *} changes=${changes#* * }
	# shellcheck disable=SC2086
	kernel=$(make_kernel "$name" "$(kernel_dir "$2")" $changes)
	out=$BUILD/configs/${kernel##*/}
	# Build all, because the log has warnings only of what is compiled.
	rm -rf "$out"
	mkdir -p "$out"
	check "$name: the module builds" "$TOP/initramfs/build-module" "$kernel" "$out" \
		-k W=1 cmd_checkdoc= KCFLAGS=-g0 HISTRIG_EVENTS=$events
	check "$name: there are no warnings" no_warnings "$out/build.log"
	check "$name: nothing is imported that such a kernel lacks" \
		imports_none "$out/src/histrig.ko" "$functions"
	case $name in
	clang*) check "$name: the build finds the features that it finds with gcc" finds_features "$2" "$out" ;;
	esac
	grep -h 'histrig: left out' "$out/build.log" | sed 's/^/# /' || true
}

need_pkgs gcc make libc6-dev libelf1 perl
set -f # the patterns of the table are for options, not for files
wanted=${*:-$cheap}
[ "$wanted" != all ] || wanted=$(table | cut -d' ' -f1)
echo "KTAP version 1"
for name in $wanted; do
	line=$(table | grep "^$name ") || die "no row $name"
	# shellcheck disable=SC2086
	row $line
done
echo "1..$results"
