// SPDX-License-Identifier: GPL-2.0
/* Events and their environment; see world.h. */
#include <linux/list.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/dispatch/commands.h"
#include "../../module/event/hit.h"
#include "../../module/event/hot/scratch.h"
#include "../../module/event/record.h"
#include "../../module/event/registry.h"
#include "../../module/event/symbol.h"
#include "../../module/filter/filter.h"
#include "../../module/hist/object/hist.h"
#include "../../module/hist/read/show.h"
#include "../../module/hist/trigger/resources.h"
#include "../../module/instance/instance.h"
#include "../../module/instance/rings.h"
#include "../../module/record/cgroups.h"
#include "../../module/record/task_id.h"
#include "../../module/record/user_frames.h"
#include "../../module/synth/synth.h"
#include "../../module/syscalls/syscalls.h"
#include "../../module/tracer/tracer.h"
#include "../../module/trigger/trigger.h"
#include "world.h"

#define FIELD(ctype, member, sign)					\
	{								\
		.type = ctype, .name = #member,				\
		.offset = offsetof(struct world_record, member),	\
		.size = sizeof(((struct world_record *)0)->member),	\
		.is_signed = sign,					\
	}

#define PROBE		((void *)1)

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
	FIELD("u64", num, false),
	FIELD("int", val, true),
	FIELD("__data_loc unsigned long[]", frames, false),
	FIELD("u8[6]", mac, false),
	FIELD("__u8[16]", six, false),
	{ .type = "u8[0]", .name = "nothing" },
	/* cpu is also an old name of common_cpu; this field has precedence. */
	FIELD("u8", cpu, false),
};

u64 world_missed;

static u64 missed(const struct event_file *file)
{
	(void)file;
	return world_missed;
}

static const struct event_class class = {
	.missed = missed,
	.fields = fields,
	.nr_fields = ARRAY_SIZE(fields),
	.print_fmt = "\"w=%s%s i=%s\", (REC->w) ? __print_flags(REC->w & 15, \"|\", "
		     "{ 1, \"ONE\" }, { 2 << 0, \"TWO\" }, { FOUR, \"FOUR\" }) : \"none\", "
		     "REC->w & 16 ? \"+\" : \"\", __print_symbolic(REC->i, "
		     "{ -1, \"minus\" }, { 1, \"quo\\\"te\" }), REC->h",
	.probe = PROBE,
	.partial = true,
};

static const struct event_enum four = { "FOUR", 4 };
static const struct event_enum *const enums[] = { &four, NULL };
static const struct event_header header = {
	.system = "unit",
	.enums = enums,
};
static struct tracepoint tracepoint;

#define EVENT(_name, _id)						\
	{ .name = _name, .class = &class, .header = &header,		\
	  .tp = &tracepoint, .id = _id }

struct event world_event = EVENT("world", 4711);
static struct event other_event = EVENT("other", 4712);
static struct event third_event = EVENT("third", 4713);

/* Replaces the parsers of the commands that these tests do not use: all but hist. */
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

static const struct tracer nop = { .name = "nop" };
const struct tracer *const tracer_nop = &nop;

struct instance main_instance = { .tracer = &nop };
LIST_HEAD(instance_list);

char world_error[128];
char world_error_command[8192];
unsigned int world_error_column;
unsigned int world_errors;
char world_error_log[4096];
bool world_snapshot_works = true;
unsigned int world_snapshots;

void error_log_add(struct error_log *log, const char *place,
		   const char *command, const char *text, u16 column)
{
	bool filter = !strcmp(place, "event filter parse error");
	size_t len = strlen(world_error_log);

	/* The columns of filters count from 1, and may be after the last character. */
	if (!filter && !str_has_prefix(place, "hist:unit:") &&
	    !str_has_prefix(place, "hist:synthetic:") &&
	    strcmp(place, "synthetic_events") &&
	    !str_has_prefix(place, "trace_"))
		abort();
	if (column > strlen(command) + (filter ? 2 : str_has_prefix(place, "trace_") ? 1 : 0))
		abort();
	strscpy(world_error, text, sizeof(world_error));
	strscpy(world_error_command, command, sizeof(world_error_command));
	world_error_column = column;
	world_errors++;
	snprintf(world_error_log + len, sizeof(world_error_log) - len,
		 "%u %s\n", column, text);
}

