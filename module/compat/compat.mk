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

compat-gen := module/compat/gen
compat-probes := $(patsubst $(src)/module/compat/probes/%.c,$(obj)/$(compat-gen)/%.have,\
	$(sort $(wildcard $(src)/module/compat/probes/*.c)))
targets += $(patsubst $(obj)/%,%,$(compat-probes))

compat-errors := -Wno-error $(addprefix -Werror=,implicit-function-declaration \
	incompatible-pointer-types int-conversion)

quiet_cmd_compat_probe = PROBE   $*
      cmd_compat_probe = \
	if $(CC) $(filter-out -Wp$(comma)-M%,$(c_flags)) $(compat-errors) -g0 -S -o /dev/null $< \
		2>$(@:.have=.log); then \
		echo $* | tr a-z A-Z | sed 's/^/HAVE_/'; \
	fi >$@
$(compat-probes): $(obj)/$(compat-gen)/%.have: $(src)/module/compat/probes/%.c FORCE
	$(call if_changed,compat_probe)

filechk_compat-features = sed 's/.*/\#define & 1/' $(compat-probes)
$(obj)/$(compat-gen)/features.h: $(compat-probes) FORCE
	$(call filechk,compat-features)

$(addprefix $(obj)/,$(histrig-y)): | $(obj)/$(compat-gen)/features.h

clean-files += $(compat-gen)
