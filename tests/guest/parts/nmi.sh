# SPDX-License-Identifier: GPL-2.0
# NMIs from the host. Sourced by guest tests.

# nmis N: let the host send N NMIs, each after the previous one was handled. Sets
# $sent to how many were sent until one was not handled.
nmis() {
	local before
	before=$(nmi_count)
	sent=0
	while [ $sent -lt $1 ]; do
		nmi
		sent=$((sent + 1))
		within 10 taken $((before + sent)) || break
	done
}
taken() { [ "$(nmi_count)" -ge "$1" ]; }
