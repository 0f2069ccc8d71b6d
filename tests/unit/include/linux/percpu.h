/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-CPU data: SHIM_CPUS copies at a fixed distance. Each thread sets the
 * number of the CPU that it stands for.
 */
#ifndef SHIM_PERCPU_H
#define SHIM_PERCPU_H

#include <linux/slab.h>

#define SHIM_CPUS		4
#define SHIM_PERCPU_STRIDE	256

extern __thread unsigned int shim_cpu;

#define shim_cpu_at(p, cpu)						\
	((__typeof__(p))((char *)(p) + (size_t)(cpu) * SHIM_PERCPU_STRIDE))

/* Static per-CPU variables are thread-local, because no other thread reads them. */
#define DEFINE_PER_CPU(type, name)	__thread __typeof__(type) name
#define DECLARE_PER_CPU(type, name)	extern __thread __typeof__(type) name
#define raw_cpu_read(x)		(x)
#define raw_cpu_write(x, v)	((void)((x) = (v)))
#define __this_cpu_read(x)	(x)
#define __this_cpu_write(x, v)	((void)((x) = (v)))
#define raw_cpu_dec(x)		((void)(x)--)
#define raw_cpu_ptr(p)		(p)

#define alloc_percpu(type)						\
({									\
	_Static_assert(sizeof(type) <= SHIM_PERCPU_STRIDE, "too large");	\
	(type *)kcalloc(SHIM_CPUS, SHIM_PERCPU_STRIDE, GFP_KERNEL);	\
})
#define free_percpu(p)		kfree(p)
#define per_cpu_ptr(p, cpu)	shim_cpu_at(p, cpu)
#define this_cpu_ptr(p)		shim_cpu_at(p, shim_cpu)
/* this_cpu_read() orders later reads through a pointer that it returns. */
#define this_cpu_read(x)	\
	__atomic_load_n(shim_cpu_at(&(x), shim_cpu), __ATOMIC_CONSUME)
#define num_possible_cpus()	SHIM_CPUS
#define num_online_cpus()	SHIM_CPUS
#define for_each_possible_cpu(cpu)	\
	for ((cpu) = 0; (cpu) < SHIM_CPUS; (cpu)++)
#define raw_smp_processor_id()	((int)shim_cpu)
#define smp_processor_id()	((int)shim_cpu)
#define cpu_to_node(cpu)	(-1)

#endif /* SHIM_PERCPU_H */
