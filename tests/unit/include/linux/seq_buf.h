/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of seq_buf that module/api/ uses. */
#ifndef SHIM_SEQ_BUF_H
#define SHIM_SEQ_BUF_H

#include <linux/types.h>

struct seq_buf {
	char *buffer;
	size_t size;
	size_t len;
};

/* As in old kernels, does not write to the buffer; new kernels write a NUL. */
static inline void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size)
{
	*s = (struct seq_buf) { .buffer = buf, .size = size };
}

static inline bool seq_buf_has_overflowed(const struct seq_buf *s)
{
	return s->len > s->size;
}

static inline void seq_buf_set_overflow(struct seq_buf *s)
{
	s->len = s->size + 1;
}

static inline unsigned int seq_buf_buffer_left(const struct seq_buf *s)
{
	return seq_buf_has_overflowed(s) ? 0 : s->size - s->len;
}

#endif /* SHIM_SEQ_BUF_H */
