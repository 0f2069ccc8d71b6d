// SPDX-License-Identifier: GPL-2.0
/* Which functions an instance traces, see filter.h. */
#include <linux/bitops.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../compat/lines.h"
#include "../compat/log.h"
#include "../compat/probe.h"
#include "../event/registry.h"
#include "../filter/pattern.h"
#include "../instance/instance.h"
#include "command.h"
#include "filter.h"
#include "functions.h"
#include "hook.h"
#include "list.h"

static void function_later_free(struct function_later *later)
{
	list_del(&later->link);
	kfree(later->pattern);
	kfree(later->module);
	kfree(later);
}

static void free_all_later(struct list_head *list)
{
	struct function_later *later, *next;

	list_for_each_entry_safe(later, next, list, link)
		function_later_free(later);
}

void function_filter_init(struct function_filter *filter)
{
	unsigned int i;

	for (i = 0; i < FUNCTION_FILTER_KINDS; i++)
		INIT_LIST_HEAD(&filter->later[i]);
}

void function_filter_exit(struct function_filter *filter)
{
	unsigned int i;

	for (i = 0; i < FUNCTION_FILTER_KINDS; i++) {
		free_all_later(&filter->later[i]);
		function_set_free(rcu_dereference_protected(filter->sets[i],
							    true));
		RCU_INIT_POINTER(filter->sets[i], NULL);
	}
}

struct function_set *function_filter_set(const struct function_filter *filter,
					 enum function_filter_kind kind)
{
	return rcu_dereference_protected(filter->sets[kind],
					 lockdep_is_held(&event_mutex));
}

/*
 * Initialized statically, because function_modules_exit() frees it even if loading histrig
 * has failed early.
 */
struct function_filter graph_filter = {
	.later = {
		[FUNCTIONS_FILTER] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_FILTER]),
		[FUNCTIONS_NOTRACE] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_NOTRACE]),
		[FUNCTIONS_STACK] = LIST_HEAD_INIT(graph_filter.later[FUNCTIONS_STACK]),
	},
};

/*
 * Stands for unloaded functions in a set, which would otherwise become empty and select
 * all functions.
 */
#define GONE	(~0UL >> 1)

static int order_compare(const void *a, const void *b)
{
	const struct function_place *x = a, *y = b;

	if (x->slot != y->slot)
		return x->slot < y->slot ? -1 : 1;
	if (x->old_slot != y->old_slot)
		return x->old_slot > y->old_slot ? -1 : 1;
	return x->ip < y->ip ? -1 : x->ip > y->ip;
}

void function_places_sort(struct function_place *places, unsigned int nr)
{
	const unsigned int bits = min(fls(nr / 2), 12);
	unsigned int i;

	for (i = 0; i < nr; i++) {
		places[i].slot = bits ? hash_long(places[i].ip, bits) : 0;
		places[i].old_slot = hash_long(places[i].ip, 10);
	}
	sort(places, nr, sizeof(*places), order_compare, NULL);
}

struct function_filter *function_filter_of(struct instance *instance)
{
	lockdep_assert_held(&event_mutex);
	return instance ? &instance->functions->filter : &graph_filter;
}

void function_filter_forget(struct instance *instance,
			    enum function_filter_kind kind)
{
	free_all_later(&function_filter_of(instance)->later[kind]);
}

/*
 * Copies a set without its unloaded functions. Returns NULL if the set contains none of these,
 * or if there is no memory for the copy. If memory runs out after that, the copy still contains
 * some of them.
 */
static struct function_set *without_left(const struct function_set *old)
{
	struct function_set *set = NULL;
	const unsigned long *slot;

	if (!old)
		return NULL;
	for_each_function_in(slot, old) {
		if (!function_is_unloaded(*slot))
			continue;
		if (!set)
			set = function_set_copy(old);
		if (!set || function_set_add(&set, GONE)) {
			pr_warn("out of memory: functions of an unloaded module stay in set_ftrace_filter or set_ftrace_notrace; free memory and write that file again\n");
			return set;
		}
		function_set_remove(set, *slot);
	}
	return set;
}

