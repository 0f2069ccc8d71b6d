// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the arguments of probes: parses a definition for all kinds of probes,
 * and runs the programs on made-up registers and memory.
 */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "../../module/event/print.h"
#include "../../module/event/record.h"
#include "../../module/probe/hot/fetch.h"
#include "../../module/probe/probe.h"
#include "btf_stub.h"
#include "probe_world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

/* Memory with pointers to itself and with strings. Some strings have no end. */
static unsigned long memory[512] __attribute__((aligned(4096)));
static unsigned long words[PROBE_ENTRY_MAX];
static struct pt_regs regs;
static struct probe_record source;
static struct event_print print;
static struct trace_seq seq;

static void make_memory(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(memory); i++) {
		memory[i] = (unsigned long)&memory[i * 7 % 500];
		if (i % 4 == 1)
			memory[i] += SHIM_USER;
		if (i % 4 == 2)
			memory[i] = 0x6362610064636261UL + i;
		if (i % 4 == 3)
			memory[i] = i % 8 == 3 ? ~0UL << 60 : i;
	}
	memset(memory + 508, 'x', 4 * sizeof(*memory));
	shim_land = (const char *)memory;
	shim_land_end = shim_land + sizeof(memory);
	for (i = 0; i < sizeof(regs) / sizeof(long); i++)
		((unsigned long *)&regs)[i] = memory[i];
	regs.sp = (unsigned long)(memory + 490);
	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = memory[i];
	source = (struct probe_record) {
		.d = memory[2], .i = -1, .h = 2, .c = -3,
		.dyn = DATA_LOC((u32)offsetof(struct probe_record, data), 5),
		.rel = DATA_LOC((u32)sizeof(source) -
				(u32)offsetof(struct probe_record, text), 0),
		.text = (void *)memory[1],
		.data = "text",
	};
	memset(source.name, 'n', sizeof(source.name));
}

static void check_arg(const struct probe_arg *arg, unsigned int at)
{
	const struct fetch_op *op = arg->ops, *store = op + arg->nr_ops - 1;

	REQUIRE(*arg->name && strlen(arg->name) <= PROBE_ARG_NAME_MAX);
	REQUIRE(*arg->text && strlen(arg->text) <= PROBE_TEXT_MAX);
	REQUIRE(arg->offset == at && store->param == at);
	REQUIRE(arg->count <= PROBE_ARRAY_MAX && store->count == arg->count);
	REQUIRE(arg->nr_ops >= 2 && arg->nr_ops < FETCH_OPS_MAX);
	REQUIRE(op->code > FETCH_END && op->code < FETCH_DEREF);
	for (op++; op < store; op++)
		REQUIRE(op->code >= FETCH_DEREF && op->code <= FETCH_THIS_CPU);
	REQUIRE(store->code >= FETCH_STORE && store->size == arg->type->size);
	REQUIRE(store->left <= store->right && store->right < store->size * 8);
	REQUIRE((store->code >= FETCH_STORE_STRING) == arg->type->is_string);
}

static void check_args(const struct probe_args *args)
{
	unsigned int i, at = 0, nr = 0;

	REQUIRE(args->nr <= PROBE_ARGS_MAX && args->size <= PROBE_FIELDS_MAX);
	REQUIRE(args->entry_words <= PROBE_ENTRY_MAX);
	for (i = 0; i < args->nr; i++) {
		const struct probe_arg *arg = &args->arg[i];

		check_arg(arg, at);
		REQUIRE(arg->ops == args->ops + nr);
		at += arg->type->size * (arg->count ?: 1);
		nr += arg->nr_ops;
	}
	REQUIRE(at == args->size && args->ops[nr].code == FETCH_END);
}

/* Runs a program: it must write all fields, and no byte beyond @space. */
static void hit(const struct probe_args *args, struct probe_event *event,
		const struct fetch_source *from, unsigned int space)
{
	unsigned int head = event->class.record_size - args->size, size;
	u8 *record = malloc(space);

	memset(record, 0, head);
	size = fetch_args(args, from, record, head, space);
	REQUIRE(size >= event->class.record_size && size <= space);
	seq.len = 0;
	print = (struct event_print) {
		.seq = &seq,
		.event = &event->event,
		.record = record,
		.size = size,
	};
	event->class.print(&print, record);
	REQUIRE(seq.len);
	/* Print a record that lacks a string. */
	print.size = event->class.record_size;
	event->class.print(&print, record);
	free(record);
}

static void run(const char *text, unsigned int flags, struct probe_shape shape)
{
	unsigned long wait_end = 0;
	struct fetch_source from = {
		.regs = &regs,
		.entry = words,
		.duration = 5,
		.record = &source,
		.tp_args = words,
		.file_base = (unsigned long)memory + SHIM_USER,
		.wait_end = flags & PROBE_ON_USER ? &wait_end : NULL,
	};
	struct probe_event event = { .shape = shape };
	struct probe_args *args;
	int ret;

	ret = probe_world_parse(text, flags, &args);
	REQUIRE(ret <= 0 && ret > -4096);
	/*
	 * A definition that is accepted causes no entry in the error log, even if its symbol
	 * does not exist.
	 */
	REQUIRE(ret || !probe_errors);
	REQUIRE(!ret || probe_errors || flags & PROBE_ON_EVENT);
	if (ret)
		return;
	check_args(args);
	ret = probe_args_resolve(args);
	REQUIRE(ret <= 0 && ret > -4096);
	REQUIRE(!probe_describe(&event, args));
	fetch_entry(args, &regs, words);
	hit(args, &event, &from, RECORD_SIZE_MAX);
	hit(args, &event, &from, event.class.record_size);
	hit(args, &event, &from, event.class.record_size + 20);
	probe_undescribe(&event);
	probe_args_put(args);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static long live;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	btf_stub_begin();
	live = shim_live;
	return 0;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static const struct {
		unsigned int flags;
		struct probe_shape shape;
	} places[] = {
		{ 0, PROBE_SHAPE_PLACE },
		{ PROBE_AT_ENTRY, PROBE_SHAPE_PLACE },
		{ PROBE_AT_RETURN, PROBE_SHAPE_RETURN },
		{ PROBE_AT_ENTRY | PROBE_NO_REGS,
		  PROBE_SHAPE_PLACE },
		{ PROBE_ON_USER, PROBE_SHAPE_USER },
		{ PROBE_ON_USER | PROBE_AT_RETURN, PROBE_SHAPE_USER_RETURN },
		{ PROBE_ON_EVENT, PROBE_SHAPE_NONE },
		{ PROBE_ON_TRACEPOINT, PROBE_SHAPE_PLACE },
	};
	char *text = malloc(size + 5), *note;
	unsigned int i;

	memcpy(text, "p f ", 4);
	memcpy(text + 4, data, size);
	text[size + 4] = '\0';
	/* The second line is the description of a marker's arguments in its note. */
	note = strchr(text, '\n');
	if (note)
		*note++ = '\0';
	probe_world_marker = note;
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		make_memory();
		probe_world_function = places[i].flags & PROBE_ON_TRACEPOINT ?
				       "btf_trace_unit" : "unit_read";
		run(text, places[i].flags, places[i].shape);
	}
	REQUIRE(shim_live == live);
	free(text);
	return 0;
}
