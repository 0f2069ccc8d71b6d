/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: the probes. Every hit runs this code.
 *
 * If the size of a record is known at build time and at most
 * RECORD_ON_STACK_MAX, the record is a local variable of the probe. Any other
 * record is built in scratch memory, and scratch_alloc() refuses a record that
 * is too long.
 *
 * The probe first clears the record up to its dynamic arrays, because some headers
 * do not set every field, and users must not see the old contents of the memory.
 * The compiler omits the clearing of fields that the probe sets anyway, but not
 * of arrays. So the prelude table defines HISTRIG_CLEARED as empty for headers
 * whose hot events set all of their arrays.
 */
#ifndef HISTRIG_CLEARED
#define HISTRIG_CLEARED = {}
#endif

#undef STAGE_DATA
#define STAGE_DATA(type, item, len, from, sign, text)			\
	__entry->__data_loc_##item = __data_offsets.item;
#undef STAGE_REL
#define STAGE_REL(type, item, len, from, sign, text)			\
	__entry->__rel_loc_##item = __data_offsets.item;

/*
 * stages/print.h redefines the macros for arrays and bitmasks. The macros for strings, CPU
 * masks and socket addresses expand to these, so print.h need not redefine them.
 */
#undef __get_dynamic_array
#define __get_dynamic_array(item)					\
	((void *)__entry + DATA_LOC_OFFSET(__data_offsets.item))
#undef __get_dynamic_array_len
#define __get_dynamic_array_len(item)	DATA_LOC_LEN(__data_offsets.item)
#undef __get_str
#define __get_str(item)		((char *)__get_dynamic_array(item))
#undef __get_bitmask
#define __get_bitmask(item)	((char *)__get_dynamic_array(item))
#undef __get_cpumask
#define __get_cpumask(item)	__get_bitmask(item)
#undef __get_sockaddr
#define __get_sockaddr(item)						\
	((struct sockaddr *)__get_dynamic_array(item))

#undef __get_rel_dynamic_array
#define __get_rel_dynamic_array(item)					\
	((void *)&__entry->__rel_loc_##item + sizeof(u32) +		\
	 DATA_LOC_OFFSET(__data_offsets.item))
#undef __get_rel_dynamic_array_len
#define __get_rel_dynamic_array_len(item)	DATA_LOC_LEN(__data_offsets.item)
#undef __get_rel_str
#define __get_rel_str(item)	((char *)__get_rel_dynamic_array(item))
#undef __get_rel_bitmask
#define __get_rel_bitmask(item)	((char *)__get_rel_dynamic_array(item))
#undef __get_rel_cpumask
#define __get_rel_cpumask(item)	__get_rel_bitmask(item)
#undef __get_rel_sockaddr
#define __get_rel_sockaddr(item)					\
	((struct sockaddr *)__get_rel_dynamic_array(item))

/*
 * Up to Linux 6.9, headers pass the string to __assign_str() as well as to
 * __string(). If the two strings differ, the copy ends with the second string or with
 * the reserved bytes, whichever is shorter. One header of these kernels relies on the
 * semicolon at the end of the kernel's macro.
 */
