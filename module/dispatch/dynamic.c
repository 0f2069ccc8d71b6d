// SPDX-License-Identifier: GPL-2.0
/* Runs lines that define and remove dynamic events, see dynamic.h. */
#include "../instance/stale.h"
#include "../probe/probe.h"
#include "../synth/synth.h"
#include "dynamic.h"

/*
 * The first type that does not decline a line defines its event. fprobe_kind
 * defines both probes on functions and probes on tracepoints.
 */
static const struct dynamic_type *const all_types[] = {
	&synth_type, &kprobe_kind.type, &eprobe_kind.type,
	&uprobe_kind.type, &fprobe_kind.type, NULL
};

static const struct dynamic_type *const kprobe_types[] = {
	&kprobe_kind.type, NULL
};

static const struct dynamic_type *const uprobe_types[] = {
	&uprobe_kind.type, NULL
};

static int dynamic_remove_events(const char *text,
				 const struct dynamic_type *type)
{
	int ret = dynamic_remove(text, type);

	stale_forget();
	return ret;
}

/* Runs a line of a file that accepts only the types in @types. */
static int dynamic_run_types(const char *text,
			     const struct dynamic_type *const *types)
{
	return *text == '-' ? dynamic_remove_events(text, *types) :
			      dynamic_create(text, types);
}

int dynamic_run(const char *text)
{
	if (*text == '-' || *text == '!')
		return dynamic_remove_events(text, NULL);
	return dynamic_create(text, all_types);
}

int dynamic_run_kprobe(const char *text)
{
	return dynamic_run_types(text, kprobe_types);
}

int dynamic_run_uprobe(const char *text)
{
	return dynamic_run_types(text, uprobe_types);
}
