// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes on functions, and what those on tracepoints share. */
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/log.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "arg.h"
#include "entry.h"
#include "fprobe.h"
#include "hot/kprobe.h"
#include "kprobe.h"
#include "returns.h"
#include "symbol.h"

/* The groups of events that users give no group. */
#define FUNCTION_GROUP		"fprobes"
#define TRACEPOINT_GROUP	"tracepoints"

/* Maximum that users can ask for, same as in the kernel. */
#define MAXACTIVE_MAX	4096

static int fprobe_refuse(struct fprobe_command *command, int word,
			 unsigned int offset, enum probe_error error)
{
	command->words.at = word;
	probe_report(&command->words, offset, error);
	return -EINVAL;
}

/* Parses the first word up to the ':': f or t, and MAXACTIVE. */
static int fprobe_parse_kind(struct fprobe_command *command)
{
	const char *word = command->words.word[0];
	char digits[PROBE_NAME_MAX];
	size_t len = strcspn(word + 1, ":");

	command->on_tracepoint = *word == 't';
	if (!len)
		return 0;
	if (!isdigit(word[1]) || len >= sizeof(digits))
		return fprobe_refuse(command, 0, 1, PROBE_BAD_MAXACT);
	strscpy(digits, word + 1, len + 1);
	if (kstrtouint(digits, 0, &command->maxactive) || !command->maxactive)
		return fprobe_refuse(command, 0, 1, PROBE_BAD_MAXACT);
	if (command->maxactive > MAXACTIVE_MAX)
		return fprobe_refuse(command, 0, 1, PROBE_MAXACT_TOO_BIG);
	return 0;
}

/* Tests whether a word has $retval in it; sets @offset to where. */
static bool has_retval(const char *word, unsigned int *offset)
{
	const char *found = strstr(word, "$retval");
	char next = found ? found[strlen("$retval")] : '_';

	*offset = found - word;
	return !isalnum(next) && next != '_';
}

/* A probe on a function is on its returns if an argument shows their value. */
static int look_for_retval(struct fprobe_command *command)
{
	const struct probe_words *words = &command->words;
	unsigned int offset;
	int i;

	for (i = 2; i < words->nr; i++) {
		if (!has_retval(words->word[i], &offset))
			continue;
		if (command->on_tracepoint)
			return fprobe_refuse(command, i, offset,
					     PROBE_RETVAL_ON_PROBE);
		command->is_return = true;
		break;
	}
	return 0;
}

