// SPDX-License-Identifier: GPL-2.0
/* unaligned.h moved from asm to linux in 6.12. */
#include <linux/unaligned.h>

unsigned long long probe(const void *p);
unsigned long long probe(const void *p)
{
	return get_unaligned_le64(p);
}
