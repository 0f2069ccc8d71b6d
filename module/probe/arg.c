// SPDX-License-Identifier: GPL-2.0
/* Arguments of probes, see arg.h. */
#include <linux/dcache.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/regs.h"
#include "../event/dynamic.h"
#include "../event/event.h"
#include "../event/symbol.h"
#include "arg.h"
#include "arg_parser.h"
#include "btf_read.h"
#include "report.h"

/* Names that no argument can have, because other fields may have them. */
static const char *const reserved_names[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
};

static bool is_name_used(const struct probe_args *args, const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reserved_names); i++)
		if (!strcmp(reserved_names[i], name))
			return true;
	/* Leave out the last argument, which is the one being parsed. */
	for (i = 0; i < args->nr - 1; i++)
		if (!strcmp(args->arg[i].name, name))
			return true;
	return false;
}

/* The default name is the argument's value if that is a name, else "argN". */
static char *arg_make_name(const char *text, unsigned int number)
{
	char *name = kmemdup_nul(text, strcspn(text, ":"), GFP_KERNEL);

	if (name && dynamic_is_name(name))
		return name;
	kfree(name);
	return kasprintf(GFP_KERNEL, "arg%u", number);
}

/* Sets the name of an argument, and advances @text past the name. */
static int arg_parse_name(struct arg_parser *parser, const char **text)
{
	const char *word = *text, *equals = strchr(word, '=');
	struct probe_arg *arg = parser->arg;

	if (equals) {
		if (equals - word > PROBE_ARG_NAME_MAX)
			return arg_error(parser, 0, PROBE_ARG_NAME_TOO_LONG);
		if (equals == word)
			return arg_error(parser, 0, PROBE_NO_ARG_NAME);
		arg->name = kmemdup_nul(word, equals - word, GFP_KERNEL);
		*text = equals + 1;
	} else {
		arg->name = arg_make_name(word, parser->args->nr);
	}
	if (!arg->name)
		return -ENOMEM;
	if (!dynamic_is_name(arg->name))
		return arg_error(parser, 0, PROBE_BAD_ARG_NAME);
	if (is_name_used(parser->args, arg->name))
		return arg_error(parser, 0, PROBE_USED_ARG_NAME);
	parser->column = *text - word;
	return 0;
}

static unsigned int field_size(const struct probe_arg *arg)
{
	return arg->type->size * (arg->count ?: 1);
}

/* Sets the offset in the record of an argument whose type is known. */
static int place_field(struct arg_parser *parser)
{
	struct probe_args *args = parser->args;

	parser->arg->offset = args->size;
	if (args->size + field_size(parser->arg) <= PROBE_FIELDS_MAX)
		return 0;
	return arg_fail(parser, parser->column, PROBE_EVENT_TOO_BIG, -E2BIG);
}

/* Parses VALUE[:TYPE]. Cuts @text in place at the ":". */
static int parse_body(struct arg_parser *parser, char *text)
{
	struct arg_type written;
	int ret;

	ret = arg_parse_type(parser, text, &written);
	if (!ret)
		ret = place_field(parser);
	if (!ret)
		ret = arg_parse_value(parser, text, parser->column);
	if (ret)
		return ret;
	if (parser->type && !written.text)
		parser->arg->type = parser->type;
	ret = arg_check_string(parser, &written) ?: arg_finish(parser, &written);
	if (ret)
		return ret;
	if (parser->ops[0].code == FETCH_FIELD && !parser->load.code)
		return arg_fail(parser, 0, PROBE_BAD_ATTACH_ARG, -ENOENT);
	parser->args->size += field_size(parser->arg);
	return 0;
}

/* Replaces an operation by a faster one with the same result. */
static void arg_simplify(struct fetch_op *op)
{
	int reg = -EINVAL;

	if (op->code == FETCH_RETVAL) {
		reg = regs_find_return();
	} else if (op->code == FETCH_ARG) {
		reg = regs_find_argument(op->param);
		if (reg < 0) {
			op->imm = regs_argument_stack(op->param);
			op->code = FETCH_STACK;
		}
	}
	if (reg >= 0) {
		op->param = reg;
		op->code = FETCH_REG;
	}
}

/*
 * Loads the whole register in place of a part of it, which is faster, if the
 * next operation stores only bytes of that part.
 */
static void simplify_part(struct fetch_op *op)
{
	const struct fetch_op *store = op + 1;

	if (op->code == FETCH_REG_PART && op->param % sizeof(long) == 0 &&
	    (store->code == FETCH_STORE || store->code == FETCH_STORE_BITS) &&
	    store->size <= op->size)
		op->code = FETCH_REG;
}

