/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kernel.h>

#define le16_to_cpu(x)	(x)
