/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_SYNTH_PRINT_H
#define HISTRIG_SYNTH_PRINT_H

struct event_print;

/**
 * synth_print() - append the text of a synthetic event's record
 * @print: where and how to print
 * @record: the record
 *
 * Prints field by field, since the print format cannot express stacks and names
 * of flags. This is the @print function of struct event_class.
 *
 * Context: process.
 */
void synth_print(struct event_print *print, const void *record);

#endif /* HISTRIG_SYNTH_PRINT_H */
