// SPDX-License-Identifier: GPL-2.0
/* Filters of hist triggers that name variables, see cond.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../trigger/trigger.h"
#include "cond.h"
#include "parser.h"
#include "variable.h"

/* What cond_find_var() needs when the parser of filters asks for a variable. */
struct cond_parser {
	struct filter_vars vars;
	struct hist_parser parser;
};

bool hist_cond_needed(const char *text)
{
	char quote = '\0';

	for (; *text; text++) {
		if (quote) {
			if (*text == quote)
				quote = '\0';
		} else if (*text == '"' || *text == '\'') {
			quote = *text;
		} else if (*text == '$') {
			return true;
		}
	}
	return false;
}

static void cond_own_op(struct hist_op *op, const struct hist_spec *spec,
			const struct hist_field *var)
{
	op->code = HIST_OP_OWN_VAR;
	op->offset = var - spec->vars;
}

/* Sets @var to the variable of another trigger. */
static int other_op(struct hist_parser *p, struct hist_op *op, const char *name,
		    const struct hist_field **var)
{
	struct hist *hist;
	int ref;

	*var = hist_var_find(p, NULL, NULL, name, &hist);
	if (!*var)
		return hist_refuse(p, HIST_ERROR_VAR_NOT_FOUND, name);
	ref = hist_var_refer(p, hist, *var);
	if (ref < 0)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_VARS, name);
	op->code = HIST_OP_VAR_REF;
	op->offset = ref;
	return 0;
}

static int cond_find_var(const struct filter_vars *vars, const char *name,
			 bool *is_signed)
{
	struct cond_parser *c =
		container_of(vars, struct cond_parser, vars);
	struct hist_parser *p = &c->parser;
	struct hist_interevent *inter = p->interevent;
	const struct hist_field *var = hist_var_of(p->spec, name);
	struct hist_op *op;
	int ret;

	if (inter->nr_conds == HIST_CONDS_MAX)
		return hist_refuse(p, HIST_ERROR_TOO_MANY_VARS, name);
	op = &inter->conds[inter->nr_conds];
	memset(op, 0, sizeof(*op));
	if (var) {
		cond_own_op(op, p->spec, var);
	} else {
		ret = other_op(p, op, name, &var);
		if (ret)
			return ret;
	}
	if (var->text != HIST_NO_TEXT)
		return hist_refuse(p, HIST_ERROR_STRING_OPERAND, name);
	*is_signed = var->is_signed;
	return inter->nr_conds++;
}

int hist_cond_parse(struct filter **filter, struct hist_spec *spec,
		    struct event_file *file, const char *text,
		    struct hist_report *report)
{
	struct cond_parser cond = {
		.vars.find = cond_find_var,
		.parser.spec = spec,
		.parser.interevent = spec->program.interevent,
		.parser.file = file,
		.parser.report = report,
	};

	return trigger_parse_filter(filter, file, text, &cond.vars);
}
