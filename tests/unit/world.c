// SPDX-License-Identifier: GPL-2.0
/* One event and what surrounds it, see world.h. */
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/event/registry.h"
#include "../../module/filter/function.h"
#include "../../module/hist/show.h"
#include "../../module/record/record.h"
#include "../../module/text/error_log.h"
#include "../../module/trigger/trigger.h"
#include "world.h"

#define FIELD(ctype, member, sign)					\
	{								\
		.type = ctype, .name = #member,				\
		.offset = offsetof(struct world_record, member),	\
		.size = sizeof(((struct world_record *)0)->member),	\
		.is_signed = sign,					\
	}

static struct event_field fields[] = {
	FIELD("u64", d, false),
	FIELD("s64", q, true),
	FIELD("u32", w, false),
	FIELD("int", i, true),
	FIELD("u16", h, false),
	FIELD("short", s, true),
	FIELD("unsigned char", b, false),
	FIELD("signed char", c, true),
	FIELD("bool", t, false),
	FIELD("char[16]", name, true),
	FIELD("char[5]", raw, true),
	FIELD("__data_loc char[]", dyn, false),
	FIELD("__rel_loc char[]", rel, false),
	FIELD("__data_loc int[]", ints, false),
	FIELD("__data_loc cpumask_t", cpus, false),
	FIELD("__rel_loc cpumask_t", relcpus, false),
	FIELD("const char *", text, false),
	FIELD("void *", ptr, false),
	FIELD("int[3]", array, true),
	FIELD("char[300]", large, true),
	FIELD("char[0]", none, true),
	{ .type = "u8[0]", .name = "nothing" },
	/* Hides the older name of common_cpu. */
	FIELD("u8", cpu, false),
};

static const struct event_class class = {
	.fields = fields,
	.nr_fields = ARRAY_SIZE(fields),
	.print_fmt = "",
};

static const struct event_header header = { .system = "unit" };

struct event world_event = {
	.name = "world",
	.class = &class,
	.header = &header,
	.id = 4711,
};

static struct event_file world_file = { .event = &world_event };

/* Not what is tested here. */
static int parse_nothing(const struct trigger_command *command,
			 struct event_file *file, bool remove, char *params)
{
	return -EINVAL;
}

#define NO_COMMAND(_name)						\
	const struct trigger_command _name##_command = {		\
		.name = #_name,						\
		.parse = parse_nothing,					\
	}

NO_COMMAND(traceon);
NO_COMMAND(traceoff);
NO_COMMAND(snapshot);
NO_COMMAND(stacktrace);
NO_COMMAND(enable_event);
NO_COMMAND(disable_event);
NO_COMMAND(enable_hist);
NO_COMMAND(disable_hist);

struct mutex event_mutex;
struct list_head event_list = LIST_HEAD_INIT(event_list);

char world_error[128];
char world_error_command[8192];
unsigned int world_error_column;
unsigned int world_errors;

void error_log_add(const char *place, const char *command, const char *text,
		   u16 column)
{
	bool filter = !strcmp(place, "event filter parse error");

	/* Filters count columns from 1, and a little beyond the end. */
	if (!filter && strcmp(place, "hist:unit:world"))
		abort();
	if (column > strlen(command) + 2 * filter)
		abort();
	strscpy(world_error, text, sizeof(world_error));
	strscpy(world_error_command, command, sizeof(world_error_command));
	world_error_column = column;
	world_errors++;
}

u16 event_id(struct event *event)
{
	return event->id;
}

void event_file_set_mode(struct event_file *file, unsigned int set,
			 unsigned int clear)
{
	file->mode = (file->mode & ~clear) | set;
}

int event_file_probe(struct event_file *file)
{
	return 0;
}

void record_not_stored(struct event_file *file)
{
}

void record_store(struct event_file *file, void *record, unsigned int size)
{
}

/* The arena of records, as a stack of one CPU for each thread. */
static __thread char arena[16384] __attribute__((aligned(8)));
static __thread unsigned int arena_used;

