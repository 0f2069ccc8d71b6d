// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes on functions and on tracepoints, see fprobe.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fprobe.h"
#include "report.h"

/* The letters that begin a definition. */
static const char fprobe_letters[] = { IF_CALLS('f') IF_TPROBES('t') '\0' };

/* The default groups of these events. */
#define FUNCTION_GROUP		"fprobes"
#define TRACEPOINT_GROUP	"tracepoints"

/* Parses the first word up to the ':': f or t, and MAXACTIVE. */
static int fprobe_parse_kind(struct fprobe_command *command)
{
	const char *word = command->words->word[0];

	command->on_tracepoint = *word == 't';
	if (!word[1] || word[1] == ':')
		return 0;
	return probe_parse_maxactive(command->words, &command->maxactive);
}

/* Looks for $retval in a word, and sets @offset to its place. */
static bool has_retval(const char *word, unsigned int *offset)
{
	const char *found = strstr(word, "$retval");
	char next = found ? found[strlen("$retval")] : '_';

	*offset = found - word;
	return !isalnum(next) && next != '_';
}

/*
 * Makes a probe on a function with $retval a probe on returns. Refuses $retval
 * on a tracepoint.
 */
static int look_for_retval(struct fprobe_command *command)
{
	struct probe_words *words = command->words;
	unsigned int offset;
	int i;

	for (i = PROBE_FIRST_ARG; i < words->nr; i++) {
		if (!has_retval(words->word[i], &offset))
			continue;
		if (command->on_tracepoint)
			return probe_refuse(words, i, offset,
					    PROBE_RETVAL_ON_PROBE);
		command->is_return = true;
		break;
	}
	return 0;
}

/* Parses the second word: a name, which may end in %return for a function. */
static int fprobe_parse_place(struct fprobe_command *command)
{
	const char *word = command->words->word[1];
	size_t len = strcspn(word, "%");

	if (word[len]) {
		if (command->on_tracepoint || strcmp(word + len, "%return"))
			return probe_refuse(command->words, 1, len,
					    PROBE_BAD_ADDR_SUFFIX);
		command->is_return = true;
	}
	command->symbol = kmemdup_nul(word, len, GFP_KERNEL);
	if (!command->symbol)
		return -ENOMEM;
	if (command->is_return)
		return 0;
	if (command->on_tracepoint) {
		for (len = 0; isalnum(word[len]) || word[len] == '_'; len++)
			;
		if (word[len])
			return probe_refuse(command->words, 1, len,
					    PROBE_BAD_TP_NAME);
	}
	return look_for_retval(command);
}

static void fprobe_make_name(struct fprobe_command *command)
{
	struct probe_name *name = &command->name;

	if (command->on_tracepoint)
		snprintf(name->name_buf, PROBE_NAME_MAX, "%s%s",
			 isdigit(*command->symbol) ? "_" : "", command->symbol);
	else
		snprintf(name->name_buf, PROBE_NAME_MAX, "%s__%s",
			 command->symbol,
			 command->is_return ? "exit" : "entry");
	strreplace(name->name_buf, ':', '_');
	strreplace(name->name_buf, '.', '_');
	name->name = name->name_buf;
}

static int fprobe_parse_name(struct fprobe_command *command)
{
	const char *colon = strchr(command->words->word[0], ':');
	int ret;

	command->name.group = command->on_tracepoint ? TRACEPOINT_GROUP :
						       FUNCTION_GROUP;
	ret = probe_parse_name(command->words, 0, colon ? colon + 1 : NULL,
			       &command->name);
	if (!ret && !command->name.name)
		fprobe_make_name(command);
	return ret;
}

static int fprobe_parse(struct fprobe_command *command)
{
	int ret = fprobe_parse_kind(command) ?: fprobe_parse_place(command);

	if (ret)
		return ret;
	if (command->maxactive && !command->is_return)
		return probe_refuse(command->words, 0, 1, PROBE_MAXACT_NOT_EXIT);
	return fprobe_parse_name(command);
}

static int fprobe_define(struct probe_words *words)
{
	struct fprobe_command command = { .words = words };
	int ret = fprobe_parse(&command);

	if (!ret)
		ret = command.on_tracepoint ? tprobe_define(&command) :
					      function_probe_define(&command);
	kfree(command.symbol);
	return ret;
}

int fprobe_create(const char *text)
{
	return probe_define(text, "trace_fprobe", fprobe_letters, fprobe_define);
}

int fprobe_explain(struct probe_words *words, int error)
{
	probe_explain(words, error);
	return error == -ENOENT || error == -EILSEQ ? -EINVAL : error;
}

