/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_RANDOM_H
#define SHIM_RANDOM_H

#include <linux/types.h>

/* get_random_bytes() returns this number repeatedly; if 0, different bytes each time. */
extern u64 shim_random;

void get_random_bytes(void *to, size_t size);

#endif
