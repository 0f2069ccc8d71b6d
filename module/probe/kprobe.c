// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes in kernel code, see kprobe.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../compat/kept.h"
#include "../compat/log.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "arg.h"
#include "entry.h"
#include "hot/kprobe.h"
#include "kprobe.h"
#include "report.h"
#include "symbol.h"

/* The group of events that users give no group. */
#define KPROBE_GROUP	"kprobes"

/* Maximum that users can ask for, same as in the kernel. */
#define MAXACTIVE_MAX	4096

/**
 * struct kprobe_command - a definition, parsed but for names and arguments
 * @words: the words
 * @is_return: it is a return probe
 * @maxactive: returns that can be pending at a time, 0 for the kernel's choice
 * @name: the part of the first word after the ':', NULL if there is none
 * @symbol: the symbol, freed with the command; NULL for an address
 * @offset: distance from the symbol, in bytes
 * @address: the address, if there is no symbol
 * @flags: PROBE_* for the arguments
 */
struct kprobe_command {
	struct probe_words words;
	bool is_return;
	unsigned int maxactive;
	const char *name;
	char *symbol;
	long offset;
	void *address;
	unsigned int flags;
};

static int kprobe_refuse(struct kprobe_command *command, int word,
			 unsigned int offset, enum probe_error error, int ret)
{
	command->words.at = word;
	probe_report(&command->words, offset, error);
	return ret;
}

/* Parses the first word: p or r, MAXACTIVE, and where the name begins. */
static int kprobe_parse_kind(struct kprobe_command *command)
{
	const char *word = command->words.word[0], *end = strchr(word, ':');
	char digits[PROBE_NAME_MAX];
	size_t len;

	command->is_return = *word == 'r';
	command->name = end ? end + 1 : NULL;
	if (!isdigit(word[1]))
		return 0;
	if (!command->is_return)
		return kprobe_refuse(command, 0, 1, PROBE_BAD_MAXACT_TYPE,
				     -EINVAL);
	len = end ? end - word - 1 : strlen(word + 1);
	if (len >= sizeof(digits))
		return kprobe_refuse(command, 0, 1, PROBE_BAD_MAXACT, -EINVAL);
	strscpy(digits, word + 1, len + 1);
	if (kstrtouint(digits, 0, &command->maxactive) || !command->maxactive)
		return kprobe_refuse(command, 0, 1, PROBE_BAD_MAXACT, -EINVAL);
	if (command->maxactive > MAXACTIVE_MAX)
		return kprobe_refuse(command, 0, 1, PROBE_MAXACT_TOO_BIG,
				     -EINVAL);
	return 0;
}

/* Cuts an offset off a symbol. */
static int split_offset(char *symbol, long *offset)
{
	char *sign = strpbrk(symbol, "+-");
	int ret;

	*offset = 0;
	if (!sign)
		return 0;
	ret = kstrtol(sign, 0, offset);
	*sign = '\0';
	return ret ?: *offset < 0 || *offset > UINT_MAX ? -EINVAL : 0;
}

/* Parses the second word: an address, or a symbol with offset and %return. */
static int kprobe_parse_place(struct kprobe_command *command)
{
	const char *word = command->words.word[1];
	char *suffix;

	command->flags = PROBE_ON_KERNEL;
	if (!kstrtoul(word, 0, (unsigned long *)&command->address))
		return 0;
	/* A file and an offset in it are for uprobes. */
	if (strchr(word, '/') && strchr(word, ':'))
		return -ECANCELED;
	command->symbol = kstrdup(word, GFP_KERNEL);
	if (!command->symbol)
		return -ENOMEM;
	suffix = strchr(command->symbol, '%');
	if (suffix) {
		if (strcmp(suffix, "%return"))
			return kprobe_refuse(command, 1,
					     suffix - command->symbol,
					     PROBE_BAD_ADDR_SUFFIX, -EINVAL);
		*suffix = '\0';
		command->is_return = true;
	}
	if (split_offset(command->symbol, &command->offset))
		return kprobe_refuse(command, 1, 0, PROBE_BAD_PROBE_ADDR,
				     -EINVAL);
	if (command->is_return)
		command->flags |= PROBE_AT_RETURN;
	return 0;
}

