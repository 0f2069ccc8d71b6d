#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Checks the packages with lintian, installs them in a Debian system, boots it in
# QEMU with its own kernel and systemd, uses all parts, boots again, and purges the
# packages (tests/deb/guest.sh). Started by hand, because it needs three gigabytes
# of disk and some minutes. ACCEL=kvm makes it faster where KVM works.
#
# The system is made once, in the cache. DKMS builds the module when the packages
# are installed, in a chroot, where the compiler runs at full speed.
set -eu
. "$(dirname "$0")/lib.sh"

# The system's packages, besides systemd. The last ones are programs that the
# packages work with.
system='linux-image-cloud-amd64 linux-headers-cloud-amd64 dkms gcc make libdw1 libelf1 libjson-c5 libkmod2
	libncursesw6 bash-completion groff-base man-db mandoc prometheus-node-exporter zsh'

. /etc/os-release
need_pkgs debootstrap e2fsprogs lintian man-db qemu-system-x86
work=$(scratch deb)
base=$CACHE/debian-root-$(echo "$VERSION_CODENAME" $system | cksum | cut -d ' ' -f 1).tar
root=$work/root

make_base() {
	local mirror
	say "making a Debian system of $VERSION_CODENAME"
	# The mirror of this machine for its own suite.
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
		"Codename: $VERSION_CODENAME" | head -n 1)
	debootstrap --variant=minbase --include=systemd-sysv,udev,kmod,dbus,procps,initramfs-tools,ca-certificates \
		"$VERSION_CODENAME" "$root" "$mirror" >"$work/debootstrap.log" 2>&1 ||
		die "debootstrap failed; its log is $work/debootstrap.log"
	in_root apt-get -qq update
	# shellcheck disable=SC2086
	in_root apt-get -qq -y --no-install-recommends install $system
	in_root apt-get clean
	rm -f "$CACHE"/debian-root*.tar
	tar -C "$root" -cf "$base.tmp" .
	mv "$base.tmp" "$base"
	rm -rf "$root"
}

in_root() { # COMMAND...
	# shellcheck disable=SC2016
	DEBIAN_FRONTEND=noninteractive unshare -m bash -euc '
		mount -t proc proc "$1/proc"
		mount --bind /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
		exec chroot "$@"' in-root "$root" "$@" >>"$work/root.log" 2>&1 || {
		tail -n 30 "$work/root.log" >&2
		die "in the Debian system: $* failed; the log is $work/root.log"
	}
}

# A service of the system runs the tests after everything else was started.
put_tests() {
	local units=$root/etc/systemd/system
	cp "$TOP/tests/deb/guest.sh" "$root/root/"
	mkdir -p "$units/graphical.target.wants" "$units/../system.conf.d"
	printf '[Manager]\nDefaultTimeoutStartSec=%s\nDefaultDeviceTimeoutSec=%s\n' \
		$((90 * scale)) $((90 * scale)) >"$units/../system.conf.d/slow-host.conf"
	cat >"$units/guest-test.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
StandardOutput=file:/dev/ttyS1
ExecStart=/bin/bash /root/guest.sh
ExecStopPost=/bin/systemctl --no-block poweroff
END
	ln -s ../guest-test.service "$units/graphical.target.wants/"
	echo '/dev/vda / ext4 defaults 0 1' >"$root/etc/fstab"
}

start_system() { # NUMBER
	say "starting the system ($1)"
	# shellcheck disable=SC2046
	timeout $((1200 * scale)) qemu-system-x86_64 $(accel_args "${ACCEL:-single}") -cpu qemu64 -smp 2 -m 2G \
		-nodefaults -display none -no-reboot -kernel "$work/vmlinuz" -initrd "$work/initrd" \
		-append "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=0 panic=-1 no_timer_check \
rcupdate.rcu_cpu_stall_timeout=60 watchdog_thresh=60" \
		-drive "file=$work/disk,if=virtio,format=raw,cache=unsafe" \
		-serial "file:$work/console-$1.log" -serial "file:$work/results-$1.log" ||
		fail "QEMU ended with status $?"
	tr -d '\r' <"$work/results-$1.log" | tee -a "$work/results.log"
}

"$TOP/packaging/deb" >/dev/null
packages=("$BUILD"/deb/histrig_*.deb "$BUILD"/deb/histrig-dkms_*.deb)
try "lintian finds nothing wrong with the packages" lintian --allow-root -EI --pedantic \
	--fail-on error,warning,info,pedantic,experimental "${packages[@]}" || true

(locked debian-root; [ -e "$base" ] || make_base) >&2
mkdir "$root"
tar -C "$root" -xf "$base"
cp "${packages[@]}" "$root/root/"
say "installing the packages; DKMS builds the module"
in_root sh -c 'cd /root && apt-get -q -y --no-install-recommends install ./*.deb'
put_tests
cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
cp "$root"/boot/initrd.img-* "$work/initrd"
mke2fs -q -t ext4 -d "$root" "$work/disk" 3G
rm -rf "$root"

for number in 1 2; do
	start_system $number
done
ktap_begin deb
while IFS= read -r line; do
	ktap_line "$line"
done <"$work/results.log"
ktap_end 0 || tail -n 30 "$work"/console-*.log | sed 's/^/# /'
rm -f "$work/disk"
totals