/* Parses the second word: a name, and, for a function, %return. */
static int fprobe_parse_place(struct fprobe_command *command)
{
	const char *word = command->words.word[1];
	size_t len = strcspn(word, "%");

	if (word[len]) {
		if (command->on_tracepoint || strcmp(word + len, "%return"))
			return fprobe_refuse(command, 1, len,
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
			return fprobe_refuse(command, 1, len,
					     PROBE_BAD_TP_NAME);
	}
	return look_for_retval(command);
}

static void fprobe_make_name(struct fprobe_command *command)
{
	if (command->on_tracepoint)
		snprintf(command->name_buf, PROBE_NAME_MAX, "%s%s",
			 isdigit(*command->symbol) ? "_" : "", command->symbol);
	else
		snprintf(command->name_buf, PROBE_NAME_MAX, "%s__%s",
			 command->symbol,
			 command->is_return ? "exit" : "entry");
	strreplace(command->name_buf, ':', '_');
	strreplace(command->name_buf, '.', '_');
	command->name = command->name_buf;
}

static int fprobe_parse_name(struct fprobe_command *command)
{
	const char *colon = strchr(command->words.word[0], ':');
	int ret;

	command->group = command->on_tracepoint ? TRACEPOINT_GROUP :
						  FUNCTION_GROUP;
	command->words.at = 0;
	if (colon) {
		ret = probe_parse_name(&command->words, colon + 1,
				       &command->group, &command->name,
				       command->group_buf);
		if (ret)
			return ret;
	}
	if (!command->name)
		fprobe_make_name(command);
	return 0;
}

static bool is_pattern(const char *symbol)
{
	return strpbrk(symbol, "*?[");
}

static void free_function(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	entry_free(probe);
	kprobe_unregister(probe);
	returns_free(probe);
	probe_exit(base);
	kprobe_free(probe);
}

/*
 * The kernel's fprobes have places for all calls that are pending. Those of a
 * kretprobe are as few as CPUs by default, so a function that sleeps or calls
 * itself would soon be missed.
 */
static unsigned int default_maxactive(void)
{
	return clamp(8 * num_possible_cpus(), 256U, (unsigned int)MAXACTIVE_MAX);
}

static struct kernel_probe *fprobe_make(struct fprobe_command *command)
{
	struct kernel_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->symbol = command->symbol;
	command->symbol = NULL;
	probe->is_return = command->is_return;
	probe->maxactive = command->maxactive;
	probe->rp.maxactive = command->maxactive ?: default_maxactive();
	probe->rp.kp.symbol_name = probe->symbol;
	/* As in the kernel, a name stands for all functions that have it. */
	probe->by_name = is_pattern(probe->symbol) ||
			 (!strchr(probe->symbol, ':') &&
			  symbol_is_shared(probe->symbol));
	if (probe->is_return)
		kprobe_set_handlers(probe);
	return probe;
}

static int fprobe_finish(struct fprobe_command *command,
			 struct kernel_probe *probe)
{
	enum probe_shape shape = probe->is_return ? PROBE_SHAPE_RETURN :
						    PROBE_SHAPE_PLACE;
	const struct probe_place place = {
		.flags = PROBE_ON_KERNEL | PROBE_NO_REGS |
			 (probe->is_return ? PROBE_AT_RETURN : PROBE_AT_ENTRY),
		.function = probe->symbol,
	};
	struct probe_args *args;
	int ret;

	ret = probe_args_parse(&command->words, 2, &place, &args);
	if (ret)
		return ret;
	ret = probe_init(&probe->probe, &fprobe_kind, args, shape);
	if (ret)
		return ret;
	if (args->entry_words || probe_args_use(args, FETCH_DURATION))
		kprobe_keep_entry(probe);
	return probe_add(&probe->probe, command->group, command->name, shape,
			 &command->words);
}

static int define_function(struct fprobe_command *command)
{
	struct kernel_probe *probe = fprobe_make(command);
	int ret;

	if (!probe)
		return -ENOMEM;
	ret = fprobe_finish(command, probe);
	if (ret)
		free_function(&probe->probe);
	return ret;
}

static int fprobe_define(struct fprobe_command *command)
{
	int ret = fprobe_parse_kind(command) ?: fprobe_parse_place(command);

	if (ret)
		return ret;
	if (command->maxactive && !command->is_return)
		return fprobe_refuse(command, 0, 1, PROBE_MAXACT_NOT_EXIT);
	ret = fprobe_parse_name(command);
	if (ret)
		return ret;
	return command->on_tracepoint ? tprobe_define(command) :
					define_function(command);
}

int fprobe_create(const char *text, struct module *owner)
{
	struct fprobe_command command = {
		.words.place = "trace_fprobe",
	};
	int ret = 0;

	lockdep_assert_held(&dynamic_mutex);
	command.words.word = argv_split(GFP_KERNEL, text, &command.words.nr);
	if (!command.words.word)
		return -ENOMEM;
	if (command.words.nr) {
		if (!strchr("ft", *command.words.word[0]) ||
		    command.words.nr < 2)
			ret = -ECANCELED;
		else
			ret = fprobe_define(&command);
	}
	kfree(command.symbol);
	argv_free(command.words.word);
	return ret;
}

int fprobe_explain(struct probe_words *words, int error)
{
	words->at = 1;
	if (error == -EILSEQ)
		probe_report(words, 0, PROBE_BAD_INSN_BNDRY);
	else if (error == -ENOENT)
		probe_report(words, 0, PROBE_BAD_PROBE_ADDR);
	else if (error == -E2BIG)
		probe_report(words, 0, PROBE_MANY_RETURNS);
	else if (error && error != -ENOMEM && error != -EEXIST)
		probe_report(words, 0, PROBE_FAIL_REG_PROBE);
	return error == -ENOENT || error == -EILSEQ ? -EINVAL : error;
}

/* Finds the function on whose entry the probe is. */
static int find_function(struct kernel_probe *probe)
{
	unsigned long address = 0;

	if (!probe->by_name) {
		address = symbol_address(probe->symbol);
		if (!address || !entry_traceable(address))
			return -ENOENT;
	}
	if (!entry_prepare(probe, address))
		return -EINVAL;
	return probe->by_name ? entry_find(probe) : 0;
}

static int fprobe_find_place(struct kernel_probe *probe)
{
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	if (ret)
		return ret;
	ret = probe_args_resolve(probe->probe.args);
	if (ret)
		return ret;
	if (!probe->is_return)
		return find_function(probe);
	return probe->by_name ? returns_find(probe) : kprobe_register(probe);
}

static int fprobe_place(struct probe *base, struct probe_words *words)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret = fprobe_find_place(probe);

	if (ret == -ENOENT && !probe->by_name &&
	    symbol_may_come(probe->symbol)) {
		pr_info("%s not found; the probe is armed when a module defines it\n",
			probe->symbol);
		return 0;
	}
	return fprobe_explain(words, ret);
}

