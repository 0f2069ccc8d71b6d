/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of the module, which /sys/module shows. */
#ifndef HISTRIG_PARAMETERS_H
#define HISTRIG_PARAMETERS_H

/**
 * parameters_apply() - do what the parameters ask for
 *
 * To be called once, when all events are registered. Whatever fails is reported in the
 * kernel's log, and the rest is done.
 *
 * Context: process; takes event_mutex.
 */
void parameters_apply(void);

#endif /* HISTRIG_PARAMETERS_H */
