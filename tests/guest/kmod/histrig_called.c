// SPDX-License-Identifier: GPL-2.0
/*
 * Functions with known arguments, for tests of probes.
 *
 * One file, histrig_called, takes one command per write:
 *
 *   [N] add A B C D E F	call called_add() N times [1]
 *   [N] small A B C D		call called_small()
 *   [N] thing I		call called_thing() with element I of called_things
 *   [N] user TEXT		call called_user() with the address of TEXT in user
 *				memory
 *   [N] bytes HEX		call called_bytes() with the address of 16 bytes:
 *				those that HEX contains, then zeros
 *   [N] depth D		call called_depth(), which calls itself D times
 *   [N] minus A		call called_minus(), which returns -A
 *   [N] name I			call called_name(), which returns a string
 *   [N] chain A		call called_outer(), which calls called_inner() A
 *				times
 *   [N] notrace		call called_notrace(), which cannot be probed
 *   [N] twin A			call called_twin(); histrig_twin.c has a
 *				function of the same name
 *   storm SECONDS TASKS	call them all from that many tasks at once
 *
 * Another file, histrig_called_data, lists the addresses of the data as /proc/kallsyms does,
 * for kernels without CONFIG_KALLSYMS_ALL.
 *
 * No other code calls these functions. They are not inlined, and the compiler
 * passes their arguments in the usual registers.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "compat.h"
#include "test_file.h"

#define COMMAND_MAX	128
#define TASKS_MAX	16

/* A struct for tests of pointers; tests use these offsets. */
struct called_thing {
	u64 big;			/* 0 */
	u32 word;			/* 8 */
	u16 half;			/* 12 */
	u8 byte;			/* 14 */
	s8 minus;			/* 15 */
	s32 numbers[4];			/* 16 */
	const char *name;		/* 32 */
	struct called_thing *next;	/* 40 */
	char text[16];			/* 48 */
	const char *names[4];		/* 64 */
	const void *nowhere;		/* 96 */
	const void *function;		/* 104 */
	u32 bits;			/* 112 */
	s32 less;			/* 116 */
};

long called_add(long a, long b, long c, long d, long e, long f);
int called_small(s8 a, s16 b, s32 c, bool d);
struct called_thing *called_thing(struct called_thing *thing, const char *name,
				  int nr);
int called_user(const char __user *text, size_t len);
int called_bytes(const u8 *bytes);
int called_depth(int depth);
int called_minus(int a);
const char *called_name(int i);
int called_inner(int i);
int called_outer(int count);
int called_interrupted(int count);
int called_sleep(int ms);
int called_notrace(int i);
int called_at_start(int i);

extern struct called_thing called_things[2];
DECLARE_PER_CPU(u32, called_cpu);
extern u64 called_number;
extern char called_text[64];

/* 1000 plus the number of the CPU. */
DEFINE_PER_CPU(u32, called_cpu);

u64 called_number = 0x1122334455667788;
char called_text[64] = "text in the module";

struct called_thing called_things[2] = {
	{
		.big = 0x1122334455667788, .word = 0xdeadbeef, .half = 0xcafe,
		.byte = 200, .minus = -5, .numbers = { 1, -2, 300000, -400000 },
		.name = "first", .next = &called_things[1],
		.text = "some text", .names = { "one", "two", "", "four" },
		.nowhere = (void *)16, .function = called_add,
		.bits = 0xa5c31e78, .less = -100,
	}, {
		.big = 42, .word = 43, .half = 44, .byte = 45, .minus = 46,
		.numbers = { 5, 6, 7, 8 }, .name = "second",
		.next = &called_things[0], .text = "fifteen letters",
		.names = { "un", "deux", "trois", NULL },
		.nowhere = NULL, .function = called_small,
		.bits = 0x0f0f0f0f, .less = 100,
	},
};

CALLED long called_add(long a, long b, long c, long d, long e, long f)
{
	return a + b + c + d + e + f;
}

CALLED int called_small(s8 a, s16 b, s32 c, bool d)
{
	return d ? a + b + c : 0;
}

CALLED struct called_thing *called_thing(struct called_thing *thing,
					 const char *name, int nr)
{
	return *name && nr >= 0 ? thing : NULL;
}

CALLED int called_user(const char __user *text, size_t len)
{
	return text ? len : -EFAULT;
}

CALLED int called_bytes(const u8 *bytes)
{
	return bytes[0];
}

/* The barrier prevents the compiler from replacing the recursion by a loop. */
CALLED int called_depth(int depth)
{
	int below = depth > 0 ? called_depth(depth - 1) : 0;

	barrier();
	return below + depth;
}

CALLED int called_minus(int a)
{
	return -a;
}

CALLED const char *called_name(int i)
{
	return called_things[i & 1].name;
}

CALLED int called_inner(int i)
{
	return i * i;
}

CALLED int called_outer(int count)
{
	int i, sum = 0;

	for (i = 0; i < count; i++)
		sum += called_inner(i);
	return sum;
}

static int inner_calls;

static void call_in_irq(struct irq_work *work)
{
	called_outer(inner_calls);
}

CALLED int called_interrupted(int count)
{
	struct irq_work work = IRQ_WORK_INIT_HARD(call_in_irq);

	inner_calls = count;
	irq_work_queue(&work);
	irq_work_sync(&work);
	return called_inner(count);
}

