// SPDX-License-Identifier: GPL-2.0
/* Timing calls for the function profiler, see ../profile.h. */
#include "../../function/hot/profile.h"
#include "../../function/profile.h"
#include "../../instance/instance.h"
#include "../calls.h"
#include "profile.h"

int profile_call_begins(struct calls *calls, unsigned long ip,
			unsigned int depth, unsigned int around,
			struct pt_regs *regs)
{
	return READ_ONCE(profile.hook.live) ? 0 : CALL_PASS;
}

void profile_call_ended(struct calls *calls, const struct call *call)
{
	u64 ns = call->end - call->start;

	if (!instance_option(&main_instance, OPTION_GRAPH_TIME))
		ns = ns > call->inner ? ns - call->inner : 0;
	profile_time(call->ip, ns);
}
