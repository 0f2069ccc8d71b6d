/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Compiles only if a tracepoint calls its probes with preemption off.
 *
 * The file that includes this header defines DECLARE_PROBED(name, proto, args), which declares a
 * tracepoint of the class in question; NONE stands for what only a tracepoint with an event
 * needs. This header redefines the macros that disable and enable preemption, so that they set
 * and clear the tracepoint's argument @off. In the place of a probe, the tracepoint calls
 * probe_called(), which compiles only if the compiler knows that @off is set.
 *
 * If the kernel disables preemption in a way that this header does not know, the file does not
 * compile. Our probes then disable preemption once more, which is correct on any kernel.
 */
#include <linux/build_bug.h>
#include <linux/preempt.h>
#include <linux/static_call.h>
#include <linux/tracepoint.h>

static __always_inline int probe_called(void *data, bool off)
{
	BUILD_BUG_ON(!off);
	return 0;
}

#undef preempt_disable_notrace
#undef preempt_enable_notrace
#define preempt_disable_notrace()	(off = true)
#define preempt_enable_notrace()	(off = false)
/* What guard(preempt_notrace)() expands to. */
#define class_preempt_notrace_constructor()				\
	({ off = true; (class_preempt_notrace_t){}; })

/* The two ways to call probes; DECLARE_PROBED() declares the function of the second one. */
#undef static_call
#define static_call(name)		probe_called
#define __traceiter_probed		probe_called

#define NONE
DECLARE_PROBED(probed, TP_PROTO(bool off), TP_ARGS(off));

void probe(void);
void probe(void)
{
	trace_probed(false);
}