#undef __assign_str
#define __assign_str(item, src...)					\
	histrig_copy(__get_str(item), __get_dynamic_array_len(item),	\
		     __data_offsets.item##_from,			\
		     HISTRIG_SECOND(item, ##src, __data_offsets.item##_from)) \
	__VA_OPT__(;)
#undef __assign_rel_str
#define __assign_rel_str(item, src...)					\
	histrig_copy(__get_rel_str(item),				\
		     __get_rel_dynamic_array_len(item),			\
		     __data_offsets.item##_from,			\
		     HISTRIG_SECOND(item, ##src, __data_offsets.item##_from))
#define HISTRIG_SECOND(first, second, rest...)	((const char *)(second))

static __always_inline void histrig_copy(char *to, unsigned int size,
					 const char *measured, const char *from)
{
	if (unlikely(!from || from != measured)) {
		strscpy(to, from ?: "(null)", size);
		return;
	}
	if (unlikely(!size))
		return;
	memcpy(to, from, size - 1);
	to[size - 1] = '\0';
}

#undef __assign_str_len
#define __assign_str_len(item, src, len)				\
	histrig_copy_len(__get_str(item), __get_dynamic_array_len(item), \
			 src, len)
#undef __assign_rel_str_len
#define __assign_rel_str_len(item, src, len)				\
	histrig_copy_len(__get_rel_str(item),				\
			 __get_rel_dynamic_array_len(item), src, len)

static __always_inline void histrig_copy_len(char *to, unsigned int size,
					     const char *from, size_t len)
{
	if (unlikely(!size))
		return;
	if (unlikely(len >= size))
		len = size - 1;
	memcpy(to, from, len);
	to[len] = '\0';
}

#undef __assign_vstr
#define __assign_vstr(item, fmt, va)					\
	do {								\
		va_list __copy;						\
									\
		va_copy(__copy, *(va));					\
		vsnprintf(__get_str(item), __get_dynamic_array_len(item), \
			  fmt, __copy);					\
		va_end(__copy);						\
	} while (0)

#undef __assign_bitmask
#define __assign_bitmask(item, src, nr_bits)				\
	memcpy(__get_bitmask(item), src,				\
	       BITS_TO_LONGS(nr_bits) * sizeof(unsigned long))
#undef __assign_cpumask
#define __assign_cpumask(item, src)					\
	__assign_bitmask(item, src, nr_cpumask_bits)
#undef __assign_sockaddr
#define __assign_sockaddr(item, src, len)				\
	memcpy(__get_dynamic_array(item), src, len)
#undef __assign_rel_bitmask
#define __assign_rel_bitmask(item, src, nr_bits)			\
	memcpy(__get_rel_bitmask(item), src,				\
	       BITS_TO_LONGS(nr_bits) * sizeof(unsigned long))
#undef __assign_rel_cpumask
#define __assign_rel_cpumask(item, src)					\
	__assign_rel_bitmask(item, src, nr_cpumask_bits)
#undef __assign_rel_sockaddr
#define __assign_rel_sockaddr(item, src, len)				\
	memcpy(__get_rel_dynamic_array(item), src, len)

#undef __perf_count
#define __perf_count(c)	(c)
#undef __perf_addr
#define __perf_addr(a)	(a)
#undef __perf_task
#define __perf_task(t)	(t)
#undef TP_perf_assign
#define TP_perf_assign(args...)

/*
 * If the event's only trigger reads just some fields, the probe only calls
 * histrig_partial_X(), see partial.h.
 */
#ifdef HISTRIG_PARTIAL
#define STAGE_DECLARE_PARTIAL(name, proto...)				\
	static notrace void histrig_partial_##name(void *__data, proto);
#define STAGE_TRY_PARTIAL(name, args...)				\
	if (STAGE_IS_PARTIAL(name)) {					\
		struct event_sole_trigger *__sole = event_file_partial(__data);	\
									\
		if (unlikely(__sole)) {					\
			histrig_partial_##name(__sole, args);		\
			return;						\
		}							\
	}
#else
#define STAGE_DECLARE_PARTIAL(name, proto...)
#define STAGE_TRY_PARTIAL(name, args...)
#endif

#undef STAGE_CLASS
#define STAGE_CLASS(name, proto, args, tstruct, assign, print)		\
	STAGE_DECLARE_PARTIAL(name, proto)				\
	static notrace void histrig_probe_##name(void *__data, proto)	\
	{								\
		probe_begin(STAGE_PREEMPTIBLE(name));			\
		STAGE_TRY_PARTIAL(name, args)				\
		{							\
			STAGE_PROBE(name, PARAMS(args), PARAMS(tstruct), \
				    PARAMS(assign))			\
		}							\
		probe_end(STAGE_PREEMPTIBLE(name));			\
	}

/* Declares __record after STAGE_TRY_PARTIAL(), so that a partial hit does not clear it. */
#define STAGE_PROBE(name, args, tstruct, assign)			\
	enum {								\
		__fixed = !sizeof(struct histrig_offsets_##name) &&	\
			  sizeof(struct histrig_raw_##name) <=		\
			  RECORD_ON_STACK_MAX,				\
		__record_size = __fixed *				\
			      sizeof(struct histrig_raw_##name),	\
	};								\
	char __record[__record_size] __aligned(8) HISTRIG_CLEARED;	\
	struct histrig_offsets_##name __maybe_unused __data_offsets;	\
	struct histrig_raw_##name *entry;				\
	unsigned int __size;						\
									\
	__size = sizeof(*entry) +					\
		 histrig_measure_##name(&__data_offsets, args);		\
	if (__fixed) {							\
		entry = (void *)__record;				\
	} else {							\
		entry = scratch_alloc(__size);				\
		if (unlikely(!entry)) {					\
			event_hit_lost(__data);				\
			probe_end(STAGE_PREEMPTIBLE(name));		\
			return;						\
		}							\
		memset(entry, 0, sizeof(*entry));			\
	}								\
									\
	tstruct								\
									\
	{ assign; }							\
									\
	event_hit(__data, entry, __size);				\
	if (!__fixed)							\
		scratch_free(__size);

/*
 * Fails to compile if the arguments of an event's tracepoint differ from those
 * of its class.
 */
#undef STAGE_EVENT
#define STAGE_EVENT(template, name, proto, args, print, printer)		\
	static inline void histrig_check_##name(void)			\
	{								\
		check_trace_callback_type_##name(histrig_probe_##template);	\
	}
