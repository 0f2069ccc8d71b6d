# SPDX-License-Identifier: GPL-2.0
# The catalogue of events, for the top-level Kbuild to include.
#
# Builds one object for each header of events among the kernel's headers, from a
# generated file of a few lines. Kbuild's own rule compiles it, so that objtool
# and dependency tracking work as for any other object, but the compiler is
# replaced by compile.sh, which leaves out the events that cannot be compiled.
# Generated files go to module/event/gen.

event-gen := module/event/gen
event-dir := $(srctree)/include/trace/events
event-arch-dir := $(srctree)/arch/$(SRCARCH)/include/asm/trace

# Every header of events includes define_trace.h at its end.
event-headers := $(sort \
	$(shell grep -ls '<trace/define_trace.h>' \
		$(event-dir)/*.h $(event-arch-dir)/*.h))
event-names := $(shell $(CONFIG_SHELL) $(src)/module/event/generate.sh select \
	$(objtree)/include/config/auto.conf \
	$(patsubst $(event-dir)/%.h,%,\
		$(filter $(event-dir)/%,$(event-headers))) \
	$(patsubst $(event-arch-dir)/%.h,asm_%,\
		$(filter $(event-arch-dir)/%,$(event-headers))))

# HISTRIG_EVENTS=sched,irq builds the events of these headers only, which takes less time.
ifdef HISTRIG_EVENTS
event-names := $(filter $(subst $(comma),$(space),$(HISTRIG_EVENTS)),$(event-names))
endif

event-header-objs := $(patsubst %,$(event-gen)/%.o,$(event-names))
event-objs := $(event-header-objs) $(event-gen)/catalogue.o

# The symbols that the kernel exports, listed by compat/compat.mk.
event-exports := $(obj)/module/compat/gen/exports

event-uninitialized := $(call cc-option,-ftrivial-auto-var-init=uninitialized)

# Options for compile.sh. When gcc stops at the first error, it does not track places
# within macros either, which is faster.
event-all-errors := $(if $(CONFIG_CC_IS_CLANG),-fno-caret-diagnostics -ferror-limit=0,\
	-fno-diagnostics-show-caret)
event-first-error := $(if $(CONFIG_CC_IS_CLANG),-ferror-limit=1,\
	-fmax-errors=1 -ftrack-macro-expansion=0)

# Our trace/define_trace.h comes before the kernel's on the include path.
# Each hit runs a probe, so these objects are built without stack protector (every
# store goes to a record of known size), without automatic initialization of
# variables (the probe clears its record) and without function tracing. Debug
# information would triple the build time of the catalogue.
$(addprefix $(obj)/,$(event-header-objs)): NOSTDINC_FLAGS += \
	-I$(src)/module/event/include -I$(src)/module/event
$(addprefix $(obj)/,$(event-header-objs)): ccflags-y += \
	-fno-stack-protector -g0 $(event-uninitialized) -I$(event-arch-dir)
$(obj)/$(event-gen)/catalogue.o: ccflags-y += -I$(src)/module/event
# compile.sh disassembles the objects, so link-time optimization is off, unless CFI
# needs it, as in kernels before 6.1.
$(addprefix $(obj)/,$(event-header-objs)): ccflags-remove-y += \
	$(CC_FLAGS_FTRACE) $(if $(filter -fsanitize=cfi,$(CC_FLAGS_CFI)),,$(CC_FLAGS_LTO))
$(addprefix $(obj)/,$(event-header-objs)): override CC := \
	NM="$(NM)" OBJDUMP="$(OBJDUMP)" ALL_ERRORS="$(event-all-errors)" \
	FIRST_ERROR="$(event-first-error)" $(CONFIG_SHELL) \
	$(src)/module/event/compile.sh $(event-exports) $(CC)

$(addprefix $(obj)/,$(event-header-objs)): $(event-exports) \
	$(addprefix $(src)/module/event/,compile.sh errors.awk missing.awk markers.awk)

# The dependencies that the compiler records do not list these files if the
# whole header was left out.
event-header = $(if $(filter asm_%,$1),\
	$(event-arch-dir)/$(patsubst asm_%,%,$1).h,$(event-dir)/$1.h)
$(foreach name,$(event-names),$(eval $(obj)/$(event-gen)/$(name).o: \
	$(call event-header,$(name)) \
	$(wildcard $(src)/module/event/prelude/$(name).h)))
$(addprefix $(obj)/,$(event-header-objs)): \
	$(wildcard $(src)/module/event/stages.h $(src)/module/event/stages/*.h)

filechk_event-header = \
	$(CONFIG_SHELL) $(src)/module/event/generate.sh header $* \
		$(call event-header,$*)
$(patsubst %.o,$(obj)/%.c,$(event-header-objs)): \
		$(obj)/$(event-gen)/%.c: FORCE
	$(call filechk,event-header)

filechk_event-catalogue = \
	$(CONFIG_SHELL) $(src)/module/event/generate.sh catalogue $(event-names)
$(obj)/$(event-gen)/catalogue.c: FORCE
	$(call filechk,event-catalogue)

clean-files += $(event-gen)

# Sparse would check the kernel's headers, some of which cannot be compiled.
$(addprefix $(obj)/,$(event-header-objs)): CHECK := true
