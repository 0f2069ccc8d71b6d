/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_RANDOM_H
#define SHIM_RANDOM_H

#include <linux/types.h>

/* What get_random_bytes() repeats; 0 for different bytes every time. */
extern u64 shim_random;

void get_random_bytes(void *to, size_t size);

#endif
