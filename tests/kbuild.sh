#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Tests Kbuild's decisions that depend on the kernel: which classes of tracepoints call
# their probes with preemption on, and which parts of the module are left out. The kernels
# in this test are folders with a few headers. Prints KTAP.
set -eu
. "$(dirname "$0")/lib.sh"

work=$(scratch kbuild)

# Includes Kbuild, like a kernel's Makefile, and prints the objects.
cat >"$work/Makefile" <<'EOM'
PHONY := __build
src := $(TOP)
obj := $(TOP)
comma := ,
CONFIG_DYNAMIC_FTRACE := y
CONFIG_KRETPROBES := y
CONFIG_UPROBES := y
CONFIG_CGROUPS := y
CONFIG_PERF_EVENTS := y
include $(TOP)/Kbuild
objects:
	@printf '%s\n' $(histrig-y)
left_out.h:
	@$(filechk_compat-left-out)
.PHONY: objects left_out.h
.DEFAULT_GOAL := objects
EOM

kbuild() {
	make -s -f "$work/Makefile" -C "$work" TOP="$TOP" srctree="$work/none" objtree="$work/none" \
		CONFIG_SHELL=sh SRCARCH=x86 HISTRIG_SPLIT=1 "$@"
}

# objects [VARIABLE=VALUE...]: write the objects to $work/objects. Print
# Kbuild's messages, and write them to $work/said.
objects() {
	local status=0
	kbuild "$@" objects >"$work/objects" 2>"$work/said" || status=1
	[ $status != 0 ] || grep 'histrig: ' "$work/objects" >>"$work/said" || true
	cat "$work/said"
	return $status
}

takes() { objects && ! grep 'histrig: ' "$work/said" && grep -qx module/bridge/feed.o "$work/objects"; }
has_no_bridge() {
	objects "$1=y" && [ "$(grep -c 'left out: bridged events' "$work/said")" = 1 ] &&
		[ "$(grep -c 'left out: probes on tracepoints (t)' "$work/said")" = 1 ] &&
		[ "$(grep '^module/bridge/' "$work/objects")" = module/bridge/none.o ]
}

# says WHAT [VARIABLE=VALUE...]: check what left_out.h says to modinfo and README.
says() {
	{
		echo '#define MODULE_INFO(tag, string) tag string'
		kbuild "${@:2}" left_out.h | grep -v ': left out:'
		echo 'LEFT_OUT_INFO LEFT_OUT_LINES'
	} | gcc -E -P - | sed 's/^ *//' >"$work/info"
	cat "$work/info"
	[ "$(cat "$work/info")" = "$1" ]
}
cfi=': this kernel checks the types of indirect calls (CONFIG_CFI)'
bridge="bridged events$cfi" tprobes="probes on tracepoints (t)$cfi"

# leaves_out OPTION NUMBER OBJECT...: without the option, these objects are left out, and
# the build says so in as many lines. They are built with the option.
leaves_out() {
	local option=$1 number=$2 object
	shift 2
	objects || return
	for object; do
		grep -qx "module/$object" "$work/objects" || { echo "$object is never built"; return 1; }
	done
	objects "$option=" || return
	for object; do
		! grep -qx "module/$object" "$work/objects" || { echo "$object is built"; return 1; }
	done
	[ "$(grep -c "left out: .*: this kernel has no $option\$" "$work/said")" = "$number" ] &&
		[ "$(grep -c 'histrig: ' "$work/said")" = "$number" ]
}

# Checks that left_out.mk names files that exist.
left_out_files_exist() {
	local pattern missing=
	for pattern in $(grep -oE '\<[a-z_]+/[a-z_/]*(%|\.c)' "$TOP/module/compat/left_out.mk"); do
		compgen -G "$TOP/module/${pattern/\%/*.c}" >/dev/null || missing="$missing $pattern"
	done
	echo "no such files:$missing"
	[ -z "$missing" ]
}

