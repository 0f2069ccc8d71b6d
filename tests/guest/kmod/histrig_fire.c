// SPDX-License-Identifier: GPL-2.0
/*
 * Fires existing tracepoints from kernel loops, with arguments that are the
 * same in every run: the workload of guest tests, the differential test
 * and the benchmark.
 *
 * One file, histrig_fire, takes one command per write:
 *
 *   fire SYS EVENT [option=value ...]   fire and wait for the end
 *   bg SYS EVENT [option=value ...]     fire until `stop`
 *   nmi SYS EVENT [option=value ...]    fire in each external NMI until `stop`;
 *                                       only on x86
 *   stop                                stop `bg` and `nmi`
 *   probe SYS EVENT                     register an empty probe (a baseline)
 *   unprobe SYS EVENT
 *
 * A read returns `fired N ns T nmis M` for the last command.
 * Options (defaults in brackets):
 *
 *   count   firings per CPU or task [1]
 *   keys    number of distinct keys [1]
 *   dist    order of the keys: mod (0 1 2 0 1 2), perm (each once, shuffled,
 *           keys not a multiple of 7919), tri (key k comes k+1 times) [mod]
 *   base    the number of the first key, signed [0]
 *   step    distance between keys, signed [1]
 *   val     the event's other numbers, signed [100]
 *   vstep   added to val once per key, signed [1]
 *   str     start of generated strings; the key's index follows [fire]
 *   len     pad generated strings with x to this length [0]
 *   cpus    fire on this many CPUs at once; 0: in the writer itself [0]. In a kernel
 *           without SMP, the only CPU fires for all
 *   tasks   fire in this many threads, one after another [0]
 *   disjoint=1  each CPU or task has different keys
 *   ctx     task, softirq, irq or nmi (an NMI that the CPU sends to itself or,
 *           except on x86, an interrupt for which in_nmi() is true) [task]
 *   noirq=1 fire with interrupts off
 *   rest    microseconds for which each CPU of `bg` sleeps after 100 shots [0]. In a
 *           guest, commands that patch code wait for CPUs that never sleep
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>

#include "histrig_fire.h"

static DEFINE_MUTEX(fire_mutex);
static struct fire_job *background[2];	/* the jobs of `bg` and of `nmi` */
static struct fire_job __rcu *nmi_job;
static atomic_long_t nmi_count;
static char report[96];

struct search {
	const char *name;
	struct tracepoint *tp;
	struct module *mod;
};

static void match_tracepoint(struct tracepoint *tp, void *priv)
{
	struct search *s = priv;

	if (!strcmp(tp->name, s->name))
		s->tp = tp;
}

static int match_in_module(struct notifier_block *nb, unsigned long action,
			   void *data);

static struct notifier_block module_nb = { .notifier_call = match_in_module };
static struct search module_search;

/* Called for each module with tracepoints while the notifier is registered. */
static int match_in_module(struct notifier_block *nb, unsigned long action,
			   void *data)
{
	struct search *s = &module_search;
	struct module *mod = ((struct tp_module *)data)->mod;
	unsigned int i;

	for (i = 0; i < mod->num_tracepoints && s->name && !s->tp; i++)
		match_tracepoint(tracepoint_ptr_deref(mod->tracepoints_ptrs + i),
				 s);
	if (s->tp && !s->mod && try_module_get(mod))
		s->mod = mod;
	return NOTIFY_OK;
}

/*
 * Finds a tracepoint. If a module has it, takes a reference to the module and
 * sets *mod; otherwise sets *mod to NULL. Returns NULL if there is no such
 * tracepoint.
 */
static struct tracepoint *find_tracepoint(const char *name,
					  struct module **mod)
{
	struct search s = { .name = name };

	*mod = NULL;
	for_each_kernel_tracepoint(match_tracepoint, &s);
	if (s.tp)
		return s.tp;
	module_search = s;
	register_tracepoint_module_notifier(&module_nb);
	unregister_tracepoint_module_notifier(&module_nb);
	*mod = module_search.mod;
	return *mod ? module_search.tp : NULL;
}

