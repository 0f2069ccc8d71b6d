# SPDX-License-Identifier: GPL-2.0
# Refuses kernels that histrig cannot handle, and leaves out features that do
# not work on this kernel. For the top-level Kbuild to include. Each refusal or
# omission is one line of output when something is built.

compat-builds := $(if $(filter __clean __modpost __modfinal,$(PHONY)),,yes)

# Linux 6.13 to 6.19 call the probes of system calls with preemption on, and all
# other probes with preemption off. Our probes need the same state for all (see
# probe.h).
compat-tracepoint := $(srctree)/include/linux/tracepoint.h
ifneq ($(shell grep -sq DECLARE_TRACE_SYSCALL $(compat-tracepoint) && \
	! grep -sq srcu_fast_notrace $(compat-tracepoint) && echo yes),)
$(if $(compat-builds),$(error histrig: this kernel calls the probes of system calls \
	with preemption on (Linux 6.13 to 6.19 do), which histrig cannot handle: \
	use Linux 6.12 or older, or 7.0 or newer))
endif

# The bridge registers one function with tracepoints of all types, see bridge.h.
# CFI does not allow tracepoints to call a function of another type.
ifneq ($(CONFIG_CFI)$(CONFIG_CFI_CLANG),)
compat-no-bridge := yes
$(if $(compat-builds),$(info histrig: left out: bridged events: this kernel checks the \
	types of indirect calls (CONFIG_CFI)))
endif
