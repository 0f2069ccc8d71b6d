// SPDX-License-Identifier: GPL-2.0
/*
 * @readpos moved from struct seq_buf to struct trace_seq in 6.6 and backports.
 */
#include <linux/stddef.h>
#include <linux/trace_seq.h>

size_t probe = offsetof(struct trace_seq, readpos);
