/* SPDX-License-Identifier: GPL-2.0 */
/* How far a trace_seq has been read. */
#ifndef HISTRIG_COMPAT_TRACE_SEQ_H
#define HISTRIG_COMPAT_TRACE_SEQ_H

#include <linux/trace_seq.h>

#include "gen/features.h"

/**
 * trace_seq_readpos() - where the next read begins
 * @s: the text
 *
 * The kernel moves it when it copies text to user space, and only then.
 *
 * Return: a reference, to be read and written.
 */
#ifdef HAVE_TRACE_SEQ_READPOS
#define trace_seq_readpos(s)	((s)->readpos)
#else
#define trace_seq_readpos(s)	((s)->seq.readpos)
#endif

#endif /* HISTRIG_COMPAT_TRACE_SEQ_H */
