# SPDX-License-Identifier: GPL-2.0
# Detects the features of this kernel, for the top-level Kbuild to include.
#
# Kernels are told apart by trial compilation, not by their version, because
# distributions carry new interfaces into old kernels. Each file in probes is
# compiled with the flags of an object of the module. If it compiles,
# gen/features.h defines HAVE_ and its name in capitals. The compiler's
# messages stay in gen/NAME.log. Only the headers in compat include
# gen/features.h. tests/features says which kernels have which feature.
#
# A probe must fail because the kernel lacks its interface, and not for its style.
# So the only warnings that count are those of a name or type that does not fit.
# Link-time optimization is off, because with it the compiler does not compile to the
# end, and does not see all errors.

# Headers arch-*.h describe the architecture. Those in arch/generic are for
# architectures that have no header of that name, and for all 32-bit kernels. No
# kernel was built with headers of arch/generic alone.
ccflags-y += $(if $(CONFIG_64BIT),-I$(src)/module/compat/arch/$(SRCARCH)) \
	-I$(src)/module/compat/arch/generic

compat-gen := module/compat/gen
compat-probes := $(patsubst $(src)/module/compat/probes/%.c,$(obj)/$(compat-gen)/%.have,\
	$(sort $(wildcard $(src)/module/compat/probes/*.c)))
targets += $(patsubst $(obj)/%,%,$(compat-probes))

compat-errors := -Wno-error $(addprefix -Werror=,implicit-function-declaration \
	incompatible-pointer-types int-conversion)

quiet_cmd_compat_probe = PROBE   $*
      cmd_compat_probe = \
	if $(CC) $(filter-out -Wp$(comma)-M% $(CC_FLAGS_LTO) $(CC_FLAGS_CFI),$(c_flags)) \
		$(compat-errors) -g0 -S -o /dev/null $< \
		2>$(@:.have=.log); then \
		echo $* | tr a-z A-Z | sed 's/^/HAVE_/'; \
	fi >$@
$(compat-probes): $(obj)/$(compat-gen)/%.have: $(src)/module/compat/probes/%.c FORCE
	$(call if_changed,compat_probe)
$(compat-probes): $(wildcard $(src)/module/compat/probes/*.h)

# Headers do not say which symbols modules may use. These are symbols of vmlinux that
# some kernels export and others do not; if a kernel exports NAME, gen/features.h defines
# HAVE_EXPORT_NAME. If the exports are not known, none of them is used.
compat-exports := sched_clock_cpu

quiet_cmd_compat_export = EXPORT  $*
      cmd_compat_export = \
	grep -x $* $< | tr a-z A-Z | sed 's/^/HAVE_EXPORT_/' >$@
compat-export-files := $(compat-exports:%=$(obj)/$(compat-gen)/export_%.have)
$(compat-export-files): $(obj)/$(compat-gen)/export_%.have: $(obj)/$(compat-gen)/exports FORCE
	$(call if_changed,compat_export)
targets += $(patsubst $(obj)/%,%,$(compat-export-files))

# The symbols that the kernel itself exports without a namespace. Symbols of
# modules do not count, because histrig could not be loaded without those
# modules.
filechk_compat-exports = \
	awk '$$3 == "vmlinux" && $$5 == "" { print $$2 }' \
		$(wildcard $(objtree)/Module.symvers) /dev/null | \
	LC_ALL=C sort -u
$(obj)/$(compat-gen)/exports: $(wildcard $(objtree)/Module.symvers) FORCE
	$(call filechk,compat-exports)

filechk_compat-features = sed 's/.*/\#define & 1/' $(compat-probes) $(compat-export-files)
$(obj)/$(compat-gen)/features.h: $(compat-probes) $(compat-export-files) FORCE
	$(call filechk,compat-features)

filechk_compat-left-out = printf '%s\n' \
	'\#define LEFT_OUT_INFO $(foreach part,$(left-out),\
		MODULE_INFO(left_out, "$(left-out-line)");)' \
	'\#define LEFT_OUT_LINES "" $(foreach part,$(left-out),\
		"  left out: $(left-out-line)\n")'
$(obj)/$(compat-gen)/left_out.h: FORCE
	$(call filechk,compat-left-out)

$(addprefix $(obj)/,$(histrig-y)): | $(addprefix $(obj)/$(compat-gen)/,features.h left_out.h)

# The last line of a build.
$(obj)/$(compat-gen)/summary: $(obj)/histrig.o
	@echo "histrig: built for $(KERNELRELEASE):" \
		"$$($(NM) $< | grep -c ' d histrig_event_') compiled events$(subst $(space);,;,\
		$(foreach part,$(left-out),; no $(left-out-$(part))))" | tee $@
always-y += $(compat-gen)/summary

clean-files += $(compat-gen)
