/* SPDX-License-Identifier: GPL-2.0 */
/* Steps to the callers of functions, see hot/steps.h. */
#ifndef HISTRIG_RECORD_STEPS_H
#define HISTRIG_RECORD_STEPS_H

#include "../compat/unwind.h"

/* Number of words of a stack on which steps are tried. Longer steps are left to the unwinder. */
#define STEPS_TRIAL	512

extern unsigned long steps_trial[STEPS_TRIAL];

/* steps_init() - begin to learn steps; returns an errno */
int steps_init(void);

/* steps_exit() - no hit uses steps any more */
void steps_exit(void);

#endif /* HISTRIG_RECORD_STEPS_H */