/* Returns the index of the key for the shooter's next shot. */
static u32 next_index(struct shooter *s)
{
	const struct fire_job *job = s->job;
	u32 idx = s->idx;

	switch (job->dist) {
	case DIST_MOD:
		if (++s->idx == job->keys)
			s->idx = 0;
		break;
	case DIST_PERM:
		s->idx += 7919 % job->keys;
		if (s->idx >= job->keys)
			s->idx -= job->keys;
		break;
	case DIST_TRI:
		if (s->run++ == s->idx) {
			s->run = 0;
			if (++s->idx == job->keys)
				s->idx = 0;
		}
		break;
	}
	return idx;
}

/*
 * Do what a tracepoint's call site does before and after it calls the probes.
 * Otherwise a probe that is unregistered could be freed while it runs.
 */
#ifdef class_srcu_fast_notrace_constructor
#define call_site_begins()						\
	struct srcu_ctr __percpu *__section =				\
		srcu_read_lock_fast_notrace(&tracepoint_srcu)
#define call_site_ends()						\
	srcu_read_unlock_fast_notrace(&tracepoint_srcu, __section)
#else
#define call_site_begins()	preempt_disable_notrace()
#define call_site_ends()	preempt_enable_notrace()
#endif

static void shoot(struct shooter *s, u64 n)
{
	const struct fire_job *job = s->job;
	struct tracepoint *tp = job->tp;

	for (; n; n--) {
		u32 idx = next_index(s);

		s->key = job->base + (s64)(idx + s->shift) * job->step;
		s->val = job->val + (s64)idx * job->vstep;
		s->str = job->strings ? job->strings[idx] : NULL;
		call_site_begins();
		if (rcu_access_pointer(tp->funcs))
			job->op->fire(tp->iterator, s);
		call_site_ends();
		s->fired++;
	}
}

#include "histrig_fire_nmi.h"
#include "test_file.h"

static void irq_work_shoot(struct irq_work *work)
{
	struct shooter *s = container_of(work, struct shooter, irq_work);

	shoot(s, s->batch);
}

static void tasklet_shoot(struct tasklet_struct *t)
{
	struct shooter *s = container_of(t, struct shooter, tasklet);

	shoot(s, s->batch);
	complete(&s->done);
}

/* Fires up to SHOTS_PER_BATCH times in the context that option ctx names. */
static void shoot_batch(struct shooter *s)
{
	unsigned long flags;

	switch (s->job->ctx) {
	case CTX_TASK:
		if (s->job->noirq)
			local_irq_save(flags);
		shoot(s, s->batch);
		if (s->job->noirq)
			local_irq_restore(flags);
		break;
	case CTX_SOFTIRQ:
		reinit_completion(&s->done);
		tasklet_schedule(&s->tasklet);
		wait_for_completion(&s->done);
		break;
	case CTX_IRQ:
		irq_work_queue(&s->irq_work);
		irq_work_sync(&s->irq_work);
		break;
	case CTX_NMI:
		shoot_in_nmi(s);
		break;
	}
}

static void shoot_all(struct shooter *s)
{
	u64 left = s->job->rest ? SHOTS_PER_REST : s->job->count;

	while (left && !READ_ONCE(s->job->stop)) {
		s->batch = min_t(u64, left, SHOTS_PER_BATCH);
		if (s->job->ctx == CTX_TASK && s->job->noirq)
			s->batch = left;
		shoot_batch(s);
		if (!s->job->forever)
			left -= s->batch;
		if (s->job->forever && s->job->rest)
			usleep_range(s->job->rest, 2 * s->job->rest);
		else if (s->job->forever || s->job->cpus)
			cond_resched();
	}
}

static int shooter_thread(void *data)
{
	struct shooter *s = data;
	struct fire_job *job = s->job;

	if (job->cpus) {
		if (atomic_dec_and_test(&job->waiting))
			WRITE_ONCE(job->go, true);
		while (!READ_ONCE(job->go))
			cond_resched();
	}
	/*
	 * A background job that does not rest gets only CPU time that other tasks
	 * do not use, so that it does not slow down the test.
	 */
	if (job->forever && !job->rest)
		set_user_nice(current, MAX_NICE);
	s->start = sched_clock();
	shoot_all(s);
	s->end = sched_clock();
	kthread_complete_and_exit(&s->exited, 0);
}

