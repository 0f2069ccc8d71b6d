/* SPDX-License-Identifier: GPL-2.0 */
/* The parameters of the module, which are shown below /sys/module. */
#ifndef HISTRIG_PARAMETERS_H
#define HISTRIG_PARAMETERS_H

/**
 * parameters_apply() - do what the parameters say
 *
 * Once, when the events are there. What cannot be done is said in the kernel's
 * log, and the rest is done.
 *
 * Context: process; takes event_mutex.
 */
void parameters_apply(void);

#endif /* HISTRIG_PARAMETERS_H */
