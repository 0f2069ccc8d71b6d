// SPDX-License-Identifier: GPL-2.0
/*
 * In 6.7 @readpos moved from struct seq_buf to struct trace_seq. Stable
 * releases of older kernels have the change, too.
 */
#include <linux/stddef.h>
#include <linux/trace_seq.h>

size_t probe = offsetof(struct trace_seq, readpos);