u16 event_id(struct event *event)
{
	return event->id;
}

bool registry_before(const struct event *event, const struct event *other)
{
	return event->id < other->id;
}

int registry_add(struct event *event, u16 id)
{
	static u16 last_id = 5000;

	INIT_LIST_HEAD(&event->files);
	event->id = id ? id : ++last_id;
	if (!event_file_make(event, &main_instance, &main_instance.files, 0))
		return -ENOMEM;
	list_add_tail(&event->link, &event_list);
	return 0;
}

void registry_remove(struct event *event)
{
	struct event_file *file = list_first_entry(&event->files,
						   struct event_file, in_event);
	LIST_HEAD(gone);

	trigger_remove_kinds(file, ~0);
	list_del(&event->link);
	event_file_unlink(file, &gone);
	event_file_drop(file);
}

void synth_print(struct event_print *print, const void *record)
{
}

bool instance_take_snapshot(struct instance *instance)
{
	if (world_snapshot_works)
		world_snapshots++;
	return world_snapshot_works;
}

/* Allocates memory, so that tests of failing allocations cover this call. */
int instance_alloc_snapshot(struct instance *instance)
{
	void *block = kmalloc(1, GFP_KERNEL);

	kfree(block);
	return block ? 0 : -ENOMEM;
}

void instance_reset(struct instance *instance)
{
}

void output_count_lost(struct event_file *file)
{
}

void output_event(struct event_file *file, void *record, unsigned int size)
{
}

const char *syscall_name(u64 nr)
{
	return NULL;
}

/*
 * Scratch memory: each thread has that of one CPU. Each record is allocated
 * separately, so that the sanitizer reports writes beyond its end.
 */
#define ARENA_SIZE	16384

static __thread struct {
	unsigned int used;
	unsigned int nr;
	void *blocks[ARENA_SIZE / 8];
} arena;

void *scratch_alloc(unsigned int size)
{
	void *block;

	size = ALIGN(size, 8);
	if (size > RECORD_SIZE_MAX || arena.used + size > ARENA_SIZE)
		return NULL;
	block = malloc(size);
	if (!block || arena.nr == ARRAY_SIZE(arena.blocks))
		abort();
	arena.used += size;
	arena.blocks[arena.nr++] = block;
	return memset(block, 0xa5, size);
}

void scratch_free(unsigned int size)
{
	arena.used -= ALIGN(size, 8);
	free(arena.blocks[--arena.nr]);
}

void world_record_init(struct world_record *r)
{
	memset(r, 0, sizeof(*r));
	world_set_frames(r, NULL, 0);
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

	/* The mask in the record may be unaligned. */
	memcpy(to + 1, mask, size);
	r->cpus = (to + 1 - (char *)r) | size << 16;
	r->relcpus = (to - (char *)&r->relcpus - 3) | size << 16;
}

void world_set_frames(struct world_record *r, const unsigned long *stack,
		      unsigned int nr)
{
	u32 at = ALIGN(offsetof(struct world_record, data) + 448, 8);

	if (nr)
		memcpy((char *)r + at, stack, nr * sizeof(*stack));
	r->frames = at | nr * sizeof(*stack) << 16;
}

/* Task ids that tests can distinguish; one is negative. */
u64 record_task_id(enum record_task_id who)
{
	return who == RECORD_PPID ? -7LL : who * 1000;
}

/*
 * The number of users of cgroups, which world_reset() checks. These tests have three
 * cgroups: RECORD_CGROUP and two others.
 */
static unsigned int cgroup_users;

int cgroups_remember(void)
{
	cgroup_users++;
	return 0;
}

void cgroups_forget(void)
{
	cgroup_users--;
}

