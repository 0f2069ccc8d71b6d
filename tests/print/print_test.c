// SPDX-License-Identifier: GPL-2.0
/*
 * Compares the records that the module prints with those that the kernel prints.
 * Not part of the module: tests/print/run links this file into a copy. This file adds
 * module parameters:
 *
 *   print_made	"SEED ROUNDS PLAIN": for each event that both have, makes
 *		records of random numbers and strings, lets both print them, and
 *		compares the output. PLAIN 1 clears options/hash-ptr first.
 *		A read returns "EVENTS events, RECORDS records, BAD bad" and
 *		the bad records.
 *   print_taken	"1": enables all events; "2": copies their records instead of
 *		writing them to the ring; "0": stops. The debugfs file
 *		histrig_print_taken then shows them as lines "NAME: OUTPUT".
 *   print_fields	a read returns "right" if a few records are printed correctly
 *		by their fields.
 *   print_pointers	a read returns "safe" if stale pointers in a record do no
 *		harm.
 *
 * The module is linked with --wrap=event_hit, so that hits call this file.
 */
#include <linux/debugfs.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/prandom.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace_events.h>
#include <linux/vmalloc.h>

#include "record.h"
#include "event.h"
#include "event_file.h"
#include "field.h"
#include "hit.h"
#include "print.h"
#include "print_format.h"
#include "registry.h"

#define MADE_MAX	1024
#define TAKEN_MAX	(96UL << 20)

struct maker {
	struct rnd_state rnd;
	struct event_print print;
	struct trace_seq ours;
	struct trace_seq fields;
	struct trace_iterator native;
	char format[4096];
	u64 buf[MADE_MAX / sizeof(u64)];
	unsigned int size;
};

static unsigned int made_events, made_records, made_bad;
static char bad_names[512];

/* Returns a small number, a single bit, minus one or any number. */
static u64 any_number(struct maker *m)
{
	u32 high = prandom_u32_state(&m->rnd), low = prandom_u32_state(&m->rnd);

	switch (high % 5) {
	case 0:
		return low % 8;
	case 1:
		return 1ULL << (low % 64);
	case 2:
		return -1ULL;
	case 3:
		return low % 256;
	default:
		return (u64)high << 32 | low;
	}
}

static void make_string(struct maker *m, char *to, unsigned int len)
{
	unsigned int i;

	for (i = 0; i + 1 < len; i++)
		to[i] = ' ' + 1 + prandom_u32_state(&m->rnd) % 94;
	if (len)
		to[len - 1] = '\0';
}

/* Appends a dynamic array to the record. Strings end with a NUL. */
static void make_array(struct maker *m, const struct event_field *field,
		       void *record, bool relative, bool string)
{
	unsigned int len = 1 + prandom_u32_state(&m->rnd) % 24, offset;
	u8 *at = record + m->size;
	unsigned int i;

	if (!string)
		len = 28 + len / 8 * 8;
	offset = m->size;
	if (relative)
		offset -= field->offset + sizeof(u32);
	*(u32 *)(record + field->offset) = offset | len << 16;
	if (string) {
		make_string(m, at, len);
	} else {
		for (i = 0; i < len; i++)
			at[i] = prandom_u32_state(&m->rnd);
		/* This may be a socket address: store a valid family. */
		at[0] = len & 1 ? 2 : 10;
		at[1] = 0;
	}
	m->size += len;
}

