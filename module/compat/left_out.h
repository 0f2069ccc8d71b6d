/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module leaves out on the kernel that it is built for, from the list in left_out.mk:
 *
 *	LEFT_OUT_INFO		for modinfo, which shows a line "left_out" for each part
 *	LEFT_OUT_LINES		a string with a line for each part
 */
#ifndef HISTRIG_COMPAT_LEFT_OUT_H
#define HISTRIG_COMPAT_LEFT_OUT_H

#include <linux/module.h>

#include "gen/left_out.h"

#endif /* HISTRIG_COMPAT_LEFT_OUT_H */
