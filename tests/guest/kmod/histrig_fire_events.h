/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events that the firing module can fire. Each function calls its
 * tracepoint's iterator as the kernel does. The first argument, the probe's data,
 * is NULL, because the iterator sets it.
 *
 * A shot has a key, a second number (val) and, for events with strings, a
 * string (str). Each function decides which argument gets which of them.
 */
#ifndef HISTRIG_FIRE_EVENTS_H
#define HISTRIG_FIRE_EVENTS_H

struct request;

/* Declares `call`, the iterator with its real type. */
#define ITERATOR(...)	int (*call)(void *, __VA_ARGS__) = iterator

static void set_task(struct shooter *s)
{
	s->task.pid = s->key;
	s->task.tgid = s->key;
	s->task.prio = s->val;
	if (s->str)
		strscpy(s->task.comm, s->str, sizeof(s->task.comm));
}

static void set_syscall(struct shooter *s)
{
#ifdef CONFIG_ARM64
	s->regs.orig_x0 = s->val;
	s->regs.regs[0] = s->val;
	s->regs.regs[1] = s->key & 1;
	s->regs.syscallno = s->key;
#else
	s->regs.di = s->val;
	s->regs.si = s->key & 1;
	s->regs.orig_ax = s->key;
#endif
}

static void fire_sys_enter(void *iterator, struct shooter *s)
{
	ITERATOR(struct pt_regs *, long);

	set_syscall(s);
	call(NULL, &s->regs, s->key);
}

static void fire_sys_exit(void *iterator, struct shooter *s)
{
	ITERATOR(struct pt_regs *, long);

	set_syscall(s);
	call(NULL, &s->regs, s->val);
}

static void fire_kmalloc(void *iterator, struct shooter *s)
{
	ITERATOR(unsigned long, const void *, size_t, size_t, gfp_t, int);

	call(NULL, s->key, (void *)(unsigned long)s->val, s->val,
	     (s->val + 63) & ~63UL, GFP_KERNEL, NUMA_NO_NODE);
}

static void fire_kfree(void *iterator, struct shooter *s)
{
	ITERATOR(unsigned long, const void *);

	call(NULL, s->key, (void *)(unsigned long)s->val);
}

/*
 * The shot describes the next task. The previous task must be the current one,
 * because some kernels crash (BUG_ON()) if another one is passed.
 */
static void fire_sched_switch(void *iterator, struct shooter *s)
{
	ITERATOR(bool, struct task_struct *, struct task_struct *,
		 unsigned int);

	set_task(s);
	call(NULL, false, current, &s->task, TASK_INTERRUPTIBLE);
}

static void fire_task(void *iterator, struct shooter *s)
{
	ITERATOR(struct task_struct *);

	set_task(s);
	s->signal.oom_score_adj = s->val;
	call(NULL, &s->task);
}

/* The shot's numbers describe the child. */
static void fire_process_fork(void *iterator, struct shooter *s)
{
	ITERATOR(struct task_struct *, struct task_struct *);

	set_task(s);
	call(NULL, current, &s->task);
}

/* The shot's string is the name of the file that the task executes. */
static void fire_process_exec(void *iterator, struct shooter *s)
{
	ITERATOR(struct task_struct *, pid_t, struct linux_binprm *);

	s->task.pid = s->key;
	s->bprm.filename = s->str;
	call(NULL, &s->task, s->val, &s->bprm);
}

/* The shot's string is the new name of the task. */
static void fire_task_rename(void *iterator, struct shooter *s)
{
	ITERATOR(struct task_struct *, const char *);

	s->task.pid = s->key;
	s->signal.oom_score_adj = s->val;
	call(NULL, &s->task, s->str);
}

static void fire_signal_generate(void *iterator, struct shooter *s)
{
	ITERATOR(int, struct kernel_siginfo *, struct task_struct *, int, int);

	set_task(s);
	call(NULL, s->key & 63, SEND_SIG_NOINFO, &s->task, 1, s->val);
}

static void fire_softirq(void *iterator, struct shooter *s)
{
	ITERATOR(unsigned int);

	call(NULL, s->key);
}

static void fire_irq_handler_entry(void *iterator, struct shooter *s)
{
	ITERATOR(int, struct irqaction *);

	s->action.name = s->str;
	call(NULL, s->key, &s->action);
}

static void fire_timer_start(void *iterator, struct shooter *s)
{
	ITERATOR(struct timer_list *, unsigned long, unsigned int);

	s->timer.function = (void *)(unsigned long)s->key;
	call(NULL, &s->timer, s->val, 0);
}

/*
 * Passes a pointer to one of two constant strings. A key that is negative or at
 * least PAGE_SIZE is passed as the pointer, so that tests can pass any address.
 */
static void fire_suspend_resume(void *iterator, struct shooter *s)
{
	ITERATOR(const char *, int, bool);
	const char *action;

	action = s->key & 1 ? "freeze_processes" : "sync_filesystems";
	if (s->key < 0 || s->key >= PAGE_SIZE)
		action = (const char *)(unsigned long)s->key;
	call(NULL, action, s->val, s->key & 2);
}

static void fire_rcu_utilization(void *iterator, struct shooter *s)
{
	ITERATOR(const char *);

	call(NULL, s->key & 1 ? "Start scheduler-tick" : "End scheduler-tick");
}

static void fire_clock(void *iterator, struct shooter *s)
{
	ITERATOR(const char *, unsigned int, unsigned int);

	call(NULL, s->str, s->val, s->key);
}

