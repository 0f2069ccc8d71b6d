// SPDX-License-Identifier: GPL-2.0
/* Tests of saved_cmdlines with pids that share a slot of its table, and on several CPUs. */
#include <linux/atomic.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/threads.h>

#include "test.h"

/* The variable last_cmdlines is an offset in each CPU's copy. */
static void *copy_of(const void *variable, unsigned int cpu);
#undef this_cpu_ptr
#define this_cpu_ptr(p)		((__typeof__(p))copy_of(p, shim_cpu))
#define per_cpu(variable, cpu)	(*(__typeof__(&(variable)))copy_of(&(variable), cpu))
#define atomic_set_release(v, i)	atomic_set(v, i)

#include "../../module/record/hot/saved_cmdlines.c"

#define ENTRIES	64
/* A task with the same slot as task PID has. */
#define PID	1234
#define TWIN	(PID + PID_MAX_DEFAULT)

static struct cmdline_table *names;
static struct last_cmdline copies[SHIM_CPUS];

static void *copy_of(const void *variable, unsigned int cpu)
{
	return (char *)&copies[cpu] + ((const char *)variable - (const char *)&last_cmdlines);
}

static void start(void)
{
	names = kcalloc(1, sizeof(*names) + ENTRIES * sizeof(names->saved[0]), GFP_KERNEL);
	CHECK(names);
	names->nr = ENTRIES;
	cmdline_table = names;
	memset(copies, 0, sizeof(copies));
}

static void end(void)
{
	cmdline_table = NULL;
	kfree(names);
}

static void hit(int pid, const char *comm)
{
	memset(&shim_task, 0, sizeof(shim_task));
	shim_task.pid = pid;
	strcpy(shim_task.comm, comm);
	cmdline_save();
}

/* Returns what cmdline_find() finds, or NULL. */
static const char *name_of(int pid)
{
	const u16 slot = names->slot[pid & (PID_MAX_DEFAULT - 1)];

	return slot && names->saved[slot - 1].pid == pid ? names->saved[slot - 1].comm : NULL;
}

static unsigned int lines_of(int pid)
{
	unsigned int i, nr = 0;

	for (i = 0; i < ENTRIES; i++)
		nr += names->saved[i].pid == pid;
	return nr;
}

static void test_others_stay(void)
{
	unsigned int i;

	start();
	hit(7, "other");
	for (i = 0; i < 10 * ENTRIES; i++) {
		hit(PID, "first");
		CHECK_STR(name_of(PID), "first", "the task that hit last");
		CHECK_STR(name_of(TWIN), NULL, "its twin");
		hit(TWIN, "second");
		CHECK_STR(name_of(TWIN), "second", "the task that hit last");
	}
	CHECK_STR(name_of(7), "other", "another task");
	end();
}

static void test_one_line(void)
{
	start();
	hit(PID, "sh");
	hit(TWIN, "second");
	CHECK_EQ(lines_of(PID), 0);
	hit(PID, "ls");
	CHECK_EQ(lines_of(PID), 1);
	CHECK_EQ(lines_of(TWIN), 0);
	CHECK_STR(name_of(PID), "ls", "the new name");
	end();
}

static void test_oldest_goes(void)
{
	unsigned int i;

	start();
	hit(PID, "first");
	for (i = 1; i <= ENTRIES; i++)
		hit(i, "filler");
	CHECK_STR(name_of(PID), NULL, "the oldest name");
	/* The slot of both still refers to an entry, which is now a filler's. */
	hit(TWIN, "second");
	CHECK_STR(name_of(TWIN), "second", "the new name");
	CHECK_STR(name_of(1), NULL, "the oldest filler");
	CHECK_STR(name_of(2), "filler", "the next filler");
	hit(1, "again");
	CHECK_STR(name_of(1), "again", "a name that was replaced");
	end();
}

static void hit_on(unsigned int cpu, int pid, const char *comm)
{
	const unsigned int here = shim_cpu;

	shim_cpu = cpu;
	hit(pid, comm);
	shim_cpu = here;
}

static void test_moves(void)
{
	start();
	hit_on(0, PID, "idle");
	hit_on(1, PID, "busy");
	hit_on(0, PID, "idle");
	CHECK_STR(name_of(PID), "idle", "the name of the last hit");
	hit_on(0, PID, "busy");
	hit_on(1, PID, "busy");
	CHECK_STR(name_of(PID), "busy", "the name of the last hit");
	end();
}

const struct test tests[] = {
	{ "two tasks that share a slot do not push out the names of others", test_others_stay },
	{ "a task that shares a slot has one line, with its newest name", test_one_line },
	{ "a full table replaces the oldest name", test_oldest_goes },
	{ "a task that changes its name and its CPU has its newest name", test_moves },
	{}
};