/* Saves the program of an argument until join_ops() joins all programs. */
static int keep_ops(struct arg_parser *parser)
{
	struct probe_arg *arg = parser->arg;

	if (parser->ops[0].code == FETCH_FIELD)
		parser->ops[0] = parser->load;
	arg_simplify(&parser->ops[0]);
	simplify_part(&parser->ops[0]);
	arg->ops = kcalloc(arg->nr_ops, sizeof(*arg->ops), GFP_KERNEL);
	if (!arg->ops)
		return -ENOMEM;
	memcpy(arg->ops, parser->ops, arg->nr_ops * sizeof(*arg->ops));

	arg->field = arg->count ? kasprintf(GFP_KERNEL, "%s[%d]",
					    arg->type->field, arg->count) :
				  kstrdup(arg->type->field, GFP_KERNEL);
	return arg->field ? 0 : -ENOMEM;
}

static int arg_parse_text(struct arg_parser *parser, const char *text)
{
	char *copy;
	int ret;

	if (strlen(text) > PROBE_TEXT_MAX)
		return arg_error(parser, parser->column, PROBE_ARG_TOO_LONG);
	if (!*text)
		return arg_error(parser, parser->column, PROBE_NO_ARG_BODY);
	parser->arg->text = kstrdup(text, GFP_KERNEL);
	copy = kstrdup(text, GFP_KERNEL);
	if (!parser->arg->text || !copy) {
		kfree(copy);
		return -ENOMEM;
	}
	ret = parse_body(parser, copy);
	if (!ret)
		ret = keep_ops(parser);
	kfree(copy);
	return ret;
}

static void free_text(const struct fetch_op *op)
{
	if (op->code == FETCH_TEXT)
		kfree((char *)op->imm);
}

static int arg_parse_one(struct probe_words *words, const char *text,
			 const struct probe_place *place,
			 struct probe_args *args)
{
	struct arg_parser *parser;
	int ret;

	parser = kzalloc(sizeof(*parser), GFP_KERNEL);
	if (!parser)
		return -ENOMEM;
	parser->words = words;
	parser->place = place;
	parser->args = args;
	parser->limit = FETCH_OPS_MAX - 1;
	parser->arg = &args->arg[args->nr++];
	ret = arg_parse_name(parser, &text);
	if (!ret)
		ret = arg_parse_text(parser, text);
	if (ret && !parser->arg->ops)
		free_text(&parser->ops[0]);
	kfree(parser);
	return ret;
}

static bool are_plain(const struct fetch_op *op)
{
	for (; op->code != FETCH_END; op += 2)
		if ((op->code != FETCH_REG && op->code != FETCH_DURATION) ||
		    op[1].code != FETCH_STORE)
			return false;
	return true;
}

static int join_ops(struct probe_args *args)
{
	unsigned int total = 1, i;
	struct fetch_op *ops;

	for (i = 0; i < args->nr; i++)
		total += args->arg[i].nr_ops;
	ops = kcalloc(total, sizeof(*ops), GFP_KERNEL);
	if (!ops)
		return -ENOMEM;

	args->ops = ops;
	for (i = 0; i < args->nr; i++) {
		struct probe_arg *arg = &args->arg[i];

		memcpy(ops, arg->ops, arg->nr_ops * sizeof(*ops));
		kfree(arg->ops);
		arg->ops = ops;
		ops += arg->nr_ops;
	}
	for (i = 0; i < args->entry_words; i++)
		arg_simplify(&args->entry[i]);
	args->plain = are_plain(args->ops);
	return 0;
}

/*
 * Returns the index of the word after the last argument. On an event, the word
 * "if" ends the arguments.
 */
static int find_end(const struct probe_words *words,
		    const struct probe_place *place)
{
	int i;

	if (!(place->flags & PROBE_ON_EVENT))
		return max(PROBE_FIRST_ARG, words->nr);
	for (i = PROBE_FIRST_ARG; i < words->nr; i++)
		if (!strcmp(words->word[i], "if"))
			break;
	return i;
}

/*
 * Stores the address of the argument's data symbol, if any, in its program.
 * Returns -ENOENT if the symbol does not exist.
 */
