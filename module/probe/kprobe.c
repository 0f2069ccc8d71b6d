// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes in kernel code, see kprobe.h. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../compat/entry.h"
#include "../compat/stuck_hooks.h"
#include "../compat/log.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "../event/symbol.h"
#include "arg.h"
#include "entry.h"
#include "kprobe.h"
#include "report.h"
#include "symbol_list.h"

/* The default group of these events. */
#define KPROBE_GROUP	"kprobes"

/* Parses the first word up to the ':': p or r, and MAXACTIVE. */
static int kprobe_parse_kind(struct probe_words *words,
			     struct kernel_probe *probe)
{
	const char *word = words->word[0];

	probe->is_return = *word == 'r';
	if (!isdigit(word[1]))
		return 0;
	if (!probe->is_return)
		return probe_refuse(words, 0, 1, PROBE_BAD_MAXACT_TYPE);
	return probe_parse_maxactive(words, &probe->maxactive);
}

static int split_offset(char *symbol, unsigned int *offset)
{
	char *sign = strpbrk(symbol, "+-");
	long number;
	int ret;

	if (!sign)
		return 0;
	ret = kstrtol(sign, 0, &number);
	*sign = '\0';
	if (ret || number < 0 || number > UINT_MAX)
		return -EINVAL;
	*offset = number;
	return 0;
}

/* Parses the second word: an address, or a symbol with offset and %return. */
static int kprobe_parse_place(struct probe_words *words,
			      struct kernel_probe *probe)
{
	const char *word = words->word[1];
	char *suffix;

	if (!kstrtoul(word, 0, (unsigned long *)&probe->address))
		return 0;
	/* A file and an offset in it are for uprobes. */
	if (strchr(word, '/') && strchr(word, ':'))
		return -ECANCELED;
	probe->symbol = kstrdup(word, GFP_KERNEL);
	if (!probe->symbol)
		return -ENOMEM;
	suffix = strchr(probe->symbol, '%');
	if (suffix) {
		if (strcmp(suffix, "%return"))
			return probe_refuse(words, 1, suffix - probe->symbol,
					    PROBE_BAD_ADDR_SUFFIX);
		*suffix = '\0';
		probe->is_return = true;
	}
	if (split_offset(probe->symbol, &probe->rp.kp.offset))
		return probe_refuse(words, 1, 0, PROBE_BAD_PROBE_ADDR);
	return 0;
}

/*
 * Is the place in a function that must not be traced? For a part that the
 * compiler has split off, such as foo.cold, asks about foo. Accepts every place
 * without CONFIG_DYNAMIC_FTRACE.
 */
static bool is_notrace(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN], *suffix;
	unsigned long start, size, whole;

	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE))
		return false;
	if (!symbol_bounds(address, &start, &size) || entry_traceable(traced_entry(start)))
		return false;
	sprint_symbol_no_offset(text, address);
	suffix = strchr(text, '.');
	if (!suffix)
		return true;
	*suffix = '\0';
	whole = symbol_address(text);
	return !whole || !entry_traceable(traced_entry(whole));
}

/* Number of hits that the kernel has skipped since it registered the probe. */
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
 * Adds the kernel's count of missed hits to probe.missed now, because the kernel
 * may later add hits of other probes at the same place to its count, or reset
 * the count.
 */
static void keep_missed(struct kernel_probe *probe)
{
	if (probe->armed)
		atomic_long_add(kprobe_skipped(probe) - probe->missed_before,
				&probe->probe.missed);
	probe->armed = false;
}

/* Undoes kprobe_register(), if it was called. */
static void kprobe_unregister(struct kernel_probe *probe)
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
	probe->kept = probe->is_return ? kretprobe_disable_stuck(&probe->rp) :
					 kprobe_disable_stuck(kp);
	/* register_kprobe() accepts only one of symbol and address. */
	if (kp->symbol_name)
		kp->addr = NULL;
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
	/* The kernel sets the address even if it refuses the place. */
	if (!kp->addr || !is_notrace((unsigned long)kp->addr)) {
		if (ret && kp->symbol_name)
			kp->addr = NULL;
		return ret;
	}
	pr_warn("cannot probe function %ps, because the kernel marks it notrace; probe a function that calls it\n",
		kp->addr);
	kprobe_unregister(probe);
	if (kp->symbol_name)
		kp->addr = NULL;
	return -EINVAL;
}

