// SPDX-License-Identifier: GPL-2.0
/* Tests of pid filters that forks and exits change while a command does. */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "test.h"

#define bitmap_copy(to, from, bits)	memcpy(to, from, (bits) / 8)
#define clear_bit(n, bits)		((void)test_and_clear_bit(n, bits))
#define set_bit(n, bits)						\
	((void)__atomic_fetch_or(&(bits)[(n) / 64], 1UL << (n) % 64, __ATOMIC_RELAXED))
#include "../../module/instance/hot/pids.c"

/* Before a command sets a bit, another CPU forks and exits. */
static void other_cpu(void);
static inline void set_bit_later(int n, unsigned long *bits)
{
	other_cpu();
	set_bit(n, bits);
}

#undef set_bit
#define set_bit		set_bit_later
#define __set_bit	set_bit_later
#include "../../module/instance/pids.c"

struct mutex event_mutex;
static struct pid_filter filter;
static bool forks;

struct event *registry_kernel_event(const char *name)
{
	(void)name;
	return NULL;
}

void event_file_set_mode(struct event_file *file, unsigned int set, unsigned int clear)
{
	(void)file, (void)set, (void)clear;
}

static void other_cpu(void)
{
	static struct task_struct parent = { .pid = 100 }, child = { .pid = 200 },
				  exits = { .pid = 150 };

	if (!forks)
		return;
	pid_filter_fork(&filter, &parent, &child);
	pid_filter_exit_task(&filter, &exits);
}

static void check_add(bool never)
{
	static const int first[] = { 100, 150 }, more[] = { 300, 7 };
	const struct pid_set *set;

	CHECK_EQ(pid_filter_add(&filter, never, first, 2), 0);
	forks = true;
	CHECK_EQ(pid_filter_add(&filter, never, more, 2), 0);
	forks = false;
	set = pid_filter_set(&filter, never);
	CHECK(pid_set_has(set, 100));
	CHECK(pid_set_has(set, 200));
	CHECK(!pid_set_has(set, 150));
	CHECK(pid_set_has(set, 300));
	CHECK(pid_set_has(set, 7));
	pid_filter_free(&filter);
	CHECK_EQ(shim_live, 0);
}

static void test_add(void)
{
	check_add(false);
	check_add(true);
}

const struct test tests[] = {
	{ "tasks that fork or exit while others are added to a list of tasks are followed", test_add },
	{}
};
