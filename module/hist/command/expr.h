/* SPDX-License-Identifier: GPL-2.0 */
/* Expressions, see expr.c; what hits share with the planner. */
#ifndef HISTRIG_EXPR_H
#define HISTRIG_EXPR_H

#include <linux/types.h>

/* Divisors and dividends below its power of two are small. */
#define HIST_DIVIDE_SHIFT	20

/**
 * hist_divide_small() - divide by a constant that is small and no power of two
 * @value: the dividend
 * @packed: the divisor, above it what small dividends are multiplied with
 *
 * Context: any, NMI too.
 * Return: the quotient, rounded as natively.
 */
u64 hist_divide_small(u64 value, u64 packed);

#endif /* HISTRIG_EXPR_H */