void *record_push(unsigned int size)
{
	void *room = arena + arena_used;

	size = ALIGN(size, 8);
	if (size > RECORD_SIZE_MAX || arena_used + size > sizeof(arena))
		return NULL;
	arena_used += size;
	return room;
}

void record_pop(unsigned int size)
{
	arena_used -= ALIGN(size, 8);
}

void world_record_init(struct world_record *r)
{
	memset(r, 0, sizeof(*r));
	world_set_dyn(r, "");
	world_set_rel(r, "");
	r->text = "";
}

static u32 place(char *to, u32 at, const char *text)
{
	u32 size = strlen(text) + 1;

	memcpy(to, text, size);
	return at | size << 16;
}

void world_set_dyn(struct world_record *r, const char *text)
{
	r->dyn = place(r->data, offsetof(struct world_record, data), text);
}

void world_set_rel(struct world_record *r, const char *text)
{
	r->rel = place(r->data + 256, offsetof(struct world_record, data) + 256 -
		       offsetof(struct world_record, rel) - sizeof(r->rel), text);
}

void world_set_cpus(struct world_record *r, const unsigned long *mask,
		    unsigned int words)
{
	u32 size = words * sizeof(long);
	char *to = r->data + 384;

	/* Nobody has promised that it is aligned. */
	memcpy(to + 1, mask, size);
	r->cpus = (to + 1 - (char *)r) | size << 16;
	r->relcpus = (to - (char *)&r->relcpus - 3) | size << 16;
}

/* What the kernel would know by its tables. */
unsigned long function_find(const char *name)
{
	return !strcmp(name, "world_function") ? 0x12345678 : 0;
}

bool function_bounds(unsigned long address, unsigned long *start,
		     unsigned long *size)
{
	*start = 0x12345600;
	*size = 0x100;
	return address - *start < *size;
}

int world_write(const char *command)
{
	char *text = strdup(command);
	int ret;

	if (list_empty(&event_list)) {
		list_add(&world_event.link, &event_list);
		INIT_LIST_HEAD(&world_event.files);
		list_add(&world_file.in_event, &world_event.files);
	}
	world_error[0] = '\0';
	ret = trigger_write(&world_file, strstrip(text));
	free(text);
	return ret;
}

void world_fire(const struct world_record *r)
{
	if (world_file.armed)
		record_hit(&world_file, (void *)r, sizeof(*r));
}

static char buffer[1 << 20];

static const char *printed(struct seq_file *m)
{
	buffer[m->count] = '\0';
	return buffer;
}

const char *world_trigger(void)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(&world_file, i)); i++)
		trigger->command->show(&m, trigger);
	return printed(&m);
}

const char *world_hist(void)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };
	struct hist_snapshot s;
	struct trigger *trigger;
	unsigned int i;
	u32 row;

	for (i = 0; (trigger = trigger_at(&world_file, i)); i++) {
		if (hist_snapshot_make(&s, trigger))
			abort();
		for (row = 0; row < s.nr_rows; row++)
			hist_show_row(&m, &s, &s.rows[s.order[row]]);
		hist_show_totals(&m, &s);
		hist_snapshot_free(&s);
	}
	return printed(&m);
}

void world_reset(void)
{
	trigger_remove_all(&world_file);
	world_file.armed = NULL;
}

int world_plan(struct hist_plan *plan, const char *command)
{
	struct hist_attrs attrs;
	struct hist_report report = { .place = "hist:unit:world" };
	char *text = strdup(command);
	char *whole = kasprintf(GFP_KERNEL, "hist:%s", command);
	int ret;

	world_error[0] = '\0';
	report.command = whole;
	ret = hist_attrs_parse(&attrs, text, &report);
	if (!ret)
		ret = hist_plan_make(plan, &world_event, &attrs, &report);
	free(text);
	free(whole);
	return ret;
}
