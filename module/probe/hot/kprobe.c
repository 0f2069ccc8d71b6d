// SPDX-License-Identifier: GPL-2.0
/* Hits of probes in kernel code, see kprobe.h. */
#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include "../../compat/ftrace.h"
#include "../../compat/kretprobe.h"
#include "../arg.h"
#include "../kprobe.h"
#include "hit.h"

/*
 * While RCU is idle, synchronize_rcu() does not wait for a hit, which could
 * then use freed memory. Counts such a hit as missed, and returns false.
 */
static __always_inline bool is_safe(struct kernel_probe *probe)
{
	if (likely(traced_rcu_watching()))
		return true;
	atomic_long_inc(&probe->probe.missed);
	return false;
}

static int kprobe_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct kernel_probe *probe =
		container_of(kp, struct kernel_probe, rp.kp);
	struct probe_buf buf __uninitialized;
	const struct probe_addresses at = {
		.address = { (unsigned long)kp->addr },
		.nr = 1,
	};

	if (unlikely(!is_safe(probe)))
		return 0;
	probe_buf_begin(&buf, regs);
	probe_hit(&probe->probe, &buf, &at, NULL);
	return 0;
}

static __always_inline void keep_entry(const struct kernel_probe *probe,
				       struct kretprobe_instance *ri,
				       struct pt_regs *regs)
{
	struct kprobe_entry *entry = (void *)ri->data;

	if (probe->probe.args->entry_words)
		fetch_entry(probe->probe.args, regs, entry->words);
	entry->time = histrig_clock_cpu();
}

static int entry_hit(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kretprobe *rp = kretprobe_of(ri);
	struct kernel_probe *probe;

	if (unlikely(!rp))
		return 1;
	probe = container_of(rp, struct kernel_probe, rp);
	if (unlikely(!is_safe(probe)))
		return 1;
	keep_entry(probe, ri, regs);
	return 0;
}

static int kretprobe_handler(struct kretprobe_instance *ri,
			     struct pt_regs *regs)
{
	const struct kprobe_entry *entry = (void *)ri->data;
	const struct kretprobe *rp = kretprobe_of(ri);
	struct probe_buf buf __uninitialized;
	struct probe_addresses at = { .nr = 2 };
	struct kernel_probe *probe;

	if (unlikely(!rp))
		return 0;
	probe = container_of(rp, struct kernel_probe, rp);
	if (!is_safe(probe))
		return 0;
	at.address[0] = (unsigned long)rp->kp.addr;
	at.address[1] = kretprobe_caller(ri, at.address[0], regs);
	kretprobe_place(at.address[1], regs);
	probe_buf_begin(&buf, regs);
	if (rp->entry_handler) {
		buf.from.duration = probe_duration(entry->time);
		buf.from.entry = entry->words;
	}
	probe_hit(&probe->probe, &buf, &at, NULL);
	return 0;
}

void kprobe_set_handlers(struct kernel_probe *probe)
{
	if (probe->is_return) {
		probe->rp.handler = kretprobe_handler;
		/* The maximum size, as the arguments are parsed later. */
		probe->rp.data_size = sizeof(struct kprobe_entry);
	} else {
		probe->rp.kp.pre_handler = kprobe_handler;
	}
}

void kprobe_keep_entry(struct kernel_probe *probe)
{
	probe->rp.entry_handler = entry_hit;
}
