/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in kernel code: on an instruction (p), or on the return of a function
 * (r).
 *
 * The kernel's kprobe is registered when a definition is made, disabled, and
 * enabled while somebody wants hits. So a place that cannot be probed is
 * refused at once, as in the kernel.
 */
#ifndef HISTRIG_PROBE_KPROBE_H
#define HISTRIG_PROBE_KPROBE_H

#include <linux/kprobes.h>

#include "probe.h"

/**
 * struct kernel_probe - a probe in kernel code
 * @probe: as a probe
 * @rp: the kernel's probe; only @rp.kp is used unless @is_return is set
 * @symbol: the symbol it is on, NULL if it is on an address
 * @address: the address if it is on an address
 * @is_return: hits are returns of the function
 * @registered: the kernel knows the probe, which may be gone with its module
 * @deferred: errno of registering it, to be reported by probe_add()
 * @missed: hits that were not handled because RCU was idle; those that the
 *	kernel misses are in @rp
 */
struct kernel_probe {
	struct probe probe;
	struct kretprobe rp;
	char *symbol;
	void *address;
	bool is_return;
	bool registered;
	int deferred;
	atomic_long_t missed;
};

/* What a return probe keeps when the function begins. */
struct kprobe_entry {
	u64 time;
	unsigned long words[PROBE_ENTRY_MAX];
};

static inline struct kernel_probe *to_kernel_probe(const struct probe *probe)
{
	return container_of(probe, struct kernel_probe, probe);
}

#endif /* HISTRIG_PROBE_KPROBE_H */
