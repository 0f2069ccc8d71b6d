/* SPDX-License-Identifier: GPL-2.0 */
/* A seq_file that prints to a buffer, and aborts if the output does not fit. */
#ifndef SHIM_SEQ_FILE_H
#define SHIM_SEQ_FILE_H

#include <linux/compiler.h>
#include <linux/list.h>

struct seq_file {
	char *buf;
	size_t size;
	size_t count;
};

struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};

void seq_printf(struct seq_file *m, const char *format, ...) __printf(2, 3);

void seq_put_decimal_ull(struct seq_file *m, const char *before,
			 unsigned long long value);
void seq_put_hex_ll(struct seq_file *m, const char *before,
		    unsigned long long value, unsigned int width);

static inline bool seq_has_overflowed(const struct seq_file *m)
{
	return m->count == m->size;
}

static inline size_t seq_get_buf(struct seq_file *m, char **buf)
{
	*buf = m->buf + m->count;
	return m->size - m->count;
}

static inline void seq_commit(struct seq_file *m, int num)
{
	m->count = num < 0 ? m->size : m->count + num;
}

#define seq_write(m, p, n)	seq_printf(m, "%.*s", (int)(n), (const char *)(p))
#define seq_puts(m, s)	seq_printf(m, "%s", s)
#define seq_putc(m, c)	seq_printf(m, "%c", c)

#endif /* SHIM_SEQ_FILE_H */