/*
 * Tests whether a place is in a function that must not be traced. Parts of a
 * function that the compiler has split off, such as foo.cold, are not known to
 * function tracing; they are what the whole function is. A kernel whose function
 * tracing cannot select functions accepts all.
 */
static bool is_notrace(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN], *suffix;
	unsigned long offset, whole;

	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE))
		return false;
	if (!symbol_place(address, &offset) || entry_traceable(address - offset))
		return false;
	sprint_symbol_no_offset(text, address);
	suffix = strchr(text, '.');
	if (!suffix)
		return true;
	*suffix = '\0';
	whole = symbol_address(text);
	return !whole || !entry_traceable(whole);
}

/* Hits that the kernel has skipped since the probe was registered. */
static unsigned long kprobe_skipped(const struct kernel_probe *probe)
{
	return READ_ONCE(probe->rp.kp.nmissed) +
	       (probe->is_return ? READ_ONCE(probe->rp.nmissed) : 0);
}

unsigned long kprobe_missed(const struct probe *base)
{
	const struct kernel_probe *probe = to_kernel_probe(base);

	if (probe->armed)
		return kprobe_skipped(probe) - probe->missed_before;
	return entry_missed(probe);
}

/*
 * The kernel forgets its count when a probe is registered again, and it counts
 * for others at the same place, too, while the probe is disabled.
 */
static void keep_missed(struct kernel_probe *probe)
{
	if (probe->armed)
		atomic_long_add(kprobe_skipped(probe) - probe->missed_before,
				&probe->probe.missed);
	probe->armed = false;
}

void kprobe_unregister(struct kernel_probe *probe)
{
	struct kprobe *kp = &probe->rp.kp;

	if (!probe->registered)
		return;
	keep_missed(probe);
	if (probe->is_return)
		unregister_kretprobe(&probe->rp);
	else
		unregister_kprobe(kp);
	probe->registered = false;
	probe->kept = probe->is_return ? kretprobe_keep(&probe->rp) :
					 kprobe_keep(kp);
	/* The kernel takes either a symbol or an address. */
	if (kp->symbol_name)
		kp->addr = NULL;
}

void kprobe_free(struct kernel_probe *probe)
{
	if (probe->kept || callback_is_kept(&probe->ops))
		return;
	kfree(probe->symbol);
	kfree(probe);
}

int kprobe_register(struct kernel_probe *probe)
{
	struct kprobe *kp = &probe->rp.kp;
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	if (ret)
		return ret;
	if (probe->kept)
		return -ENODEV;
	kp->flags = KPROBE_FLAG_DISABLED;
	ret = probe->is_return ? register_kretprobe(&probe->rp) :
				 register_kprobe(kp);
	probe->registered = !ret;
	/* The kernel leaves the address even if it refuses the place. */
	if (!kp->addr || !is_notrace((unsigned long)kp->addr)) {
		if (ret && kp->symbol_name)
			kp->addr = NULL;
		return ret;
	}
	pr_warn("could not probe notrace function %s\n",
		probe->symbol ?: "unknown");
	kprobe_unregister(probe);
	if (kp->symbol_name)
		kp->addr = NULL;
	return -EINVAL;
}

static void kernel_probe_free(struct kernel_probe *probe)
{
	entry_free(probe);
	kprobe_unregister(probe);
	probe_exit(&probe->probe);
	kprobe_free(probe);
}

static struct kernel_probe *kernel_probe_make(struct kprobe_command *command)
{
	struct kernel_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);

	if (!probe)
		return NULL;
	probe->is_return = command->is_return;
	probe->symbol = command->symbol;
	command->symbol = NULL;
	probe->address = command->address;
	probe->rp.kp.symbol_name = probe->symbol;
	probe->rp.kp.offset = command->offset;
	probe->rp.kp.addr = command->address;
	probe->rp.maxactive = command->maxactive;
	kprobe_set_handlers(probe);
	return probe;
}

