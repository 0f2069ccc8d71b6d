/* SPDX-License-Identifier: GPL-2.0 */
/*
 * IDs of the kernel's internal events that depend on its version.
 *
 * Our events have the IDs of Linux 6.1, except on kernels before 5.14, which have fewer internal
 * events and use IDs from 17 on for others. 5.10 has no ID for repeated calls; ours is 13, the ID
 * of block traces there, which we never write. 0 means no ID.
 */
#ifndef HISTRIG_COMPAT_NATIVE_IDS_H
#define HISTRIG_COMPAT_NATIVE_IDS_H

#include "gen/features.h"

#ifdef HAVE_OSNOISE_EVENTS
#define NATIVE_ID_OSNOISE	16
#define NATIVE_ID_TIMERLAT	17
#define NATIVE_ID_RAW_DATA	18
#define NATIVE_ID_REPEATS	19
#else
#define NATIVE_ID_RAW_DATA	16
#define NATIVE_ID_REPEATS	13
#define NATIVE_ID_OSNOISE	0
#define NATIVE_ID_TIMERLAT	0
#endif

#endif /* HISTRIG_COMPAT_NATIVE_IDS_H */
