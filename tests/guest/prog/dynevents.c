// SPDX-License-Identifier: GPL-2.0
/*
 * dynevents FILE OFFSET: define, list and remove dynamic events with
 * libtracefs, in the tree that libtracefs finds. Prints the result of each
 * call, and which events are defined then. FILE and OFFSET are a place in a
 * program where a uprobe can be set.
 *
 * Libraries: libtracefs libtraceevent
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "../kmod/registers.h"

static void result(const char *what, int ret)
{
	if (ret)
		printf("%s: %d, %s\n", what, ret, strerror(errno));
	else
		printf("%s: 0\n", what);
}

/* Prints the last entry of the tree's error log, without its time. */
static void error(void)
{
	char *text = tracefs_error_last(NULL), *from = text;

	if (from && *from == '[' && strchr(from, ']'))
		from = strchr(from, ']') + 2;
	printf("\terror: %s\n", from ?: "none");
	free(text);
	tracefs_error_clear(NULL);
}

static void list(unsigned int types, const char *system)
{
	struct tracefs_dynevent **events, **at;
	char *group, *event, *prefix, *addr, *format;
	enum tracefs_dynevent_type type;

	events = tracefs_dynevent_get_all(types, system);
	for (at = events; at && *at; at++) {
		type = tracefs_dynevent_info(*at, &group, &event, &prefix,
					     &addr, &format);
		printf("\ttype %d %s/%s [%s] %s (%s)\n", type, group, event,
		       prefix ?: "", addr ?: "", format ?: "");
		free(group);
		free(event);
		free(prefix);
		free(addr);
		free(format);
	}
	tracefs_dynevent_list_free(events);
}

static void fields(struct tracefs_dynevent *dynevent)
{
	struct tep_handle *tep = tep_alloc();
	struct tep_format_field **fields;
	struct tep_event *event;
	int i;

	event = tracefs_dynevent_get_event(tep, dynevent);
	fields = event ? tep_event_fields(event) : NULL;
	for (i = 0; fields && fields[i]; i++)
		printf("\tfield %s %s offset %d size %d\n", fields[i]->type,
		       fields[i]->name, fields[i]->offset, fields[i]->size);
	if (event)
		printf("\tprint %s\n", event->print_fmt.format ?: "");
	else
		printf("\tno event: %s\n", strerror(errno));
	free(fields);
	tep_free(tep);
}

/*
 * Defines an event, tries to define it again, and inspects it. Then removes the
 * event from the tree, unless @stays, and frees the library's object.
 */
static void try(const char *what, struct tracefs_dynevent *event, bool stays)
{
	printf("%s\n", what);
	if (!event) {
		printf("\tnot allocated: %s\n", strerror(errno));
		return;
	}
	result("\tcreate", tracefs_dynevent_create(event));
	result("\tcreate again", tracefs_dynevent_create(event));
	list(TRACEFS_DYNEVENT_ALL, NULL);
	fields(event);
	if (!stays) {
		result("\tdestroy", tracefs_dynevent_destroy(event, false));
		result("\tdestroy again", tracefs_dynevent_destroy(event, false));
	}
	tracefs_dynevent_free(event);
}

static void refused(const char *what, struct tracefs_dynevent *event)
{
	printf("%s\n", what);
	if (!event) {
		printf("\tnot allocated: %s\n", strerror(errno));
		return;
	}
	result("\tcreate", tracefs_dynevent_create(event));
	error();
	tracefs_dynevent_free(event);
}

/* Tries to remove an event that is in use; only force removes it. */
static void busy(void)
{
	struct tracefs_dynevent *event;

	event = tracefs_kprobe_alloc("lib", "busy", "vfs_read", NULL);
	result("create", tracefs_dynevent_create(event));
	result("enable", tracefs_event_enable(NULL, "lib", "busy"));
	result("destroy while enabled", tracefs_dynevent_destroy(event, false));
	list(TRACEFS_DYNEVENT_KPROBE, "lib");
	result("destroy by force", tracefs_dynevent_destroy(event, true));
	list(TRACEFS_DYNEVENT_KPROBE, "lib");
	tracefs_dynevent_free(event);
}

