# SPDX-License-Identifier: GPL-2.0
# Compares format files. Sourced by guest tests.

# A sed script. Kernels before 6.1 print some array lengths as expressions; later
# kernels and our tree print numbers.
array_lengths='s/\[sizeof\(struct sockaddr_in6\)\]/[28]/; s/\[EXT4_FC_REASON_MAX\]/[11]/'
