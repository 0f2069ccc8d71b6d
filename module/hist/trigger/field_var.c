// SPDX-License-Identifier: GPL-2.0
/* Makes field variable triggers, see field_var.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../object/hist.h"
#include "../object/interevent.h"
#include "../parse/attrs.h"
#include "../parse/cond.h"
#include "../parse/modifier.h"
#include "../parse/spec.h"
#include "../parse/variable.h"
#include "field_var.h"
#include "hist_trigger.h"
#include "interevent.h"

static struct trigger *find_same_keys(const struct hist_spec *spec,
				      struct event_file *file)
{
	const struct hist *hist;
	struct trigger *trigger;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		hist = trigger_hist(trigger);
		if (hist && hist_same_keys(spec, &hist->spec))
			return trigger;
	}
	return NULL;
}

/* Returns the keys as a command contains them, or NULL when out of memory. */
static char *keys_text(const struct hist_spec *spec)
{
	const size_t size = HIST_KEYS_MAX * (HIST_NAME_MAX + sizeof(".ustring"));
	char *text = kmalloc(size, GFP_KERNEL);
	size_t len = 0;
	unsigned int i;

	if (!text)
		return NULL;
	for (i = 0; i < spec->program.nr_keys; i++) {
		const struct hist_field *f = &spec->fields[spec->program.nr_vals + i];

		if (i)
			len += scnprintf(text + len, size - len, ",");
		if (f->flags & HIST_CONST)
			len += scnprintf(text + len, size - len, "%llu",
					 f->constant);
		else
			len += scnprintf(text + len, size - len, "%s",
					 *f->name ? f->name : "stacktrace");
		/* Without the modifier, the key would be an address or invalid. */
		if (f->flags & HIST_TEXT ||
		    (f->style && f->style != HIST_DISPLAY_ARRAY))
			len += scnprintf(text + len, size - len, ".%s",
					 hist_modifier(f));
	}
	hist_attrs_hide_dash(text);
	return text;
}

/* A field variable trigger while it is made; @spec is made from @attrs. */
struct field_var_context {
	struct hist_request request;
	struct hist_attrs attrs;
	struct hist_spec spec;
};

static int field_var_add_trigger(struct hist_parser *p,
				 struct field_var_context *context)
{
	struct event_file *file = context->request.file;
	struct hist_spec *spec = &context->spec;
	int ret;

	ret = hist_spec_make(spec, file, &context->attrs, false, p->report);
	if (ret)
		goto err_interevent;
	ret = hist_interevent_layout(spec, p->report);
	if (ret)
		goto err_interevent;
	if (spec->wants_clock) {
		ret = hist_spec_set_clock(spec, "global");
		if (ret)
			goto err_interevent;
	}
	ret = hist_trigger_add(&context->request);
	if (ret)
		goto err_interevent;
	return 0;

err_interevent:
	hist_interevent_release(spec->program.interevent);
	hist_interevent_put(spec->program.interevent);
	return ret;
}

/* Makes a trigger that has the keys and filter of @like and sets @name to @field. */
static int make_like(struct hist_parser *p, struct trigger *like,
		     const char *name, const char *field)
{
	struct field_var_context *context;
	struct filter_fault fault;
	struct hist_attrs *attrs;
	int ret = -ENOMEM;

	context = kvzalloc(sizeof(*context), GFP_KERNEL);
	if (!context)
		return -ENOMEM;
	attrs = &context->attrs;
	attrs->bits = HIST_BITS_DEFAULT;
	attrs->keys = keys_text(&trigger_hist(like)->spec);
	attrs->assignments[0] = kasprintf(GFP_KERNEL, "%s=%s", name, field);
	attrs->nr_assignments = 1;
	if (!attrs->keys || !attrs->assignments[0])
		goto out;

	context->request.command = like->command;
	context->request.file = like->file;
	context->request.spec = &context->spec;
	/* The new trigger would lack the variables that the filter names, so refuse it. */
	if (like->filter && hist_cond_needed(like->filter->text)) {
		ret = -EINVAL;
		goto out;
	}
	if (like->filter) {
		ret = filter_parse(&context->request.filter, like->file->event,
				   like->filter->text, &fault);
		if (ret)
			goto out;
	}
	ret = field_var_add_trigger(p, context);
	if (ret)
		filter_free(context->request.filter);
out:
	kfree(attrs->assignments[0]);
	kfree(attrs->keys);
	kvfree(context);
	return ret;
}

static int make_trigger(struct hist_parser *p, struct event_file *file,
			const char *name, const char *field)
{
	struct trigger *like = find_same_keys(p->spec, file);
	int ret;

	if (!like)
		return hist_refuse(p, HIST_ERROR_NO_MATCHING_HIST, field);
	if (*field)
		ret = make_like(p, like, name, field);
	else
		ret = hist_refuse(p, HIST_ERROR_EMPTY_ASSIGNMENT, NULL);
	if (ret)
		hist_report(p->report, HIST_ERROR_FIELD_HIST, field);
	return ret;
}

/* Makes sure that the new trigger is removed together with the action's trigger. */
static void keep_field_var(struct hist_interevent *inter,
			   struct event_file *file, struct hist *hist)
{
	struct hist_field_var *var = &inter->field_vars[inter->nr_field_vars++];

	var->file = file;
	event_file_get(file);
	var->hist = hist;
	hist_get(hist);
}

int hist_field_var_find(struct hist_parser *p, const char *system,
			const char *event, const char *field,
			const struct hist_field **var, struct hist **hist)
{
	struct event_file *file;
	char name[HIST_NAME_MAX];
	int ret;

	if (p->interevent->nr_field_vars == HIST_PARAMS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_FIELD_VARS, field);
	file = hist_find_file(p, system, event);
	if (!file)
		return hist_refuse(p, HIST_ERROR_EVENT_FILE, field);
	if (snprintf(name, sizeof(name), "synthetic_%s", field) >= sizeof(name))
		return -E2BIG;
	*var = hist_var_find(p, system, event, name, hist);
	if (*var)
		return 0;

	ret = make_trigger(p, file, name, field);
	if (ret)
		return ret;
	*var = hist_var_find(p, system, event, name, hist);
	if (!*var)
		return hist_refuse(p, HIST_ERROR_SYNTH_VAR, field);
	keep_field_var(p->interevent, file, *hist);
	return 0;
}
