// SPDX-License-Identifier: GPL-2.0
/* Stops hooks of returns while the kernel fails to stop them. */
#include <linux/errno.h>
#include <linux/string.h>
#include <linux/types.h>

#include "test.h"

/*
 * Definitions in this file replace the kernel's fprobes. RETURNS_BY_FPROBES selects the
 * code to test. The other macros keep headers that need the kernel's fprobes out of
 * returns.c.
 */
#define RETURNS_BY_FPROBES
#define HISTRIG_COMPAT_CALLBACK_H
#define HISTRIG_COMPAT_ENTRY_H
#define HISTRIG_COMPAT_FILTER_IPS_H
#define HISTRIG_COMPAT_PROBEABLE_H
#define HISTRIG_COMPAT_STUCK_HOOKS_H
#define HISTRIG_COMPAT_PARKED_H
#define HISTRIG_COMPAT_RETURNS_H

struct ftrace_ops {
	int unused;
};

struct fprobe {
	struct ftrace_ops ops;
	unsigned long nmissed;
	size_t entry_data_size;
	int nr_maxactive;
	bool disabled;
};

struct return_probe {
	unsigned int words;
	struct fprobe fprobe;
	bool started;
	bool kept;
};

/* unregister_fprobe() returns this errno as often as @answers says, and then 0. */
static int answer;
static unsigned int answers, sleeps, keeps, disabled_keeps;

/* The result of ftrace_set_filter(), and the freed ftrace_ops that must not be used. */
static int filter_answer;
static const struct ftrace_ops *freed;

static int register_fprobe_ips(struct fprobe *fprobe, unsigned long *ips, int nr)
{
	return 0;
}

static int unregister_fprobe(struct fprobe *fprobe)
{
	freed = &fprobe->ops;
	if (!answers)
		return 0;
	answers--;
	return answer;
}

static int ftrace_set_filter(struct ftrace_ops *ops, unsigned char *pattern, int len, int reset)
{
	CHECK(ops != freed);
	return filter_answer;
}

static void disable_fprobe(struct fprobe *fprobe)
{
	fprobe->disabled = true;
}

static void return_probe_prepare(struct return_probe *hook)
{
}

static void module_keep_for_hook(int error)
{
	keeps++;
}

static void module_keep_for_disabled_hook(int error)
{
	disabled_keeps++;
}

#define HZ	100
#define schedule_timeout_uninterruptible(timeout)	(sleeps++)

#include "../../module/compat/returns.c"

/* Starts a hook and stops it while the kernel returns @error @times times. */
static struct return_probe stop_with(int error, unsigned int times)
{
	struct return_probe hook = { .words = 1 };
	unsigned long ip = 1;
	unsigned int nr = 1;

	sleeps = 0;
	keeps = 0;
	disabled_keeps = 0;
	CHECK_EQ(return_probe_start(&hook, &ip, &nr, 10), 0);
	answer = error;
	answers = times;
	return_probe_stop(&hook);
	CHECK(!hook.started);
	return hook;
}

static void test_no_memory(void)
{
	struct return_probe hook = stop_with(-ENOMEM, 3);

	CHECK(!answers);
	CHECK_EQ(sleeps, 3);
	CHECK_EQ(keeps, 0);
	CHECK(!hook.kept && !hook.fprobe.disabled);
	/* The hook can be started again. */
	hook = stop_with(0, 0);
	CHECK_EQ(sleeps, 0);
	CHECK(!hook.kept);
}

static void test_never_memory(void)
{
	struct return_probe hook = stop_with(-ENOMEM, 1000);

	CHECK_EQ(keeps, 0);
	CHECK_EQ(disabled_keeps, 1);
	CHECK(hook.kept && hook.fprobe.disabled);
	CHECK(sleeps < 1000);
}

static void test_refused(void)
{
	struct return_probe hook = stop_with(-ENODEV, 1);
	unsigned long ip = 1;
	unsigned int nr = 1;

	CHECK_EQ(sleeps, 0);
	CHECK_EQ(keeps, 1);
	CHECK(hook.kept && hook.fprobe.disabled);
	CHECK_EQ(return_probe_start(&hook, &ip, &nr, 10), -ENODEV);
}

static void test_failed(void)
{
	struct return_probe hook;

	filter_answer = -ENODEV;
	hook = stop_with(0, 0);
	filter_answer = 0;
	CHECK_EQ(keeps, 1);
	CHECK(hook.kept && hook.fprobe.disabled);
}

const struct test tests[] = {
	{ "a hook is stopped as soon as the kernel has memory for it", test_no_memory },
	{ "a hook is kept if the kernel never has memory to stop it", test_never_memory },
	{ "a hook that the kernel does not stop is kept, and not started again", test_refused },
	{ "a hook is kept if function tracing fails while it is stopped", test_failed },
	{}
};