void kernel_probe_free(struct probe *base)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	entry_free(probe);
	kprobe_unregister(probe);
	probe_exit(base);
	if (probe->kept || entry_is_kept(probe))
		return;
	kfree(probe->symbol);
	kfree(probe);
}

/* Do the symbol and the offset mean the beginning of a function? */
static bool is_entry(const struct kernel_probe *probe)
{
	unsigned long address, start, size, mark = 0;

	if (!probe->rp.kp.offset)
		return true;
	address = symbol_address(probe->symbol);
	/* The kernel skips a mark (ENDBR) at the beginning of a function. */
	if (symbol_bounds(address, &start, &size))
		mark = address - start;
	address += probe->rp.kp.offset - mark;
	return symbol_bounds(address, &start, &size) &&
	       (address == start || address == start + mark);
}

/*
 * Registers the probe, and reports an error in its symbol; like in the kernel,
 * kprobe_place() reports other errors later. Sets PROBE_AT_ENTRY in @flags at
 * the entry of a function.
 */
static int kprobe_find_place(struct probe_words *words,
			     struct kernel_probe *probe, unsigned int *flags)
{
	probe->deferred = kprobe_register(probe);
	if (!probe->symbol)
		return 0;
	if (probe->deferred != -ENOENT && is_entry(probe))
		*flags |= PROBE_AT_ENTRY;
	else if (probe->deferred == -EINVAL && probe->is_return)
		return probe_refuse(words, 1, 0, PROBE_BAD_RETPROBE);
	if (strchr(probe->symbol, ':') && probe->deferred == -ENOENT)
		return 0;
	/* -ENOENT can also mean that the offset is wrong. */
	if (probe->deferred == -ENOENT && !symbol_address(probe->symbol))
		return probe_fail(words, 1, 0, PROBE_BAD_PROBE_ADDR, -ENOENT);
	if (symbol_is_shared(probe->symbol))
		return probe_fail(words, 1, 0, PROBE_NON_UNIQ_SYMBOL, -EADDRNOTAVAIL);
	return 0;
}

static void kprobe_make_name(const struct kernel_probe *probe,
			     struct probe_name *name)
{
	char kind = probe->is_return ? 'r' : 'p';

	if (probe->symbol)
		snprintf(name->name_buf, PROBE_NAME_MAX, "%c_%s_%u", kind,
			 probe->symbol, probe->rp.kp.offset);
	else
		snprintf(name->name_buf, PROBE_NAME_MAX, "%c_0x%p", kind,
			 probe->address);
	/* Like the kernel, replace only these characters. */
	strreplace(name->name_buf, ':', '_');
	strreplace(name->name_buf, '.', '_');
	name->name = name->name_buf;
}

int kprobe_init(struct kernel_probe *probe, const struct probe_kind *kind,
		struct probe_words *words, unsigned int flags)
{
	const struct probe_place place = {
		.flags = flags,
		.function = probe->symbol,
	};
	const struct probe_shape shape = { .addresses = 1 + probe->is_return };
	int ret = probe_init(&probe->probe, kind, words, &place, shape);

	if (ret)
		return ret;
	if (probe->probe.args->entry_words ||
	    probe_args_show_duration(probe->probe.args))
		kprobe_keep_entry(probe);
	return 0;
}

static int kernel_probe_make(struct probe_words *words,
			     struct kernel_probe *probe)
{
	const char *colon = strchr(words->word[0], ':');
	struct probe_name name = { .group = KPROBE_GROUP };
	unsigned int flags = 0;
	int ret;

	ret = kprobe_parse_kind(words, probe) ?: kprobe_parse_place(words, probe);
	if (ret)
		return ret;
	if (probe->symbol && probe->is_return)
		flags |= PROBE_AT_RETURN;
	probe->rp.kp.symbol_name = probe->symbol;
	probe->rp.kp.addr = probe->address;
	probe->rp.maxactive = probe->maxactive;
	kprobe_set_handlers(probe);
	ret = kprobe_find_place(words, probe, &flags);
	if (ret)
		return ret;
	ret = probe_parse_name(words, 0, colon ? colon + 1 : NULL, &name);
	if (ret)
		return ret;
	if (!name.name)
		kprobe_make_name(probe, &name);
	return kprobe_init(probe, &kprobe_kind, words, flags) ?:
	       probe_add(&probe->probe, &name, words);
}