static void make_field(struct maker *m, const struct event *event,
		       const struct event_field *field, void *record)
{
	void *at = record + field->offset;
	const char *fmt;
	unsigned int i;
	u64 number;

	switch (event_field_kind(field)) {
	case EVENT_FIELD_STATIC_STRING:
		make_string(m, at, 1 + prandom_u32_state(&m->rnd) % field->size);
		return;
	case EVENT_FIELD_DYN_STRING:
		make_array(m, field, record, false, true);
		return;
	case EVENT_FIELD_REL_STRING:
		make_array(m, field, record, true, true);
		return;
	case EVENT_FIELD_PTR_STRING:
		*(const char **)at = event->tp->name;
		return;
	case EVENT_FIELD_NUMBER:
		break;
	}
	if (strstr(field->type, "_loc ")) {
		make_array(m, field, record, strstr(field->type, "__rel_loc"),
			   false);
		return;
	}
	if (field->size > sizeof(u64)) {
		for (i = 0; i < field->size; i++)
			((u8 *)at)[i] = prandom_u32_state(&m->rnd);
		/* This may be a socket address: store a valid family. */
		((u8 *)at)[0] = i & 1 ? 2 : 10;
		((u8 *)at)[1] = 0;
		return;
	}
	number = any_number(m);
	/* The number may be the length of an array, which must not exceed the record. */
	fmt = event->print_fmt ?: event->class->print_fmt;
	if (strstr(fmt, "__print_array(") || strstr(fmt, "__print_hex") ||
	    strstr(fmt, "*ph"))
		number %= 8;
	memcpy(at, &number, field->size);
}

static void make_record(struct maker *m, const struct event *event, u16 id)
{
	struct record_header *header = (void *)m->buf;
	unsigned int i;

	memset(m->buf, 0, sizeof(m->buf));
	header->common_type = id;
	header->common_pid = 1;
	m->size = event->class->record_size;
	for (i = 0; i < event->class->nr_fields; i++)
		make_field(m, event, &event->class->fields[i], m->buf);
}

static void print_native(struct maker *m, struct trace_event_file *file)
{
	struct trace_iterator *iter = &m->native;
	struct trace_event *event = &file->event_call->event;

	trace_seq_init(&iter->seq);
	trace_seq_init(&iter->tmp_seq);
	iter->tr = file->tr;
	iter->fmt = m->format;
	iter->fmt_size = sizeof(m->format);
	iter->ent = (void *)m->buf;
	iter->ent_size = m->size;
	event->funcs->trace(iter, 0, event);
}

/* Tests whether the kernel printed "NAME: OUTPUT\n" and the module OUTPUT. */
static bool same_text(struct maker *m, const char *name)
{
	unsigned int before = strlen(name) + 2;
	unsigned int native = trace_seq_used(&m->native.seq);
	unsigned int ours = trace_seq_used(&m->ours);

	return native == before + ours + 1 &&
	       !memcmp(m->native.seq.buffer + before, m->ours.buffer, ours);
}

static void compare(struct maker *m, struct event *event,
		    struct trace_event_file *file)
{
	make_record(m, event, file->event_call->event.type);
	print_native(m, file);
	trace_seq_init(&m->ours);
	event_print(&m->print, &m->ours, event, m->buf, m->size);
	made_records++;
	trace_seq_init(&m->fields);
	event_print_fields(&m->print, &m->fields, event, m->buf, m->size);
	if (same_text(m, event->name))
		return;
	made_bad++;
	if (!strstr(bad_names, event->name) && strlen(bad_names) < 400) {
		pr_info("print: %s: native: %.*s\n", event->name,
			trace_seq_used(&m->native.seq), m->native.seq.buffer);
		pr_info("print: %s: ours:   %.*s\n", event->name,
			trace_seq_used(&m->ours), m->ours.buffer);
		strlcat(bad_names, " ", sizeof(bad_names));
		strlcat(bad_names, event->name, sizeof(bad_names));
	}
}

/*
 * Tests whether an event has strings. With options/hash-ptr cleared, 6.1 prints
 * no strings, because it writes the changed format to the buffer in which it
 * then parses the format.
 */
static bool has_string(const struct event *event)
{
	const char *at = event->print_fmt ?: event->class->print_fmt;
	struct format_piece piece;

	do {
		at = format_next(at, &piece);
		if (piece.kind == FORMAT_STRING)
			return true;
	} while (piece.kind != FORMAT_END);
	return false;
}

