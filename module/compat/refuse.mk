# SPDX-License-Identifier: GPL-2.0
# What does not work on this kernel at all, and what is left out; for the top-level
# Kbuild to include. Each is said in one line when something is built.

compat-builds := $(if $(filter __clean __modpost __modfinal,$(PHONY)),,yes)

# Linux 6.13 to 6.19: only probes of system calls are called with preemption on. All
# our probes count on one or the other (see probe.h).
compat-tracepoint := $(srctree)/include/linux/tracepoint.h
ifneq ($(shell grep -sq DECLARE_TRACE_SYSCALL $(compat-tracepoint) && \
	! grep -sq srcu_fast_notrace $(compat-tracepoint) && echo yes),)
$(if $(compat-builds),$(error histrig: this kernel calls the probes of system calls \
	with preemption on (Linux 6.13 to 6.19 do), which histrig cannot handle: \
	use Linux 6.12 or older, or 7.0 or newer))
endif

# One function of the bridge serves tracepoints of all types, see bridge.h.
ifneq ($(CONFIG_CFI)$(CONFIG_CFI_CLANG),)
compat-no-bridge := yes
$(if $(compat-builds),$(info histrig: left out: bridged events: this kernel checks the \
	types of indirect calls (CONFIG_CFI)))
endif
