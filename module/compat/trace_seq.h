/* SPDX-License-Identifier: GPL-2.0 */
/* The position up to which a trace_seq has been read. */
#ifndef HISTRIG_COMPAT_TRACE_SEQ_H
#define HISTRIG_COMPAT_TRACE_SEQ_H

#include <linux/trace_seq.h>

#include "gen/features.h"

/* trace_seq_readpos() - position of the next read to user space, an lvalue */
#ifdef HAVE_TRACE_SEQ_READPOS
#define trace_seq_readpos(s)	((s)->readpos)
#else
#define trace_seq_readpos(s)	((s)->seq.readpos)
#endif

#endif /* HISTRIG_COMPAT_TRACE_SEQ_H */