static void fire_two_uints(void *iterator, struct shooter *s)
{
	ITERATOR(unsigned int, unsigned int);

	call(NULL, s->key, s->val);
}

static void fire_nmi_handler(void *iterator, struct shooter *s)
{
	ITERATOR(void *, s64, int);

	call(NULL, (void *)(unsigned long)s->key, s->val, s->key & 1);
}

static void fire_initcall_level(void *iterator, struct shooter *s)
{
	ITERATOR(const char *);

	call(NULL, s->str);
}

static void fire_initcall_start(void *iterator, struct shooter *s)
{
	ITERATOR(initcall_t);

	call(NULL, (initcall_t)(unsigned long)s->key);
}

static void fire_initcall_finish(void *iterator, struct shooter *s)
{
	ITERATOR(initcall_t, int);

	call(NULL, (initcall_t)(unsigned long)s->key, s->val);
}

/*
 * The second number is the packet's length, the string is the name of its
 * device. The key is not used: the packet is always that of the shooter.
 */
static void fire_netif(void *iterator, struct shooter *s)
{
	ITERATOR(struct sk_buff *);

	s->skb.len = s->val;
	if (s->str)
		strscpy(s->dev.name, s->str, sizeof(s->dev.name));
	call(NULL, &s->skb);
}

static void fire_kfree_skb(void *iterator, struct shooter *s)
{
	ITERATOR(struct sk_buff *, void *, enum skb_drop_reason);

	s->skb.protocol = htons(s->val);
	/* The name of this reason differs between kernels, so pass its number. */
	call(NULL, &s->skb, (void *)(unsigned long)s->key,
	     (enum skb_drop_reason)1);
}

static void fire_alarmtimer(void *iterator, struct shooter *s)
{
	ITERATOR(struct alarm *, ktime_t);

	s->alarm.type = s->key;
	s->alarm.node.expires = s->val;
	call(NULL, &s->alarm, s->key);
}

/* This event has integers of every width and three strings. */
static void fire_mc_event(void *iterator, struct shooter *s)
{
	ITERATOR(unsigned int, const char *, const char *, int, u8, s8, s8, s8,
		 unsigned long, u8, unsigned long, const char *);

	call(NULL, s->key & 3, s->str, "label", s->val, s->key, s->key,
	     -s->key, s->val, s->val, ilog2(64), s->key, "");
}

static void fire_nbd(void *iterator, struct shooter *s)
{
	ITERATOR(struct request *, u64);

	call(NULL, NULL, s->key);
}

static void fire_bridged_number(void *iterator, struct shooter *s)
{
	ITERATOR(u64, int);

	call(NULL, s->key, s->val);
}

static void fire_bridged_text(void *iterator, struct shooter *s)
{
	ITERATOR(const char *, int);

	call(NULL, s->str, s->val);
}

static const struct fire_op fire_ops[] = {
	{ "raw_syscalls", "sys_enter", fire_sys_enter },
	{ "raw_syscalls", "sys_exit", fire_sys_exit },
	{ "kmem", "kmalloc", fire_kmalloc },
	{ "kmem", "kfree", fire_kfree },
	{ "sched", "sched_switch", fire_sched_switch, true },
	{ "sched", "sched_waking", fire_task, true },
	{ "sched", "sched_wakeup", fire_task, true },
	{ "sched", "sched_process_exit", fire_task, true },
	{ "sched", "sched_process_hang", fire_task, true },
	{ "sched", "sched_process_fork", fire_process_fork, true },
	{ "sched", "sched_process_exec", fire_process_exec, true },
	{ "task", "task_rename", fire_task_rename, true },
	{ "signal", "signal_generate", fire_signal_generate, true },
	{ "oom", "oom_score_adj_update", fire_task, true },
	{ "irq", "softirq_raise", fire_softirq },
	{ "irq", "softirq_entry", fire_softirq },
	{ "irq", "irq_handler_entry", fire_irq_handler_entry, true },
	{ "timer", "timer_start", fire_timer_start },
	{ "power", "suspend_resume", fire_suspend_resume },
	{ "power", "clock_enable", fire_clock, true },
	{ "power", "cpu_frequency", fire_two_uints },
	{ "rcu", "rcu_utilization", fire_rcu_utilization },
	{ "nmi", "nmi_handler", fire_nmi_handler },
	{ "initcall", "initcall_level", fire_initcall_level, true },
	{ "initcall", "initcall_start", fire_initcall_start },
	{ "initcall", "initcall_finish", fire_initcall_finish },
	{ "net", "netif_receive_skb", fire_netif, true },
	{ "net", "netif_rx", fire_netif, true },
	{ "skb", "kfree_skb", fire_kfree_skb },
	{ "alarmtimer", "alarmtimer_fired", fire_alarmtimer },
	{ "nbd", "nbd_header_sent", fire_nbd },
	{ "ras", "mc_event", fire_mc_event, true },
	{ "histrig_bridged", "bridged_number", fire_bridged_number },
	{ "histrig_bridged", "bridged_text", fire_bridged_text, true },
};

static void fire_init_shooter(struct shooter *s)
{
	strscpy(s->task.comm, "fire", sizeof(s->task.comm));
	strscpy(s->dev.name, "fire0", sizeof(s->dev.name));
	s->task.signal = &s->signal;
	/*
	 * Newer kernels record the network namespace of the device, so set one.
	 */
	dev_net_set(&s->dev, &init_net);
	s->skb.dev = &s->dev;
}

#endif
