/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_COMPAT_PARKED_H
#define HISTRIG_COMPAT_PARKED_H

/*
 * Never called. A callback of function tracing whose filter has no function is
 * called for all functions; this one in its filter keeps that from happening.
 */
void parked(void);

/* Called once in a while to look at how its return is hooked, see returns.h. */
void return_anchor(void);

#endif /* HISTRIG_COMPAT_PARKED_H */