static int made_set(const char *text, const struct kernel_param *kp)
{
	struct trace_event_file *file;
	unsigned int rounds, plain, i;
	struct event *event;
	struct maker *m;
	u64 seed;

	if (sscanf(text, "%llu %u %u", &seed, &rounds, &plain) != 3)
		return -EINVAL;
	m = vzalloc(sizeof(*m));
	if (!m)
		return -ENOMEM;
	prandom_seed_state(&m->rnd, seed);
	m->print.plain_pointers = plain;
	made_events = 0;
	made_records = 0;
	made_bad = 0;
	bad_names[0] = '\0';

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link) {
		file = trace_get_event_file(NULL, event->header->system,
					    event->name);
		if (IS_ERR(file))
			continue;
		/*
		 * Enabling an event assigns its ID. Here no event is enabled, so
		 * assign the ID before records that contain it are made.
		 */
		event_id(event);
		/* The kernel prints only records of system calls that exist. */
		if (event->class->probe &&
		    !(plain && has_string(event))) {
			made_events++;
			for (i = 0; i < rounds; i++)
				compare(m, event, file);
		}
		trace_put_event_file(file);
	}
	mutex_unlock(&event_mutex);
	vfree(m);
	return 0;
}

static int made_get(char *buffer, const struct kernel_param *kp)
{
	return scnprintf(buffer, PAGE_SIZE, "%u events, %u records, %u bad%s\n",
			 made_events, made_records, made_bad, bad_names);
}

static const struct kernel_param_ops made_ops = {
	.set = made_set,
	.get = made_get,
};
module_param_cb(print_made, &made_ops, NULL, 0600);

static struct event *find_event(const char *name)
{
	struct event *event;

	list_for_each_entry(event, &event_list, link)
		if (!strcmp(event->name, name))
			return event;
	return NULL;
}

/* Tests whether a record with a pointer to @string is printed as @wanted. */
static bool says(struct maker *m, const struct event *event,
		 const char *string, const char *wanted)
{
	unsigned int offset = event->class->fields[0].offset;

	m->size = event->class->record_size;
	memset(m->buf, 0, sizeof(m->buf));
	*(const char **)((char *)m->buf + offset) = string;
	trace_seq_init(&m->ours);
	event_print(&m->print, &m->ours, event, m->buf, m->size);
	if (strlen(wanted) == trace_seq_used(&m->ours) &&
	    !memcmp(wanted, m->ours.buffer, strlen(wanted)))
		return true;
	pr_info("print: %px: %.*s, not %s\n", string, trace_seq_used(&m->ours),
		m->ours.buffer, wanted);
	return false;
}

/* Tests whether @string is printed by its address. */
static bool says_unsafe(struct maker *m, const struct event *event,
			const char *string)
{
	char wanted[300];

	snprintf(wanted, sizeof(wanted), "(0x%px:%s)[UNSAFE-MEMORY]", string,
		 string);
	return says(m, event, string, wanted);
}

/*
 * Tests strings of the kernel image and of modules. Only @event's own module cannot be freed
 * before the event is.
 */
static bool constants_are_known(struct maker *m, const struct event *event)
{
	const struct event *other;
	bool ok, found = false;

	ok = says(m, event, event->tp->name, event->tp->name);
	/* The same memory at the address of an allocated page */
	ok &= says_unsafe(m, event, lm_alias(event->tp->name));
	list_for_each_entry(other, &event_list, link) {
		if (!other->tp || !other->mod || other->mod == THIS_MODULE)
			continue;
		found = true;
		ok &= says_unsafe(m, event, other->tp->name);
	}
	return ok && found;
}

