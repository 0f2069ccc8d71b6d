# SPDX-License-Identifier: GPL-2.0
# The table of system calls, for the top-level Kbuild to include.
#
# prototypes.c is preprocessed, because the prototypes depend on macros and on the
# configuration; generate.awk makes the table from the result.

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
