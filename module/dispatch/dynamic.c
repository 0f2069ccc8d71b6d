// SPDX-License-Identifier: GPL-2.0
/* Runs lines that define and remove dynamic events, see dynamic.h. */
#include "../compat/parts.h"
#include "../instance/rings.h"
#include "../probe/probe.h"
#include "../synth/synth.h"
#include "dynamic.h"

/*
 * The first type that does not decline a line defines its event. @create of
 * tprobe_kind also defines probes on functions.
 */
static const struct dynamic_type *const all_types[] = {
	&synth_type, &eprobe_kind.type, &tprobe_kind.type,
	IF_KPROBES(&kprobe_kind.type)
	IF_UPROBES(&uprobe_kind.type)
	IF_SAMPLES(&sample_kind.type)
	NULL
};

static int dynamic_remove_events(const char *text,
				 const struct dynamic_type *type)
{
	int ret = dynamic_remove(text, type);

	stale_forget();
	return ret;
}

/* Runs a line of a file that accepts only definitions of @type. */
static __maybe_unused int dynamic_run_type(const char *text,
					   const struct dynamic_type *type)
{
	const struct dynamic_type *const types[] = { type, NULL };

	return *text == '-' ? dynamic_remove_events(text, type) :
			      dynamic_create(text, types);
}

int dynamic_run(const char *text)
{
	if (*text == '-' || *text == '!')
		return dynamic_remove_events(text, NULL);
	return dynamic_create(text, all_types);
}

#if HISTRIG_KPROBES
int dynamic_run_kprobe(const char *text)
{
	return dynamic_run_type(text, &kprobe_kind.type);
}
#endif

#if HISTRIG_UPROBES
int dynamic_run_uprobe(const char *text)
{
	return dynamic_run_type(text, &uprobe_kind.type);
}
#endif
