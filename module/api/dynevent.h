/* SPDX-License-Identifier: GPL-2.0 */
/* How the functions for each type of event build commands, see histrig.h. */
#ifndef HISTRIG_API_DYNEVENT_H
#define HISTRIG_API_DYNEVENT_H

#include <linux/compiler.h>

#include "../../include/histrig.h"

/* dynevent_printf() - append to a command; -E2BIG in this and later calls if it is too long */
__printf(2, 3)
int dynevent_printf(struct histrig_dynevent_cmd *cmd, const char *format, ...);

#endif /* HISTRIG_API_DYNEVENT_H */
