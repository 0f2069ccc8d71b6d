// SPDX-License-Identifier: GPL-2.0
/* Since 6.14 fprobes are built on the graph tracer, and find theirs by address in a list. */
#include <linux/fprobe.h>
#include <linux/stddef.h>

size_t probe = offsetof(struct fprobe, hlist_array);
