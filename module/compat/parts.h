/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of the module that kernels without some option do not get. left_out.mk has the
 * same conditions, and lists the files.
 *
 * HISTRIG_*: 1 if the module has the part, otherwise 0. IF_*() is for initializers that
 * belong to the part; it includes the comma.
 */
#ifndef HISTRIG_COMPAT_PARTS_H
#define HISTRIG_COMPAT_PARTS_H

#include <linux/kconfig.h>

/* Function tracing, and the stack tracer. */
#define HISTRIG_FUNCTIONS	IS_ENABLED(CONFIG_DYNAMIC_FTRACE)

/* Probes in kernel code. */
#define HISTRIG_KPROBES		IS_ENABLED(CONFIG_KRETPROBES)

/* Entries and returns of functions: function_graph, the profiler, probes on functions. */
#define HISTRIG_CALLS		(HISTRIG_FUNCTIONS && HISTRIG_KPROBES)

/* Probes on tracepoints: one function for tracepoints of all types, which CFI forbids. */
#define HISTRIG_TPROBES		(!IS_ENABLED(CONFIG_CFI) && !IS_ENABLED(CONFIG_CFI_CLANG))

/* Probes in user code. */
#define HISTRIG_UPROBES		IS_ENABLED(CONFIG_UPROBES)

/* Samples, which counters of the kernel make. */
#define HISTRIG_SAMPLES		IS_ENABLED(CONFIG_PERF_EVENTS)

/* The number and the paths of a task's cgroup. */
#define HISTRIG_CGROUPS		IS_ENABLED(CONFIG_CGROUPS)

#if HISTRIG_FUNCTIONS
#define IF_FUNCTIONS(...)	__VA_ARGS__,
#else
#define IF_FUNCTIONS(...)
#endif

#if HISTRIG_KPROBES
#define IF_KPROBES(...)		__VA_ARGS__,
#else
#define IF_KPROBES(...)
#endif

#if HISTRIG_CALLS
#define IF_CALLS(...)		__VA_ARGS__,
#else
#define IF_CALLS(...)
#endif

#if HISTRIG_TPROBES
#define IF_TPROBES(...)		__VA_ARGS__,
#else
#define IF_TPROBES(...)
#endif

#if HISTRIG_UPROBES
#define IF_UPROBES(...)		__VA_ARGS__,
#else
#define IF_UPROBES(...)
#endif

#if HISTRIG_SAMPLES
#define IF_SAMPLES(...)		__VA_ARGS__,
#else
#define IF_SAMPLES(...)
#endif

#if HISTRIG_CGROUPS
#define IF_CGROUPS(...)		__VA_ARGS__,
#else
#define IF_CGROUPS(...)
#endif

#endif /* HISTRIG_COMPAT_PARTS_H */
