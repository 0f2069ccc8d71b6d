// SPDX-License-Identifier: GPL-2.0
/* Tracers, see tracer.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "../instance/rings.h"
#include "../ring/ring.h"
#include "tracer.h"

/* The tracer of a new instance, which traces nothing. */
static struct tracer nop = {
	.name = "nop",
	.in_instances = true,
	.options = BIT(OPTION_TEST_NOP_ACCEPT) | BIT(OPTION_TEST_NOP_REFUSE),
	.link = LIST_HEAD_INIT(nop.link),
};

LIST_HEAD(tracer_list);

/* Tracers that work on other kernels, but not on this one. */
static LIST_HEAD(tracer_absent);

const struct tracer *const tracer_nop = &nop;

void tracer_register(struct tracer *tracer)
{
	list_add(&tracer->link, &tracer_list);
	instance_options_known |= tracer->options;
	main_instance.options |= tracer->options_at_start;
}

void tracer_register_absent(struct tracer *tracer, const char *tracepoint)
{
	tracer->lacks = tracepoint;
	list_add(&tracer->link, &tracer_absent);
}

void tracers_init(void)
{
	tracer_register(&nop);
	main_instance.tracer = &nop;
}

static struct tracer *tracer_find(const char *name)
{
	struct tracer *tracer;

	list_for_each_entry(tracer, &tracer_list, link)
		if (!strcmp(tracer->name, name))
			return tracer;
	return NULL;
}

/* Tracers of the kernel that we lack, and what to do instead. */
static const struct {
	const char *name;
	const char *why;
} foreign[] = {
	{ "blk", "use the events of the system block" },
	{ "mmiotrace", "use tracefs; modules cannot hook page faults" },
	{ "hwlat", "use tracefs, if the kernel has this tracer" },
	{ "osnoise", "use tracefs, if the kernel has this tracer" },
	{ "timerlat", "use tracefs, if the kernel has this tracer" },
	{ "branch", "use tracefs, if the kernel is built with CONFIG_BRANCH_TRACER" },
};

static void tracer_explain(const char *name)
{
	const struct tracer *tracer;
	int i;

	list_for_each_entry(tracer, &tracer_absent, link)
		if (!strcmp(tracer->name, name))
			pr_info_ratelimited("no tracer %s: this kernel has no tracepoint %s; available_tracers lists the others\n",
					    name, tracer->lacks);
	for (i = 0; i < ARRAY_SIZE(foreign); i++)
		if (!strcmp(foreign[i].name, name))
			pr_info_ratelimited("no tracer %s: %s\n", name,
					    foreign[i].why);
}

void tracer_reset(struct instance *instance)
{
	const struct tracer *old = instance->tracer;

	lockdep_assert_held(&event_mutex);
	if (old->stop)
		old->stop(instance);
	WRITE_ONCE(instance->tracer, &nop);
}

int tracer_set(struct instance *instance, const char *name)
{
	const struct tracer *tracer = tracer_find(name),
			    *old = instance->tracer;
	bool had_snapshot;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	if (!tracer) {
		tracer_explain(name);
		return -EINVAL;
	}
	if (tracer == old)
		return 0;
	if (tracer->keeps_worst && instance->condition)
		return -EBUSY;
	if (instance != &main_instance && !tracer->in_instances)
		return -EINVAL;
	if (instance->streams)
		return -EBUSY;
	tracer_reset(instance);
	if (old->keeps_worst && !tracer->keeps_worst)
		instance_free_snapshot(instance);
	had_snapshot = instance->snapshot;
	if (tracer->keeps_worst)
		ret = instance_alloc_snapshot(instance);
	if (ret)
		return ret;
	/* The new tracer begins with an empty buffer. */
	ring_reset(instance->ring, RING_ALL);
	if (tracer->start)
		ret = tracer->start(instance, tracer);
	if (!ret)
		WRITE_ONCE(instance->tracer, tracer);
	else if (tracer->keeps_worst && !had_snapshot)
		instance_free_snapshot(instance);
	return ret;
}
