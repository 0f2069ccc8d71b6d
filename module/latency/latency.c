// SPDX-License-Identifier: GPL-2.0
/* Common code of the latency tracers, see latency.h. */
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/probe.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../ring/ring.h"
#include "latency.h"

/* Sets the tracepoint of a probe if @tp has its name. */
static void look_at(struct tracepoint *tp, void *data)
{
	struct latency_probe *probe = data;

	if (!strcmp(tp->name, probe->name))
		probe->tp = tp;
}

/*
 * Returns the name of a needed tracepoint that this kernel lacks, or NULL. Searches the
 * kernel, because the registry may lack an event although its tracepoint exists.
 */
static const char *latency_lacks(struct latency_kind *kind, unsigned int of)
{
	struct latency_probe *probe;

	for (probe = kind->probes; probe->name; probe++) {
		for_each_kernel_tracepoint(look_at, probe);
		if (!probe->tp && probe->of & of)
			return probe->name;
	}
	return NULL;
}

void latency_offer(struct latency_tracer *latency)
{
	const char *lacking = latency_lacks(latency->kind, latency->of);

	if (lacking)
		tracer_register_absent(&latency->tracer, lacking);
	else
		tracer_register(&latency->tracer);
}

/* Unregisters the probes before @end; they may still run. */
static void remove_probes(struct latency_kind *kind,
			  const struct latency_probe *end)
{
	struct latency_probe *probe;

	for (probe = kind->probes; probe != end; probe++)
		if (probe->tp)
			tracepoint_probe_unregister(probe->tp, probe->probe,
						    probe);
}

static int latency_add_probes(struct latency_kind *kind)
{
	struct latency_probe *probe;
	int ret;

	for (probe = kind->probes; probe->name; probe++) {
		/* The kernel lacks the tracepoint; tracers that need it are not available. */
		if (!probe->tp)
			continue;
		if (probe->skip.below) {
			event_find_iterator(&probe->iterator, probe->tp);
			probe->skip.iterators = &probe->iterator;
		}
		ret = tracepoint_probe_register(probe->tp, probe->probe, probe);
		if (ret) {
			remove_probes(kind, probe);
			return ret;
		}
	}
	return 0;
}

static struct latency_probe *last_probe(const struct latency_kind *kind)
{
	struct latency_probe *probe = kind->probes;

	while (probe->name)
		probe++;
	return probe;
}

static void set_options(struct latency_kind *kind, unsigned long wanted)
{
	int option;

	for_each_set_bit(option, &kind->forced, OPTIONS)
		if (instance_option(kind->instance, option) !=
		    !!(wanted & BIT(option)))
			instance_set_option(kind->instance, option,
					    wanted & BIT(option));
}

static int latency_follow_functions(struct latency_kind *kind)
{
	return kind->hook.name ?
		       function_ops_start(&kind->hook, kind->instance) : 0;
}

int latency_begin(struct latency_kind *kind, struct instance *instance)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (kind->instance)
		return -EBUSY;
	kind->instance = instance;
	kind->options = instance->options & kind->forced;
	set_options(kind, kind->forced);
	WRITE_ONCE(instance->max_latency, 0);
	functions_forget_untraced(instance, RING_ALL);
	ret = latency_add_probes(kind);
	if (ret)
		goto err_options;
	if (instance_option(instance, OPTION_FUNCTION_TRACE))
		ret = latency_follow_functions(kind);
	if (ret)
		goto err_probes;
	return 0;

err_probes:
	remove_probes(kind, last_probe(kind));
	hits_synchronize();
err_options:
	set_options(kind, kind->options);
	kind->instance = NULL;
	return ret;
}

void latency_end(struct latency_kind *kind)
{
	lockdep_assert_held(&event_mutex);
	function_ops_stop(&kind->hook);
	remove_probes(kind, last_probe(kind));
	hits_synchronize();
	set_options(kind, kind->options);
	functions_forget_untraced(kind->instance, RING_ALL);
	kind->instance = NULL;
}

int latency_set_option(struct instance *instance, enum instance_option option,
		       bool on)
{
	struct latency_kind *kind = container_of(instance->tracer,
						 struct latency_tracer, tracer)->kind;

	switch (option) {
	case OPTION_OVERWRITE:
		/* Without the option overwrite, a full ring would lose the end of a latency. */
		return on ? 0 : -EINVAL;
	case OPTION_FUNCTION_TRACE:
		if (on)
			return latency_follow_functions(kind);
		function_ops_stop(&kind->hook);
		return 0;
	case OPTION_DISPLAY_GRAPH:
		return -EINVAL;
	default:
		return 0;
	}
}

int latency_init(void)
{
	int ret = lateness_init();

	if (ret)
		return ret;
	mutex_lock(&event_mutex);
	irqsoff_init();
	wakeup_init();
	mutex_unlock(&event_mutex);
	return 0;
}
