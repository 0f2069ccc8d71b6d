/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kernel.h>

static inline u64 div64_u64_rem(u64 dividend, u64 divisor, u64 *rest)
{
	*rest = dividend % divisor;
	return dividend / divisor;
}