int cgroups_find_paths(struct cgroup_name *names, unsigned int nr)
{
	static const struct {
		u64 id;
		const char *path;
	} known[] = { { 1, "/" }, { 3, "/b \"q\"" }, { RECORD_CGROUP * 1000, "/a" } };
	unsigned int i, j;

	for (i = 0; i < nr; i++) {
		if (i && names[i].id <= names[i - 1].id)
			abort();
		for (j = 0; j < ARRAY_SIZE(known); j++)
			if (names[i].id == known[j].id) {
				names[i].path = kstrdup(known[j].path, GFP_KERNEL);
				if (!names[i].path)
					return -ENOMEM;
			}
	}
	return 0;
}

/*
 * The number of users of user stacks, which world_reset() checks. In these tests, a
 * stack has two frames; the address of the second one depends on the pid.
 */
static unsigned int frame_users;

int user_frames_want(user_frames_marker marker)
{
	frame_users++;
	return 0;
}

void user_frames_done(void)
{
	frame_users--;
}

void user_frames_sync(void)
{
}

void user_frames_tidy(void)
{
}

bool user_frames_were_short(void)
{
	return true;
}

void user_frames_mark(unsigned long *used, const u64 *words, unsigned int nr)
{
}

unsigned int user_frames_load(u64 *frames, unsigned int max)
{
	if (!frame_users || max < 3)
		abort();
	frames[0] = 0x1000;
	frames[1] = 1ULL << USER_FRAME_SHIFT | current->pid;
	frames[2] = (u64)USER_FRAME_END << USER_FRAME_SHIFT | USER_STACK_FAULT;
	return 2 + (current->pid & 1);
}

struct user_frame user_frame_read(u64 frame)
{
	const unsigned int kind = frame >> USER_FRAME_SHIFT;

	return (struct user_frame) {
		.name = kind == USER_FRAME_END ? "the end" : "/bin/\"world\"",
		.in_file = kind && kind != USER_FRAME_END,
		.is_end = kind == USER_FRAME_END,
		.offset = frame & USER_FRAME_LOW,
	};
}

unsigned int user_frame_build_id(u64 frame, u8 *id)
{
	*id = 0xab;
	return frame & 1;
}

unsigned long function_find(const char *name)
{
	return !strcmp(name, "world_function") ? 0x12345678 : 0;
}

bool symbol_bounds(unsigned long address, unsigned long *start,
		   unsigned long *size)
{
	*start = 0x12345600;
	*size = 0x100;
	return address - *start < *size;
}

/* Number of allocations by world.c itself. */
static long live;

static void make_world(void)
{
	struct event *const events[] = {
		&world_event, &other_event, &third_event
	};
	unsigned int i;

	if (!list_empty(&instance_list))
		return;
	list_add(&main_instance.link, &instance_list);
	INIT_LIST_HEAD(&main_instance.files);
	live = shim_live;
	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (registry_add(events[i], events[i]->id))
			abort();
	live = shim_live - live;
}

struct event_file *world_file(const char *event)
{
	struct event_file *file;

	make_world();
	list_for_each_entry(file, &main_instance.files, in_instance)
		if (!strcmp(file->event->name, event))
			return file;
	return NULL;
}

static void forget_errors(void)
{
	world_error[0] = '\0';
	world_error_log[0] = '\0';
}

int world_write_to(const char *event, const char *command)
{
	char *text = strdup(command);
	int ret;

	forget_errors();
	ret = trigger_write(world_file(event), strstrip(text));
	free(text);
	return ret;
}

int world_write(const char *command)
{
	return world_write_to("world", command);
}

int world_synth(const char *line)
{
	struct synth_command command;
	int ret;

	make_world();
	forget_errors();
	ret = synth_command_parse(&command, line);
	if (ret)
		return ret;
	ret = synth_run(&command, NULL);
	synth_command_done(&command);
	return ret;
}

/* Like a partial record's probe, sets only the fields that the trigger reads. */
static void hit_partial(struct event_sole_trigger *sole, const struct world_record *r)
{
	struct world_record part;
	const struct event_field *f;

	memset(&part, 0xa5, sizeof(part));
	for (f = fields; f < fields + ARRAY_SIZE(fields); f++)
		if (sole->fields & BIT(EVENT_SLOT(f->offset)))
			memcpy((char *)&part + f->offset,
			       (const char *)r + f->offset, f->size);
	event_hit_partial(sole, &part);
}

