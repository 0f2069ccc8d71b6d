/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of the module, which /sys/module shows. */
#ifndef HISTRIG_PARAMETERS_H
#define HISTRIG_PARAMETERS_H

/**
 * parameters_apply() - apply the parameters
 *
 * Called once, after all events have been registered. If an event or trigger fails, the
 * kernel's log says so, and the others are still set up.
 * Context: process; takes event_mutex.
 */
void parameters_apply(void);

#endif /* HISTRIG_PARAMETERS_H */
