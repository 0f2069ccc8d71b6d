// SPDX-License-Identifier: GPL-2.0
/* The function profiler, see profile.h. */
#include <linux/err.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/oom.h>
#include <linux/processor.h>
#include <linux/sort.h>

#include "../compat/ftrace.h"
#include "../compat/log.h"
#include "../compat/memory.h"
#include "../event/registry.h"
#include "../function/functions.h"
#include "../function/list.h"
#include "../graph/calls.h"
#include "../instance/instance.h"
#include "profile.h"

struct profile profile = {
	.hook.name = "function_profile",
	.hook.ops.func = profile_callback,
	.hook.ops.flags = TRACED_DIRECTLY,
};

static struct calls timed = {
	.enter = profile_call_begins,
	.leave = profile_call_ended,
};

static bool wanted;

static int times_follow(void)
{
	timed.sleep_time = instance_option(&main_instance, OPTION_SLEEP_TIME);
	return calls_follow(&timed, &main_instance);
}

/* Starts to time the calls whose returns can be hooked. profile_callback() counts all calls. */
static int profile_times_start(void)
{
	int ret = times_follow();

	wanted = !ret;
	return ret;
}

static void profile_times_stop(void)
{
	calls_stop(&timed);
	wanted = false;
}

/*
 * After filters or options of an instance have changed, times the functions that are
 * selected now.
 */
static void times_follow_again(struct instance *instance)
{
	int ret;

	if (instance != &main_instance || !wanted)
		return;
	calls_stop(&timed);
	ret = times_follow();
	if (ret)
		pr_warn("function profiler: calls are counted but no longer timed (%pe); write fewer functions to set_ftrace_filter, or 0, then 1 to function_profile_enabled\n",
			ERR_PTR(ret));
}

static bool times_follow_list(const struct instance *instance)
{
	return RETURNS_LEAVE_MODULES && instance == &main_instance &&
	       calls_started(&timed) && timed.all_functions;
}

static unsigned int times_show_user(const struct instance *instance,
				    unsigned long ip, struct seq_file *m)
{
	if (instance != &main_instance || !calls_follows(&timed, ip))
		return 0;
	function_user_show(m, "function_profile", instance);
	return 1;
}

static int times_count_sleep(struct instance *instance, bool on)
{
	return instance == &main_instance ? calls_count_sleep(&timed, on) : 0;
}

static struct function_user times_user = {
	.changed = times_follow_again,
	.follows_list = times_follow_list,
	.show = times_show_user,
	.count_sleep = times_count_sleep,
};

void profile_times_init(void)
{
	function_user_register(&times_user);
}

bool profile_is_on(void)
{
	lockdep_assert_held(&event_mutex);
	return profile.hook.instance;
}

static void profile_free_arrays(void *__percpu *arrays)
{
	int cpu;

	if (!arrays)
		return;
	for_each_possible_cpu(cpu)
		kvfree(*per_cpu_ptr(arrays, cpu));
	free_percpu(arrays);
}

/* Allocates an array for each CPU, with an element of @size bytes for each entry of a table. */
static void *__percpu *profile_alloc_arrays(size_t size)
{
	void *__percpu *arrays = alloc_percpu(void *);
	void *array;
	int cpu;

	if (!arrays)
		return NULL;
	for_each_possible_cpu(cpu) {
		array = memory_zalloc(BIT(profile.bits), size);
		if (!array) {
			profile_free_arrays(arrays);
			return NULL;
		}
		*per_cpu_ptr(arrays, cpu) = array;
	}
	return arrays;
}

static void free_times(void)
{
	profile_free_arrays((void *__percpu *)profile.times);
	profile.times = NULL;
}

static void free_tables(void)
{
	free_times();
	profile_free_arrays((void *__percpu *)profile.tables);
	profile.tables = NULL;
}

static int alloc_tables(void)
{
	profile.tables = (struct profile_entry *__percpu *)
			 profile_alloc_arrays(sizeof(struct profile_entry));
	profile.times = (struct profile_time *__percpu *)
			profile_alloc_arrays(sizeof(struct profile_time));
	return profile.tables && profile.times ? 0 : -ENOMEM;
}

/*
 * Functions whose returns cannot be hooked are not timed. If no returns can be hooked, for example
 * because too many functions are selected, the profiler counts without times.
 */
static void start_times(void)
{
	int ret = profile_times_start();

	if (!ret)
		return;
	free_times();
	pr_info("function profiler: calls are counted but not timed (%pe); to time a few functions, write their names to set_ftrace_filter first\n",
		ERR_PTR(ret));
}

