# SPDX-License-Identifier: GPL-2.0
# How to build for arm64 and to boot it; see use_arch in initramfs/host.sh.
triplet=aarch64-linux-gnu
qemu_pkg=qemu-system-arm qemu=(qemu-system-aarch64 -M "virt,gic-version=3")
console=ttyAMA0 arch_append=''

# The Cortex-A72 has no LSE atomics, no pointer authentication and no BTI; max has them
# all. Only max has pages of 16 KiB.
default_cpu() { # RELEASE
	case $1 in
	*-16k) echo max,pauth-impdef=on ;;
	*) echo cortex-a72 ;;
	esac
}

# The machine has one serial port, so the results go through a PCI card with two. The
# second one is ttyS1, as on other architectures.
serial_ports() { # CONSOLE RESULTS
	ports=(-serial "$1" -chardev "file,id=results,path=$2" -device pci-serial-2x,chardev2=results)
}
