// SPDX-License-Identifier: GPL-2.0
/*
 * Compiles the text of a filter, and explains why one is refused, see filter.h.
 *
 * The first pass over the text counts comparisons and the depth of parentheses,
 * so that all memory can be allocated. The second pass compiles from left to
 * right. Its stack of levels is allocated, because the kernel's stack is too
 * small for a thousand parentheses.
 *
 * The targets of a part's jumps are open until what follows is compiled. Each
 * part has two chains of open jumps, linked through the jumps themselves: those
 * taken when the part holds, and those when it does not. `a && b` points the
 * first chain of a to the start of b and joins the second chains, `||` does the
 * reverse, and `!` swaps the two chains.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../instance/error_log.h"
#include "filter.h"

/*
 * Maximum number of operations, because a jump is an s16 number of bytes. With
 * pages of 4 KiB, a filter that fits into one write() has fewer.
 */
#define COMPARISONS_MAX	(S16_MAX / sizeof(struct filter_op))

/* Ends a chain of jumps. The numbers of jumps begin at 0. */
#define CHAIN_END	(-1)

/*
 * The first and last jump of a chain, or CHAIN_END. The number of a jump is its
 * operation's index times two, plus one for the operation's @no.
 */
struct chain {
	s16 first;
	s16 last;
};

/* A part of an expression, with its two chains of open jumps. */
struct part {
	u16 start;
	struct chain yes;
	struct chain no;
};

/*
 * An expression in parentheses, or the whole filter. @any is the part before
 * the last ||, @all the part between that || and the last &&.
 */
struct level {
	struct part any;
	struct part all;
	bool has_any;
	bool has_all;
	bool invert;
};

struct filter_parser {
	struct event *event;
	const struct filter_vars *vars;
	struct filter *filter;
	struct filter_fault *fault;
	struct level *level;
	struct level *levels;
	const char *text;
	unsigned int at;
	unsigned int capacity;
	unsigned int depth;
};

/* Result of the first pass. */
struct extent {
	unsigned int comparisons;
	unsigned int depth;
};

static int filter_fail(struct filter_fault *fault, enum filter_error error,
		       unsigned int column, int ret)
{
	fault->error = error;
	fault->column = column;
	return ret;
}

