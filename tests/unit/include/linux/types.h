/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's types, for user space. All other headers of this folder include it. */
#ifndef SHIM_TYPES_H
#define SHIM_TYPES_H

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* stdio.h declares this function, but the module uses its name. */
#define remove	stdio_remove
#include <stdio.h>
#undef remove
#include <stdlib.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef unsigned long long u64;
typedef long long s64;
typedef u16 __be16;
typedef u16 __le16;
typedef u32 __be32;
typedef u64 __be64;
typedef u8 __u8;
typedef s32 __s32;
typedef s64 __s64;
typedef u16 __u16;
typedef u32 __u32;
typedef u64 __u64;
typedef unsigned int gfp_t;

typedef struct {
	int counter;
} atomic_t;
typedef struct { long long counter; } atomic64_t;
typedef struct { long counter; } atomic_long_t;

struct hlist_node {
	struct hlist_node *next, **pprev;
};

struct hlist_head {
	struct hlist_node *first;
};

struct rcu_head {
	void *none;
};

struct list_head {
	struct list_head *next, *prev;
};

#endif /* SHIM_TYPES_H */
