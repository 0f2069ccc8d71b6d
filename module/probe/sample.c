// SPDX-License-Identifier: GPL-2.0
/* Definitions of samples, see sample.h. */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../compat/log.h"
#include "../compat/probe.h"
#include "../event/registry.h"
#include "arg.h"
#include "report.h"
#include "sample.h"

/* The default group of these events. */
#define SAMPLE_GROUP	"samples"

/* Maximum of freq= in hertz, and minimum of period= for clocks, in nanoseconds. */
#define SAMPLE_FREQ_MAX		100000
#define SAMPLE_CLOCK_MIN	10000

/* The sources that have names, which are perf's. */
static const struct sample_source {
	const char *name;
	u32 type;
	u64 config;
} sample_sources[] = {
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{}
};

/* The armed definitions; protected by event_mutex. */
static LIST_HEAD(samples_armed);

/* Parses the second word: a name above, or a raw number of the hardware, such as r1c2. */
static int sample_parse_source(struct probe_words *words, struct perf_event_attr *attr)
{
	const char *word = words->word[1];
	const struct sample_source *source;

	for (source = sample_sources; source->name; source++) {
		if (!strcmp(source->name, word)) {
			attr->type = source->type;
			attr->config = source->config;
			return 0;
		}
	}
	attr->type = PERF_TYPE_RAW;
	if (*word != 'r' || !isxdigit(word[1]) || kstrtou64(word + 1, 16, &attr->config))
		return probe_refuse(words, 1, 0, PROBE_BAD_SOURCE);
	return 0;
}

