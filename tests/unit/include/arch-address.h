/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of programs may have a tag, as on arm64. */
#define ARCH_UNTAGGED(address)	((unsigned long)((long)((address) << 8) >> 8))
