// SPDX-License-Identifier: GPL-2.0
/* The events of the system "ftrace", see internal_events.h. */
#include <linux/kernel.h>

#include "../event/field.h"
#include "../event/registry.h"
#include "internal_events.h"

const struct event_header internal_header = {
	.system = "ftrace",
};

static struct event_field print_fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_CHARS(buf),
};

static const struct event_class print_class = {
	.fields = print_fields,
	.nr_fields = ARRAY_SIZE(print_fields),
	.record_size = sizeof(struct print_record),
	.print_fmt = "\"%ps: %s\", (void *)REC->ip, REC->buf",
};

struct event internal_print_event =
	INTERNAL_EVENT(internal_print_event.files, print, print_class, EVENT_TRIGGERED);

/*
 * An event that only has a format. internal_formats_init() sets nr_fields; record_size is not
 * needed, because the records of these events, if there are any, are printed by trace_line.c.
 */
#define FORMAT(_name, _id, _fields, _print_fmt)				\
	{								\
		.id = _id,						\
		.class = {						\
			.fields = _fields,				\
			.print_fmt = _print_fmt,			\
		},							\
		.event = {						\
			.name = #_name,					\
			.header = &internal_header,			\
			.role = EVENT_SHOWN,				\
		},							\
	}

/* An empty field ends each list. */
static struct event_field switch_fields[] = {
	EVENT_FIELD(unsigned int, prev_pid),
	EVENT_FIELD(unsigned int, next_pid),
	EVENT_FIELD(unsigned int, next_cpu),
	EVENT_FIELD(unsigned char, prev_prio),
	EVENT_FIELD(unsigned char, prev_state),
	EVENT_FIELD(unsigned char, next_prio),
	EVENT_FIELD(unsigned char, next_state),
	{}
};

static struct event_field raw_data_fields[] = {
	EVENT_FIELD(unsigned int, id),
	EVENT_CHARS(buf),
	{}
};

#define STACK_FMT							\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\", "					\
	"(void *)REC->caller[0], (void *)REC->caller[1], "		\
	"(void *)REC->caller[2], (void *)REC->caller[3], "		\
	"(void *)REC->caller[4], (void *)REC->caller[5], "		\
	"(void *)REC->caller[6], (void *)REC->caller[7]"

/* As in the kernel, the format shows eight addresses; records can hold more. */
static struct event_field stack_fields[] = {
	EVENT_FIELD(int, size),
	EVENT_STACK(caller),
	{}
};

static struct event_field user_stack_fields[] = {
	EVENT_FIELD(unsigned int, tgid),
	EVENT_STACK(caller),
	{}
};

static struct event_field bprint_fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_FIELD(const char *, fmt),
	{ .type = "u32[]", .name = "buf", .align = sizeof(u32) },
	{}
};

static struct event_field bputs_fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_FIELD(const char *, str),
	{}
};

static struct event_field mmio_rw_fields[] = {
	EVENT_FIELD(resource_size_t, phys),
	EVENT_FIELD(unsigned long, value),
	EVENT_FIELD(unsigned long, pc),
	EVENT_FIELD(int, map_id),
	EVENT_FIELD(unsigned char, opcode),
	EVENT_FIELD(unsigned char, width),
	{}
};

static struct event_field mmio_map_fields[] = {
	EVENT_FIELD(resource_size_t, phys),
	EVENT_FIELD(unsigned long, virt),
	EVENT_FIELD(unsigned long, len),
	EVENT_FIELD(int, map_id),
	EVENT_FIELD(unsigned char, opcode),
	{}
};

static struct event_field branch_fields[] = {
	EVENT_FIELD(unsigned int, line),
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
	EVENT_FIELD(char, correct),
	EVENT_FIELD(char, constant),
	{}
};

static struct event_field hwlat_fields[] = {
	EVENT_FIELD(u64, duration),
	EVENT_FIELD(u64, outer_duration),
	EVENT_FIELD(u64, nmi_total_ts),
	EVENT_FIELD(s64, tv_sec),
	EVENT_FIELD(long, tv_nsec),
	EVENT_FIELD(unsigned int, nmi_count),
	EVENT_FIELD(unsigned int, seqnum),
	EVENT_FIELD(unsigned int, count),
	{}
};

static struct event_field repeats_fields[] = {
	EVENT_FIELD(unsigned long, ip),
	EVENT_FIELD(unsigned long, parent_ip),
	EVENT_FIELD(u16, count),
	EVENT_FIELD(u16, top_delta_ts),
	EVENT_FIELD(u32, bottom_delta_ts),
	{}
};

static struct event_field osnoise_fields[] = {
	EVENT_FIELD(u64, noise),
	EVENT_FIELD(u64, runtime),
	EVENT_FIELD(u64, max_sample),
	EVENT_FIELD(unsigned int, hw_count),
	EVENT_FIELD(unsigned int, nmi_count),
	EVENT_FIELD(unsigned int, irq_count),
	EVENT_FIELD(unsigned int, softirq_count),
	EVENT_FIELD(unsigned int, thread_count),
	{}
};

static struct event_field timerlat_fields[] = {
	EVENT_FIELD(unsigned int, seqnum),
	EVENT_FIELD(int, context),
	EVENT_FIELD(u64, timer_latency),
	{}
};

struct format {
	u16 id;
	struct event_class class;
	struct event event;
};

static struct format formats[] = {
	FORMAT(kernel_stack, EVENT_ID_STACK, stack_fields, STACK_FMT),
	FORMAT(user_stack, EVENT_ID_USER_STACK, user_stack_fields, STACK_FMT),
	FORMAT(raw_data, EVENT_ID_RAW_DATA, raw_data_fields,
	       "\"id:%04x %08x\", REC->id, (int)REC->buf[0]"
	),
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

/* Registers the events that only have a format: clients look for all internal events. */
static int internal_formats_init(void)
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

int internal_event_add(struct event *event, u16 id)
{
	if (WARN_ON(!event_fields_place(event->class)))
		return -EINVAL;
	return registry_add(event, id);
}

int internal_events_init(void)
{
	return internal_event_add(&internal_print_event, EVENT_ID_PRINT) ?:
	       internal_formats_init();
}