/* Tests whether a symbol and an offset are where a function begins. */
static bool is_entry(const struct kernel_probe *probe)
{
	unsigned long address, offset, mark = 0;

	if (!probe->rp.kp.offset)
		return true;
	address = symbol_address(probe->symbol);
	/* A function may begin with a mark, which the kernel skips. */
	symbol_place(address, &mark);
	address += probe->rp.kp.offset - mark;
	return symbol_place(address, &offset) && (!offset || offset == mark);
}

/*
 * Registers the probe, and reports what is wrong with its symbol. What else the
 * kernel does not like of the place is reported after names and arguments have
 * been found right.
 */
static int kprobe_find_place(struct kprobe_command *command,
			     struct kernel_probe *probe)
{
	probe->deferred = kprobe_register(probe);
	if (!probe->symbol)
		return 0;
	if (probe->deferred != -ENOENT && is_entry(probe))
		command->flags |= PROBE_AT_ENTRY;
	else if (probe->deferred == -EINVAL && probe->is_return)
		return kprobe_refuse(command, 1, 0, PROBE_BAD_RETPROBE,
				     -EINVAL);
	if (strchr(probe->symbol, ':'))
		return 0;
	/* A symbol may exist although there is nothing at the offset from it. */
	if (probe->deferred == -ENOENT && !symbol_address(probe->symbol))
		return kprobe_refuse(command, 1, 0, PROBE_BAD_PROBE_ADDR,
				     -ENOENT);
	if (symbol_is_shared(probe->symbol))
		return kprobe_refuse(command, 1, 0, PROBE_NON_UNIQ_SYMBOL,
				     -EADDRNOTAVAIL);
	return 0;
}

/* Makes a name for an event out of the text of its place. */
static void kprobe_make_name(const struct kprobe_command *command,
			     const struct kernel_probe *probe, char *name)
{
	char kind = probe->is_return ? 'r' : 'p';

	if (probe->symbol)
		snprintf(name, PROBE_NAME_MAX, "%c_%s_%ld", kind,
			 probe->symbol, command->offset);
	else
		snprintf(name, PROBE_NAME_MAX, "%c_0x%p", kind,
			 probe->address);
	/* The kernel replaces only what separates the parts of a place. */
	strreplace(name, ':', '_');
	strreplace(name, '.', '_');
}

static int kprobe_finish(struct kprobe_command *command,
			 struct kernel_probe *probe)
{
	enum probe_shape shape = probe->is_return ? PROBE_SHAPE_RETURN :
						    PROBE_SHAPE_PLACE;
	struct probe_place place = {
		.flags = command->flags,
		.function = probe->symbol,
	};
	char made[PROBE_NAME_MAX], group_buf[PROBE_NAME_MAX];
	const char *group = KPROBE_GROUP, *name = NULL;
	struct probe_args *args;
	int ret;

	command->words.at = 0;
	if (command->name) {
		ret = probe_parse_name(&command->words, command->name, &group,
				       &name, group_buf);
		if (ret)
			return ret;
	}
	if (!name) {
		kprobe_make_name(command, probe, made);
		name = made;
	}
	ret = probe_args_parse(&command->words, 2, &place, &args);
	if (ret)
		return ret;
	if (args->entry_words || probe_args_use(args, FETCH_DURATION))
		kprobe_keep_entry(probe);
	ret = probe_init(&probe->probe, &kprobe_kind, args, shape);
	if (ret)
		return ret;
	return probe_add(&probe->probe, group, name, shape, &command->words);
}

static int kprobe_define(struct kprobe_command *command)
{
	struct kernel_probe *probe;
	int ret;

	ret = kprobe_parse_kind(command) ?: kprobe_parse_place(command);
	if (ret)
		return ret;
	probe = kernel_probe_make(command);
	if (!probe)
		return -ENOMEM;
	ret = kprobe_find_place(command, probe) ?:
	      kprobe_finish(command, probe);
	if (ret)
		kernel_probe_free(probe);
	return ret;
}

