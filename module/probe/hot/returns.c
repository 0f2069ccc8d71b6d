// SPDX-License-Identifier: GPL-2.0
/* Hits at returns of functions that match a pattern, see ../returns.h. */
#include "../../compat/compiler.h"
#include "../kprobe.h"
#include "../returns.h"
#include "hit.h"

static bool returns_enter(struct return_probe *hook, unsigned long ip,
			  unsigned long parent, unsigned long sp,
			  struct pt_regs *regs, unsigned long *words)
{
	struct function_returns *returns =
		container_of(hook, struct function_returns, hook);
	const unsigned long session = READ_ONCE(returns->session);
	struct kernel_probe *probe = returns->probe;
	int context = -1;
	bool hooked;

	if (unlikely(!session))
		return false;
	if (likely(traced_rcu_watching()))
		context = traced_enter(ENTER_PREEMPTIBLE);
	if (unlikely(context < 0)) {
		atomic_long_inc(&probe->probe.missed);
		return false;
	}
	words[RETURNS_SESSION] = session;
	fetch_entry(probe->probe.args, regs, &words[RETURNS_SAVED]);
	if (returns->timed)
		words[hook->words - 1] = histrig_clock_cpu();
	hooked = !RETURNS_REFUSE || return_probe_hook(words, sp);
	if (likely(hooked))
		this_cpu_inc(*returns->pending);
	else
		atomic_long_inc(&probe->probe.missed);
	traced_leave(context, ENTER_PREEMPTIBLE);
	return hooked;
}

static __always_inline void returns_take_hit(struct function_returns *returns,
					     const struct return_exit *exit)
{
	struct traced_copy copy __uninitialized;
	struct pt_regs *regs = return_regs(exit, &copy);
	const struct probe_addresses at = {
		.address = { exit->ip, return_parent(exit, regs) },
		.nr = 2,
	};
	struct probe_buf buf __uninitialized;

	probe_buf_begin(&buf, regs);
	buf.from.entry = &exit->words[RETURNS_SAVED];
	if (returns->timed)
		buf.from.duration = probe_duration(exit->words[returns->hook.words - 1]);
	probe_hit(&returns->probe->probe, &buf, &at, NULL);
}

static void returns_leave(struct return_probe *hook, const struct return_exit *exit)
{
	struct function_returns *returns =
		container_of(hook, struct function_returns, hook);
	int context = -1;

	/* The call began before the hook was started, or the hook is being stopped. */
	if (unlikely(exit->words[RETURNS_SESSION] != READ_ONCE(returns->session)))
		return;
	this_cpu_dec(*returns->pending);
	if (likely(traced_rcu_watching()))
		context = traced_enter(false);
	if (unlikely(context < 0)) {
		atomic_long_inc(&returns->probe->probe.missed);
		return;
	}
	returns_take_hit(returns, exit);
	traced_leave(context, false);
}

const struct return_hooks function_returns_hooks = {
	.enter = returns_enter,
	.leave = returns_leave,
};
