// SPDX-License-Identifier: GPL-2.0
/* Internal events that only have a format, see internal_events.h. */
#include <linux/kernel.h>
#include <linux/overflow.h>

#include "../event/event.h"
#include "../event/field.h"
#include "../event/registry.h"
#include "internal_events.h"

/* A number; it is aligned to its size. */
#define FIELD(_type, _name)						\
	{								\
		.type = #_type,						\
		.name = #_name,						\
		.size = sizeof(_type),					\
		.align = sizeof(_type),					\
		.is_signed = is_signed_type(_type),			\
	}

#define TEXT_POINTER(_name)						\
	{								\
		.type = "const char *",					\
		.name = #_name,						\
		.size = sizeof(const char *),				\
		.align = sizeof(const char *),				\
	}

/* internal_formats_init() sets nr_fields; record_size is not needed. */
#define FORMAT(_name, _id, _fields, _print_fmt)				\
	{								\
		.id = _id,						\
		.class = {						\
			.fields = _fields,				\
			.print_fmt = _print_fmt,			\
		},							\
		.event = {						\
			.name = #_name,					\
			.header = &ftrace_header,			\
			.role = EVENT_SHOWN,				\
		},							\
	}

static const struct event_header ftrace_header = {
	.system = "ftrace",
};

/* The fields of context_switch and wakeup. An empty field ends a list. */
static struct event_field switch_fields[] = {
	FIELD(unsigned int, prev_pid),
	FIELD(unsigned int, next_pid),
	FIELD(unsigned int, next_cpu),
	FIELD(unsigned char, prev_prio),
	FIELD(unsigned char, prev_state),
	FIELD(unsigned char, next_prio),
	FIELD(unsigned char, next_state),
	{}
};

static struct event_field bprint_fields[] = {
	FIELD(unsigned long, ip),
	TEXT_POINTER(fmt),
	{ .type = "u32[]", .name = "buf", .align = sizeof(u32) },
	{}
};

static struct event_field bputs_fields[] = {
	FIELD(unsigned long, ip),
	TEXT_POINTER(str),
	{}
};

static struct event_field mmio_rw_fields[] = {
	FIELD(resource_size_t, phys),
	FIELD(unsigned long, value),
	FIELD(unsigned long, pc),
	FIELD(int, map_id),
	FIELD(unsigned char, opcode),
	FIELD(unsigned char, width),
	{}
};

static struct event_field mmio_map_fields[] = {
	FIELD(resource_size_t, phys),
	FIELD(unsigned long, virt),
	FIELD(unsigned long, len),
	FIELD(int, map_id),
	FIELD(unsigned char, opcode),
	{}
};

static struct event_field branch_fields[] = {
	FIELD(unsigned int, line),
	{
		.type = "char[31]",
		.name = "func",
		.size = 31,
		.len = 31,
		.align = 1,
		.is_signed = is_signed_type(char),
	},
	{
		.type = "char[21]",
		.name = "file",
		.size = 21,
		.len = 21,
		.align = 1,
		.is_signed = is_signed_type(char),
	},
	FIELD(char, correct),
	FIELD(char, constant),
	{}
};

static struct event_field hwlat_fields[] = {
	FIELD(u64, duration),
	FIELD(u64, outer_duration),
	FIELD(u64, nmi_total_ts),
	FIELD(s64, tv_sec),
	FIELD(long, tv_nsec),
	FIELD(unsigned int, nmi_count),
	FIELD(unsigned int, seqnum),
	FIELD(unsigned int, count),
	{}
};

static struct event_field repeats_fields[] = {
	FIELD(unsigned long, ip),
	FIELD(unsigned long, parent_ip),
	FIELD(u16, count),
	FIELD(u16, top_delta_ts),
	FIELD(u32, bottom_delta_ts),
	{}
};

