/* SPDX-License-Identifier: GPL-2.0 */
/* Events that only this module declares. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM histrig_bridged

#if !defined(HISTRIG_BRIDGED_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define HISTRIG_BRIDGED_EVENTS_H

#include <linux/tracepoint.h>

TRACE_DEFINE_ENUM(BRIDGED_EVEN);
TRACE_DEFINE_ENUM(BRIDGED_ODD);

#define BRIDGED_PARITY					\
	{ BRIDGED_EVEN, "even" },			\
	{ BRIDGED_ODD, "odd" }

TRACE_EVENT(bridged_number,
	TP_PROTO(u64 key, int val),
	TP_ARGS(key, val),
	TP_STRUCT__entry(
		__field(u8, low)
		__field(u64, key)
		__field(int, val)
		__array(u16, words, 3)
	),
	TP_fast_assign(
		__entry->low = key;
		__entry->key = key;
		__entry->val = val;
		__entry->words[0] = val;
		__entry->words[1] = key;
		__entry->words[2] = ~val;
	),
	TP_printk("key=%llu val=%d low=0x%x %s words=%s", __entry->key,
		  __entry->val, __entry->low,
		  __print_symbolic((int)(__entry->key & 1), BRIDGED_PARITY),
		  __print_array(__entry->words, 3, 2))
);

TRACE_EVENT(bridged_text,
	TP_PROTO(const char *text, int val),
	TP_ARGS(text, val),
	TP_STRUCT__entry(
		__field(int, val)
		__string(text, text)
		__array(char, head, 8)
	),
	TP_fast_assign(
		__entry->val = val;
		histrig_bridged_copy(__get_str(text), text);
		strscpy(__entry->head, text, sizeof(__entry->head));
	),
	TP_printk("text=%s head=%s val=%d", __get_str(text), __entry->head,
		  __entry->val)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE histrig_bridged_events
#include <trace/define_trace.h>
