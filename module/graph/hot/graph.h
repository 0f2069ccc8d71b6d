/* SPDX-License-Identifier: GPL-2.0 */
/* Recording calls and returns in an instance. */
#ifndef HISTRIG_GRAPH_HOT_GRAPH_H
#define HISTRIG_GRAPH_HOT_GRAPH_H

struct call;
struct calls;
struct pt_regs;

/* The callbacks of the @calls of a struct instance_graph. */
bool graph_task_selected(struct calls *calls);
int graph_call_begins(struct calls *calls, unsigned long ip, unsigned int depth,
		      unsigned int around);
unsigned int graph_call_begun(struct calls *calls, unsigned long ip,
			      unsigned int depth, unsigned int flags,
			      struct pt_regs *regs);
void graph_call_ended(struct calls *calls, const struct call *call);

#endif /* HISTRIG_GRAPH_HOT_GRAPH_H */