# refused MESSAGE: check what make says about a kernel folder with a Makefile and these
# options.
refused() { # MESSAGE OPTION...
	local kdir=$work/kdir
	mkdir -p "$kdir/include/config"
	touch "$kdir/Makefile"
	printf '%s=y\n' "${@:2}" >"$kdir/include/config/auto.conf"
	sh "$TOP/initramfs/check-kdir" "$kdir" >"$work/said" 2>&1 || true
	cat "$work/said"
	[ "$(cat "$work/said")" = "${1:+histrig: the kernel of $kdir $1}" ]
}

# Checks that none.c has all bridge functions that the rest of the module calls.
none_is_complete() {
	local name
	grep -oE '\<bridge_[a-z_]+\(' "$TOP/module/main.c" | sort -u >"$work/called"
	[ -s "$work/called" ] || return 1
	while read -r name; do
		grep -q "[ *]$name" "$TOP/module/bridge/none.c" || { echo "none.c lacks $name"; return 1; }
	done <"$work/called"
	! (cd "$TOP/module" && grep -rlE '\<bridge_[a-z_]+\(' --include='*.[ch]' . | grep -vE '^\./(bridge/|main\.c$)')
}

# The headers that the probes of tracepoints include, with as little as these need.
headers=$work/kernel/include/linux
mkdir -p "$headers" "$work/none/include/config"
touch "$work/none/include/config/auto.conf"
cat >"$headers/build_bug.h" <<'EOM'
#define bool _Bool
#define true 1
#define false 0
#define __always_inline inline __attribute__((always_inline))
extern void bug(void) __attribute__((error("a condition of the build")));
#define BUILD_BUG_ON(condition) do { if (condition) bug(); } while (0)
EOM
cat >"$headers/preempt.h" <<'EOM'
extern int count;
extern int preemptible(void);
#define preempt_disable_notrace() ((void)count++)
#define preempt_enable_notrace() ((void)count--)
typedef struct { void *lock; } class_preempt_notrace_t;
static inline class_preempt_notrace_t class_preempt_notrace_constructor(void)
{
	preempt_disable_notrace();
	return (class_preempt_notrace_t){};
}
typedef struct { void *lock; } class_section_t;
static inline class_section_t class_section_constructor(void) { return (class_section_t){}; }
#define guard(name) class_##name##_t guarded = class_##name##_constructor
EOM
cat >"$headers/static_call.h" <<'EOM'
#define static_call(name) unknown_call_of_##name
EOM