static bool sample_is_clock(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE &&
	       (attr->config == PERF_COUNT_SW_CPU_CLOCK ||
		attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

/* Parses the third word: freq=HERTZ, or period=COUNT. */
static int sample_parse_rate(struct probe_words *words, struct perf_event_attr *attr)
{
	const char *word = words->nr > 2 ? words->word[2] : "";
	size_t len = str_has_prefix(word, "freq=");
	u64 number, min = 1, max = S64_MAX;

	attr->freq = !!len;
	if (attr->freq)
		max = SAMPLE_FREQ_MAX;
	else if (sample_is_clock(attr))
		min = SAMPLE_CLOCK_MIN;
	len = len ?: str_has_prefix(word, "period=");
	if (!len || !isdigit(word[len]) || word[len] == '0' || kstrtou64(word + len, 10, &number) ||
	    number < min || number > max)
		return probe_refuse(words, 2, len, PROBE_BAD_RATE);
	if (attr->freq)
		attr->sample_freq = number;
	else
		attr->sample_period = number;
	return 0;
}

/*
 * Makes the second and the third word one, the place, because arguments follow a place of one
 * word. They are parts of one string, which argv_split() has made.
 */
static void sample_join_place(struct probe_words *words)
{
	char *end = strchr(words->word[1], '\0');

	*end++ = ' ';
	memmove(end, words->word[2], strlen(words->word[2]) + 1);
	words->nr--;
	memmove(&words->word[2], &words->word[3],
		(words->nr - 2) * sizeof(*words->word));
}

static struct perf_event *sample_make_counter(struct sample_probe *sample,
					      struct perf_event_attr *attr, int cpu)
{
	return perf_event_create_kernel_counter(attr, cpu, NULL, sample_hit, sample);
}

static void sample_stop(struct sample_probe *sample, int cpu)
{
	struct sample_cpu *at = per_cpu_ptr(sample->cpus, cpu);

	if (at->counter)
		perf_event_release_kernel(at->counter);
	at->counter = NULL;
	at->expires = 0;
}

/* Starts the counter of a CPU. Returns 0 or an errno, -ENODEV if the CPU goes offline. */
static int sample_start(struct sample_probe *sample, int cpu)
{
	struct perf_event *counter = sample_make_counter(sample, &sample->attr, cpu);

	if (IS_ERR(counter))
		return PTR_ERR(counter);
	per_cpu_ptr(sample->cpus, cpu)->counter = counter;
	return 0;
}

static void sample_stop_all(struct sample_probe *sample)
{
	int cpu;

	for_each_possible_cpu(cpu)
		sample_stop(sample, cpu);
}

static int sample_arm(struct probe *base)
{
	struct sample_probe *sample = to_sample_probe(base);
	int cpu, ret, result = -ENODEV;

	lockdep_assert_held(&event_mutex);
	sample->was_armed = true;
	for_each_online_cpu(cpu) {
		ret = sample_start(sample, cpu);
		/* Some kinds of CPUs in a machine may lack the counter. */
		if (ret != -ENODEV && ret != -ENOENT)
			result = ret;
		if (result && result != -ENODEV)
			break;
	}
	if (result)
		sample_stop_all(sample);
	else
		list_add(&sample->armed, &samples_armed);
	return result;
}

static void sample_disarm(struct probe *base)
{
	struct sample_probe *sample = to_sample_probe(base);

	lockdep_assert_held(&event_mutex);
	list_del(&sample->armed);
	sample_stop_all(sample);
}

/* The CPUs that have come online since sample_restart() ran. */
static struct cpumask came_online;

/*
 * Starts the counters of CPUs that have come online. The kernel has stopped those that the CPUs
 * had before they went offline.
 */
static void sample_restart(struct work_struct *work)
{
	struct sample_probe *sample;
	int cpu, ret;

	mutex_lock(&event_mutex);
	for_each_possible_cpu(cpu) {
		if (!cpumask_test_and_clear_cpu(cpu, &came_online))
			continue;
		list_for_each_entry(sample, &samples_armed, armed) {
			sample_stop(sample, cpu);
			ret = sample_start(sample, cpu);
			if (ret && ret != -ENODEV && ret != -ENOENT)
				pr_warn("cannot count %s on CPU %d (%pe); disable event %s and enable it again\n",
					sample->source, cpu, ERR_PTR(ret),
					sample->probe.event->event.name);
		}
	}
	mutex_unlock(&event_mutex);
}

static DECLARE_WORK(restart_work, sample_restart);

/*
 * A worker starts the counters, because the kernel takes the lock of CPU hotplug to start some of
 * them, and that lock is held here.
 */
static int sample_cpu_online(unsigned int cpu)
{
	cpumask_set_cpu(cpu, &came_online);
	schedule_work(&restart_work);
	return 0;
}

static int hotplug_state;

int samples_init(void)
{
	int ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "trace/histrig:samples",
					    sample_cpu_online, NULL);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

void samples_exit(void)
{
	if (hotplug_state)
		cpuhp_remove_state_nocalls(hotplug_state);
	cancel_work_sync(&restart_work);
}

/* Finds out whether this machine can count the source. */
static int sample_place(struct probe *base, struct probe_words *words)
{
	struct sample_probe *sample = to_sample_probe(base);
	struct perf_event_attr attr = sample->attr;
	struct perf_event *counter = ERR_PTR(-ENODEV);
	int cpu, ret = probe_args_resolve(base->args) ?: security_locked_down(LOCKDOWN_PERF);

	if (ret)
		return probe_explain(words, ret);
	attr.disabled = true;
	for_each_online_cpu(cpu) {
		counter = sample_make_counter(sample, &attr, cpu);
		/* Look at the next CPU if this one goes offline, or lacks what others count. */
		if (counter != ERR_PTR(-ENODEV) && counter != ERR_PTR(-ENOENT))
			break;
	}
	if (!IS_ERR(counter)) {
		perf_event_release_kernel(counter);
		return 0;
	}
	ret = PTR_ERR(counter);
	if (ret != -ENOENT && ret != -ENODEV && ret != -EOPNOTSUPP)
		return probe_explain(words, ret);
	return probe_fail(words, 1, 0, PROBE_NO_COUNTER, ret);
}

static void sample_free(struct probe *base)
{
	struct sample_probe *sample = to_sample_probe(base);

	/* The kernel does not wait for hits when it removes a counter. */
	if (sample->was_armed)
		hits_synchronize();
	probe_exit(base);
	free_percpu(sample->cpus);
	kfree(sample->source);
	kfree(sample);
}

static int sample_make(struct probe_words *words, struct sample_probe *sample)
{
	const char *colon = strchr(words->word[0], ':');
	const struct probe_shape shape = { .addresses = 1 };
	const struct probe_place place = {};
	struct probe_name name = { .group = SAMPLE_GROUP };
	int ret = sample_parse_source(words, &sample->attr) ?:
		  sample_parse_rate(words, &sample->attr) ?:
		  probe_parse_name(words, 0, colon ? colon + 1 : NULL, &name);

	if (ret)
		return ret;
	sample->attr.size = sizeof(sample->attr);
	sample->is_clock = sample_is_clock(&sample->attr);
	/* A counter that counts in guests may keep the host from starting one. */
	sample->attr.exclude_guest = sample->attr.type != PERF_TYPE_SOFTWARE;
	sample->source = kstrdup(words->word[1], GFP_KERNEL);
	sample->cpus = alloc_percpu(struct sample_cpu);
	if (!sample->source || !sample->cpus)
		return -ENOMEM;
	if (!name.name) {
		strscpy(name.name_buf, sample->source, PROBE_NAME_MAX);
		probe_clean_name(name.name_buf);
		name.name = name.name_buf;
	}
	sample_join_place(words);
	return probe_init(&sample->probe, &sample_kind, words, &place, shape) ?:
	       probe_add(&sample->probe, &name, words);
}

static int sample_define(struct probe_words *words)
{
	struct sample_probe *sample;
	int ret;

	if (words->word[0][1] && words->word[0][1] != ':')
		return -ECANCELED;
	sample = kzalloc(sizeof(*sample), GFP_KERNEL);
	if (!sample)
		return -ENOMEM;
	ret = sample_make(words, sample);
	if (ret)
		sample_free(&sample->probe);
	return ret;
}

static int sample_create(const char *text)
{
	return probe_define(text, "sample", "c", sample_define);
}

static bool sample_same_place(const struct probe *a, const struct probe *b)
{
	const struct perf_event_attr *x = &to_sample_probe(a)->attr;
	const struct perf_event_attr *y = &to_sample_probe(b)->attr;

	return !memcmp(x, y, sizeof(*x));
}

static bool sample_is_at(const struct probe *base, const char *word)
{
	return !strcmp(to_sample_probe(base)->source, word);
}

/* Size of the longest word that sample_rate_text() writes. */
#define RATE_TEXT_SIZE	sizeof("period=9223372036854775807")

static void sample_rate_text(const struct sample_probe *sample, char text[RATE_TEXT_SIZE])
{
	const struct perf_event_attr *attr = &sample->attr;

	snprintf(text, RATE_TEXT_SIZE, "%s=%llu", attr->freq ? "freq" : "period",
		 attr->freq ? attr->sample_freq : attr->sample_period);
}

/* Unlike the place of other probes, that of a sample has two words. */
static bool sample_matches(const struct dynamic_event *dyn, const char *system,
			   const char *name, int nr_words, char **words)
{
	const struct sample_probe *sample = to_sample_probe(to_probe(dyn));
	char rate[RATE_TEXT_SIZE];

	sample_rate_text(sample, rate);
	if (nr_words < 2)
		return probe_matches(dyn, system, name, nr_words, words);
	return !strcmp(words[1], rate) && probe_matches(dyn, system, name, 1, words) &&
	       probe_args_match(sample->probe.args, nr_words - 2, words + 2);
}

static void sample_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct sample_probe *sample = to_sample_probe(to_probe(dyn));
	char rate[RATE_TEXT_SIZE];

	sample_rate_text(sample, rate);
	probe_show_name(m, &sample->probe, 'c', 0);
	seq_printf(m, "%s %s", sample->source, rate);
	probe_show_args(m, &sample->probe);
}

const struct probe_kind sample_kind = {
	.type = {
		.create = sample_create,
		.remove = probe_remove,
		.is_busy = probe_is_busy,
		.matches = sample_matches,
		.show = sample_show,
		.free = probe_free,
	},
	.arm = sample_arm,
	.disarm = sample_disarm,
	.place = sample_place,
	.same_place = sample_same_place,
	.is_at = sample_is_at,
	.free = sample_free,
};
