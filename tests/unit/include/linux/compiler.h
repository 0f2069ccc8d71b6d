/* SPDX-License-Identifier: GPL-2.0 */
/* Compiler attributes, and accesses to shared memory, see order.h. */
#ifndef SHIM_COMPILER_H
#define SHIM_COMPILER_H

#include <linux/types.h>

#undef __always_inline
#define __always_inline	inline __attribute__((always_inline))
#define noinline	__attribute__((noinline))
#define notrace
#define __force
#define __rcu
#define __percpu
#define __user
#define __maybe_unused	__attribute__((unused))
#define __printf(a, b)	__attribute__((format(printf, a, b)))
#define __packed	__attribute__((packed))
#define __aligned(n)	__attribute__((aligned(n)))
#define __used		__attribute__((used))
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define fallthrough	__attribute__((fallthrough))
#define barrier()	__asm__ volatile("" ::: "memory")

/* Hides the value from the optimizer. */
#define OPTIMIZER_HIDE_VAR(var)	__asm__("" : "+r"(var))

#include <linux/order.h>

#endif /* SHIM_COMPILER_H */
