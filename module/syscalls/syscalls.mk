# SPDX-License-Identifier: GPL-2.0
# The table of system calls, for the top-level Kbuild to include.
#
# What the headers say about them goes through the preprocessor, as the
# configuration and macros have their say in it, and is made a table of.

syscalls-gen := module/syscalls/gen
syscalls-prototypes := $(obj)/module/syscalls/prototypes.i

targets += module/syscalls/prototypes.i

filechk_syscalls = \
	awk -f $(src)/module/syscalls/generate.awk $(objtree)/include/config/auto.conf \
		$(src)/module/syscalls/calls.table $(syscalls-prototypes)
$(obj)/$(syscalls-gen)/calls.h: $(syscalls-prototypes) \
		$(addprefix $(src)/module/syscalls/,generate.awk calls.table) FORCE
	$(call filechk,syscalls)

$(obj)/module/syscalls/calls.o: $(obj)/$(syscalls-gen)/calls.h
CFLAGS_module/syscalls/calls.o := -I$(obj)/$(syscalls-gen)

clean-files += $(syscalls-gen)
