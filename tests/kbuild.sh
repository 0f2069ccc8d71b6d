#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Tests Kbuild's decisions that depend on the kernel: which kernels it refuses, and
# which get no bridged events. The kernels in this test are folders with a single
# header. Prints KTAP.
set -eu
. "$(dirname "$0")/lib.sh"

work=$(scratch kbuild)

# Includes Kbuild, like a kernel's Makefile, and prints the objects.
cat >"$work/Makefile" <<'EOM'
PHONY := __build
src := $(TOP)
obj := $(TOP)
comma := ,
include $(TOP)/Kbuild
objects:
	@printf '%s\n' $(histrig-y)
.PHONY: objects
.DEFAULT_GOAL := objects
EOM

# tree NAME LINE...: make a kernel folder whose tracepoint.h has these lines.
tree() {
	local name=$1
	shift
	mkdir -p "$work/$name/include/linux"
	printf '%s\n' "$@" >"$work/$name/include/linux/tracepoint.h"
}
tree 6.12 '#define DECLARE_TRACE(name, proto, args)'
tree 6.13 '#define DECLARE_TRACE_SYSCALL(name, proto, args)'
tree 7.0 '#define DECLARE_TRACE_SYSCALL(name, proto, args)' 'guard(srcu_fast_notrace)(&tracepoint_srcu);'

# objects TREE [VARIABLE=VALUE...]: write the objects to $work/objects. Print
# Kbuild's messages, and write them to $work/said.
objects() {
	local name=$1 status=0
	shift
	make -s -f "$work/Makefile" -C "$work" TOP="$TOP" srctree="$work/$name" objtree="$work/$name" \
		CONFIG_SHELL=sh SRCARCH=x86 HISTRIG_SPLIT=1 "$@" objects >"$work/objects" 2>"$work/said" || status=1
	[ $status != 0 ] || grep 'histrig: ' "$work/objects" >>"$work/said" || true
	cat "$work/said"
	return $status
}

refuses() { ! objects "$1" && [ "$(grep -c 'histrig: ' "$work/said")" = 1 ]; }
takes() { objects "$1" && ! grep 'histrig: ' "$work/said" && grep -qx module/bridge/feed.o "$work/objects"; }
has_no_bridge() {
	objects 6.12 "$1=y" && [ "$(grep -c 'left out: bridged events' "$work/said")" = 1 ] &&
		[ "$(grep '^module/bridge/' "$work/objects")" = module/bridge/none.o ]
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

echo "KTAP version 1"
echo "1..6"
check "a kernel whose syscall probes alone are preemptible (6.13) is refused in one line" refuses 6.13
check "a kernel whose probes all run with preemption off (6.12) is taken" takes 6.12
check "a kernel whose probes are all preemptible (7.0) is taken" takes 7.0
check "a kernel with CONFIG_CFI_CLANG gets no bridge, and the build reports that" has_no_bridge CONFIG_CFI_CLANG
check "a kernel with CONFIG_CFI gets no bridge, and the build reports that" has_no_bridge CONFIG_CFI
check "none.c has all that the module calls of the bridge" none_is_complete