static int kprobe_create(const char *text, struct module *owner)
{
	struct kprobe_command command = {
		.words.place = "trace_kprobe",
	};
	int ret = 0;

	lockdep_assert_held(&dynamic_mutex);
	command.words.word = argv_split(GFP_KERNEL, text, &command.words.nr);
	if (!command.words.word)
		return -ENOMEM;
	if (command.words.nr) {
		if (!strchr("pr", *command.words.word[0]) ||
		    command.words.nr < 2)
			ret = -ECANCELED;
		else
			ret = kprobe_define(&command);
	}
	kfree(command.symbol);
	argv_free(command.words.word);
	return ret;
}

/* Reports why the kernel does not take the place, if it does not. */
static int kprobe_place(struct probe *base, struct probe_words *words)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int unresolved = probe_args_resolve(base->args);
	int ret = probe->deferred;

	/* Like the kernel, which looks data up before it places the probe. */
	if (unresolved && ret != -EINVAL)
		ret = unresolved;
	/* The kernel takes an address without code for one of a module, too. */
	if (ret == -ENOENT &&
	    (!probe->symbol || symbol_may_come(probe->symbol))) {
		pr_info("%s not found; the probe is armed when a module defines it\n",
			probe->symbol ?: "unknown");
		return 0;
	}
	if (!ret)
		return 0;
	words->at = 1;
	if (ret == -EILSEQ)
		probe_report(words, 0, PROBE_BAD_INSN_BNDRY);
	else if (ret == -ENOENT)
		probe_report(words, 0, PROBE_BAD_PROBE_ADDR);
	else if (ret != -ENOMEM && ret != -EEXIST)
		probe_report(words, 0, PROBE_FAIL_REG_PROBE);
	return ret;
}

int kprobe_arm(struct kernel_probe *probe)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	if (!probe->registered || kprobe_gone(&probe->rp.kp))
		return 0;
	probe->missed_before = kprobe_skipped(probe);
	ret = probe->is_return ? enable_kretprobe(&probe->rp) :
				 enable_kprobe(&probe->rp.kp);
	probe->armed = !ret;
	return ret;
}

void kprobe_disarm(struct kernel_probe *probe)
{
	lockdep_assert_held(&event_mutex);
	if (!probe->registered || kprobe_gone(&probe->rp.kp))
		return;
	/*
	 * If this fails, hits find no file that wants them. kprobe_unregister()
	 * will fail as well.
	 */
	if (probe->is_return)
		disable_kretprobe(&probe->rp);
	else
		disable_kprobe(&probe->rp.kp);
	keep_missed(probe);
}

/* Tests whether function tracing can call us where the kprobe would. */
static bool is_hookable(struct kernel_probe *probe)
{
	struct kprobe *kp = &probe->rp.kp;

	return !probe->is_return && probe->registered && !kprobe_gone(kp) &&
	       kp->flags & KPROBE_FLAG_FTRACE &&
	       entry_prepare(probe, (unsigned long)kp->addr);
}

static int kernel_probe_arm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	/* Function tracing may refuse, for example if it is switched off. */
	if (is_hookable(probe) && !entry_hook(probe))
		return 0;
	return kprobe_arm(probe);
}

static void kernel_probe_disarm(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (probe->hooked)
		entry_unhook(probe);
	else
		kprobe_disarm(probe);
}

static bool kprobe_same_place(const struct probe *a, const struct probe *b)
{
	const struct kernel_probe *x = to_kernel_probe(a);
	const struct kernel_probe *y = to_kernel_probe(b);

	/* The kernel takes all addresses for the same. */
	return !strcmp(x->symbol ?: "unknown", y->symbol ?: "unknown") &&
	       x->rp.kp.offset == y->rp.kp.offset;
}

static void kprobe_free_kind(struct probe *probe)
{
	kernel_probe_free(to_kernel_probe(probe));
}