void function_filter_apply(struct instance *instance,
			   enum function_filter_kind kind,
			   struct function_set *set)
{
	struct function_filter *filter = function_filter_of(instance);
	struct function_set *old = function_filter_set(filter, kind);

	/*
	 * NULL as the set of FUNCTIONS_NOTRACE excludes no function. NULL as another set selects
	 * all functions. So while that set waits for a module, keep it empty, which selects none.
	 */
	if (!set->nr && (kind == FUNCTIONS_NOTRACE ||
			 list_empty(&filter->later[kind]))) {
		function_set_free(set);
		set = NULL;
	}
	/* Do not update hooks needlessly, because each update makes function_graph lose calls. */
	if (old && set ? function_set_same(old, set) : old == set) {
		function_set_free(set);
		return;
	}
	rcu_assign_pointer(filter->sets[kind], set);
	if (instance)
		function_opss_update(instance, kind);
	if (old)
		hits_synchronize();
	function_set_free(old);
}

static int add_later(struct list_head *list, const char *pattern,
		     const char *module)
{
	struct function_later *later = kzalloc(sizeof(*later), GFP_KERNEL);

	if (!later)
		return -ENOMEM;
	list_add(&later->link, list);
	later->pattern = kstrdup(pattern, GFP_KERNEL);
	later->module = kstrdup(module, GFP_KERNEL);
	if (later->pattern && later->module)
		return 0;
	function_later_free(later);
	return -ENOMEM;
}

static int remove_later(struct list_head *list, const char *pattern,
			const char *module)
{
	struct function_later *later, *next;
	int ret = -EINVAL;

	list_for_each_entry_safe(later, next, list, link) {
		if (strcmp(later->module, module))
			continue;
		if (strcmp(pattern, "*") && strcmp(pattern, later->pattern))
			continue;
		function_later_free(later);
		ret = 0;
	}
	return ret;
}

/*
 * Stores PATTERN and MODULE of PATTERN:mod:MODULE if no function matches, as MODULE may be
 * loaded later. If PATTERN begins with a !, removes what was stored for it.
 */
static int keep_for_later(struct list_head *list, const char *pattern,
			  const char *module)
{
	if (!module)
		return -ENOMEM;
	if (*pattern == '!')
		return remove_later(list, pattern + 1, module);
	if (module_is_loaded(module))
		return -EINVAL;
	return add_later(list, pattern, module);
}

/**
 * struct glob - a pattern for functions or modules
 * @pattern: the pattern for names; NULL for a text that begins with a digit, which
 *	may be the number of a line in the list of functions
 * @negate: the pattern begins with a !
 * @is_empty: the pattern is empty or a lone star
 */
struct glob {
	struct filter_pattern *pattern;
	bool negate;
	bool is_empty;
};

static int parse_glob(struct glob *glob, const char *text)
{
	const char *name = text + (*text == '!');

	*glob = (struct glob) { .negate = name != text, .is_empty = !*name };
	if (isdigit(*name))
		return 0;
	glob->pattern = filter_pattern_glob(text, strlen(text), &glob->negate);
	if (!glob->pattern)
		return -ENOMEM;
	/* Like in the kernel, a lone star is the same as an empty pattern. */
	glob->is_empty = !*glob->pattern->text;
	return 0;
}

static bool function_matches(const struct glob *glob, const char *name)
{
	return glob->pattern &&
	       filter_pattern_match(glob->pattern, name, strlen(name) + 1);
}

/* Tests a function's module; @name is NULL for functions of the kernel itself. */
static bool module_matches(const struct glob *module, const char *name)
{
	if (module->is_empty)
		return !module->negate != !name;
	return (name && function_matches(module, name)) != module->negate;
}

static int function_set_change(struct function_set **set, unsigned long address,
			       bool remove)
{
	if (!remove)
		return function_set_add(set, address);
	function_set_remove(*set, address);
	return 0;
}

