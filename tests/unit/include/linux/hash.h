/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/types.h>

static inline u32 hash_long(unsigned long value, unsigned int bits)
{
	return value * 0x61c8864680b583ebULL >> (64 - bits);
}
