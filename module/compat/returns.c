// SPDX-License-Identifier: GPL-2.0
/* Entries and returns of many functions, see returns.h. */
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "callback.h"
#include "entry.h"
#include "filter_ips.h"
#include "log.h"
#include "parked.h"
#include "probeable.h"
#include "returns.h"
#include "stuck_hooks.h"

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
		module_keep_for_disabled_hook(ret);
	} else {
		ret = ret ?: function_tracing_error();
		if (ret) {
			disable_fprobe(fprobe);
			module_keep_for_hook(ret);
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

	/* Hide the constant from objtool: with IBT it warns of addresses within functions. */
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
 * Registers the anchor in a slot other than 0. If it gets slot 0, registers it again: the kernel
 * gives out a released slot only after all others.
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

/* Fprobes hook all functions that can be traced. */
int return_probe_check(unsigned long *ips, unsigned int *nr)
{
	return 0;
}

int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending)
{
	struct fprobe *fprobe = &hook->fprobe;
	int ret;

	if (hook->kept)
		return -ENODEV;
	memset(fprobe, 0, sizeof(*fprobe));
	fprobe->entry_data_size = hook->words * sizeof(unsigned long);
#ifndef HAVE_FPROBE_GRAPH
	/* The number of data blocks that the kernel allocates; a pending call needs one. */
	fprobe->nr_maxactive = pending;
#endif
	return_probe_prepare(hook);
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

/* A callback of function tracing passes calls through this gate, see return_gate_hit(). */
static struct kprobe gate;
static bool gate_open;	/* protected by event_mutex */
static u8 gate_code[16];	/* how return_gate() begins without the kprobe */

/*
 * The gate stays registered while no function is hooked: a kprobe begins as a breakpoint, and the
 * kernel needs some time to replace that by a jump, which is faster.
 */
static int returns_open_gate(void)
{
	int ret;

	if (gate_open)
		return 0;
	memcpy(gate_code, return_gate, sizeof(gate_code));
	memset(&gate, 0, sizeof(gate));
	gate.addr = (kprobe_opcode_t *)return_gate;
	gate.pre_handler = return_gate_hit;
	ret = register_kprobe(&gate);
	gate_open = !ret;
	return ret;
}

/* How often returns_exit() looks for the kprobe's removal, and the jiffies between. */
#define GATE_TRIES	500
#define GATE_WAIT	max(HZ / 50, 1)

void returns_exit(void)
{
	unsigned int tries = GATE_TRIES;

	if (!gate_open)
		return;
	unregister_kprobe(&gate);
	kprobe_disable_stuck(&gate);
	gate_open = false;
	/*
	 * The kernel removes the jump of an optimized kprobe some time later, and some kernels
	 * warn if a module is loaded to the same place before that.
	 */
	while (memcmp((const void *)return_gate, gate_code, sizeof(gate_code)) && tries--)
		schedule_timeout_uninterruptible(GATE_WAIT);
}

/* Sets the callback's filter to @ips or, if that takes too long, lets the callback find them. */
static int returns_set_filter(struct return_probe *hook, unsigned long *ips,
			      unsigned int nr)
{
	hook->ips = NULL;
	if (nr <= FILTER_IPS_MAX)
		return filter_ips(&hook->ops, ips, nr);
	hook->ips = ips;
	hook->nr = nr;
	return 0;
}

static int returns_register(struct return_probe *hook, unsigned long *ips,
			    unsigned int nr, unsigned int pending)
{
	const unsigned long anchor = traced_entry((unsigned long)return_anchor);
	int ret;

	memset(&hook->rp, 0, sizeof(hook->rp));
	hook->rp.kp.addr = (kprobe_opcode_t *)traced_start(anchor);
	hook->rp.kp.flags = KPROBE_FLAG_DISABLED;
	hook->rp.maxactive = pending;
	memset(&hook->ops, 0, sizeof(hook->ops));
	hook->ops.flags = TRACED_ARGUMENTS | TRACED_DIRECTLY;
	return_probe_prepare(hook);
	ret = register_kretprobe(&hook->rp);
	if (ret)
		return ret;
	ret = returns_set_filter(hook, ips, nr) ?: callback_register(&hook->ops);
	if (ret) {
		hook->kept = callback_is_kept(&hook->ops);
		ftrace_set_filter(&hook->ops, NULL, 0, 1);
		unregister_kretprobe(&hook->rp);
	}
	return ret;
}

int return_probe_check(unsigned long *ips, unsigned int *nr)
{
	return probeable_keep(ips, nr) ?: *nr ? 0 : -EINVAL;
}

int return_probe_start(struct return_probe *hook, unsigned long *ips,
		       unsigned int *nr, unsigned int pending)
{
	int ret;

	if (hook->kept)
		return -ENODEV;
	ret = return_probe_check(ips, nr) ?: returns_open_gate();
	if (ret)
		return ret;
	ret = returns_register(hook, ips, *nr, pending);
	hook->started = !ret;
	return ret;
}

void return_probe_stop(struct return_probe *hook)
{
	if (!hook->started)
		return;
	callback_unregister(&hook->ops);
	hook->kept = callback_is_kept(&hook->ops);
	unregister_kretprobe(&hook->rp);
	hook->kept |= kretprobe_disable_stuck(&hook->rp);
	/* Wait also for handlers of calls that return while RCU is idle. */
	traced_synchronize();
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
	return 0;
}

#endif
