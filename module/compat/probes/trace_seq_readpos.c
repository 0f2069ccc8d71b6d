// SPDX-License-Identifier: GPL-2.0
/* In 6.7, and in older stable releases, readpos moved from struct seq_buf to trace_seq. */
#include <linux/stddef.h>
#include <linux/trace_seq.h>

size_t probe = offsetof(struct trace_seq, readpos);
