# SPDX-License-Identifier: GPL-2.0
# How to build for amd64 and to boot it; see use_arch in initramfs/host.sh.
triplet=x86_64-linux-gnu
qemu_pkg=qemu-system-x86 qemu=(qemu-system-x86_64)
console=ttyS0 arch_append=no_timer_check

# The CPU has RDRAND, because without it the first program that requests random
# numbers waits a second for the kernel's timers. Kernels since 6.12 use cmpxchg16b in
# more places than the allocator, and QEMU's emulation of it sometimes crashes them.
default_cpu() { # RELEASE
	case $1 in
	5.* | 6.[0-9].*) echo qemu64,+rdrand ;;
	*) echo qemu64,+rdrand,-cx16 ;;
	esac
}

serial_ports() { # CONSOLE RESULTS
	ports=(-serial "$1" -serial "file:$2")
}
