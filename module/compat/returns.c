// SPDX-License-Identifier: GPL-2.0
/* Entries and returns of many functions, see returns.h. */
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "stuck_hooks.h"
#include "entry.h"
#include "log.h"
#include "parked.h"
#include "returns.h"

#ifdef RETURNS_BY_FPROBES

/*
 * On some kernels, unregister_fprobe() does not wait for exit handlers. An RCU grace period
 * is enough, because the kernel calls handlers with preemption off, and only while RCU
 * watches.
 */
static void wait_for_handlers(void)
{
	synchronize_rcu();
}

#ifndef HAVE_FPROBE_GRAPH
/*
 * Returns -ENODEV if function tracing has failed, else 0. unregister_fprobe() does not report a
 * failure, but the next call of function tracing does. That call is for a separate callback,
 * because the filter of the fprobe's callback is already freed.
 */
static int function_tracing_error(void)
{
	static struct ftrace_ops asked;	/* protected by event_mutex */

	return ftrace_set_filter(&asked, NULL, 0, 1) == -ENODEV ? -ENODEV : 0;
}
#else
static int function_tracing_error(void)
{
	return 0;
}
#endif

/* Maximum number of attempts, one each tenth of a second, while the kernel has no memory. */
#define UNREGISTER_TRIES	100

/* Unregisters an fprobe. If the kernel still refers to it, disables it and returns true. */
static bool returns_unregister(struct fprobe *fprobe)
{
	unsigned int tries = UNREGISTER_TRIES;
	int ret;

	/* Some kernels allocate a list of the functions, which can fail. */
	while ((ret = unregister_fprobe(fprobe)) == -ENOMEM && --tries)
		schedule_timeout_uninterruptible(HZ / 10);
	if (ret == -ENOMEM) {
		disable_fprobe(fprobe);
		hook_keep_disabled(ret);
	} else {
		ret = ret ?: function_tracing_error();
		if (ret) {
			disable_fprobe(fprobe);
			hook_keep(ret);
		}
	}
	wait_for_handlers();
	return ret;
}

#ifdef HAVE_FPROBE_GRAPH
static struct fprobe_slot_anchor anchor;

static int look_at_slot(void)
{
	unsigned long ip = (unsigned long)fprobe_slot_anchor;
	int ret;

	/* objtool warns of constant addresses within functions if it checks for IBT. */
	OPTIMIZER_HIDE_VAR(ip);
	ip = traced_entry(ip);
	memset(&anchor, 0, sizeof(anchor));
	anchor.slot = -1;
	fprobe_slot_anchor_prepare(&anchor);
	ret = register_fprobe_ips(&anchor.fprobe, &ip, 1);
	if (!ret)
		fprobe_slot_anchor();
	return ret;
}

/*
 * Registers the anchor in a slot other than 0. If it gets slot 0, registers it again, because
 * the kernel reuses a released slot last.
 */
static int returns_begin(void)
{
	int ret;

	if (anchor.started)
		return 0;
	ret = look_at_slot();
	if (!ret && !anchor.slot && !returns_unregister(&anchor.fprobe))
		ret = look_at_slot();
	anchor.started = !ret;
	pr_debug("returns are hooked in slot %d\n", anchor.slot);
	return ret;
}

void returns_exit(void)
{
	if (!anchor.started)
		return;
	returns_unregister(&anchor.fprobe);
	anchor.started = false;
}
#else
static int returns_begin(void)
{
	return 0;
}

void returns_exit(void)
{
}
#endif

int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending)
{
	struct fprobe *fprobe = &hook->fprobe;
	int ret;

	if (hook->kept)
		return -ENODEV;
	memset(fprobe, 0, sizeof(*fprobe));
	fprobe->entry_data_size = sizeof(unsigned long);
#ifndef HAVE_FPROBE_GRAPH
	/* The number of data blocks that the kernel allocates; a pending call needs one. */
	fprobe->nr_maxactive = pending;
#endif
	return_probe_prepare(fprobe);
	ret = returns_begin();
	if (!ret)
		ret = register_fprobe_ips(fprobe, ips, *nr);
	hook->started = !ret;
	return ret;
}