void world_fire_at(const char *event, const struct world_record *r)
{
	struct event_file *file = world_file(event);
	struct event_sole_trigger *sole = event_file_partial(file);

	if (sole)
		hit_partial(sole, r);
	else if (file->armed)
		event_hit(file, (void *)r, sizeof(*r));
}

void world_fire(const struct world_record *r)
{
	world_fire_at("world", r);
}

static char buffer[1 << 20];

static const char *printed(struct seq_file *m)
{
	buffer[m->count] = '\0';
	return buffer;
}

static void show_triggers(struct seq_file *m, const struct event_file *file)
{
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file)
		trigger->command->show(m, trigger);
}

const char *world_trigger_of(const char *event)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };

	show_triggers(&m, world_file(event));
	return printed(&m);
}

const char *world_trigger(void)
{
	return world_trigger_of("world");
}

const char *world_triggers(void)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };
	struct event_file *file;

	make_world();
	list_for_each_entry(file, &main_instance.files, in_instance) {
		seq_printf(&m, "%s\n", file->event->name);
		show_triggers(&m, file);
	}
	return printed(&m);
}

const char *world_hist_of(const char *event)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };
	struct event_file *file = world_file(event);
	struct hist_sorted s;
	struct trigger *trigger;
	unsigned int i;
	u32 row;

	for_each_trigger(trigger, i, file) {
		if (hist_sorted_make(&s, trigger_hist(trigger),
				     trigger_hist(trigger)->map))
			abort();
		for (row = 0; row < hist_sorted_shown(&s); row++)
			hist_show_entry(&m, &s, hist_sorted_entry(&s, row));
		hist_show_totals(&m, &s);
		hist_sorted_free(&s);
	}
	return printed(&m);
}

const char *world_json_of(const char *event)
{
	struct seq_file m = { .buf = buffer, .size = sizeof(buffer) };
	struct hist_sorted s;
	struct trigger *trigger;
	unsigned int i;
	u32 row;

	for_each_trigger(trigger, i, world_file(event)) {
		if (hist_sorted_make(&s, trigger_hist(trigger),
				     trigger_hist(trigger)->map))
			abort();
		hist_json_hist_begin(&m, &s, !i);
		for (row = 0; row < hist_sorted_shown(&s); row++)
			hist_json_entry(&m, &s, row);
		hist_json_hist_end(&m);
		hist_sorted_free(&s);
	}
	return printed(&m);
}

const char *world_hist(void)
{
	return world_hist_of("world");
}

void world_reset(void)
{
	struct event_file *file;

	make_world();
	list_for_each_entry(file, &main_instance.files, in_instance)
		trigger_remove_kinds(file, ~0);
	if (dynamic_remove_all(&synth_type))
		abort();
	stale_forget();
	/* No reference may be left, whichever commands have failed. */
	if (shim_live != live || main_instance.condition || cgroup_users ||
	    frame_users)
		abort();
	list_for_each_entry(file, &main_instance.files, in_instance)
		if (file->refs.refs != 1 || file->probed)
			abort();
	world_snapshots = 0;
}

void world_spec_done(struct hist_spec *spec)
{
	hist_interevent_release(spec->program.interevent);
	hist_interevent_put(spec->program.interevent);
	spec->program.interevent = NULL;
}

int world_spec(struct hist_spec *spec, const char *command)
{
	struct hist_attrs attrs;
	struct hist_report report = { .place = "hist:unit:world" };
	char *text = strdup(command);
	char *whole = kasprintf(GFP_KERNEL, "hist:%s", command);
	int ret;

	world_spec_done(spec);
	forget_errors();
	report.command = whole;
	ret = hist_attrs_parse(&attrs, text, &report);
	if (!ret)
		ret = hist_spec_make(spec, world_file("world"), &attrs, false,
				     &report);
	free(text);
	kfree(whole);
	return ret;
}
