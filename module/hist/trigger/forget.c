// SPDX-License-Identifier: GPL-2.0
/* forget(): finds its histograms and prepares them, see forget.h. */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../interevent.h"
#include "../object/hist.h"
#include "../parse/parser.h"
#include "../parse/spec.h"
#include "../parse/variable.h"
#include "forget.h"
#include "variant.h"

static int add_forget(struct hist_parser *p, struct hist *hist,
		      const struct hist_action *action)
{
	struct hist_interevent *inter = p->interevent;
	unsigned int i;

	if (hist == p->named)
		return hist_refuse(p, HIST_ERROR_FORGET_SELF, action->match);
	/* Refuse histograms newer than our own, so that references form no cycle. */
	if (p->named && hist->serial > p->named->serial)
		return hist_refuse(p, HIST_ERROR_FORGET_NEWER, action->match);
	for (i = 0; i < inter->nr_forgets; i++)
		if (inter->forgets[i].hist == hist)
			return 0;
	if (i == HIST_FORGETS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_FORGETS,
				   action->match);
	inter->forgets[inter->nr_forgets++] = (struct hist_var_ref){
		.hist = hist, .text = HIST_NO_TEXT,
	};
	return 0;
}

/* Do the key fields have the same .log2 and .buckets modifiers? */
static bool same_modifiers(const struct hist_program *a,
			   const struct hist_program *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_keys; i++)
		if (a->ops_keys[i].modifier != b->ops_keys[i].modifier ||
		    (a->ops_keys[i].modifier != HIST_MODIFIER_AS_IS &&
		     a->ops_keys[i].number != b->ops_keys[i].number))
			return false;
	return true;
}

static bool forget_fits(const struct hist_spec *spec,
			const struct hist_spec *other, bool same_types)
{
	const struct hist_program *a = &spec->program, *b = &other->program;

	return a->nr_keys == b->nr_keys && same_modifiers(a, b) &&
	       hist_var_form(a, b) != HIST_REF_NEVER &&
	       (!same_types || hist_same_keys(spec, other));
}

/*
 * Refers to those histograms of an event that forget_fits() accepts. Returns their number
 * or an errno.
 */
static int forget_refer(struct hist_parser *p, const struct event_file *file,
			const struct hist_action *action, bool same_types)
{
	struct trigger *trigger;
	int found = 0, ret;
	unsigned int i;

	for_each_trigger(trigger, i, file) {
		struct hist *hist = trigger_hist(trigger);

		if (!hist || !forget_fits(p->spec, &hist->spec, same_types))
			continue;
		ret = add_forget(p, hist, action);
		if (ret)
			return ret;
		found++;
	}
	return found;
}

int hist_forget_bind(struct hist_parser *p, const struct hist_action *action)
{
	const struct event_file *file;
	int ret;

	file = hist_find_file(p, action->system, action->match);
	if (!file)
		return hist_refuse(p, HIST_ERROR_NO_SUCH_EVENT, action->match);
	if (file == p->file)
		return hist_refuse(p, HIST_ERROR_FORGET_SELF, action->match);
	ret = forget_refer(p, file, action, true);
	if (!ret)
		ret = forget_refer(p, file, action, false);
	if (!ret)
		return hist_refuse(p, HIST_ERROR_NO_MATCHING_HIST,
				   action->match);
	return min(ret, 0);
}

bool hist_forget_pins(const struct hist_trigger *trigger)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	unsigned int i;

	if (hist_has_chains(trigger->hist))
		return true;
	if (!inter)
		return false;
	for (i = 0; i < inter->nr_var_refs; i++)
		if (hist_has_chains(inter->var_refs[i].hist))
			return true;
	return inter->nr_forgets;
}

/* Sets the form of all triggers whose hits now have to pin entries. */
static void set_forms(void)
{
	struct hist_trigger *trigger;
	struct hist *hist;

	list_for_each_entry(hist, &hist_list, in_list)
		list_for_each_entry(trigger, &hist->triggers, in_hist)
			if (hist_forget_pins(trigger))
				hist_trigger_set_pinned(trigger);
}

static int forget_prepare(struct hist *hist)
{
	int ret;

	if (hist_has_chains(hist))
		return 0;
	ret = hist_add_chains(hist);
	if (ret)
		return ret;
	set_forms();
	/* After this, no hit inserts keys in the tables. */
	hits_synchronize();
	hist_use_chains(hist);
	/* After this, no hit searches the tables. */
	hits_synchronize();
	hist_end_tables(hist);
	return 0;
}

int hist_forget_prepare(const struct hist_interevent *inter)
{
	unsigned int i;
	int ret = 0;

	lockdep_assert_held(&event_mutex);
	for (i = 0; inter && !ret && i < inter->nr_forgets; i++)
		ret = forget_prepare(inter->forgets[i].hist);
	return ret;
}
