/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of the module, which /sys/module shows. */
#ifndef HISTRIG_PARAMETERS_H
#define HISTRIG_PARAMETERS_H

/**
 * parameters_apply() - do what the parameters ask for
 *
 * Called once, after all events have been registered. An event or trigger that
 * fails is reported in the kernel's log, and the others are still set up.
 *
 * Context: process; takes event_mutex.
 */
void parameters_apply(void);

#endif /* HISTRIG_PARAMETERS_H */