# shape SYSCALL-CLASS HOW...: write a tracepoint.h that calls the probes of each class
# of tracepoints in one of these ways; all kernels up to 6.12 have only one class.
# The words before CALL are what a kernel does before it calls probes.
shape() { # ALL [SYSCALLS]
	cat >"$headers/tracepoint.h" <<EOM
#define PARAMS(args...) args
#define TP_PROTO(args...) args
#define TP_ARGS(args...) args
#ifndef CALL
#define CALL(name, args) static_call(tp_func_##name)((void *)0, args)
#endif
#define DECLARE(name, proto, args) \\
	extern int __traceiter_##name(void *data, proto); \\
	static inline void trace_##name(proto) { $1 }
#define DECLARE_SYSCALL(name, proto, args) \\
	extern int __traceiter_##name(void *data, proto); \\
	static inline void trace_##name(proto) { ${2:-$1} }
#define TRACE_EVENT(name, proto, args, more...) DECLARE(name, PARAMS(proto), PARAMS(args))
#define TRACE_EVENT_FN(name, proto, args, more...) DECLARE(name, PARAMS(proto), PARAMS(args))
${2:+#define TRACE_EVENT_SYSCALL(name, proto, args, more...) DECLARE_SYSCALL(name, PARAMS(proto), PARAMS(args))}
EOM
}

# preempt_off: print the classes that the probes find to have preemption off.
preempt_off() {
	local class
	for class in tracepoint syscall_tracepoint; do
		! gcc -O2 -w -I"$work/kernel/include" "$@" -S -o /dev/null \
			"$TOP/module/compat/probes/${class}_preempt_off.c" 2>>"$work/gcc.log" || echo $class
	done
}

# sees_errors [OPTION...]: test that the compiler sees errors in code that it drops.
sees_errors() {
	! gcc -O2 -w -I"$work/kernel/include" "$@" -S -o /dev/null "$TOP/module/compat/probes/preempt_unknown.c"
}
does_not_see() { ! sees_errors "$@"; }

finds() { # CLASSES [OPTION...]
	: >"$work/gcc.log"
	preempt_off "${@:2}" | xargs >"$work/found"
	cat "$work/found" "$work/gcc.log"
	[ "$(cat "$work/found")" = "$1" ]
}

echo "KTAP version 1"
echo "1..22"
shape 'preempt_disable_notrace(); CALL(name, args); preempt_enable_notrace();'
check "a kernel that disables preemption for all probes (as 6.12) has it off in both classes" \
	finds 'tracepoint syscall_tracepoint'
check "the same if the kernel has no static calls" \
	finds 'tracepoint syscall_tracepoint' '-DCALL(name,args)=__traceiter_##name((void*)0,args)'
both='if (SYSCALL) { } else preempt_disable_notrace(); CALL(name, args); preempt_enable_notrace();'
shape "${both/SYSCALL/0}" "${both/SYSCALL/1}"
check "a kernel that disables it in a branch for other tracepoints than system calls' (as 6.13) has it off for these" \
	finds tracepoint
shape 'guard(preempt_notrace)(); CALL(name, args);' 'guard(section)(); CALL(name, args);'
check "a kernel that disables it by a guard for them (as 6.18) has it off for these" finds tracepoint
shape 'guard(section)(); CALL(name, args);' 'guard(section)(); CALL(name, args);'
check "a kernel that never disables it (as 7.0) has it on in both classes" finds ''
shape 'if (!preemptible()) preempt_disable_notrace(); CALL(name, args);'
check "a compiler that compiles to the end sees whether a condition of the build fails" sees_errors
check "with link-time optimization it does not, and that is known" does_not_see -flto
check "a kernel that disables it sometimes has it on in both classes" finds ''
check "a kernel without checks of indirect calls gets the bridge, and the build reports nothing" takes
check "a kernel with CONFIG_CFI_CLANG gets neither the bridge nor probes on tracepoints, and the build reports that" has_no_bridge CONFIG_CFI_CLANG
check "a kernel with CONFIG_CFI gets neither the bridge nor probes on tracepoints, and the build reports that" has_no_bridge CONFIG_CFI
check "modinfo and README say what is left out, and why" \
	says "left_out \"$bridge\"; left_out \"$tprobes\"; \"\" \"  left out: $bridge\\n\" \"  left out: $tprobes\\n\"" \
	CONFIG_CFI=y
check "modinfo and README say nothing if nothing is left out" says '""'
needed=$(sed -n 's/^BUILD_EXCLUSIVE_CONFIG="\(.*\)"/\1/p' "$TOP/dkms.conf")
# shellcheck disable=SC2086
check "make builds for any kernel with the options that dkms.conf names" refused '' $needed
# shellcheck disable=SC2086
check "make names an option that the kernel lacks" \
	refused 'is built without CONFIG_TRACEPOINTS, which histrig needs' ${needed/CONFIG_TRACEPOINTS/}
check "none.c has all that the module calls of the bridge" none_is_complete
check "without CONFIG_DYNAMIC_FTRACE, function tracing is left out, and the build reports that" \
	leaves_out CONFIG_DYNAMIC_FTRACE 2 function/hook.o stack/stack.o graph/graph.o probe/hot/entry.o probe/function_probe.o probe/returns.o
check "without CONFIG_KRETPROBES, kprobes are left out, and the build reports that" \
	leaves_out CONFIG_KRETPROBES 2 probe/kprobe.o probe/hot/kprobe.o graph/graph.o profile/profile.o probe/hot/returns.o
check "without CONFIG_UPROBES, uprobes are left out, and the build reports that" \
	leaves_out CONFIG_UPROBES 1 probe/uprobe.o probe/hot/uprobe.o
check "without CONFIG_CGROUPS, paths of cgroups are left out, and the build reports that" \
	leaves_out CONFIG_CGROUPS 1 record/cgroups.o
check "without CONFIG_PERF_EVENTS, samples are left out, and the build reports that" \
	leaves_out CONFIG_PERF_EVENTS 1 probe/sample.o probe/hot/sample.o
check "the files that left_out.mk names exist" left_out_files_exist
