/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_SYNTH_PRINT_H
#define HISTRIG_SYNTH_PRINT_H

struct event_print;

/**
 * synth_print() - append the text of a synthetic event's record
 *
 * Not by its print format, which says less. See struct event_class.
 */
void synth_print(struct event_print *print, const void *record);

#endif /* HISTRIG_SYNTH_PRINT_H */
