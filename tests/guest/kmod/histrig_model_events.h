/* SPDX-License-Identifier: GPL-2.0 */
/* Three events with fields of all kinds, for tests/model. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM histrig_model

#if !defined(HISTRIG_MODEL_EVENTS_H) || defined(TRACE_HEADER_MULTI_READ)
#define HISTRIG_MODEL_EVENTS_H

#include <linux/tracepoint.h>

DECLARE_EVENT_CLASS(model_class,
	TP_PROTO(const struct model_values *v),
	TP_ARGS(v),
	TP_STRUCT__entry(
		__field(u64, seq)
		__field(u64, own)
		__field(long, mine)
		__field(u64, shared)
		__field(u64, wide)
		__field(s64, swide)
		__field(u32, word)
		__field(s32, sword)
		__field(u16, half)
		__field(s16, shalf)
		__field(u8, byte)
		__field(s8, sbyte)
		__field(u32, ip4)
		__field(u32, kind)
		__field(u32, bits)
		__array(char, title, 16)
		__array(u8, mac, 6)
		__array(u8, ip6, 16)
		__field(const char *, ptr)
		__string(label, v->label)
	),
	TP_fast_assign(
		__entry->seq = v->seq;
		__entry->own = v->own;
		__entry->mine = v->own;
		__entry->shared = v->shared;
		__entry->wide = v->wide;
		__entry->swide = v->swide;
		__entry->word = v->wide;
		__entry->sword = v->swide;
		__entry->half = v->wide;
		__entry->shalf = v->swide;
		__entry->byte = v->wide;
		__entry->sbyte = v->swide;
		__entry->ip4 = v->ip4;
		__entry->kind = v->kind;
		__entry->bits = v->bits;
		memcpy(__entry->title, v->title, sizeof(__entry->title));
		memcpy(__entry->mac, v->bytes, sizeof(__entry->mac));
		memcpy(__entry->ip6, v->bytes, sizeof(__entry->ip6));
		__entry->ptr = v->label;
		model_copy(__get_str(label), v->label);
	),
	TP_printk("seq=%llu own=%llu mine=%ld shared=%llu wide=%llu swide=%lld word=%u sword=%d half=%u shalf=%d byte=%u sbyte=%d ip4=%u kind=%u bits=%u title=%s mac=%s ip6=%s label=%s %s %s",
		  __entry->seq, __entry->own, __entry->mine, __entry->shared,
		  __entry->wide, __entry->swide, __entry->word, __entry->sword,
		  __entry->half, __entry->shalf, __entry->byte, __entry->sbyte,
		  __entry->ip4, __entry->kind, __entry->bits, __entry->title,
		  __print_hex_str(__entry->mac, 6),
		  __print_hex_str(__entry->ip6, 16), __get_str(label),
		  __print_symbolic(__entry->kind, { 0, "none" }, { 1, "one" },
				   { 2, "two" }),
		  __print_flags(__entry->bits, "|", { 1, "A" }, { 2, "B" },
				{ 4, "C" }))
);

DEFINE_EVENT(model_class, model_a, TP_PROTO(const struct model_values *v), TP_ARGS(v));
DEFINE_EVENT(model_class, model_b, TP_PROTO(const struct model_values *v), TP_ARGS(v));
DEFINE_EVENT(model_class, model_c, TP_PROTO(const struct model_values *v), TP_ARGS(v));

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE histrig_model_events
#include <trace/define_trace.h>
