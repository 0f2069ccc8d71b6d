// SPDX-License-Identifier: GPL-2.0
/* ktime_get_tai_fast_ns() is new in 5.19. */
#include <linux/ktime.h>

u64 (*probe)(void) = ktime_get_tai_fast_ns;
