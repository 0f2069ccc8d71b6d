// SPDX-License-Identifier: GPL-2.0
/* New in 6.1. */
#include <linux/ktime.h>

u64 (*probe)(void) = ktime_get_tai_fast_ns;
