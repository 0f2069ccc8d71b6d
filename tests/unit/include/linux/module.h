/* SPDX-License-Identifier: GPL-2.0 */
/* Modules, stack traces, memory that may be unmapped, and wait queues. */
#ifndef SHIM_MODULE_H
#define SHIM_MODULE_H

#include <linux/types.h>

struct module {
	int refs;
	char name[56];
};

#define THIS_MODULE		NULL
#define within_module(a, m)	((void)(m), (a) < 0x1000)

static inline bool try_module_get(struct module *module)
{
	if (module)
		module->refs++;
	return true;
}

static inline void module_put(struct module *module)
{
	if (module)
		module->refs--;
}

/* The stack that stack_trace_save() returns. Addresses below 0x1000 are histrig's. */
extern unsigned long shim_stack[64];
extern unsigned int shim_stack_depth;

static inline unsigned int stack_trace_save(unsigned long *to,
					    unsigned int size,
					    unsigned int skip)
{
	unsigned int i;

	for (i = 0; i < size && i + skip < shim_stack_depth; i++)
		to[i] = shim_stack[i + skip];
	return i;
}

/*
 * Fails for the first page and between shim_hole and shim_hole_end. Other pages
 * can be read completely, even beyond the end of an object.
 */
long copy_from_kernel_nofault(void *to, const void *from, size_t size);

/* A user address is a kernel address plus this offset. */
#define SHIM_USER		(-(1UL << 46))
/* A user address plus this has a tag. */
#define SHIM_TAG		(0xbUL << 56)
#define TASK_SIZE_MAX		(1UL << 46)
#define pagefault_disable()	do { } while (0)
#define pagefault_enable()	do { } while (0)
long copy_from_user_nofault(void *to, const void *from, size_t size);
unsigned long copy_from_user(void *to, const void *from, size_t size);
long strncpy_from_user(char *to, const char *from, size_t size);

extern const char *shim_hole, *shim_hole_end;

/* If set, only memory between shim_land and shim_land_end can be read. */
extern const char *shim_land, *shim_land_end;

typedef struct {
	int woken;
} wait_queue_head_t;
struct irq_work {
	void (*func)(struct irq_work *work);
};

#define DECLARE_WAIT_QUEUE_HEAD(name)	wait_queue_head_t name
#define wake_up_all(head)		((void)(head)->woken++)
#define DEFINE_IRQ_WORK(name, fn)	struct irq_work name = { fn }
#define init_irq_work(work, fn)		((work)->func = (fn))
#define irq_work_queue(work)		((work)->func(work))
#define irq_work_sync(work)		((void)(work))

u64 shim_clock(void);

#define trace_clock_local	shim_clock
#define trace_clock_jiffies	shim_clock
#define trace_clock		shim_clock
#define ktime_get_mono_fast_ns	shim_clock
#define ktime_get_raw_fast_ns	shim_clock
#define ktime_get_boot_fast_ns	shim_clock
#define ktime_get_tai_fast_ns	shim_clock

#endif /* SHIM_MODULE_H */
