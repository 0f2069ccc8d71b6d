/* SPDX-License-Identifier: GPL-2.0 */
/* Cache lines. */
#ifndef SHIM_CACHE_H
#define SHIM_CACHE_H

#define ____cacheline_aligned_in_smp __attribute__((aligned(64)))
/* Not of memory for each CPU, which is not aligned here. */
#define ____cacheline_aligned

#endif /* SHIM_CACHE_H */
