# SPDX-License-Identifier: GPL-2.0
# Refuses kernels that histrig cannot handle, and leaves out features that do
# not work on this kernel. For the top-level Kbuild to include. Each refusal or
# omission is one line of output when something is built.

compat-builds := $(if $(filter __clean __modpost __modfinal,$(PHONY)),,yes)

# The bridge registers one function with tracepoints of all types, see bridge.h.
# CFI does not allow tracepoints to call a function of another type.
ifneq ($(CONFIG_CFI)$(CONFIG_CFI_CLANG),)
compat-no-bridge := yes
$(if $(compat-builds),$(info histrig: left out: bridged events: this kernel checks the \
	types of indirect calls (CONFIG_CFI)))
endif
