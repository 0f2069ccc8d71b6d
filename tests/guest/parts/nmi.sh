# SPDX-License-Identifier: GPL-2.0
# NMIs from the host. Guest tests source this.

# nmis N: have the host send N NMIs, each when the one before it was taken. Set
# $sent to how many it sent until one was not taken.
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
