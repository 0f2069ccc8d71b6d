// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes on functions and on tracepoints, see fprobe.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/log.h"
#include "../compat/probe.h"
#include "../compat/tracepoint.h"
#include "../event/event_file.h"
#include "../event/registry.h"
#include "arg.h"
#include "fprobe.h"
#include "report.h"

/* A search for a tracepoint. It pins the module that contains @tp. */
struct tprobe_search {
	const char *name;
	struct tracepoint *tp;
	struct module *mod;
};

static void look_at_kernel(struct tracepoint *tp, void *data)
{
	struct tprobe_search *search = data;

	if (!strcmp(tp->name, search->name))
		search->tp = tp;
}

static struct tracepoint *find_in_module(const struct module *mod,
					 const char *name)
{
	struct tracepoint *tp;
	unsigned int i;

	if (!registry_trusts(mod))
		return NULL;
	for (i = 0; i < mod->num_tracepoints; i++) {
		tp = tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]);
		if (!strcmp(tp->name, name))
			return tp;
	}
	return NULL;
}

/* The search for look_at_module(); protected by dynamic_mutex. */
static struct tprobe_search *module_search;

static int look_at_module(struct notifier_block *nb, unsigned long action,
			  void *data)
{
	struct module *mod = ((struct tp_module *)data)->mod;
	struct tprobe_search *search = module_search;
	struct tracepoint *tp;

	if (action != MODULE_STATE_COMING || search->tp)
		return NOTIFY_OK;
	tp = find_in_module(mod, search->name);
	/*
	 * try_module_get() fails if the module is being unloaded. Our notifier
	 * for unloading has already run, so a probe must not use the
	 * tracepoint.
	 */
	if (tp && try_module_get(mod)) {
		search->tp = tp;
		search->mod = mod;
	}
	return NOTIFY_OK;
}

/*
 * To search the modules, registers a notifier, which the kernel calls at once
 * for every module that has tracepoints.
 */
static void tprobe_find_tracepoint(struct tprobe_search *search)
{
	static struct notifier_block looker = {
		.notifier_call = look_at_module,
	};

	lockdep_assert_held(&dynamic_mutex);
	for_each_kernel_tracepoint(look_at_kernel, search);
	if (search->tp)
		return;
	module_search = search;
	if (!register_tracepoint_module_notifier(&looker))
		unregister_tracepoint_module_notifier(&looker);
}

/*
 * Returns the address for records: where the kernel would put a kprobe on the
 * tracepoint's function.
 */
static unsigned long find_address(const struct tracepoint *tp)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)tracepoint_place(tp),
		.flags = KPROBE_FLAG_DISABLED,
	};

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return (unsigned long)kp.addr ?: tracepoint_place(tp);
}

static void set_tracepoint(struct tracepoint_probe *probe,
			   const struct tprobe_search *search)
{
	unsigned long address = search->tp ? find_address(search->tp) : 0;

	mutex_lock(&event_mutex);
	probe->tp = search->tp;
	probe->mod = search->mod;
	probe->place = address;
	mutex_unlock(&event_mutex);
}

static void tprobe_free(struct probe *base)
{
	struct tracepoint_probe *probe = to_tracepoint_probe(base);

	if (probe->was_armed)
		hits_synchronize();
	probe_exit(base);
	kfree(probe->name);
	kfree(probe);
}

static int tprobe_add(struct tracepoint_probe *probe,
		      const struct fprobe_command *command)
{
	const struct probe_place place = {
		.flags = PROBE_ON_TRACEPOINT,
		.function = probe->name,
	};

	return probe_init(&probe->probe, &tprobe_kind, command->words, &place,
			  (struct probe_shape) { .addresses = 1 }) ?:
	       probe_add(&probe->probe, &command->name, command->words);
}

static int tprobe_define(struct fprobe_command *command)
{
	struct tprobe_search search = { .name = command->symbol };
	struct tracepoint_probe *probe;
	int ret;

	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return -ENOMEM;
	probe->name = command->symbol;
	command->symbol = NULL;
	tprobe_find_tracepoint(&search);
	if (search.tp)
		set_tracepoint(probe, &search);
	else
		pr_info("tracepoint %s not found; correct its name, or load the module that has it, which starts its probe\n",
			probe->name);
	ret = tprobe_add(probe, command);
	module_put(search.mod);
	if (ret)
		tprobe_free(&probe->probe);
	return ret;
}

