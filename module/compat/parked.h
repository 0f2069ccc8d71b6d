/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_COMPAT_PARKED_H
#define HISTRIG_COMPAT_PARKED_H

/*
 * A function that is never called. With an empty filter, function tracing calls a callback
 * for all functions; with only ftrace_none_stub() in the filter, for none.
 */
void ftrace_none_stub(void);

/* We call this while its return is hooked, to find @slot of struct fprobe_slot_anchor. */
void fprobe_slot_anchor(void);

/* Where the kretprobe of struct return_probe is. It is never called. */
void return_anchor(void);

#endif /* HISTRIG_COMPAT_PARKED_H */