/*
 * The tables have more than twice as many entries as there are functions, for
 * functions of later modules.
 */
static int profile_start(void)
{
	struct function_list *list;
	int ret;

	/* Make struct instance_functions, unless it exists. The hook uses the filters in it. */
	if (!functions_of(&main_instance))
		return -ENOMEM;
	list = function_list_get();
	if (IS_ERR(list))
		return PTR_ERR(list);
	profile.bits = ilog2(roundup_pow_of_two(list->nr + 1)) + 1;
	function_list_put(list);
	free_tables();
	atomic_long_set(&profile.full, 0);
	/* Tables of many CPUs are large, so if memory runs out, kill only this task. */
	set_current_oom_origin();
	ret = alloc_tables();
	clear_current_oom_origin();
	if (ret)
		goto err;
	/* Must come before the hook, because calls store times while the hook is live. */
	start_times();
	ret = function_ops_start(&profile.hook, &main_instance);
	if (!ret)
		return 0;
	profile_times_stop();
err:
	free_tables();
	return ret;
}

int profile_switch(bool on)
{
	if (profile_is_on() == on)
		return 0;
	if (on)
		return profile_start();
	function_ops_stop(&profile.hook);
	profile_times_stop();
	if (atomic_long_read(&profile.full))
		pr_warn("function profiler: %ld calls were not counted, because a table was full; the next start allocates larger tables\n",
			atomic_long_read(&profile.full));
	return 0;
}

void profile_exit(void)
{
	lockdep_assert_held(&event_mutex);
	function_ops_stop(&profile.hook);
	profile_times_stop();
	free_tables();
}

static int profile_compare(const void *a, const void *b)
{
	const struct profile_line *line = a, *other = b;

	if (line->ns != other->ns)
		return line->ns < other->ns ? 1 : -1;
	if (line->hits != other->hits)
		return line->hits < other->hits ? 1 : -1;
	return line->ip < other->ip ? -1 : line->ip > other->ip;
}

/* Maximum number of tries to copy the times of a function while calls end. */
#define COPY_TRIES	1000

/*
 * Copies numbers that belong together. Sets @torn if all tries failed, because a call was
 * interrupted while it added its time.
 */
static void copy_time(const struct profile_time *time,
		      struct profile_line *line)
{
	unsigned int tries = 0;
	unsigned long ended;

	for (;;) {
		ended = local_read(&time->ended);
		smp_rmb(); /* pairs with profile_add_time() */
		line->ns = local64_read(&time->ns);
		line->squares_low = local64_read(&time->squares_low);
		line->squares_high = local64_read(&time->squares_high);
		smp_rmb(); /* pairs with profile_add_time() */
		line->timed = local_read(&time->calls);
		line->torn = line->timed != ended;
		if (!line->torn || ++tries == COPY_TRIES)
			return;
		cpu_relax();
	}
}

static unsigned int profile_copy(int cpu, struct profile_line *lines,
				 unsigned int max)
{
	const struct profile_entry *table = *per_cpu_ptr(profile.tables, cpu);
	unsigned int nr = 0;
	unsigned long i;

	for (i = 0; i < BIT(profile.bits) && nr < max; i++) {
		unsigned long ip = READ_ONCE(table[i].ip);
		unsigned long hits = local_read(&table[i].hits);

		if (!ip)
			continue;
		lines[nr] = (struct profile_line) { .ip = ip, .hits = hits };
		if (profile.times)
			copy_time(*per_cpu_ptr(profile.times, cpu) + i,
				  &lines[nr]);
		/* A call that began on another CPU is counted there, but timed where it ended. */
		nr += hits || lines[nr].timed;
	}
	return nr;
}

static unsigned int count_used(const struct profile_entry *table)
{
	unsigned int nr = 0;
	unsigned long i;

	for (i = 0; i < BIT(profile.bits); i++)
		nr += !!READ_ONCE(table[i].ip);
	return nr;
}

int profile_list(int cpu, struct profile_line **lines, unsigned int *nr)
{
	unsigned int max;

	lockdep_assert_held(&event_mutex);
	*lines = NULL;
	*nr = 0;
	if (!profile.tables)
		return 0;
	max = count_used(*per_cpu_ptr(profile.tables, cpu));
	if (!max)
		return 0;
	*lines = memory_alloc(max, sizeof(**lines));
	if (!*lines)
		return -ENOMEM;
	*nr = profile_copy(cpu, *lines, max);
	sort(*lines, *nr, sizeof(**lines), profile_compare, NULL);
	return 0;
}
