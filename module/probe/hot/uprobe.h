/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes in user code. */
#ifndef HISTRIG_PROBE_HOT_UPROBE_H
#define HISTRIG_PROBE_HOT_UPROBE_H

struct user_probe;

/*
 * Sets the handlers by @is_return. Call this before the breakpoint is inserted.
 */
void uprobe_set_handlers(struct user_probe *probe);

#endif /* HISTRIG_PROBE_HOT_UPROBE_H */
