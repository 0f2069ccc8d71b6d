# SPDX-License-Identifier: GPL-2.0
# Sourced by tests: compares format files.

# A sed script. Kernels before 6.1 show the text of some array lengths, and later
# kernels and our tree show the number.
array_lengths='s/\[sizeof\(struct sockaddr_in6\)\]/[28]/; s/\[EXT4_FC_REASON_MAX\]/[11]/'
