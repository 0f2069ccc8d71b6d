// SPDX-License-Identifier: GPL-2.0
/* Since 6.14 fprobes use the graph tracer, and a hash table finds the fprobes of a function. */
#include <linux/fprobe.h>
#include <linux/stddef.h>

size_t probe = offsetof(struct fprobe, hlist_array);
