/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's functions that put the names of numbers into a trace_seq.
 *
 * Newer kernels want to be told how many names there are, older ones look for
 * the entry without a name that ends the table. Our tables have that entry, and
 * the number does not count it. The type of a function tells what it wants, and
 * it is called by either type, for what is not chosen must compile as well.
 */
#ifndef HISTRIG_SEQ_PRINT_H
#define HISTRIG_SEQ_PRINT_H

#include <linux/trace_events.h>

typedef const char *seq_flags_t(struct trace_seq *seq, const char *delim,
				unsigned long flags,
				const struct trace_print_flags *table);
typedef const char *seq_flags_sized_t(struct trace_seq *seq, const char *delim,
				      unsigned long flags,
				      const struct trace_print_flags *table,
				      size_t nr);
typedef const char *seq_symbols_t(struct trace_seq *seq, unsigned long value,
				  const struct trace_print_flags *table);
typedef const char *seq_symbols_sized_t(struct trace_seq *seq,
					unsigned long value,
					const struct trace_print_flags *table,
					size_t nr);

#define SEQ_IS(function, type)						\
	__builtin_types_compatible_p(typeof(function), type)
#define SEQ_AS(function, type)	((type *)(void *)(function))

/**
 * seq_print_flags() - the names of the bits that are set
 * @seq: where to
 * @delim: what stands between two names
 * @flags: the bits
 * @table: the names, ended by one that is NULL
 * @nr: how many, that one left out
 *
 * Return: the text, in @seq.
 */
static inline const char *seq_print_flags(struct trace_seq *seq,
					  const char *delim,
					  unsigned long flags,
					  const struct trace_print_flags *table,
					  size_t nr)
{
	return __builtin_choose_expr(SEQ_IS(trace_print_flags_seq, seq_flags_t),
		SEQ_AS(trace_print_flags_seq, seq_flags_t)(seq, delim, flags,
							   table),
		SEQ_AS(trace_print_flags_seq, seq_flags_sized_t)(seq, delim,
								 flags, table,
								 nr));
}

/**
 * seq_print_symbols() - the name of a number
 * @seq: where to
 * @value: the number
 * @table: the names, ended by one that is NULL
 * @nr: how many, that one left out
 *
 * Return: the text, in @seq.
 */
static inline const char *
seq_print_symbols(struct trace_seq *seq, unsigned long value,
		  const struct trace_print_flags *table, size_t nr)
{
	return __builtin_choose_expr(
		SEQ_IS(trace_print_symbols_seq, seq_symbols_t),
		SEQ_AS(trace_print_symbols_seq, seq_symbols_t)(seq, value,
							       table),
		SEQ_AS(trace_print_symbols_seq, seq_symbols_sized_t)(seq, value,
								     table, nr));
}

#if BITS_PER_LONG == 32
typedef const char *seq_flags64_t(struct trace_seq *seq, const char *delim,
				  unsigned long long flags,
				  const struct trace_print_flags_u64 *table);
typedef const char *
seq_flags64_sized_t(struct trace_seq *seq, const char *delim,
		    unsigned long long flags,
		    const struct trace_print_flags_u64 *table, size_t nr);
typedef const char *seq_symbols64_t(struct trace_seq *seq,
				    unsigned long long value,
				    const struct trace_print_flags_u64 *table);
typedef const char *
seq_symbols64_sized_t(struct trace_seq *seq, unsigned long long value,
		      const struct trace_print_flags_u64 *table, size_t nr);

static inline const char *
seq_print_flags_u64(struct trace_seq *seq, const char *delim,
		    unsigned long long flags,
		    const struct trace_print_flags_u64 *table, size_t nr)
{
	return __builtin_choose_expr(
		SEQ_IS(trace_print_flags_seq_u64, seq_flags64_t),
		SEQ_AS(trace_print_flags_seq_u64, seq_flags64_t)(seq, delim,
								 flags, table),
		SEQ_AS(trace_print_flags_seq_u64,
		       seq_flags64_sized_t)(seq, delim, flags, table, nr));
}

static inline const char *
seq_print_symbols_u64(struct trace_seq *seq, unsigned long long value,
		      const struct trace_print_flags_u64 *table, size_t nr)
{
	return __builtin_choose_expr(
		SEQ_IS(trace_print_symbols_seq_u64, seq_symbols64_t),
		SEQ_AS(trace_print_symbols_seq_u64, seq_symbols64_t)(seq, value,
								     table),
		SEQ_AS(trace_print_symbols_seq_u64,
		       seq_symbols64_sized_t)(seq, value, table, nr));
}
#endif

#endif /* HISTRIG_SEQ_PRINT_H */