static bool pointers_are_safe(struct maker *m, const struct event *event)
{
	static const char constant[] = "ours";
	char *heap = kstrdup("heap", GFP_KERNEL), *page, wanted[100];
	const char *nowhere = (char *)0x10000, *hole;
	bool ok;

	/* Allocate a page; the page after it is not mapped. */
	page = vmalloc(PAGE_SIZE);
	if (!heap || !page)
		return false;
	memset(page, 'x', PAGE_SIZE);
	hole = page + PAGE_SIZE;

	ok = says(m, event, constant, "ours");
	ok &= constants_are_known(m, event);
	ok &= says(m, event, NULL, "(null)");
	ok &= says_unsafe(m, event, heap);
	snprintf(wanted, sizeof(wanted), "(0x%px)[UNSAFE-MEMORY]", nowhere);
	ok &= says(m, event, nowhere, wanted);
	snprintf(wanted, sizeof(wanted), "(0x%px)[UNSAFE-MEMORY]", hole);
	ok &= says(m, event, hole, wanted);
	snprintf(wanted, sizeof(wanted), "(0x%px:xxx)[UNSAFE-MEMORY]",
		 hole - 3);
	ok &= says(m, event, hole - 3, wanted);
	vfree(page);
	kfree(heap);
	return ok;
}

static int pointers_get(char *buffer, const struct kernel_param *kp)
{
	struct maker *m = vzalloc(sizeof(*m));
	struct event *event;
	bool ok = false;

	mutex_lock(&event_mutex);
	event = find_event("rcu_utilization");
	if (m && event)
		ok = pointers_are_safe(m, event);
	mutex_unlock(&event_mutex);
	vfree(m);
	return sprintf(buffer, "%s\n", ok ? "safe" : "unsafe");
}

static const struct kernel_param_ops pointers_ops = {
	.get = pointers_get,
};
module_param_cb(print_pointers, &pointers_ops, NULL, 0400);

static void set_field(struct maker *m, const struct event *event,
		      const char *name, const void *value, unsigned int size)
{
	const struct event_field *field = event_find_field(event, name);

	if (field)
		memcpy((char *)m->buf + field->offset, value, size);
}

static bool fields_say(struct maker *m, const struct event *event,
		       const char *wanted)
{
	trace_seq_init(&m->ours);
	event_print_fields(&m->print, &m->ours, event, m->buf, m->size);
	trace_seq_putc(&m->ours, '\0');
	if (!strcmp(m->ours.buffer, wanted))
		return true;
	pr_info("print: fields: %s, not %s\n", m->ours.buffer, wanted);
	return false;
}

static bool fields_are_right(struct maker *m)
{
	const struct event *rename = find_event("task_rename");
	const struct event *exec = find_event("sched_process_exec");
	u32 pid = 5, place;
	u16 adj = 0x8001;
	bool ok;

	if (!rename || !exec)
		return false;
	m->size = rename->class->record_size;
	set_field(m, rename, "pid", &pid, 4);
	set_field(m, rename, "oldcomm", "old", 4);
	set_field(m, rename, "newcomm", "fifteen letters", 16);
	set_field(m, rename, "oom_score_adj", &adj, 2);
	ok = fields_say(m, rename,
			"pid=0x5 (5) oldcomm=old newcomm=fifteen letters oom_score_adj=0x8001 (32769)");
	m->size--;
	ok &= fields_say(m, rename,
			 "pid=0x5 (5) oldcomm=old newcomm=fifteen letters oom_score_adj=<OVERFLOW>");

	memset(m->buf, 0, sizeof(m->buf));
	m->size = exec->class->record_size + 5;
	place = exec->class->record_size | 5 << 16;
	set_field(m, exec, "filename", &place, 4);
	memcpy((char *)m->buf + m->size - 5, "/a/b", 5);
	pid = -1;
	set_field(m, exec, "pid", &pid, 4);
	ok &= fields_say(m, exec,
			 "filename=/a/b pid=0xffffffff (-1) old_pid=0x0 (0)");
	m->size--;
	ok &= fields_say(m, exec,
			 "filename=<OVERFLOW> pid=0xffffffff (-1) old_pid=0x0 (0)");
	return ok;
}

static int fields_get(char *buffer, const struct kernel_param *kp)
{
	struct maker *m = vzalloc(sizeof(*m));
	bool ok;

	mutex_lock(&event_mutex);
	ok = m && fields_are_right(m);
	mutex_unlock(&event_mutex);
	vfree(m);
	return sprintf(buffer, "%s\n", ok ? "right" : "wrong");
}

