/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of the module, which /sys/module shows. */
#ifndef HISTRIG_PARAMETERS_H
#define HISTRIG_PARAMETERS_H

/*
 * parameters_apply() - apply the parameters, after all events are registered; takes
 * event_mutex. The kernel's log names events and triggers that fail.
 */
void parameters_apply(void);

#endif /* HISTRIG_PARAMETERS_H */
