// SPDX-License-Identifier: GPL-2.0
/* Parses and prints actions, see parser.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../synth/synth.h"
#include "../object/hist.h"
#include "attrs.h"
#include "parser.h"

const char *const hist_handler_words[] = {
	[HIST_ONMATCH] = "onmatch",
	[HIST_ONMAX] = "onmax",
	[HIST_ONCHANGE] = "onchange",
};

/* Parses PARAMETER,...; if @named, the first one is the name of a synthetic event. */
static int parse_params(struct hist_parser *p, struct hist_action *action,
			char *rest, bool named)
{
	char *param;

	while (rest) {
		if (action->nr_params == HIST_PARAMS_MAX)
			return hist_refuse(p, HIST_ERROR_TOO_MANY_PARAMS, NULL);
		param = strstrip(strsep(&rest, ","));
		if (strlen(param) < 2)
			return hist_refuse(p, HIST_ERROR_INVALID_PARAM, param);
		if (named && !action->event)
			action->event = param;
		else
			action->params[action->nr_params++] = param;
	}
	return 0;
}

/*
 * Parses forget() without parameters. With parameters, forget is the name of a synthetic event, so
 * parse_action() does not call this.
 */
static int parse_forget(struct hist_parser *p, struct hist_action *action,
			const char *rest)
{
	action->kind = HIST_ACTION_FORGET;
	if (!rest)
		return hist_refuse(p, HIST_ERROR_NO_CLOSING_PAREN,
				   action->word);
	if (action->handler != HIST_ONMATCH)
		return hist_refuse(p, HIST_ERROR_ACTION_MISMATCH, action->word);
	return 0;
}

/* Parses .ACTION(PARAMETERS). */
static int parse_action(struct hist_parser *p, struct hist_action *action,
			char *text)
{
	char *word, *params;
	int ret = 0;

	strsep(&text, ".");
	word = strsep(&text, "(");
	if (!word || !text)
		return hist_refuse(p, HIST_ERROR_NO_ACTION, NULL);
	action->word = word;
	params = strsep(&text, ")");

	if (!strcmp(word, "forget") && !*skip_spaces(params))
		return parse_forget(p, action, text);
	if (str_has_prefix(word, "save")) {
		action->kind = HIST_ACTION_SAVE;
		ret = parse_params(p, action, params, false);
	} else if (str_has_prefix(word, "snapshot")) {
		action->kind = HIST_ACTION_SNAPSHOT;
		if (!text)
			return hist_refuse(p, HIST_ERROR_NO_CLOSING_PAREN,
					   params);
	} else {
		action->kind = HIST_ACTION_TRACE;
		return parse_params(p, action, params,
				    str_has_prefix(word, "trace"));
	}
	if (!ret && action->handler == HIST_ONMATCH)
		return hist_refuse(p, HIST_ERROR_ACTION_MISMATCH, word);
	return ret;
}

/* Parses SYSTEM.EVENT).ACTION(PARAMETERS), which follows "onmatch(". */
static int parse_onmatch(struct hist_parser *p, struct hist_action *action,
			 char *text)
{
	char *match = strsep(&text, ")");

	if (!text)
		return hist_refuse(p, HIST_ERROR_NO_CLOSING_PAREN, match);
	action->system = strsep(&match, ".");
	if (!match)
		return hist_refuse(p, HIST_ERROR_NO_SUBSYSTEM, action->system);
	action->match = match;
	if (!hist_find_file(p, action->system, match))
		return hist_refuse(p, HIST_ERROR_NO_SUCH_EVENT, match);
	return parse_action(p, action, text);
}

static int parse_handler(struct hist_parser *p, struct hist_action *action)
{
	char *text = action->text;
	char *word = strsep(&text, "(");

	while (strcmp(word, hist_handler_words[action->handler]))
		action->handler++;
	if (action->handler == HIST_ONMATCH)
		return parse_onmatch(p, action, text);
	action->var = strsep(&text, ")");
	return text ? parse_action(p, action, text) : -EINVAL;
}

/*
 * forget() goes last, because other actions use variables of the entries that forget()
 * removes.
 */
static void forgets_last(struct hist_interevent *inter)
{
	struct hist_action *forgets[HIST_ACTIONS_MAX];
	unsigned int i, nr = 0;

	for (i = 0; i < inter->nr_actions; i++) {
		if (inter->actions[i]->kind == HIST_ACTION_FORGET)
			forgets[nr++] = inter->actions[i];
		else
			inter->actions[inter->nr_hit_actions++] =
				inter->actions[i];
	}
	memcpy(inter->actions + inter->nr_hit_actions, forgets,
	       nr * sizeof(*forgets));
}

int hist_actions_parse(struct hist_parser *p, const struct hist_attrs *attrs)
{
	struct hist_interevent *inter = p->interevent;
	struct hist_action *action;
	unsigned int i;
	int ret;

	for (i = 0; i < attrs->nr_actions; i++) {
		action = kzalloc(sizeof(*action), GFP_KERNEL);
		if (!action)
			return -ENOMEM;
		action->text = kstrdup(attrs->actions[i], GFP_KERNEL);
		if (!action->text) {
			kfree(action);
			return -ENOMEM;
		}
		ret = parse_handler(p, action);
		if (ret) {
			hist_action_free(action);
			return ret;
		}
		inter->actions[inter->nr_actions++] = action;
	}
	forgets_last(inter);
	return 0;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* EVENT(...) and trace(EVENT,...) are the same action. */
static const char *action_name(const struct hist_action *action)
{
	return action->event ? action->event : action->word;
}

static bool same_action(const struct hist_action *a,
			const struct hist_action *b)
{
	unsigned int i;

	if (a->handler != b->handler || a->kind != b->kind ||
	    a->nr_params != b->nr_params ||
	    strcmp(action_name(a), action_name(b)) ||
	    !same_text(a->system, b->system) ||
	    !same_text(a->match, b->match) || !same_text(a->var, b->var))
		return false;
	for (i = 0; i < a->nr_params; i++)
		if (strcmp(a->params[i], b->params[i]))
			return false;
	return true;
}

bool hist_actions_same(const struct hist_interevent *a,
		       const struct hist_interevent *b)
{
	unsigned int i, nr = a ? a->nr_actions : 0;

	if (nr != (b ? b->nr_actions : 0))
		return false;
	for (i = 0; i < nr; i++)
		if (!same_action(a->actions[i], b->actions[i]))
			return false;
	return true;
}

static void show_action(struct seq_file *m, const struct hist_action *action)
{
	unsigned int i;

	seq_printf(m, ":%s(", hist_handler_words[action->handler]);
	if (action->handler == HIST_ONMATCH)
		seq_printf(m, "%s.%s", action->system, action->match);
	else
		seq_puts(m, action->var);
	seq_printf(m, ").%s(", action->word);
	if (action->event)
		seq_puts(m, action->event);
	for (i = 0; i < action->nr_params; i++)
		seq_printf(m, "%s%s", i || action->event ? "," : "",
			   action->params[i]);
	seq_putc(m, ')');
}

void hist_actions_show(struct seq_file *m, const struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; i < inter->nr_actions; i++)
		show_action(m, inter->actions[i]);
}