static int fprobe_arm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	if (ret)
		return ret;
	if (probe->is_return)
		return probe->by_name ? returns_arm(probe) : kprobe_arm(probe);
	if (!probe->by_name)
		return probe->entry ? entry_hook(probe) : 0;
	/* The functions may be gone with their module, and come again. */
	ret = entry_hook(probe);
	return ret == -ENOENT ? 0 : ret;
}

static void fprobe_disarm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!probe->is_return)
		entry_unhook(probe);
	else if (probe->by_name)
		returns_disarm(probe);
	else
		kprobe_disarm(probe);
}

static unsigned long fprobe_missed(const struct probe *base)
{
	const struct kernel_probe *probe = to_kernel_probe(base);

	return probe->returns ? returns_missed(probe) : kprobe_missed(base);
}

static bool fprobe_same_place(const struct probe *a, const struct probe *b)
{
	return !strcmp(to_kernel_probe(a)->symbol, to_kernel_probe(b)->symbol);
}

/* A pattern does not wait: it matches the functions that exist now. */
static const char *fprobe_waits_for(const struct probe *base)
{
	const struct kernel_probe *probe = to_kernel_probe(base);

	if (probe->by_name || probe->entry)
		return NULL;
	return probe->is_return ? kprobe_waits_for(base) : probe->symbol;
}

static int place_again(struct kernel_probe *probe)
{
	struct probe *base = &probe->probe;
	int ret;

	/* Armed while the module was already coming, or going. */
	entry_unhook(probe);
	ret = probe_args_resolve(base->args) ?: find_function(probe);
	return ret ?: base->event->users ? fprobe_arm(base) : 0;
}

static void fprobe_module_coming(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret = 0;

	if (probe->by_name) {
		/* The returns are those of the functions that were there. */
		if (base->event->users && !probe->is_return)
			ret = entry_find_again(probe);
		if (ret == -ENOENT)
			ret = 0;
	} else if (!kprobe_is_in(probe, mod)) {
		return;
	} else if (probe->is_return) {
		ret = kprobe_place_again(probe);
	} else {
		ret = place_again(probe);
	}
	if (ret)
		pr_warn("cannot arm probe %s in module %s: %pe\n",
			base->event->event.name, mod->name, ERR_PTR(ret));
}

static void fprobe_module_going(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!within_module(probe->entry, mod))
		return;
	entry_unhook(probe);
	probe->entry = 0;
}

bool fprobe_matches(const struct probe *probe, const char *symbol, int nr_words,
		    char **words)
{
	return !nr_words || (!strcmp(symbol, words[0]) &&
			     probe_args_match(probe->args, nr_words - 1,
					      words + 1));
}

static bool fprobe_event_matches(const struct dynamic_event *dyn,
				 const char *system, const char *name,
				 int nr_words, char **words)
{
	const struct probe *probe = to_probe(dyn);

	return probe_matches_name(probe, system, name) &&
	       fprobe_matches(probe, to_kernel_probe(probe)->symbol, nr_words,
			      words);
}

static void fprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct kernel_probe *probe = to_kernel_probe(to_probe(dyn));
	const struct event *event = &probe->probe.event->event;

	seq_putc(m, 'f');
	if (probe->maxactive)
		seq_printf(m, "%u", probe->maxactive);
	seq_printf(m, ":%s/%s %s%s", event->header->system, event->name,
		   probe->symbol, probe->is_return ? "%return" : "");
	probe_show_args(m, &probe->probe);
}

const struct probe_kind fprobe_kind = {
	.type = {
		.create = fprobe_create,
		.remove = probe_remove,
		.is_busy = probe_is_busy,
		.matches = fprobe_event_matches,
		.show = fprobe_show,
		.free = probe_free,
	},
	.arm = fprobe_arm,
	.disarm = fprobe_disarm,
	.place = fprobe_place,
	.same_place = fprobe_same_place,
	.missed = fprobe_missed,
	.waits_for = fprobe_waits_for,
	.module_coming = fprobe_module_coming,
	.module_live = kprobe_module_live,
	.module_going = fprobe_module_going,
	.free = free_function,
};