/* Returns the offset of the last unclosed parenthesis before @at. */
static unsigned int filter_last_open(const char *text, unsigned int at)
{
	unsigned int closed = 0;
	char quote = 0;

	while (at--) {
		char c = text[at];

		if (quote) {
			if (c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == ')') {
			closed++;
		} else if (c == '(') {
			if (!closed)
				break;
			closed--;
		}
	}
	return at;
}

/* For these faults the kernel returns internal error numbers as the errno. */
#define ERRNO_CLOSE	(-1)
#define ERRNO_OPEN	(-2)
#define ERRNO_QUOTE	(-3)

static int filter_scan(const char *text, struct extent *extent,
		       struct filter_fault *fault)
{
	unsigned int at, depth = 1, quoted_at = 0;
	bool inside = false;
	char quote = 0;

	extent->comparisons = 0;
	extent->depth = 1;
	for (at = 0; text[at]; at++) {
		char c = text[at];

		if (quote) {
			if (c == quote)
				quote = 0;
			continue;
		}
		if (isspace(c))
			continue;
		if (c == '(' || c == ')' ||
		    ((c == '&' || c == '|') && text[at + 1] == c)) {
			inside = false;
			if (c == '(' && ++depth > extent->depth)
				extent->depth = depth;
			if (c == ')' && !--depth)
				return filter_fail(fault, FILTER_ERROR_CLOSE,
						   at, ERRNO_CLOSE);
			continue;
		}
		if (c == '"' || c == '\'') {
			quote = c;
			quoted_at = at;
		}
		if (!inside)
			extent->comparisons++;
		inside = true;
	}
	if (quote)
		return filter_fail(fault, FILTER_ERROR_QUOTE, quoted_at,
				   ERRNO_QUOTE);
	if (depth != 1)
		return filter_fail(fault, FILTER_ERROR_OPEN,
				   filter_last_open(text, at), ERRNO_OPEN);
	return 0;
}

static s16 *filter_jump(struct filter *filter, s16 name)
{
	struct filter_op *op = &filter->ops[name / 2];

	return name % 2 ? &op->no : &op->yes;
}

/* Makes all jumps of a chain end the filter with @answer. */
static void filter_end(struct filter *filter, struct chain chain, s16 answer)
{
	s16 name = chain.first, *slot;

	while (name != CHAIN_END) {
		slot = filter_jump(filter, name);
		name = *slot;
		*slot = answer;
	}
}

/* Makes all jumps of a chain lead to operation @target. */
static void filter_tie(struct filter *filter, struct chain chain,
		       unsigned int target)
{
	s16 name = chain.first, *slot;

	while (name != CHAIN_END) {
		unsigned int distance = target - name / 2;

		slot = filter_jump(filter, name);
		name = *slot;
		*slot = distance * sizeof(struct filter_op);
	}
}

static struct chain filter_join(struct filter *filter, struct chain a,
				struct chain b)
{
	*filter_jump(filter, a.last) = b.first;
	a.last = b.last;
	return a;
}

static void filter_invert(struct part *part)
{
	swap(part->yes, part->no);
}

/* Joins the part before the last && with @part, the part after it. */
static struct part end_all(struct filter *filter, struct level *level,
			   struct part part)
{
	if (!level->has_all)
		return part;
	level->has_all = false;
	filter_tie(filter, level->all.yes, part.start);
	part.start = level->all.start;
	part.no = filter_join(filter, level->all.no, part.no);
	return part;
}

static struct part end_any(struct filter *filter, struct level *level,
			   struct part part)
{
	if (!level->has_any)
		return part;
	level->has_any = false;
	filter_tie(filter, level->any.no, part.start);
	part.start = level->any.start;
	part.yes = filter_join(filter, level->any.yes, part.yes);
	return part;
}

/* Tests for a ! that negates an expression, not the ! of != or !~. */
static bool is_not(const char *text)
{
	return text[0] == '!' && text[1] != '=' && text[1] != '~';
}

static int read_comparison(struct filter_parser *r, struct part *part)
{
	struct filter *filter = r->filter;
	struct filter_op *op = &filter->ops[filter->nr];
	s16 name = filter->nr * 2;
	int len;

	if (filter->nr == r->capacity)
		return filter_fail(r->fault, FILTER_ERROR_TERMS, r->at,
				   -EINVAL);
	len = filter_predicate(op, r->event, r->vars, r->text + r->at,
			       r->at + 1, r->fault);
	if (len < 0)
		return len;
	r->at += len;
	op->yes = CHAIN_END;
	op->no = CHAIN_END;
	part->start = filter->nr++;
	part->yes.first = name;
	part->yes.last = name;
	part->no.first = name + 1;
	part->no.last = name + 1;
	return 0;
}

/*
 * Reads the closing parentheses after a part, then an operator. Each
 * parenthesis turns the level that it closes into a part of the level above.
 * Returns 0 at the end of the text, 1 before another part, or an errno.
 */
static int filter_read_operator(struct filter_parser *r, struct part *part)
{
	for (;;) {
		const char *next = r->text + r->at++;

		if (isspace(*next))
			continue;
		if (*next && *next != ')') {
			if ((*next != '&' && *next != '|') ||
			    next[1] != next[0])
				return filter_fail(r->fault, FILTER_ERROR_TERMS,
						   next - r->text, -EPERM);
			r->at++;
		}
		*part = end_all(r->filter, r->level, *part);
		if (*next == '&') {
			r->level->all = *part;
			r->level->has_all = true;
			return 1;
		}
		*part = end_any(r->filter, r->level, *part);
		if (*next == '|') {
			r->level->any = *part;
			r->level->has_any = true;
			return 1;
		}
		if (r->level == r->levels)
			return *next ? filter_fail(r->fault, FILTER_ERROR_CLOSE,
						   r->at, -EPERM) : 0;
		if (!*next)
			return filter_fail(r->fault, FILTER_ERROR_OPEN, r->at,
					   -EPERM);
		if (r->level->invert)
			filter_invert(part);
		r->level--;
	}
}

static int read_expression(struct filter_parser *r)
{
	struct part part;
	bool not = false;
	int ret;

	while (r->text[r->at]) {
		char c = r->text[r->at];

		if (isspace(c)) {
			r->at++;
		} else if (c == '(') {
			if (++r->level == r->levels + r->depth)
				return filter_fail(r->fault, FILTER_ERROR_OPEN,
						   r->at, -EINVAL);
			r->at++;
			memset(r->level, 0, sizeof(*r->level));
			r->level->invert = not;
			not = false;
		} else if (is_not(r->text + r->at)) {
			r->at++;
			not = !not;
		} else {
			ret = read_comparison(r, &part);
			if (ret)
				return ret;
			if (not)
				filter_invert(&part);
			not = false;
			ret = filter_read_operator(r, &part);
			if (ret < 0)
				return ret;
			if (ret)
				continue;
			filter_end(r->filter, part.yes, FILTER_YES);
			filter_end(r->filter, part.no, FILTER_NO);
			return 0;
		}
	}
	return filter_fail(r->fault, r->filter->nr ? FILTER_ERROR_MEANINGLESS :
			   FILTER_ERROR_EMPTY, r->at, -EINVAL);
}

void filter_free(struct filter *filter)
{
	unsigned int i;

	if (!filter)
		return;
	for (i = 0; i < filter->nr; i++) {
		struct filter_op *op = &filter->ops[i];

		if (op->code <= FILTER_OP_BITS)
			continue;
		if (op->code <= FILTER_OP_STRING_LAST)
			kfree(op->pattern);
		else
			kfree(op->cpus);
	}
	kfree(filter->text);
	kvfree(filter);
}

int filter_parse(struct filter **result, struct event *event, const char *text,
		 const struct filter_vars *vars, struct filter_fault *fault)
{
	struct filter_parser reader = {
		.event = event, .vars = vars, .text = text, .fault = fault,
	};
	struct extent extent;
	int ret;

	lockdep_assert_held(&event_mutex);
	fault->error = FILTER_ERROR_NONE;
	fault->column = 0;
	fault->reported = false;
	ret = filter_scan(text, &extent, fault);
	if (ret)
		return ret;
	if (!extent.comparisons)
		return -EINVAL;
	if (extent.comparisons > COMPARISONS_MAX)
		return filter_fail(fault, FILTER_ERROR_TERMS, 0, -EINVAL);

	ret = -ENOMEM;
	reader.capacity = extent.comparisons;
	reader.depth = extent.depth;
	reader.levels = kvcalloc(extent.depth, sizeof(*reader.levels),
				 GFP_KERNEL);
	reader.filter = kvzalloc(struct_size(reader.filter, ops, reader.capacity),
				 GFP_KERNEL);
	if (reader.levels && reader.filter) {
		reader.level = reader.levels;
		reader.filter->text = kstrdup(text, GFP_KERNEL);
		if (reader.filter->text)
			ret = read_expression(&reader);
	}
	kvfree(reader.levels);
	if (ret)
		filter_free(reader.filter);
	else
		*result = reader.filter;
	return ret;
}

static const char *const fault_texts[] = {
#define FILTER_ERROR(name, text)	text,
#include "errors.h"
};

void filter_log_fault(struct error_log *log, const char *text,
		      const struct filter_fault *fault)
{
	error_log_add(log, "event filter parse error", text,
		      fault_texts[fault->error], fault->column);
}

char *filter_explain_fault(const char *text, const struct filter_fault *fault,
			   int err)
{
	unsigned int column = min_t(unsigned int, fault->column, strlen(text));

	if (fault->error == FILTER_ERROR_NONE)
		return kasprintf(GFP_KERNEL, "%s\nError: (%d)\n", text,
				 err == -ENOMEM ? err : 0);
	/* Like the kernel, place carets one column too far right. */
	if (column)
		column++;
	return kasprintf(GFP_KERNEL, "%s\n%*s\nparse_error: %s\n", text,
			 column, "^", fault_texts[fault->error]);
}