/* Tests for the kernel's name of functions that it cannot trace. */
static bool is_disabled(const char *name)
{
	return str_has_prefix(name, "__ftrace_invalid_address__");
}

static int match_all(struct function_set **set,
		     const struct function_list *list,
		     const struct glob *function, const struct glob *module)
{
	const struct traceable *this;
	bool found = false;
	const char *name;
	int ret;

	for (this = list->functions; this < list->functions + list->nr;
	     this++) {
		name = traceable_name(list, this);
		if (module && !module_matches(module,
					      traceable_module(list, this)))
			continue;
		if (!(module && function->is_empty) &&
		    !function_matches(function, name))
			continue;
		if (is_disabled(name) || function_is_unloaded(this->address))
			continue;
		ret = function_set_change(set, this->address, function->negate);
		if (ret)
			return ret;
		found = true;
	}
	return found;
}

/* Adds or removes the function whose line number in the list is @text. */
static int match_number(struct function_set **set,
			const struct function_list *list, const char *text,
			bool negate)
{
	unsigned long index;
	int len;

	/* Like the kernel, ignore what follows the number. */
	if (sscanf(text, "%li%n", (long *)&index, &len) != 1 || !index ||
	    index > list->nr ||
	    function_is_unloaded(list->functions[index - 1].address))
		return 0;
	return function_set_change(set, list->functions[index - 1].address,
				   negate) ?:
	       1;
}

static int functions_match(struct function_set **set, const struct function_list *list,
			   const char *pattern, const char *module)
{
	struct glob function, module_glob = {};
	int ret = parse_glob(&function, pattern);

	if (!ret && module)
		ret = parse_glob(&module_glob, module);
	if (!ret && !function.pattern)
		ret = match_number(set, list, pattern + function.negate,
				   function.negate);
	else if (!ret)
		ret = match_all(set, list, &function,
				module ? &module_glob : NULL);
	kfree(function.pattern);
	kfree(module_glob.pattern);
	return ret;
}

int graph_functions_match(struct function_set **set,
			  const struct function_list *list,
			  const char *pattern)
{
	const unsigned int before = (*set)->nr;
	struct glob function;
	int ret = parse_glob(&function, pattern);

	if (!ret && function.pattern)
		ret = match_all(set, list, &function, NULL);
	kfree(function.pattern);
	if (ret < 0)
		return ret;
	if (function.negate)
		return (*set)->nr < before ? 0 : -EINVAL;
	return ret ? 0 : -EINVAL;
}

int function_filter_match(struct function_set **set, const char *pattern,
			  const char *module)
{
	struct function_list *list = function_list_get();
	int ret;

	if (IS_ERR(list))
		return PTR_ERR(list);
	ret = functions_match(set, list, pattern, module);
	function_list_put(list);
	return ret;
}

int function_filter_word(struct instance *instance,
			 enum function_filter_kind kind,
			 struct function_set **set, char *word)
{
	struct function_filter *filter = function_filter_of(instance);
	char *pattern = strsep(&word, ":"), *command;
	int ret;

	if (!word) {
		ret = function_filter_match(set, pattern, NULL);
		return ret ? min(ret, 0) : -EINVAL;
	}
	command = strsep(&word, ":");
	if (strcmp(command, "mod"))
		return kind == FUNCTIONS_FILTER ?
		       function_command_run(instance, pattern, command, word) :
		       -EINVAL;
	ret = function_filter_match(set, pattern, word);
	if (!ret)
		return keep_for_later(&filter->later[kind], pattern, word);
	return min(ret, 0);
}

/* Adds functions of a module that was just loaded, if the filter waits for this module. */
static void function_filter_come(struct instance *instance,
				 enum function_filter_kind kind,
				 const char *module)
{
	struct function_filter *filter = function_filter_of(instance);
	struct function_later *later, *next;
	struct function_set *set = NULL;

	list_for_each_entry_safe(later, next, &filter->later[kind], link) {
		if (strcmp(later->module, module))
			continue;
		if (!set)
			set = function_set_copy(function_filter_set(filter, kind));
		if (!set ||
		    function_filter_match(&set, later->pattern, module) < 0)
			pr_warn("out of memory: function filter %s:mod:%s was not applied; free memory and write it again\n",
				later->pattern, module);
		function_later_free(later);
	}
	if (set)
		function_filter_apply(instance, kind, set);
}

