/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/kernel.h>

#define static_assert(expr, ...) _Static_assert(expr, #expr)
