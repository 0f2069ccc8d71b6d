/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The job of the firing module: what to fire, how often, and where; its
 * shooters, one for each thread, with the objects that arguments point to; and
 * the parser of its commands.
 */
#ifndef HISTRIG_FIRE_H
#define HISTRIG_FIRE_H

#include <linux/alarmtimer.h>
#include <linux/binfmts.h>
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/netdevice.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/skbuff.h>
#include <linux/timer.h>
#include <linux/tracepoint.h>

#include "compat.h"

#define MAX_SHOOTERS	64
#define MAX_STRINGS	4096
#define SHOTS_PER_BATCH	1000
#define SHOTS_PER_REST	100

struct shooter;

/* An event, and the function that calls its tracepoint's iterator. */
struct fire_op {
	const char *system;
	const char *event;
	void (*fire)(void *iterator, struct shooter *s);
	bool strings;		/* the event has strings */
};

enum fire_dist { DIST_MOD, DIST_PERM, DIST_TRI };
enum fire_ctx { CTX_TASK, CTX_SOFTIRQ, CTX_IRQ, CTX_NMI };

struct fire_job {
	const struct fire_op *op;
	struct tracepoint *tp;
	struct module *mod;	/* reference to the tracepoint's module */
	u64 count;
	u32 keys;
	s64 base, step, val, vstep;
	u32 cpus, tasks, len;
	u32 disjoint, noirq, rest;
	enum fire_dist dist;
	enum fire_ctx ctx;
	char str[64];

	char **strings;
	char *string_space;
	bool forever, stop, go;
	atomic_t waiting;
	unsigned int n_shooters;
	struct shooter *shooters[MAX_SHOOTERS];
};

struct shooter {
	struct fire_job *job;
	u32 idx, run, shift;	/* state of the generator of keys */
	u64 batch;
	u64 fired, start, end;

	/* the numbers of the current shot */
	s64 key, val;
	const char *str;

	/* the objects that arguments point to */
	struct pt_regs regs;
	struct task_struct task;
	struct signal_struct signal;
	struct sk_buff skb;
	struct net_device dev;
	struct linux_binprm bprm;
	struct alarm alarm;
	struct timer_list timer;
	struct irqaction action;

	struct task_struct *thread;
	struct irq_work irq_work;
	struct tasklet_struct tasklet;
	struct completion done, exited;
	bool nmi_pending;
};

#include "histrig_fire_events.h"

static const struct fire_op *find_op(const char *system, const char *event)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fire_ops); i++)
		if (!strcmp(fire_ops[i].system, system) &&
		    !strcmp(fire_ops[i].event, event))
			return &fire_ops[i];
	return NULL;
}

static int parse_name(const char *value, const char * const *names, int n)
{
	return match_string(names, n, value);
}

static int parse_option(struct fire_job *job, const char *name,
			const char *value)
{
	static const char * const dists[] = { "mod", "perm", "tri" };
	static const char * const ctxs[] = { "task", "softirq", "irq", "nmi" };
	const struct { const char *name; u32 *to; } u32s[] = {
		{ "keys", &job->keys }, { "cpus", &job->cpus },
		{ "tasks", &job->tasks }, { "len", &job->len },
		{ "disjoint", &job->disjoint }, { "noirq", &job->noirq },
		{ "rest", &job->rest },
	};
	const struct { const char *name; s64 *to; } s64s[] = {
		{ "base", &job->base }, { "step", &job->step },
		{ "val", &job->val }, { "vstep", &job->vstep },
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(u32s); i++)
		if (!strcmp(name, u32s[i].name))
			return kstrtou32(value, 0, u32s[i].to);
	for (i = 0; i < ARRAY_SIZE(s64s); i++)
		if (!strcmp(name, s64s[i].name))
			return kstrtos64(value, 0, s64s[i].to);
	if (!strcmp(name, "count"))
		return kstrtou64(value, 0, &job->count);
	if (!strcmp(name, "str"))
		return strscpy(job->str, value, sizeof(job->str)) < 0 ?
			-E2BIG : 0;
	if (!strcmp(name, "dist")) {
		i = parse_name(value, dists, ARRAY_SIZE(dists));
		job->dist = i;
		return min(i, 0);
	}
	if (!strcmp(name, "ctx")) {
		i = parse_name(value, ctxs, ARRAY_SIZE(ctxs));
		job->ctx = i;
		return min(i, 0);
	}
	return -EINVAL;
}

static int parse_options(struct fire_job *job, char *text)
{
	char *name, *value;
	int ret;

	while ((name = strsep(&text, " "))) {
		if (!*name)
			continue;
		value = strchr(name, '=');
		if (!value)
			return -EINVAL;
		*value++ = '\0';
		ret = parse_option(job, name, value);
		if (ret)
			return ret;
	}
	if (!IS_ENABLED(CONFIG_SMP) && job->cpus) {
		job->count *= job->cpus;
		job->cpus = 1;
	}
	if (!job->keys || job->cpus > num_online_cpus() ||
	    job->cpus > MAX_SHOOTERS || job->tasks > MAX_SHOOTERS ||
	    job->len > PAGE_SIZE)
		return -ERANGE;
	return 0;
}

/* Parses "SYS EVENT option=value ..." into a job; free_job() frees it. */
static struct fire_job *fire_parse_job(char *text)
{
	char *system = strsep(&text, " ");
	char *event = strsep(&text, " ");
	struct fire_job *job;
	int ret = -ENOENT;

	job = kzalloc(sizeof(*job), GFP_KERNEL);
	if (!job)
		return ERR_PTR(-ENOMEM);
	job->count = 1;
	job->keys = 1;
	job->step = 1;
	job->val = 100;
	job->vstep = 1;
	strscpy(job->str, "fire", sizeof(job->str));
	if (event)
		job->op = find_op(system, event);
	if (job->op)
		ret = parse_options(job, text);
	if (ret) {
		kfree(job);
		return ERR_PTR(ret);
	}
	return job;
}

#endif