static const struct kernel_param_ops fields_ops = {
	.get = fields_get,
};
module_param_cb(print_fields, &fields_ops, NULL, 0400);

/* A copied record. The next record follows it, aligned. */
struct taken {
	struct event *event;
	unsigned int size;
	u64 record[];
};

static char *taken;
static atomic_long_t taken_used;
static bool taking;
static struct dentry *taken_file;

void __real_event_hit(struct event_file *file, void *record,
		      unsigned int size);
void __wrap_event_hit(struct event_file *file, void *record,
		      unsigned int size);

notrace void __wrap_event_hit(struct event_file *file, void *record,
			      unsigned int size)
{
	unsigned int needed = ALIGN(sizeof(struct taken) + size, 8);
	struct taken *t;
	long end;

	if (!READ_ONCE(taking)) {
		__real_event_hit(file, record, size);
		return;
	}
	end = atomic_long_add_return(needed, &taken_used);
	if (end > TAKEN_MAX)
		return;
	t = (void *)taken + end - needed;
	t->event = file->event;
	t->size = size;
	memcpy(t->record, record, size);
}

static void *taken_at(loff_t pos)
{
	struct taken *t = (void *)taken + pos;

	if (!taken || pos >= TAKEN_MAX - PAGE_SIZE || !t->event)
		return NULL;
	return t;
}

/* Positions in the debugfs file are offsets in the buffer that taken points to. */
static void *taken_start(struct seq_file *s, loff_t *pos)
{
	return taken_at(*pos);
}

static void *taken_next(struct seq_file *s, void *v, loff_t *pos)
{
	struct taken *t = v;

	*pos += ALIGN(sizeof(*t) + t->size, 8);
	return taken_at(*pos);
}

static void taken_stop(struct seq_file *s, void *v)
{
}

static int taken_show(struct seq_file *s, void *v)
{
	static struct event_print print;
	static struct trace_seq seq;
	struct taken *t = v;

	trace_seq_init(&seq);
	event_print(&print, &seq, t->event, t->record, t->size);
	seq_printf(s, "%s: %.*s\n", t->event->name, trace_seq_used(&seq),
		   seq.buffer);
	return 0;
}

static const struct seq_operations taken_sops = {
	.start = taken_start,
	.next = taken_next,
	.stop = taken_stop,
	.show = taken_show,
};
DEFINE_SEQ_ATTRIBUTE(taken);

static void enable_all(bool on)
{
	struct event_file *file;
	struct event *event;

	mutex_lock(&event_mutex);
	list_for_each_entry(event, &event_list, link) {
		/*
		 * tests/guest/syscalls.sh tests system calls. Users cannot
		 * enable the events of tracers; enabling them would fill the
		 * buffer with function calls.
		 */
		if (!strcmp(event->header->system, "syscalls") ||
		    !strcmp(event->header->system, "ftrace"))
			continue;
		file = list_first_entry_or_null(&event->files,
						struct event_file, in_event);
		if (file && event_file_enable(file, on))
			pr_info("print: %s: cannot enable\n", event->name);
	}
	mutex_unlock(&event_mutex);
	tracepoint_synchronize_unregister();
}

/*
 * Sets print_taken. "free" frees the copied records; the caller must write it before it
 * unloads the module.
 */
static int taken_set(const char *text, const struct kernel_param *kp)
{
	if (text[0] == 'f') {
		debugfs_remove(taken_file);
		vfree(taken);
		taken_file = NULL;
		taken = NULL;
		atomic_long_set(&taken_used, 0);
		return 0;
	}
	if (!taken) {
		taken = vzalloc(TAKEN_MAX);
		if (!taken)
			return -ENOMEM;
		taken_file = debugfs_create_file("histrig_print_taken", 0400,
						 NULL, NULL, &taken_fops);
	}
	WRITE_ONCE(taking, text[0] == '2');
	if (text[0] != '2')
		enable_all(text[0] == '1');
	return 0;
}

static const struct kernel_param_ops taken_ops = {
	.set = taken_set,
};
module_param_cb(print_taken, &taken_ops, NULL, 0200);