void return_probe_stop(struct return_probe *hook)
{
	if (!hook->started)
		return;
	hook->kept = returns_unregister(&hook->fprobe);
	hook->started = false;
}

const char *return_probe_trampoline(bool is_old)
{
#ifdef HAVE_FPROBE_GRAPH
	return "return_to_handler";
#else
	return "arch_rethook_trampoline";
#endif
}

unsigned long return_probe_missed(const struct return_probe *hook)
{
	return READ_ONCE(hook->fprobe.nmissed);
}

#else

void returns_exit(void)
{
}

/* The limit of calls of one function that may be pending at a time is at least this. */
#define PENDING_MIN	64

/* Frees the arrays of a hook, except @probes if the kernel still uses some (@kept). */
static void returns_release(struct return_probe *hook, bool kept)
{
	if (!kept)
		kvfree(hook->probes);
	kvfree(hook->list);
	hook->probes = NULL;
	hook->list = NULL;
	hook->nr = 0;
}

static void returns_unhook(struct return_probe *hook)
{
	bool kept = false;
	unsigned int i;

	if (hook->nr)
		unregister_kretprobes(hook->list, hook->nr);
	for (i = 0; i < hook->nr; i++)
		kept |= kretprobe_keep(hook->list[i]);
	hook->kept |= kept;
	/*
	 * unregister_kretprobes() waits for handlers that run while RCU watches. Kernels
	 * before 6.1 also call entry handlers while RCU is idle, so wait for these.
	 */
	synchronize_rcu_tasks_rude();
	returns_release(hook, kept);
}

int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending)
{
	unsigned int i;
	int ret = 0;

	if (*nr > RETURN_HOOKS_MAX)
		return -EINVAL;
	hook->probes = kvcalloc(*nr, sizeof(*hook->probes), GFP_KERNEL);
	hook->list = kvcalloc(*nr, sizeof(*hook->list), GFP_KERNEL);
	if (!hook->probes || !hook->list) {
		returns_release(hook, false);
		return -ENOMEM;
	}
	for (i = 0; i < *nr && !ret; i++) {
		struct return_kretprobe *probe = &hook->probes[i];

		probe->hook = hook;
		probe->ip = ips[i];
		probe->rp.kp.addr = (kprobe_opcode_t *)traced_start(ips[i]);
		probe->rp.data_size = sizeof(unsigned long);
		probe->rp.maxactive = max_t(unsigned int, PENDING_MIN,
					    pending / *nr);
		return_probe_prepare(&probe->rp);
		ret = register_kretprobe(&probe->rp);
		if (!ret) {
			ips[hook->nr] = ips[i];
			hook->list[hook->nr++] = &probe->rp;
		} else if (ret == -EINVAL || ret == -ENOENT) {
			/* The function cannot be probed, or its module is being unloaded. */
			ret = 0;
		}
	}
	if (!ret && !hook->nr)
		ret = -EINVAL;
	if (ret)
		returns_unhook(hook);
	else
		*nr = hook->nr;
	hook->started = !ret;
	return ret;
}

void return_probe_stop(struct return_probe *hook)
{
	if (!hook->started)
		return;
	returns_unhook(hook);
	hook->started = false;
}

const char *return_probe_trampoline(bool is_old)
{
	return IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK) ?
	       "arch_rethook_trampoline" :
	       is_old ? "kretprobe_trampoline" : "__kretprobe_trampoline";
}

unsigned long return_probe_missed(const struct return_probe *hook)
{
	unsigned long missed = 0;
	unsigned int i;

	for (i = 0; i < hook->nr; i++)
		missed += hook->list[i]->nmissed + hook->list[i]->kp.nmissed;
	return missed;
}

#endif
