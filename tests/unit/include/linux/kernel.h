/* SPDX-License-Identifier: GPL-2.0 */
/* Macros and functions that all kernel code uses. */
#ifndef SHIM_KERNEL_H
#define SHIM_KERNEL_H

#include <linux/compiler.h>

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define GENMASK_ULL(high, low)	(~0ULL >> (63 - (high)) & ~0ULL << (low))
#define ALIGN(x, a)		(((x) + (a) - 1) & ~((__typeof__(x))(a) - 1))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define BITS_PER_BYTE		8
#define BITS_PER_LONG		64
#define BUILD_BUG_ON(c)		_Static_assert(!(c), #c)
#define U64_MAX			(~0ULL)
#define S64_MAX			((s64)(U64_MAX >> 1))
#define U32_MAX			(~0U)
#define U16_MAX			((u16)~0U)
#define U8_MAX			((u8)~0U)
#define S16_MAX			((s16)(U16_MAX >> 1))
#define __KERNEL_DIV_ROUND_UP(n, d)	DIV_ROUND_UP(n, d)
/* Like the kernel's, usable in #if: 1 if the option is defined as 1, otherwise 0. */
#define IS_ENABLED(option)	ENABLED_VALUE(option)
#define ENABLED_VALUE(value)	ENABLED_PICK(ENABLED_BEFORE_##value 1, 0)
#define ENABLED_PICK(words...)	ENABLED_SECOND(words, 0)
#define ENABLED_SECOND(first, second, ...)	second
#define ENABLED_BEFORE_1	0,

/* The parts of the module that tests cover; see compat/parts.h. */
#define CONFIG_CGROUPS		1
#define WARN_ON(c)		((c) ? (abort(), true) : false)
#define WARN_ON_ONCE(c)		WARN_ON(c)
#define NSEC_PER_USEC		1000L
#define NSEC_PER_MSEC		1000000L
#define NSEC_PER_SEC		1000000000L

#define min(a, b)							\
({									\
	__typeof__(a) __a = (a);					\
	__typeof__(b) __b = (b);					\
	__a < __b ? __a : __b;						\
})
#define max(a, b)							\
({									\
	__typeof__(a) __a = (a);					\
	__typeof__(b) __b = (b);					\
	__a > __b ? __a : __b;						\
})
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define swap(a, b)							\
	do { __typeof__(a) __t = (a); (a) = (b); (b) = __t; } while (0)

#define container_of(ptr, type, member)	\
	((type *)((char *)(ptr) - offsetof(type, member)))

#define ilog2(n)		(63 - __builtin_clzll(n))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))
#define roundup_pow_of_two(n)	(1ULL << ((n) <= 1 ? 0 : ilog2((n) - 1) + 1))
#define rol64(w, s)		((w) << ((s) & 63) | (w) >> (-(s) & 63))
#define div64_u64(a, b)		((u64)(a) / (u64)(b))
#define div_u64(a, b)		((u64)(a) / (u32)(b))
#define cpu_to_be64(x)		__builtin_bswap64(x)
#define be64_to_cpu(x)		__builtin_bswap64(x)
#define get_unaligned(p)						\
({									\
	struct { __typeof__(*(p)) x; } __attribute__((packed)) *__u =	\
		(void *)(p);						\
									\
	__u->x;								\
})

#define put_unaligned(v, p)						\
	do {								\
		__typeof__(*(p)) __v = (v);				\
									\
		__builtin_memcpy(p, &__v, sizeof(__v));			\
	} while (0)

#define swab64(x)		__builtin_bswap64(x)
#define get_unaligned_le64(p)	get_unaligned((const u64 *)(p))
#define put_unaligned_le64(v, p)					\
	do { u64 __v = (v); __builtin_memcpy(p, &__v, sizeof(__v)); } while (0)

static inline u64 div_u64_rem(u64 n, u32 d, u32 *rem)
{
	*rem = n % d;
	return n / d;
}

#define ERR_PTR(e)		((void *)(long)(e))
#define PTR_ERR(p)		((long)(p))
#define IS_ERR(p)		((unsigned long)(p) >= -4095UL)

int kstrtoull(const char *s, unsigned int base, unsigned long long *res);
int kstrtoll(const char *s, unsigned int base, long long *res);
int kstrtouint(const char *s, unsigned int base, unsigned int *res);
int kstrtoul(const char *s, unsigned int base, unsigned long *res);
#define kstrtol(s, base, res)	kstrtoll(s, base, (long long *)(res))
unsigned long simple_strtoul(const char *s, char **end, unsigned int base);

/* Unlike snprintf(), returns the number of characters that were written. */
#define scnprintf(to, size, ...)					\
({									\
	int __n = snprintf(to, size, __VA_ARGS__);			\
									\
	__n < (int)(size) ? __n : (int)(size) - 1;			\
})

#endif /* SHIM_KERNEL_H */