static int start_shooter(struct fire_job *job, unsigned int i)
{
	struct shooter *s = job->shooters[i];
	struct task_struct *t;

	t = kthread_create(shooter_thread, s, "fire/%u", i);
	if (IS_ERR(t))
		return PTR_ERR(t);
	s->thread = t;
	if (job->cpus)
		kthread_bind(t, i);
	wake_up_process(t);
	return 0;
}

static void join_threads(struct fire_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_shooters; i++)
		if (job->shooters[i]->thread) {
			wait_for_completion(&job->shooters[i]->exited);
			job->shooters[i]->thread = NULL;
		}
}

static int run_threads(struct fire_job *job)
{
	unsigned int i;
	int ret = 0;

	atomic_set(&job->waiting, job->n_shooters);
	for (i = 0; i < job->n_shooters && !ret; i++) {
		ret = start_shooter(job, i);
		if (!ret && job->tasks)
			join_threads(job);
	}
	if (ret) {
		WRITE_ONCE(job->stop, true);
		WRITE_ONCE(job->go, true);
	}
	return ret;
}

static void run_here(struct fire_job *job)
{
	struct shooter *s = job->shooters[0];

	s->start = sched_clock();
	shoot_all(s);
	s->end = sched_clock();
}

static void free_job(struct fire_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_shooters; i++)
		if (job->shooters[i]) {
			tasklet_kill(&job->shooters[i]->tasklet);
			kvfree(job->shooters[i]);
		}
	kvfree(job->strings);
	kvfree(job->string_space);
	module_put(job->mod);
	kfree(job);
}

static int make_shooters(struct fire_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_shooters; i++) {
		struct shooter *s = kvzalloc(sizeof(*s), GFP_KERNEL);

		if (!s)
			return -ENOMEM;
		job->shooters[i] = s;
		s->job = job;
		s->shift = job->disjoint ? i * job->keys : 0;
		init_completion(&s->done);
		init_completion(&s->exited);
		s->irq_work = IRQ_WORK_INIT_HARD(irq_work_shoot);
		tasklet_setup(&s->tasklet, tasklet_shoot);
		fire_init_shooter(s);
	}
	return 0;
}

/*
 * Makes all strings of a job before it fires: shots may come in NMIs, and the
 * benchmark must not measure the formatting.
 */
static int make_strings(struct fire_job *job)
{
	size_t size = max_t(size_t, job->len, strlen(job->str) + 10) + 1;
	u32 i;

	if (!job->op->strings)
		return 0;
	if (job->keys > MAX_STRINGS)
		return -E2BIG;
	job->strings = kvcalloc(job->keys, sizeof(char *), GFP_KERNEL);
	job->string_space = kvcalloc(job->keys, size, GFP_KERNEL);
	if (!job->strings || !job->string_space)
		return -ENOMEM;
	for (i = 0; i < job->keys; i++) {
		char *s = job->string_space + i * size;
		size_t n = scnprintf(s, size, "%s%u", job->str, i);

		if (n < job->len)
			memset(s + n, 'x', job->len - n);
		job->strings[i] = s;
	}
	return 0;
}

/* Reports the total of shots and the time of jobs that ran at the same time. */
static void report_jobs(struct fire_job * const *jobs, int n)
{
	u64 fired = 0, start = U64_MAX, end = 0;
	unsigned int i;

	for (; n; n--, jobs++) {
		if (!*jobs)
			continue;
		for (i = 0; i < (*jobs)->n_shooters; i++) {
			fired += (*jobs)->shooters[i]->fired;
			start = min(start, (*jobs)->shooters[i]->start);
			end = max(end, (*jobs)->shooters[i]->end);
		}
	}
	snprintf(report, sizeof(report), "fired %llu ns %llu nmis %ld\n",
		 fired, end - start, atomic_long_read(&nmi_count));
}

