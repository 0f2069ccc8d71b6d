/* SPDX-License-Identifier: GPL-2.0 */
/* Cache lines. */
#ifndef SHIM_CACHE_H
#define SHIM_CACHE_H

#define ____cacheline_aligned_in_smp __attribute__((aligned(64)))
/* Has no effect: shim per-CPU memory is not aligned. */
#define ____cacheline_aligned

#endif /* SHIM_CACHE_H */