static int kprobe_define(struct probe_words *words)
{
	struct kernel_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	int ret;

	if (!probe)
		return -ENOMEM;
	ret = kernel_probe_make(words, probe);
	if (ret)
		kernel_probe_free(&probe->probe);
	return ret;
}

static int kprobe_create(const char *text)
{
	return probe_define(text, "trace_kprobe", "pr", kprobe_define);
}

/* Reports the error of registering the kprobe, if there was one. */
static int kprobe_place(struct probe *base, struct probe_words *words)
{
	struct kernel_probe *probe = to_kernel_probe(base);
	int unresolved = probe_args_resolve(base->args);
	int ret = probe->deferred;

	/* Like the kernel, report a bad data symbol before any error but -EINVAL. */
	if (unresolved && ret != -EINVAL)
		ret = unresolved;
	/* Like the kernel, wait for a module that has the symbol or the address. */
	if (ret == -ENOENT &&
	    (!probe->symbol || symbol_may_come(probe->symbol))) {
		pr_info("%s not found; its probe starts when you load the module that has it\n",
			probe->symbol ?: "code at the given address");
		return 0;
	}
	return probe_explain(words, ret);
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
	/* If the kernel cannot disable the kprobe, hits continue, but no file wants them. */
	if (probe->is_return)
		disable_kretprobe(&probe->rp);
	else
		disable_kprobe(&probe->rp.kp);
	keep_missed(probe);
}

/* Can function tracing replace the kprobe? */
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

	/* If function tracing fails, for example because it is switched off, use the kprobe. */
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

bool kprobe_same_place(const struct probe *a, const struct probe *b)
{
	const struct kernel_probe *x = to_kernel_probe(a);
	const struct kernel_probe *y = to_kernel_probe(b);

	/* Like the kernel, treat all addresses as the same place. */
	return !strcmp(x->symbol ?: "unknown", y->symbol ?: "unknown") &&
	       x->rp.kp.offset == y->rp.kp.offset;
}

static bool kprobe_is_at(const struct probe *base, const char *word)
{
	const struct kernel_probe *probe = to_kernel_probe(base);
	char text[PROBE_TEXT_MAX + 1];

	if (!probe->symbol)
		snprintf(text, sizeof(text), "0x%p", probe->address);
	else if (probe->rp.kp.offset)
		snprintf(text, sizeof(text), "%s+%u", probe->symbol,
			 probe->rp.kp.offset);
	else
		strscpy(text, probe->symbol, sizeof(text));
	return !strcmp(text, word);
}

static void kprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct kernel_probe *probe = to_kernel_probe(to_probe(dyn));

	probe_show_name(m, &probe->probe, probe->is_return ? 'r' : 'p',
			probe->is_return ? probe->rp.maxactive : 0);
	if (!probe->symbol)
		seq_printf(m, "0x%p", probe->address);
	else if (probe->rp.kp.offset)
		seq_printf(m, "%s+%u", probe->symbol, probe->rp.kp.offset);
	else
		seq_puts(m, probe->symbol);
	probe_show_args(m, &probe->probe);
}

void kprobe_show_profile(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct probe *base = to_probe(dyn);

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
	 * The probe may be registered: since an earlier load of the module, or
	 * because it was defined while the module was being loaded.
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

/*
 * Stops hits of function tracing in a module's init code, which the kernel is
 * about to free. The kernel itself removes kprobes from there.
 */
void kprobe_module_live(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!within_module_init(probe->entry, mod))
		return;
	entry_unhook(probe);
	probe->entry = 0;
}

static int kprobe_module_coming(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	return kprobe_is_in(probe, mod) ? kprobe_place_again(probe) : 0;
}

void kprobe_module_going(struct probe *base, struct module *mod)
{
	struct kernel_probe *probe = to_kernel_probe(base);

	if (!within_module(probe->entry, mod))
		return;
	entry_unhook(probe);
	probe->entry = 0;
}

const struct probe_kind kprobe_kind = {
	.type = PROBE_TYPE(kprobe_create, kprobe_show),
	.arm = kernel_probe_arm,
	.disarm = kernel_probe_disarm,
	.place = kprobe_place,
	.same_place = kprobe_same_place,
	.is_at = kprobe_is_at,
	.missed = kprobe_missed,
	.waits_for = kprobe_waits_for,
	.module_coming = kprobe_module_coming,
	.module_live = kprobe_module_live,
	.module_going = kprobe_module_going,
	.free = kernel_probe_free,
};
