#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Tests the whole life of the DKMS package: add, build, install, boot a guest that
# loads the installed module, uninstall, remove. Works in separate trees; the host's
# /var/lib/dkms, /usr/src and /lib/modules stay untouched. Prints KTAP. With
# KEEP=FOLDER, stores DKMS's build there, for the suites that need our module for
# this kernel.
set -eu
. "$(dirname "$0")/lib.sh"

need_pkgs dkms gcc make libc6-dev perl
kernel=$(kernel_dir "${KERNEL:-cloud}")
release=$(cat "$kernel/release")
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$TOP/dkms.conf")
work=$(scratch dkms)
mkdir -p "$work"/{etc,state,src/histrig-"$version",lib/modules/"$release"}
(list_sources) | (cd "$TOP" && xargs -d '\n' cp --parents -pt "$work/src/histrig-$version")
cp -a "$kernel/lib/modules/$release/." "$work/lib/modules/$release/"
ln -sfn "$kernel/headers" "$work/lib/modules/$release/build"

# DKMS has no option for its configuration, which on a host with Secure Boot signs modules
# with the host's keys or creates keys. This copy of dkms reads a configuration that
# cannot sign, and keeps files that it would remove after a build.
sed -e "s,/etc/dkms,$work/etc,g" \
	${KEEP:+-e "s,^    run_build_script post_build .*,&; cp -al \"\$build_dir\" \"$KEEP/src\","} \
	/usr/sbin/dkms >"$work/dkms"
echo 'sign_file=/nonexistent' >"$work/etc/framework.conf"

dkms() {
	local action=$1
	shift
	bash "$work/dkms" "$action" --dkmstree "$work/state" --sourcetree "$work/src" \
		--installtree "$work/lib/modules" "$@"
}

for_kernel() { # ACTION
	dkms "$1" -m histrig -v "$version" -k "$release" -a x86_64 --no-depmod \
		--kernelsourcedir "$kernel/headers" || {
		tail -n 30 "$work/state/histrig/$version/build/make.log"
		return 1
	}
}

# Builds like users, but with the warnings of W=1, which Kbuild accepts only from
# make's command line. Guests have priority for the CPUs.
build() (
	export KBUILD_EXTRA_WARN=1
	renice -n 10 $BASHPID >/dev/null
	for_kernel build || exit
	[ -n "${KEEP:-}" ] || exit 0
	cp "$work/state/histrig/$version/$release/x86_64/log/make.log" "$KEEP/build.log" &&
		copy_module "$kernel" "$KEEP/src/histrig.ko"
)

status_is() { # REGEX
	dkms status -m histrig -v "$version" >"$work/status"
	cat "$work/status"
	if [ -z "$1" ]; then [ ! -s "$work/status" ]; else grep -qE "$1" "$work/status"; fi
}

installed() { find "$work/lib/modules/$release/updates" -name 'histrig.ko*' 2>/dev/null; }

exclusive_config_exists() {
	local option
	for option in $(sed -n 's/^BUILD_EXCLUSIVE_CONFIG="\(.*\)"/\1/p' "$TOP/dkms.conf"); do
		grep -q "^$option=" "$kernel/headers/.config" || return 1
	done
}

takes_kernel() { # true if the pattern in dkms.conf matches it
	local BUILD_EXCLUSIVE_KERNEL
	eval "$(grep ^BUILD_EXCLUSIVE_KERNEL= "$TOP/dkms.conf")"
	[[ $1 =~ $BUILD_EXCLUSIVE_KERNEL ]]
}

refuses_kernel() { ! takes_kernel "$1"; }
each() { # COMMAND ARGUMENT...
	local argument
	for argument in "${@:2}"; do
		"$1" "$argument" || { echo "not $1 $argument"; return 1; }
	done
}
same_version() { [ "$(modinfo -F version "$(installed)")" = "$version" ]; }
nothing_installed() { [ -z "$(installed)" ]; }
one_installed() { [ "$(installed | wc -l)" = 1 ]; }

# The guest gets only the module's name, as modprobe does on Debian.
cat >"$work/guest.sh" <<'GUEST'
file=$(modprobe -l histrig 2>/dev/null || find /lib/modules -name 'histrig.ko*')
echo "# $file"
[ -d /sys/kernel/debug/histrig ] && histrig-load -r histrig &&
	modprobe histrig && [ -d /sys/kernel/debug/histrig ] && modprobe -r histrig
GUEST

echo "KTAP version 1"
echo "1..17"
check "the kernel has the options that dkms.conf asks for" exclusive_config_exists
check "dkms.conf takes each kernel since 5.10" each takes_kernel \
	5.10.0-30-amd64 5.15.0-91-generic 6.1.0-1-amd64 6.1.0-1-cloud-amd64 6.8.0-40-generic \
	6.12.9+deb12-amd64 6.18.15+deb13-cloud-amd64 7.3.4+deb13-amd64 10.0.1
check "dkms.conf refuses earlier kernels" each refuses_kernel 4.19.0-27-amd64 5.1.0-30-amd64 5.4.0-150-generic 5.9.0
check "dkms add succeeds" dkms add -m histrig -v "$version"
check "dkms status says added after dkms add" status_is ': added$'
check "dkms build succeeds" build
check "dkms status says built after dkms build" status_is ': built$'
check "Module.symvers is kept for modules that call histrig" \
	grep -q histrig_synth_event_create "$work/state/histrig/$version/$release/x86_64/Module.symvers"
check "dkms install succeeds" for_kernel install
check "dkms status says installed after dkms install" status_is ': installed'
check "dkms install installs one module" one_installed
check "the installed module has the version of dkms.conf" same_version
check "modprobe loads the installed module in a guest" "$TOP/tests/boot" -k "$kernel" -t "$work/lib/modules/$release" "$work/guest.sh"
check "dkms uninstall succeeds" for_kernel uninstall
check "dkms status says built after dkms uninstall, and no module is left" eval 'status_is ": built\$" && nothing_installed'
check "dkms remove succeeds" dkms remove -m histrig -v "$version" --all
check "dkms remove leaves nothing" eval 'status_is "" && [ ! -e "$work/state/histrig" ]'
rm -rf "$work/lib"