static int arg_resolve(struct probe_arg *arg)
{
	char *name, *sign;
	unsigned long address;
	long offset = 0;
	int ret = 0;

	if (!arg->symbol)
		return 0;
	if (arg->module && !strchr(arg->symbol, ':'))
		name = kasprintf(GFP_KERNEL, "%s:%s", arg->module, arg->symbol);
	else
		name = kstrdup(arg->symbol, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	sign = strpbrk(name, "+-");
	if (sign) {
		ret = kstrtol(sign, 0, &offset);
		*sign = '\0';
	}
	if (!ret) {
		address = arg->ops[1].code == FETCH_THIS_CPU ? symbol_percpu(name) :
							       symbol_start(name);
		if (address)
			WRITE_ONCE(arg->ops[0].imm, address + offset);
		else
			ret = -ENOENT;
	}
	kfree(name);
	return ret;
}

/**
 * struct arg_dentries - a definition in which words are replaced temporarily
 * @words: the definition
 * @end: index after the last argument
 * @old: the replaced words by index, NULL for the others; NULL if none was
 *	replaced
 */
struct arg_dentries {
	struct probe_words *words;
	int end;
	char **old;
};

/* Returns the length of a word before ":%pd" or ":%pD", 0 if it has neither. */
static size_t arg_dentry_find_type(const char *word)
{
	size_t len = strlen(word);

	if (len < 4)
		return 0;
	len -= 4;
	return strcmp(word + len, ":%pd") && strcmp(word + len, ":%pD") ? 0 :
									  len;
}

static char *make_word(const char *word, size_t len)
{
	const char *equals = memchr(word, '=', len);
	const char *value = equals ? equals + 1 : word;
	int name = value - word, size = len - name;

	if (word[len + 3] == 'd')
		return kasprintf(GFP_KERNEL, "%.*s+0x0(+0x%zx(%.*s)):string",
				 name, word,
				 offsetof(struct dentry, d_name.name),
				 size, value);
	return kasprintf(GFP_KERNEL, "%.*s+0x0(+0x%zx(+0x%zx(%.*s))):string",
			 name, word, offsetof(struct dentry, d_name.name),
			 offsetof(struct file, f_path.dentry), size, value);
}

static int arg_dentry_replace(struct arg_dentries *dentries, int i, size_t len)
{
	char **word = &dentries->words->word[i], *made;

	if (!dentries->old)
		dentries->old = kcalloc(dentries->end, sizeof(*dentries->old),
					GFP_KERNEL);
	if (!dentries->old)
		return -ENOMEM;
	made = make_word(*word, len);
	if (!made)
		return -ENOMEM;
	dentries->old[i] = *word;
	*word = made;
	return 0;
}

/*
 * Like the kernel, replaces the arguments of type %pd or %pD, the name of a dentry or of a file,
 * by ones that follow the pointers to the name. dynamic_events shows the new ones; so does
 * error_log, unless arg_expand() has made a new array of words. Does nothing in user code and on
 * events. Returns 0 or -ENOMEM. Call arg_dentries_end() in any case.
 */
static int arg_dentries_begin(struct arg_dentries *dentries, struct probe_words *words,
			      int end, const struct probe_place *place)
{
	size_t len;
	int i, ret;

	*dentries = (struct arg_dentries) {
		.words = words,
		.end = end,
	};
	if (place->flags & (PROBE_ON_USER | PROBE_ON_EVENT))
		return 0;
	for (i = PROBE_FIRST_ARG; i < end; i++) {
		len = arg_dentry_find_type(words->word[i]);
		ret = len ? arg_dentry_replace(dentries, i, len) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

static void arg_dentries_end(struct arg_dentries *dentries)
{
	char **word = dentries->words->word, **old = dentries->old;
	int i;

	if (!old)
		return;
	for (i = PROBE_FIRST_ARG; i < dentries->end; i++) {
		if (!old[i])
			continue;
		kfree(word[i]);
		word[i] = old[i];
	}
	kfree(old);
}

/* Parses the words of @expanded; error messages show those of @words. */
static int parse_all(struct probe_words *words, int end,
		     const struct probe_words *expanded,
		     const struct probe_place *place, struct probe_args *args)
{
	const struct event *event = place->event;
	int ret;

	if (place->flags & PROBE_ON_EVENT) {
		args->source = kasprintf(GFP_KERNEL, "%s.%s",
					 event->header->system, event->name);
		if (!args->source)
			return -ENOMEM;
	}
	for (words->at = PROBE_FIRST_ARG; words->at < end; words->at++) {
		ret = arg_parse_one(words, expanded->word[words->at], place,
				    args);
		/*
		 * Like the kernel, report a bad symbol before errors in later
		 * arguments.
		 */
		if (!ret && place->flags & PROBE_ON_EVENT)
			ret = arg_resolve(&args->arg[args->nr - 1]);
		if (ret)
			return ret;
	}
	return join_ops(args);
}

/* Parses the arguments of @expanded, the result of arg_expand() for @words. */
static int parse_expanded(struct probe_words *words,
			  struct probe_words *expanded,
			  const struct probe_place *place,
			  struct probe_args **made)
{
	int end = find_end(expanded, place), ret;
	const int nr = end - PROBE_FIRST_ARG;
	struct arg_dentries dentries;
	struct probe_args *args;

	if (nr > PROBE_ARGS_MAX)
		return probe_fail(words, PROBE_FIRST_ARG, 0, PROBE_TOO_MANY_ARGS,
				  -E2BIG);
	args = kzalloc(struct_size(args, arg, nr), GFP_KERNEL);
	if (!args)
		return -ENOMEM;
	kref_init(&args->refs);
	ret = arg_dentries_begin(&dentries, expanded, end, place);
	if (!ret)
		ret = parse_all(words, end, expanded, place, args);
	arg_dentries_end(&dentries);
	if (ret)
		probe_args_put(args);
	else
		*made = args;
	return ret;
}

int probe_args_parse(struct probe_words *words, const struct probe_place *place,
		     struct probe_args **made)
{
	struct probe_words expanded;
	int ret;

	*made = NULL;
	btf_lock();
	ret = arg_expand(&expanded, words, place);
	if (!ret)
		ret = parse_expanded(words, &expanded, place, made);
	if (expanded.word != words->word)
		kfree(expanded.word);
	btf_unlock();
	return ret;
}

int probe_args_resolve(struct probe_args *args)
{
	unsigned int i;
	int ret;

	for (i = 0; i < args->nr; i++) {
		ret = arg_resolve(&args->arg[i]);
		if (ret)
			return ret;
	}
	return 0;
}

/* Is an argument's symbol in a module? */
static bool is_in_module(const struct probe_arg *arg, const struct module *mod)
{
	const char *sign = strpbrk(arg->symbol, "+-");
	unsigned long address = arg->ops[0].imm;
	long offset;

	if (sign && !kstrtol(sign, 0, &offset))
		address -= offset;
#ifdef CONFIG_SMP
	if (arg->ops[1].code == FETCH_THIS_CPU &&
	    address - (unsigned long)mod->percpu < mod->percpu_size)
		return true;
#endif
	return within_module(address, mod);
}

void probe_args_module_going(struct probe_args *args, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		struct probe_arg *arg = &args->arg[i];

		if (!arg->symbol || !arg->ops[0].imm || !is_in_module(arg, mod))
			continue;
		WRITE_ONCE(arg->ops[0].imm, 0);
		kfree(arg->module);
		arg->module = kstrdup(mod->name, GFP_KERNEL);
	}
}

void probe_args_module_coming(struct probe_args *args, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		struct probe_arg *arg = &args->arg[i];

		if (!arg->module || strcmp(arg->module, mod->name) ||
		    arg_resolve(arg))
			continue;
		kfree(arg->module);
		arg->module = NULL;
	}
}

static void probe_args_free(struct kref *refs)
{
	struct probe_args *args = container_of(refs, struct probe_args, refs);
	unsigned int i;

	for (i = 0; i < args->nr; i++) {
		struct probe_arg *arg = &args->arg[i];

		if (arg->ops)
			free_text(&arg->ops[0]);
		if (!args->ops)
			kfree(arg->ops);
		kfree(arg->name);
		kfree(arg->text);
		kfree(arg->field);
		kfree(arg->symbol);
		kfree(arg->module);
	}
	kfree(args->ops);
	kfree(args->source);
	kfree(args);
}

void probe_args_put(struct probe_args *args)
{
	if (args)
		kref_put(&args->refs, probe_args_free);
}

unsigned int probe_args_differ(const struct probe_args *a,
			       const struct probe_args *b)
{
	unsigned int i;

	if (a->nr != b->nr)
		return min(a->nr, b->nr) + 1;
	for (i = 0; i < a->nr; i++)
		if (a->arg[i].type != b->arg[i].type ||
		    a->arg[i].count != b->arg[i].count ||
		    strcmp(a->arg[i].name, b->arg[i].name))
			return i + 1;
	return 0;
}

bool probe_args_match(const struct probe_args *args, int nr, char **words)
{
	unsigned int i;

	if (nr > (int)args->nr)
		return false;
	for (i = 0; i < nr; i++) {
		const struct probe_arg *arg = &args->arg[i];
		size_t len = strlen(arg->name);

		if (strncmp(words[i], arg->name, len) ||
		    words[i][len] != '=' || strcmp(words[i] + len + 1, arg->text))
			return false;
	}
	return true;
}
