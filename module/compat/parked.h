/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_COMPAT_PARKED_H
#define HISTRIG_COMPAT_PARKED_H

/*
 * A function that is never called. Function tracing calls a callback with an
 * empty filter for all functions; if ftrace_none_stub() is in the filter, it
 * calls it for none.
 */
void ftrace_none_stub(void);

/*
 * Called with its return hooked, to find out which slot the kernel uses for
 * that; see struct fprobe_slot_anchor.
 */
void fprobe_slot_anchor(void);

#endif /* HISTRIG_COMPAT_PARKED_H */
