/* SPDX-License-Identifier: GPL-2.0 */
/* Hits of probes in user code. */
#ifndef HISTRIG_PROBE_HOT_UPROBE_H
#define HISTRIG_PROBE_HOT_UPROBE_H

struct user_probe;

/**
 * uprobe_set_handlers() - have the kernel's breakpoint call us
 * @probe: a probe that is not armed, with @is_return set
 *
 * Context: process.
 */
void uprobe_set_handlers(struct user_probe *probe);

#endif /* HISTRIG_PROBE_HOT_UPROBE_H */
