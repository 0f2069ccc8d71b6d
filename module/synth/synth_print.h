/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_SYNTH_PRINT_H
#define HISTRIG_SYNTH_PRINT_H

struct event_print;

/*
 * The @print function of synthetic events. A print format cannot express stacks
 * and names of flags, so this prints field by field.
 */
void synth_print(struct event_print *print, const void *record);

#endif /* HISTRIG_SYNTH_PRINT_H */