static int prepare(struct fire_job *job)
{
	int ret;

	job->tp = find_tracepoint(job->op->event, &job->mod);
	if (!job->tp)
		return -ENOENT;
	job->n_shooters = max3(job->cpus, job->tasks, 1U);
	ret = make_strings(job);
	return ret ? ret : make_shooters(job);
}

static int fire(struct fire_job *job)
{
	int ret = 0;

	if (job->cpus || job->tasks)
		ret = run_threads(job);
	else
		run_here(job);
	join_threads(job);
	if (!ret)
		report_jobs(&job, 1);
	free_job(job);
	return ret;
}

static int start_background(struct fire_job *job, bool by_nmi)
{
	int ret = 0;

	if (background[by_nmi]) {
		free_job(job);
		return -EBUSY;
	}
	if (by_nmi) {
		atomic_long_set(&nmi_count, 0);
		rcu_assign_pointer(nmi_job, job);
	} else {
		job->forever = true;
		job->cpus = max(job->cpus, 1U);
		ret = run_threads(job);
		if (ret) {
			join_threads(job);
			free_job(job);
			return ret;
		}
	}
	background[by_nmi] = job;
	return 0;
}

static int stop_background(void)
{
	int i;

	if (!background[0] && !background[1])
		return -ESRCH;
	rcu_assign_pointer(nmi_job, NULL);
	synchronize_rcu();
	if (background[0]) {
		WRITE_ONCE(background[0]->stop, true);
		join_threads(background[0]);
	}
	report_jobs(background, ARRAY_SIZE(background));
	for (i = 0; i < ARRAY_SIZE(background); i++) {
		if (background[i])
			free_job(background[i]);
		background[i] = NULL;
	}
	return 0;
}

static void empty_probe(void *data)
{
}

static int set_probe(const char *event, bool on)
{
	struct module *mod;
	struct tracepoint *tp = find_tracepoint(event, &mod);
	int ret;

	if (!tp)
		return -ENOENT;
	module_put(mod);
	ret = on ? tracepoint_probe_register(tp, empty_probe, NULL) :
		   tracepoint_probe_unregister(tp, empty_probe, NULL);
	tracepoint_synchronize_unregister();
	return ret;
}

static int run_command(char *text)
{
	char *verb = strsep(&text, " ");
	struct fire_job *job;
	int ret;

	if (!strcmp(verb, "stop"))
		return stop_background();
	if (!text)
		return -EINVAL;
	if (!strcmp(verb, "probe") || !strcmp(verb, "unprobe")) {
		strsep(&text, " ");
		return text ? set_probe(text, verb[0] == 'p') : -EINVAL;
	}
	job = fire_parse_job(text);
	if (IS_ERR(job))
		return PTR_ERR(job);
	ret = prepare(job);
	if (ret) {
		free_job(job);
		return ret;
	}
	if (!strcmp(verb, "fire"))
		return fire(job);
	if (!strcmp(verb, "bg") || (HAS_NMIS && !strcmp(verb, "nmi")))
		return start_background(job, verb[0] == 'n');
	free_job(job);
	return -EINVAL;
}

static ssize_t fire_write(struct file *file, const char __user *ubuf,
			  size_t len, loff_t *pos)
{
	char *text;
	int ret;

	if (len > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&fire_mutex);
	ret = run_command(strim(text));
	mutex_unlock(&fire_mutex);
	kfree(text);
	return ret ? ret : len;
}

static ssize_t fire_read(struct file *file, char __user *ubuf, size_t len,
			 loff_t *pos)
{
	return simple_read_from_buffer(ubuf, len, pos, report, strlen(report));
}

static const struct file_operations fire_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = fire_read,
	.write = fire_write,
	.llseek = default_llseek,
};

static int __init fire_init(void)
{
	int ret;

	ret = take_nmis();
	if (ret)
		return ret;
	test_file_add("histrig_fire", 0600, &fire_fops);
	return 0;
}

static void __exit fire_exit(void)
{
	test_file_remove("histrig_fire");
	stop_background();
	leave_nmis();
}

module_init(fire_init);
module_exit(fire_exit);
MODULE_DESCRIPTION("Fires existing tracepoints for histrig's tests");
MODULE_LICENSE("GPL");
