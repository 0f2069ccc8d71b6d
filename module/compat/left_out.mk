# SPDX-License-Identifier: GPL-2.0
# What the module leaves out on this kernel. For the top-level Kbuild to include first.
#
# For a part that cannot work, left-out has a word, left-out-WORD its name, and
# why-left-out-WORD the reason, both without quotes. The build prints name and reason,
# and so do modinfo and the README file of the tree, see left_out.h. $(call lacks,WORD)
# is not empty if the part is left out; left-out-files are the sources of all such parts.

left-out :=
lacks = $(filter $1,$(left-out))
left-out-line = $(left-out-$(part)): $(why-left-out-$(part))

# The bridge and probes on tracepoints each register one function with tracepoints of all
# types, see bridge.h and probe/fprobe.h. CFI does not allow tracepoints to call a
# function of another type.
ifneq ($(CONFIG_CFI)$(CONFIG_CFI_CLANG),)
left-out += bridge tprobes
left-out-bridge := bridged events
left-out-tprobes := probes on tracepoints (t)
why-left-out-bridge := this kernel checks the types of indirect calls (CONFIG_CFI)
why-left-out-tprobes := $(why-left-out-bridge)
endif

# Parts that need options of the kernel; parts.h has the same conditions. Without an
# option, the tree lacks what the kernel's own tree lacks.
# $(call part,WORD,OPTIONS,FILES,NAME): leave FILES out if one of OPTIONS is not set.
left-out-files :=
left-out-comma := ,
options-lacking = $(strip $(foreach option,$1,$(if $(CONFIG_$(option)),,CONFIG_$(option))))
part = $(if $(call options-lacking,$2),\
	$(eval left-out += $1)\
	$(eval left-out-files += $3)\
	$(eval left-out-$1 := $4)\
	$(eval why-left-out-$1 := this kernel has no $(firstword $(call options-lacking,$2))))

$(call part,functions,DYNAMIC_FTRACE,\
	function/% stack/% probe/entry.c probe/hot/entry.c compat/callback.c \
	files/function_filter_files.c files/function_list_files.c files/stack_files.c,\
	function tracing and the stack tracer)
$(call part,calls,DYNAMIC_FTRACE KRETPROBES,\
	graph/% profile/% compat/probeable.c compat/returns.c compat/hot/returns.c \
	probe/function_probe.c probe/returns.c probe/hot/returns.c files/profile_files.c,\
	function_graph$(left-out-comma) the function profiler and probes on functions (f))
$(call part,kprobes,KRETPROBES,\
	probe/kprobe.c probe/hot/kprobe.c api/kprobe.c compat/stuck_kprobes.c,\
	probes in kernel code (p and r))
$(call part,uprobes,UPROBES,\
	probe/uprobe.c probe/hot/uprobe.c,\
	probes in user code)
$(call part,samples,PERF_EVENTS,\
	probe/sample.c probe/hot/sample.c,\
	samples (c))
$(call part,cgroups,CGROUPS,record/cgroups.c,the key common_cgroup)

# Print what is left out, but not again while Kbuild cleans or links.
$(if $(filter __clean __modpost __modfinal,$(PHONY)),,\
	$(foreach part,$(left-out),$(info histrig: left out: $(left-out-line))))
