/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kernel.h>

#define le16_to_cpu(x)	(x)
#define be32_to_cpu(x)	__builtin_bswap32(x)
