# SPDX-License-Identifier: GPL-2.0
# Sourced by all scripts that run on the host. Prints messages, and manages the
# cache folder and the host's packages. Needs bash.

TOP=${TOP:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
CACHE=${HISTRIG_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/histrig}
BUILD=${HISTRIG_BUILD:-$TOP/build}
JOBS=${JOBS:-$(nproc)}
HOST_ARCH=$(dpkg --print-architecture)
export LC_ALL=C

say() { echo "histrig: $*" >&2; }
die() { say "$*"; exit 1; }

# Runs apt as root, without questions.
apt_quiet() {
	DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
		-o DPkg::Lock::Timeout=120 -o APT::Sandbox::User=root "$@"
}

# Refreshes the package index, but at most once an hour.
apt_update() {
	local lists=/var/lib/apt/lists
	if compgen -G "$lists/*_Packages*" >/dev/null &&
		[ -n "$(find "$lists" "$lists/partial" "$CACHE/.apt-updated" -maxdepth 0 -mmin -60 2>/dev/null)" ]; then
		return 0
	fi
	[ "$(id -u)" = 0 ] || return 0
	say "refreshing the package index"
	apt_quiet update >/dev/null || say "the package index could not be refreshed; going on with the old one"
	touch "$CACHE/.apt-updated"
}

pkg_installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# need_pkgs PACKAGE...: install the packages that are missing.
need_pkgs() {
	local p missing=()
	for p; do
		pkg_installed "$p" || missing+=("$p")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	[ "$(id -u)" = 0 ] ||
		die "missing packages; as root: apt-get install ${missing[*]}"
	apt_update
	say "installing ${missing[*]}"
	apt_quiet install -y --no-install-recommends "${missing[@]}" >"$CACHE/apt.log" 2>&1 || {
		tail -n 15 "$CACHE/apt.log" >&2
		die "could not install ${missing[*]}"
	}
}

# locked NAME: hold the lock NAME of the cache until this shell ends, so that two
# runs do not write to the same folder at the same time.
locked() {
	local fd
	exec {fd}>"$CACHE/.lock-$1"
	flock -w 3600 "$fd" || die "another run has held the lock $CACHE/.lock-$1 for an hour"
}

# use_arch KERNEL-FOLDER: call set_arch for the architecture of the kernel.
use_arch() {
	local name=amd64
	! grep -qx CONFIG_ARM64=y "$1/headers/.config" || name=arm64
	set_arch $name
}

# set_arch NAME: set what depends on the architecture:
#	arch triplet	its names for Debian and for the compiler
#	cross		the prefix of the names of its compiler and binutils; empty if it
#			is this machine's architecture
#	qemu_pkg qemu	the package and the command of its emulator
#	console		the serial port of the kernel's log
#	arch_append	words for the kernel's command line
#	default_cpu serial_ports	functions
# and install its compiler.
set_arch() {
	arch=$1 cross=
	. "$TOP/initramfs/arch/$arch.sh"
	[ "$arch" != "$HOST_ARCH" ] || return 0
	cross=$triplet-
	need_pkgs "gcc-${triplet//_/-}"
}

# sysroot: print the folder of another architecture's libraries and programs that the
# compiler and guests need. Print nothing if set_arch has set this machine's architecture.
sysroot() {
	[ -z "$cross" ] || "$TOP/initramfs/fetch-root" "$arch" busybox-static \
		libbz2-dev libdw-dev libiberty-dev libjson-c-dev libkmod-dev libncurses-dev libtraceevent-dev libtracefs-dev
}

# linked FILE ROOT: print the libraries that a program is linked with, as paths in ROOT
# (empty: in this system).
linked() {
	if [ -n "$2" ]; then
		linked_abroad "$1" "$2" | sort -u
	else
		ldd "$1" 2>/dev/null | grep -oE '/[^ ]+' || true
	fi
}

# ldd runs the program, which is impossible for another architecture; so read the file.
linked_abroad() {
	local name path
	for name in $(readelf -ld "$1" 2>/dev/null |
		sed -n 's/.*program interpreter: \(.*\)\]$/\1/p; s/.*(NEEDED).*\[\(.*\)\]$/\1/p'); do
		for path in "$name" {,/usr}/lib/"$triplet/$name"; do
			[[ $path == /* && -e $2$path ]] || continue
			echo "$path"
			linked_abroad "$2$path" "$2"
			break
		done
	done
}

# compiler_for KERNEL-FOLDER: print make's arguments for the compiler: clang of the same
# version if the kernel was built with clang. Debian's headers name the compiler of the
# kernel; if that is not installed, print CC=gcc.
compiler_for() {
	local named version
	version=$(sed -n 's/^CONFIG_CLANG_VERSION=\([0-9]*\)[0-9]\{4\}$/\1/p' "$1/headers/.config")
	if grep -qx CONFIG_CC_IS_CLANG=y "$1/headers/.config"; then
		need_pkgs "clang-$version" "lld-$version" "llvm-$version"
		echo "LLVM=-$version CC=clang-$version"
		return
	fi
	[ -z "$cross" ] || echo "CROSS_COMPILE=$cross"
	named=$(sed -n 's/^CC *=.*)\(gcc-[0-9]*\)$/\1/p' "$1/headers/.kernelvariables" 2>/dev/null) || true
	[ -z "$named" ] || command -v "$cross$named" >/dev/null || echo "CC=${cross}gcc"
}

# kernel_make KERNEL-FOLDER FOLDER ARGUMENT...: run make with the kernel's headers
# for the module in FOLDER. If the programs of the headers do not run on this
# system, make runs in the root file system of fetch-toolchain, with both folders
# mounted at the same paths.
kernel_make() {
	local kernel=$1 folder=$2 root compiler
	shift 2
	root=$("$TOP/initramfs/fetch-toolchain" "$kernel") || return
	use_arch "$kernel"
	compiler=$([ -n "$root" ] || compiler_for "$kernel")
	# shellcheck disable=SC2086
	set -- make -C "$kernel/headers" M="$folder" -j"$JOBS" "$@" $compiler
	[ -n "$root" ] || { "$@"; return; }
	# shellcheck disable=SC2016
	unshare -m bash -euc '
		root=$1
		for folder in "$2" "$3"; do
			mkdir -p "$root$folder"
			mount --bind "$folder" "$root$folder"
		done
		mount -t proc proc "$root/proc"
		shift 3
		exec chroot "$root" "$@"' in-root "$root" "$kernel" "$folder" "$@"
}

# list_sources: print the files that the module is built from, relative to the top
# folder. Without git, print all files except those that a build makes.
list_sources() {
	cd "$TOP" || return
	if [ -e .git ] && command -v git >/dev/null && git rev-parse 2>/dev/null; then
		git ls-files -co --exclude-standard
	else
		find . -name .git -prune -o -type f ! -name '*.o' ! -name '*.ko' ! -name '.*.cmd' \
			! -name '*.mod' ! -name '*.mod.c' ! -name '*.i' -printf '%P\n'
	fi | grep -vE '^(build|tests|initramfs|\.ci|module/((compat|event|syscalls)/)?gen)/' | sort | while read -r f; do
		[ ! -f "$f" ] || echo "$f"
	done
}

mkdir -p "$CACHE"
