/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/slab.h>

#define check_add_overflow(a, b, to)	__builtin_add_overflow(a, b, to)
#define check_mul_overflow(a, b, to)	__builtin_mul_overflow(a, b, to)
