# SPDX-License-Identifier: GPL-2.0
# Kbuild describes the module. Anything that needs more than a line is a script.

KDIR ?= /lib/modules/$(shell uname -r)/build

all:
	@sh initramfs/check-kdir $(KDIR)
	+$(MAKE) -C $(KDIR) M=$(CURDIR) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) modules

clean:
	rm -rf build tools/histrig
	@sh initramfs/check-kdir $(KDIR)
	$(MAKE) -C $(KDIR) M=$(CURDIR) clean

demo shell:
	@bash initramfs/guest $@

tools:
	+@bash tools/build $(if $(STATIC),STATIC=1)

install-tools:
	+@bash tools/build $(if $(STATIC),STATIC=1) $(if $(DESTDIR),DESTDIR=$(DESTDIR)) $(if $(PREFIX),PREFIX=$(PREFIX)) install

deb:
	@bash packaging/deb

test:
	@bash tests/run

test-debug:
	@bash tests/debug-kernel/run

bench:
	@bash tests/bench/run

help:
	@echo 'make [KDIR=DIR]  build histrig.ko for the running kernel, or for the headers in DIR'
	@echo 'make demo        show it at work in a guest with a stock kernel; ARCH=arm64 one of arm64'
	@echo 'make shell       a shell in that guest'
	@echo 'make tools       the tool histrig, tools/histrig; STATIC=1 a static one'
	@echo 'make install-tools [PREFIX=/usr/local] [DESTDIR=]'
	@echo 'make deb         the packages histrig-dkms and histrig, in build/deb; ARCH=arm64 for arm64'
	@echo 'make test        all tests (as root: installs what they need)'
	@echo 'make test-debug  the guest tests on a kernel with KASAN, lockdep, kmemleak, failslab'
	@echo 'make bench       instructions per event, ours and the native ones'
	@echo 'make clean       remove what was built; what was fetched stays in ~/.cache/histrig'

.PHONY: all tools install-tools deb clean demo shell test test-debug bench help
