# SPDX-License-Identifier: GPL-2.0
# What the module leaves out on this kernel. For the top-level Kbuild to include first.
#
# A part that cannot work adds a word to left-out, its name to left-out-WORD and the
# reason to why-left-out-WORD, both without quotes. The build prints that, and so do
# modinfo and the README file of the tree, see left_out.h. $(call lacks,WORD) is not
# empty if the part is left out.

left-out :=
lacks = $(filter $1,$(left-out))
left-out-line = $(left-out-$(part)): $(why-left-out-$(part))

# The bridge registers one function with tracepoints of all types, see bridge.h.
# CFI does not allow tracepoints to call a function of another type.
ifneq ($(CONFIG_CFI)$(CONFIG_CFI_CLANG),)
left-out += bridge
left-out-bridge := bridged events
why-left-out-bridge := this kernel checks the types of indirect calls (CONFIG_CFI)
endif

# Not while Kbuild cleans or links.
$(if $(filter __clean __modpost __modfinal,$(PHONY)),,\
	$(foreach part,$(left-out),$(info histrig: left out: $(left-out-line))))
