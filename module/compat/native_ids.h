/* SPDX-License-Identifier: GPL-2.0 */
/*
 * IDs of the kernel's internal events that depend on its version.
 *
 * They are those of Linux 6.1. Linux 5.10 has fewer internal events, and gives
 * the IDs from 17 on to other events, which ours must leave alone. 13 is that of
 * block traces, which nobody makes here.
 */
#ifndef HISTRIG_COMPAT_NATIVE_IDS_H
#define HISTRIG_COMPAT_NATIVE_IDS_H

#include "gen/features.h"

/* 5.10 has no struct ftrace_regs either. */
#ifdef HAVE_FTRACE_REGS
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