/* Prints where the probe is, as in a definition. */
static int kprobe_print_place(const struct kernel_probe *probe, char *text,
			      size_t room)
{
	if (!probe->symbol)
		return snprintf(text, room, "0x%p", probe->address);
	if (probe->rp.kp.offset)
		return snprintf(text, room, "%s+%u", probe->symbol,
				probe->rp.kp.offset);
	return snprintf(text, room, "%s", probe->symbol);
}

static bool kprobe_matches(const struct dynamic_event *dyn, const char *system,
			   const char *name, int nr_words, char **words)
{
	const struct probe *probe = to_probe(dyn);
	char text[PROBE_TEXT_MAX + 1];

	if (!probe_matches_name(probe, system, name))
		return false;
	if (!nr_words)
		return true;
	kprobe_print_place(to_kernel_probe(probe), text, sizeof(text));
	return !strcmp(text, words[0]) &&
	       probe_args_match(probe->args, nr_words - 1, words + 1);
}

static void kprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct kernel_probe *probe = to_kernel_probe(to_probe(dyn));
	const struct event *event = &probe->probe.event->event;

	seq_putc(m, probe->is_return ? 'r' : 'p');
	if (probe->is_return && probe->rp.maxactive)
		seq_printf(m, "%d", probe->rp.maxactive);
	seq_printf(m, ":%s/%s ", event->header->system, event->name);
	if (!probe->symbol)
		seq_printf(m, "0x%p", probe->address);
	else if (probe->rp.kp.offset)
		seq_printf(m, "%s+%u", probe->symbol, probe->rp.kp.offset);
	else
		seq_puts(m, probe->symbol);
	probe_show_args(m, &probe->probe);
}

void kprobe_show_profile(struct seq_file *m, const struct probe *base)
{
	seq_printf(m, "  %-44s %15lu %15lu\n", base->event->event.name,
		   probe_hits(base), probe_missed(base));
}

bool kprobe_is_in(const struct kernel_probe *probe, const struct module *mod)
{
	size_t len = probe->symbol ? str_has_prefix(probe->symbol, mod->name) : 0;

	return len && probe->symbol[len] == ':';
}

int kprobe_place_again(struct kernel_probe *probe)
{
	int ret;

	/*
	 * The module may have been here before, and gone. Or the definition was
	 * made and armed while the module was already coming.
	 */
	entry_unhook(probe);
	kprobe_unregister(probe);
	ret = probe_args_resolve(probe->probe.args) ?: kprobe_register(probe);
	if (!ret && probe->probe.event->users)
		ret = probe->probe.kind->arm(&probe->probe);
	return ret;
}

const char *kprobe_waits_for(const struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (probe->registered && !kprobe_gone(&probe->rp.kp))
		return NULL;
	return probe->symbol ?: "unknown";
}

/* The kernel takes care of its kprobes. */
void kprobe_module_live(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!within_module_init(probe->entry, mod))
		return;
	entry_unhook(probe);
	probe->entry = 0;
}

static void kprobe_module_coming(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int ret;

	if (!kprobe_is_in(probe, mod))
		return;
	ret = kprobe_place_again(probe);
	if (ret)
		pr_warn("cannot arm probe %s in module %s: %pe\n",
			base->event->event.name, mod->name, ERR_PTR(ret));
}

static void kprobe_module_going(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (within_module(probe->entry, mod))
		entry_unhook(probe);
}

const struct probe_kind kprobe_kind = {
	.type = {
		.create = kprobe_create,
		.remove = probe_remove,
		.is_busy = probe_is_busy,
		.matches = kprobe_matches,
		.show = kprobe_show,
		.free = probe_free,
	},
	.arm = kernel_probe_arm,
	.disarm = kernel_probe_disarm,
	.place = kprobe_place,
	.same_place = kprobe_same_place,
	.missed = kprobe_missed,
	.waits_for = kprobe_waits_for,
	.module_coming = kprobe_module_coming,
	.module_live = kprobe_module_live,
	.module_going = kprobe_module_going,
	.free = kprobe_free_kind,
};
