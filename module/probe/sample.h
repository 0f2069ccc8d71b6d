/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples (c): hits that the kernel's counters (perf_event) make, such as 99 times a second or
 * at every 1000th page fault.
 *
 * A definition has one counter on each CPU that is online while an event file wants hits.
 */
#ifndef HISTRIG_PROBE_SAMPLE_H
#define HISTRIG_PROBE_SAMPLE_H

#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/types.h>

#include "../compat/parts.h"
#include "probe.h"

struct perf_event;
struct perf_sample_data;

/**
 * struct sample_cpu - what a definition has on a CPU
 * @counter: the counter, NULL if the CPU has none; protected by event_mutex
 * @expires: when the last sample of a clock was due, in nanoseconds; 0 before the first. Only
 *	hits on the CPU use it while there is a counter
 */
struct sample_cpu {
	struct perf_event *counter;
	s64 expires;
};

/**
 * struct sample_probe - a definition of samples
 * @probe: the common part of all probes
 * @source: what is counted, as the definition spells it
 * @attr: what is counted, and how often a sample is taken, for the kernel
 * @is_clock: the source is a clock
 * @cpus: what it has on each CPU
 * @armed: entry in the list of armed definitions; protected by event_mutex
 * @was_armed: there may have been hits
 */
struct sample_probe {
	struct probe probe;
	char *source;
	struct perf_event_attr attr;
	bool is_clock;
	struct sample_cpu __percpu *cpus;
	struct list_head armed;
	bool was_armed;
};

static inline struct sample_probe *to_sample_probe(const struct probe *probe)
{
	return container_of(probe, struct sample_probe, probe);
}

#if HISTRIG_SAMPLES

/*
 * Follows CPUs that come online. Returns 0 or an errno. Call samples_exit() after all definitions
 * are disarmed.
 */
int samples_init(void);
void samples_exit(void);

#else

static inline int samples_init(void)
{
	return 0;
}

static inline void samples_exit(void)
{
}

#endif

/* Takes a sample: a perf_overflow_handler_t, whose context is the definition. NMI too. */
void sample_hit(struct perf_event *counter, struct perf_sample_data *data,
		struct pt_regs *regs);

#endif /* HISTRIG_PROBE_SAMPLE_H */
