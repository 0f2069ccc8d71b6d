/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's functions that print the names of numbers into a trace_seq.
 *
 * In newer kernels these functions get the number of names; in older kernels they stop at an
 * entry without a name. Our tables end with such an entry, which the number does not include.
 * The type of the kernel's function selects one of two calls; the other one must still
 * compile.
 */
#ifndef HISTRIG_SEQ_PRINT_H
#define HISTRIG_SEQ_PRINT_H

#include <linux/trace_events.h>

/* These functions are never defined, because only their types are used. */
const char *seq_flags_ended(struct trace_seq *seq, const char *delim,
			    unsigned long flags,
			    const struct trace_print_flags *table);
const char *seq_flags_sized(struct trace_seq *seq, const char *delim,
			    unsigned long flags,
			    const struct trace_print_flags *table, size_t nr);
const char *seq_symbols_ended(struct trace_seq *seq, unsigned long value,
			      const struct trace_print_flags *table);
const char *seq_symbols_sized(struct trace_seq *seq, unsigned long value,
			      const struct trace_print_flags *table, size_t nr);

#define SEQ_IS(function, other)						\
	__builtin_types_compatible_p(typeof(function), typeof(other))
#define SEQ_CALL(function, other, args...)				\
	({								\
		typeof(other) *__called = (void *)(function);		\
									\
		__called(args);						\
	})

/*
 * Number of names in a table. Some of the kernel's tables, such as that of GFP flags, end
 * with an entry without a name, which their size includes. A kernel that uses the size would
 * dereference the NULL pointer.
 */
#define SEQ_NAMES(table, size)						\
	({								\
		size_t __names = (size);				\
									\
		while (__names && !(table)[__names - 1].name)		\
			__names--;					\
		__names;						\
	})

/**
 * seq_print_flags() - print the names of the bits that are set
 * @seq: where to print
 * @delim: string between two names
 * @flags: the bits
 * @table: the names; the last one is NULL
 * @nr: number of names without the last one
 *
 * Context: any.
 * Return: the string, in @seq.
 */
static inline const char *seq_print_flags(struct trace_seq *seq,
					  const char *delim,
					  unsigned long flags,
					  const struct trace_print_flags *table,
					  size_t nr)
{
	if (SEQ_IS(trace_print_flags_seq, seq_flags_ended))
		return SEQ_CALL(trace_print_flags_seq, seq_flags_ended,
				seq, delim, flags, table);
	return SEQ_CALL(trace_print_flags_seq, seq_flags_sized,
				seq, delim, flags, table, SEQ_NAMES(table, nr));
}

/* seq_print_symbols() - like seq_print_flags(), for the name of one number */
static inline const char *
seq_print_symbols(struct trace_seq *seq, unsigned long value,
		  const struct trace_print_flags *table, size_t nr)
{
	if (SEQ_IS(trace_print_symbols_seq, seq_symbols_ended))
		return SEQ_CALL(trace_print_symbols_seq, seq_symbols_ended,
				seq, value, table);
	return SEQ_CALL(trace_print_symbols_seq, seq_symbols_sized,
				seq, value, table, SEQ_NAMES(table, nr));
}

#if BITS_PER_LONG == 32
const char *seq_flags64_ended(struct trace_seq *seq, const char *delim,
			      unsigned long long flags,
			      const struct trace_print_flags_u64 *table);
const char *seq_flags64_sized(struct trace_seq *seq, const char *delim,
			      unsigned long long flags,
			      const struct trace_print_flags_u64 *table,
			      size_t nr);
const char *seq_symbols64_ended(struct trace_seq *seq, unsigned long long value,
				const struct trace_print_flags_u64 *table);
const char *seq_symbols64_sized(struct trace_seq *seq, unsigned long long value,
				const struct trace_print_flags_u64 *table,
				size_t nr);

static inline const char *
seq_print_flags_u64(struct trace_seq *seq, const char *delim,
		    unsigned long long flags,
		    const struct trace_print_flags_u64 *table, size_t nr)
{
	if (SEQ_IS(trace_print_flags_seq_u64, seq_flags64_ended))
		return SEQ_CALL(trace_print_flags_seq_u64, seq_flags64_ended,
				seq, delim, flags, table);
	return SEQ_CALL(trace_print_flags_seq_u64, seq_flags64_sized,
				seq, delim, flags, table, SEQ_NAMES(table, nr));
}

static inline const char *
seq_print_symbols_u64(struct trace_seq *seq, unsigned long long value,
		      const struct trace_print_flags_u64 *table, size_t nr)
{
	if (SEQ_IS(trace_print_symbols_seq_u64, seq_symbols64_ended))
		return SEQ_CALL(trace_print_symbols_seq_u64, seq_symbols64_ended,
				seq, value, table);
	return SEQ_CALL(trace_print_symbols_seq_u64, seq_symbols64_sized,
				seq, value, table, SEQ_NAMES(table, nr));
}
#endif

#endif /* HISTRIG_SEQ_PRINT_H */