static int tprobe_place(struct probe *base, struct probe_words *words)
{
	int ret = security_locked_down(LOCKDOWN_KPROBES);

	return fprobe_explain(words, ret ?: probe_args_resolve(base->args));
}

/* Adds the probe's iterator to its event's list, which hits may be reading. */
static void link_iterator(struct tracepoint_probe *probe)
{
	struct event_iterator *first = &probe->probe.event->event.iterator;

	event_find_iterator(&probe->iterator, probe->tp);
	probe->iterator.next = first->next;
	/* Pairs with the dependency in stack_skips(). */
	smp_store_release(&first->next, &probe->iterator);
}

static void unlink_iterator(struct tracepoint_probe *probe)
{
	struct event_iterator *before = &probe->probe.event->event.iterator;

	while (before->next != &probe->iterator)
		before = before->next;
	WRITE_ONCE(before->next, probe->iterator.next);
}

static void *tprobe_of_class(const struct tracepoint *tp)
{
	return probes_preemptible(tp) == PROBES_PREEMPTIBLE ?
	       (void *)tprobe_hit : (void *)tprobe_hit_syscall;
}

static int tprobe_arm(struct probe *base)
{
	struct tracepoint_probe *probe = to_tracepoint_probe(base);
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret || !probe->tp)
		return ret;
	probe->was_armed = true;
	link_iterator(probe);
	ret = tracepoint_probe_register(probe->tp, tprobe_of_class(probe->tp),
					probe);
	probe->armed = !ret;
	if (ret)
		unlink_iterator(probe);
	return ret;
}

static void tprobe_disarm(struct probe *base)
{
	struct tracepoint_probe *probe = to_tracepoint_probe(base);

	lockdep_assert_held(&event_mutex);
	if (!probe->armed)
		return;
	tracepoint_probe_unregister(probe->tp, tprobe_of_class(probe->tp),
				    probe);
	unlink_iterator(probe);
	probe->armed = false;
}

static bool tprobe_same_place(const struct probe *a, const struct probe *b)
{
	return !strcmp(to_tracepoint_probe(a)->name,
		       to_tracepoint_probe(b)->name);
}

static int tprobe_module_coming(struct probe *base, struct module *mod)
{
	struct tracepoint_probe *probe = to_tracepoint_probe(base);
	int ret;

	if (probe->tp)
		return 0;
	probe->tp = find_in_module(mod, probe->name);
	if (!probe->tp)
		return 0;
	probe->mod = mod;
	probe->place = find_address(probe->tp);
	ret = probe_args_resolve(base->args);
	return ret ?: base->event->users ? tprobe_arm(base) : 0;
}

static void tprobe_module_going(struct probe *base, struct module *mod)
{
	struct tracepoint_probe *probe = to_tracepoint_probe(base);

	if (!probe->tp || probe->mod != mod)
		return;
	tprobe_disarm(base);
	probe->tp = NULL;
	probe->mod = NULL;
}

static bool tprobe_is_at(const struct probe *probe, const char *word)
{
	return !strcmp(to_tracepoint_probe(probe)->name, word);
}

static void tprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct probe *probe = to_probe(dyn);

	probe_show_name(m, probe, 't', 0);
	seq_puts(m, to_tracepoint_probe(probe)->name);
	probe_show_args(m, probe);
}

static const char *tprobe_waits_for(const struct probe *base)
{
	const struct tracepoint_probe *probe = to_tracepoint_probe(base);

	return probe->tp ? NULL : probe->name;
}

const struct probe_kind tprobe_kind = {
	.type = PROBE_TYPE(fprobe_create, tprobe_show),
	.arm = tprobe_arm,
	.disarm = tprobe_disarm,
	.place = tprobe_place,
	.same_place = tprobe_same_place,
	.is_at = tprobe_is_at,
	.waits_for = tprobe_waits_for,
	.module_coming = tprobe_module_coming,
	.module_going = tprobe_module_going,
	.free = tprobe_free,
};

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