static void function_filters_coming(struct module *mod)
{
	struct instance *instance;
	unsigned int kind;

	mutex_lock(&event_mutex);
	functions_arrive(mod);
	list_for_each_entry(instance, &instance_list, link) {
		if (!instance->functions)
			continue;
		for (kind = 0; kind < FUNCTION_FILTER_KINDS; kind++)
			function_filter_come(instance, kind, mod->name);
		function_opss_module(instance);
	}
	mutex_unlock(&event_mutex);
}

static LIST_HEAD(filter_edits);

int filter_edit_begin(struct filter_edit *open, const struct function_set *from)
{
	lockdep_assert_held(&event_mutex);
	open->set = function_set_copy(from);
	if (!open->set)
		return -ENOMEM;
	list_add(&open->link, &filter_edits);
	return 0;
}

struct function_set *filter_edit_end(struct filter_edit *open)
{
	struct function_set *set = open->set;

	lockdep_assert_held(&event_mutex);
	if (set)
		list_del(&open->link);
	open->set = NULL;
	return set;
}

static void function_filter_leave_open(void)
{
	struct function_set *set;
	struct filter_edit *open;

	list_for_each_entry(open, &filter_edits, link) {
		set = without_left(open->set);
		if (!set)
			continue;
		function_set_free(open->set);
		open->set = set;
	}
}

static void function_filter_leave(struct instance *instance)
{
	struct function_filter *filter = function_filter_of(instance);
	struct function_set *set;
	unsigned int kind;

	for (kind = 0; kind < FUNCTION_FILTER_KINDS; kind++) {
		set = without_left(function_filter_set(filter, kind));
		if (set)
			function_filter_apply(instance, kind, set);
	}
	if (!instance)
		return;
	if (instance->functions->commands)
		function_commands_forget(instance->functions->commands,
					 true);
	function_opss_leave(instance);
}

/*
 * Removes a module's functions from the filters; only those of its initialization if @all is not
 * set.
 */
static void function_filters_going(const struct module *mod, bool all)
{
	struct instance *instance;

	mutex_lock(&event_mutex);
	functions_leave(mod, all);
	list_for_each_entry(instance, &instance_list, link)
		if (instance->functions)
			function_filter_leave(instance);
	function_filter_leave(NULL);
	function_filter_leave_open();
	mutex_unlock(&event_mutex);
}

static int module_came(struct notifier_block *nb, unsigned long action,
		       void *data)
{
	function_list_drop();
	if (action == MODULE_STATE_COMING)
		function_filters_coming(data);
	else if (action == MODULE_STATE_LIVE)
		function_filters_going(data, false);
	return NOTIFY_OK;
}

/* Runs after the notifiers that make the module's functions traceable. */
static struct notifier_block came_notifier = {
	.notifier_call = module_came,
	.priority = INT_MIN,
};

static int module_goes(struct notifier_block *nb, unsigned long action,
		       void *data)
{
	if (action == MODULE_STATE_GOING)
		function_filters_going(data, true);
	return NOTIFY_OK;
}

/* Runs before the notifiers that make the kernel forget the module's functions. */
static struct notifier_block goes_notifier = {
	.notifier_call = module_goes,
	.priority = INT_MAX,
};

int function_modules_init(void)
{
	int ret;

	ret = register_module_notifier(&came_notifier);
	return ret ?: register_module_notifier(&goes_notifier);
}

void function_modules_exit(void)
{
	unregister_module_notifier(&goes_notifier);
	unregister_module_notifier(&came_notifier);
	function_list_drop();
	function_filter_exit(&graph_filter);
}