static struct event_field osnoise_fields[] = {
	FIELD(u64, noise),
	FIELD(u64, runtime),
	FIELD(u64, max_sample),
	FIELD(unsigned int, hw_count),
	FIELD(unsigned int, nmi_count),
	FIELD(unsigned int, irq_count),
	FIELD(unsigned int, softirq_count),
	FIELD(unsigned int, thread_count),
	{}
};

static struct event_field timerlat_fields[] = {
	FIELD(unsigned int, seqnum),
	FIELD(int, context),
	FIELD(u64, timer_latency),
	{}
};

/* An event that only has a format. */
struct format {
	u16 id;
	struct event_class class;
	struct event event;
};

static struct format formats[] = {
	FORMAT(context_switch, EVENT_ID_SWITCH, switch_fields,
	       "\"%u:%u:%u  ==> %u:%u:%u [%03u]\", REC->prev_pid, REC->prev_prio, REC->prev_state, REC->next_pid, REC->next_prio, REC->next_state, REC->next_cpu"
	),
	FORMAT(wakeup, EVENT_ID_WAKEUP, switch_fields,
	       "\"%u:%u:%u  ==+ %u:%u:%u [%03u]\", REC->prev_pid, REC->prev_prio, REC->prev_state, REC->next_pid, REC->next_prio, REC->next_state, REC->next_cpu"
	),
	FORMAT(bprint, 6, bprint_fields,
	       "\"%ps: %s\", (void *)REC->ip, REC->fmt"
	),
	FORMAT(mmiotrace_rw, 7, mmio_rw_fields,
	       "\"%lx %lx %lx %d %x %x\", (unsigned long)REC->phys, REC->value, REC->pc, REC->map_id, REC->opcode, REC->width"
	),
	FORMAT(mmiotrace_map, 8, mmio_map_fields,
	       "\"%lx %lx %lx %d %x\", (unsigned long)REC->phys, REC->virt, REC->len, REC->map_id, REC->opcode"
	),
	FORMAT(branch, 9, branch_fields,
	       "\"%u:%s:%s (%u)%s\", REC->line, REC->func, REC->file, REC->correct, REC->constant ? \" CONSTANT\" : \"\""
	),
	FORMAT(bputs, 14, bputs_fields,
	       "\"%ps: %s\", (void *)REC->ip, REC->str"
	),
	FORMAT(hwlat, 15, hwlat_fields,
	       "\"cnt:%u\\tts:%010llu.%010lu\\tinner:%llu\\touter:%llu\\tcount:%d\\tnmi-ts:%llu\\tnmi-count:%u\\n\", REC->seqnum, REC->tv_sec, REC->tv_nsec, REC->duration, REC->outer_duration, REC->count, REC->nmi_total_ts, REC->nmi_count"
	),
	FORMAT(osnoise, NATIVE_ID_OSNOISE, osnoise_fields,
	       "\"noise:%llu\\tmax_sample:%llu\\thw:%u\\tnmi:%u\\tirq:%u\\tsoftirq:%u\\tthread:%u\\n\", REC->noise, REC->max_sample, REC->hw_count, REC->nmi_count, REC->irq_count, REC->softirq_count, REC->thread_count"
	),
	FORMAT(timerlat, NATIVE_ID_TIMERLAT, timerlat_fields,
	       "\"seq:%u\\tcontext:%d\\ttimer_latency:%llu\\n\", REC->seqnum, REC->context, REC->timer_latency"
	),
	FORMAT(func_repeats, EVENT_ID_REPEATS, repeats_fields,
	       "\" %ps <-%ps\\t(repeats:%u  delta: -%llu)\", (void *)REC->ip, (void *)REC->parent_ip, REC->count, (((u64)(REC)->top_delta_ts << 32) | (REC)->bottom_delta_ts)"
	),
};

int internal_formats_init(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		struct format *format = &formats[i];

		if (!format->id)
			continue;
		while (format->class.fields[format->class.nr_fields].name)
			format->class.nr_fields++;
		format->event.class = &format->class;
		event_fields_place(&format->class);
		ret = registry_add(&format->event, format->id);
		if (ret)
			return ret;
	}
	return 0;
}