CALLED int called_sleep(int ms)
{
	msleep(ms);
	return ms;
}

CALLED notrace int called_notrace(int i)
{
	return i + 1;
}

static CALLED int called_twin(int i)
{
	return i + 2;
}

/* Called by the module's initialization, while the module is being loaded. */
CALLED int called_at_start(int i)
{
	return i - 42;
}

static long call_bytes(const char *hex)
{
	u8 bytes[16] = {};
	size_t nr = strlen(hex) / 2, i;

	if (nr > sizeof(bytes))
		return -EINVAL;
	for (i = 0; i < nr; i++)
		if (sscanf(hex + 2 * i, "%2hhx", &bytes[i]) != 1)
			return -EINVAL;
	called_bytes(bytes);
	return 0;
}

/*
 * This function is inlined, so that traces show called_write() as the caller of
 * the functions.
 */
static __always_inline long call(char *verb, char *rest, char __user *from)
{
	long a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;

	if (!strcmp(verb, "user"))
		return called_user(from, strlen(rest));
	if (!strcmp(verb, "bytes"))
		return call_bytes(rest);
	if (*rest &&
	    sscanf(rest, "%li %li %li %li %li %li", &a, &b, &c, &d, &e, &f) < 1)
		return -EINVAL;
	if (!strcmp(verb, "add"))
		called_add(a, b, c, d, e, f);
	else if (!strcmp(verb, "small"))
		called_small(a, b, c, d);
	else if (!strcmp(verb, "thing"))
		called_thing(&called_things[a & 1], called_things[a & 1].name, a);
	else if (!strcmp(verb, "depth"))
		called_depth(a);
	else if (!strcmp(verb, "minus"))
		called_minus(a);
	else if (!strcmp(verb, "name"))
		called_name(a);
	else if (!strcmp(verb, "chain"))
		called_outer(a);
	else if (!strcmp(verb, "irq"))
		called_interrupted(a);
	else if (!strcmp(verb, "sleep"))
		called_sleep(a);
	else if (!strcmp(verb, "notrace"))
		called_notrace(a);
	else if (!strcmp(verb, "twin"))
		called_twin(a);
	else
		return -EINVAL;
	return 0;
}

static unsigned long storm_end;
static struct completion storm_done[TASKS_MAX];

static int storm_task(void *data)
{
	unsigned long me = (unsigned long)data, i = 0;

	while (time_before(jiffies, storm_end)) {
		called_add(i, 1, 2, 3, 4, 5);
		called_thing(&called_things[i & 1], called_things[i & 1].name,
			     i & 7);
		called_depth(i & 7);
		called_outer(i & 3);
		if (!(++i % 64))
			cond_resched();
	}
	kthread_complete_and_exit(&storm_done[me], 0);
}

static long storm(char *args)
{
	struct task_struct *task;
	unsigned int seconds, nr, i;

	if (sscanf(args, "%u %u", &seconds, &nr) != 2 || nr > TASKS_MAX)
		return -EINVAL;
	storm_end = jiffies + seconds * HZ;
	for (i = 0; i < nr; i++) {
		init_completion(&storm_done[i]);
		task = kthread_run(storm_task, (void *)(unsigned long)i,
				   "storm/%u", i);
		if (IS_ERR(task))
			complete(&storm_done[i]);
	}
	for (i = 0; i < nr; i++)
		wait_for_completion(&storm_done[i]);
	return 0;
}

static ssize_t called_write(struct file *file, const char __user *from,
			    size_t len, loff_t *pos)
{
	static DEFINE_MUTEX(mutex);
	char text[COMMAND_MAX], *verb = text, *rest;
	unsigned long count = 1;
	long ret = 0;

	if (len >= sizeof(text))
		return -E2BIG;
	if (copy_from_user(text, from, len))
		return -EFAULT;
	text[len] = '\0';
	strim(text);
	if (*verb >= '0' && *verb <= '9') {
		count = simple_strtoul(verb, &verb, 0);
		verb = skip_spaces(verb);
	}
	rest = verb + strcspn(verb, " ");
	if (*rest)
		*rest++ = '\0';
	mutex_lock(&mutex);
	if (!strcmp(verb, "storm"))
		ret = storm(rest);
	else
		while (count-- && ret >= 0)
			ret = call(verb, rest,
				   (char __user *)from + (rest - text));
	mutex_unlock(&mutex);
	return ret < 0 ? ret : len;
}

static const struct file_operations called_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = called_write,
	.llseek = default_llseek,
};

static int called_data_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "%px D called_number\n", &called_number);
	seq_printf(m, "%px D called_text\n", called_text);
	seq_printf(m, "%px D called_things\n", called_things);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(called_data);

static int __init called_init(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		per_cpu(called_cpu, cpu) = 1000 + cpu;
	called_at_start(42);
	test_file_add("histrig_called", 0200, &called_fops);
	test_file_add("histrig_called_data", 0400, &called_data_fops);
	return 0;
}

static void __exit called_exit(void)
{
	test_file_remove("histrig_called_data");
	test_file_remove("histrig_called");
}

module_init(called_init);
module_exit(called_exit);
MODULE_DESCRIPTION("Functions that histrig's tests probe");
MODULE_LICENSE("GPL");
