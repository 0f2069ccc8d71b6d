/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_BITOPS_H
#define SHIM_BITOPS_H

#include <linux/cpumask.h>
#include <linux/kernel.h>

#define DECLARE_BITMAP(name, bits)	unsigned long name[BITS_TO_LONGS(bits)]

#endif /* SHIM_BITOPS_H */