static void synthetic(void)
{
	struct tep_handle *tep = tracefs_local_events(tracefs_tracing_dir());
	struct tracefs_synth *synth;

	if (!tep) {
		printf("tracefs_local_events: %s\n", strerror(errno));
		return;
	}
	synth = tracefs_synth_alloc(tep, "lib_delay", "sched", "sched_waking",
				    "sched", "sched_switch", "pid", "next_pid", "pid");
	tracefs_synth_add_compare_field(synth, TRACEFS_TIMESTAMP_USECS,
					TRACEFS_TIMESTAMP_USECS,
					TRACEFS_SYNTH_DELTA_END, "delta");
	result("synthetic event, create", tracefs_synth_create(synth));
	list(TRACEFS_DYNEVENT_SYNTH, NULL);
	result("synthetic event, destroy", tracefs_synth_destroy(synth));
	list(TRACEFS_DYNEVENT_SYNTH, NULL);
	tracefs_synth_free(synth);
	tep_free(tep);
}

int main(int argc, char **argv)
{
	unsigned long long offset;
	const char *file;

	if (argc != 3)
		return 2;
	file = argv[1];
	offset = strtoull(argv[2], NULL, 0);
	tracefs_error_clear(NULL);

	result("kprobe_raw", tracefs_kprobe_raw(NULL, "raw", "vfs_read", "n=" ARG3));
	result("kretprobe_raw", tracefs_kretprobe_raw("lib", "raw_ret", "vfs_read", "$retval"));
	list(TRACEFS_DYNEVENT_ALL, NULL);
	try("kprobe", tracefs_kprobe_alloc("lib", "p", "vfs_read+0",
					   "fd=" ARG1 ":s32 name=+0(" ARG2 "):string c=$comm"), false);
	try("kprobe without a name", tracefs_kprobe_alloc(NULL, "vfs", "vfs_write", NULL), true);
	try("kretprobe", tracefs_kretprobe_alloc("lib", "r", "vfs_read",
						 "ret=$retval:s64", 0), true);
	/* This version of the library writes a command that the kernel refuses. */
	try("kretprobe with maxactive",
	    tracefs_kretprobe_alloc("lib", "r20", "vfs_write", "ret=$retval", 20), true);
	try("uprobe", tracefs_uprobe_alloc("lib", "u", file, offset, "a=" ARG1 ":s32"), true);
	try("uretprobe", tracefs_uretprobe_alloc("lib", "ur", file, offset, "$retval"), true);
	try("eprobe", tracefs_eprobe_alloc("lib", "e", "sched", "sched_switch",
					   "next=$next_pid:s32 prev=$prev_comm:string"), true);
	list(TRACEFS_DYNEVENT_KPROBE | TRACEFS_DYNEVENT_EPROBE, NULL);
	list(TRACEFS_DYNEVENT_ALL, "lib");

	refused("wrong type", tracefs_kprobe_alloc("lib", "x", "vfs_read", "a=" ARG1 ":u7"));
	refused("wrong register", tracefs_kretprobe_alloc("lib", "x", "vfs_read", "%nop", 0));
	refused("wrong name", tracefs_kprobe_alloc("lib", "x-y", "vfs_read", NULL));
	refused("wrong file", tracefs_uprobe_alloc("lib", "x", "/no/such/file", 16, NULL));
	refused("wrong event", tracefs_eprobe_alloc("lib", "x", "sched", "no_such", NULL));
	busy();
	synthetic();

	result("destroy all uprobes", tracefs_dynevent_destroy_all(TRACEFS_DYNEVENT_UPROBE, false));
	list(TRACEFS_DYNEVENT_ALL, NULL);
	result("enable", tracefs_event_enable(NULL, "lib", "e"));
	result("destroy all", tracefs_dynevent_destroy_all(TRACEFS_DYNEVENT_ALL, false) ? -1 : 0);
	list(TRACEFS_DYNEVENT_ALL, NULL);
	result("destroy all by force", tracefs_dynevent_destroy_all(TRACEFS_DYNEVENT_ALL, true));
	list(TRACEFS_DYNEVENT_ALL, NULL);
	return 0;
}
