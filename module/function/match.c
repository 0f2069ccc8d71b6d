// SPDX-License-Identifier: GPL-2.0
/* Patterns for functions, see filter.h. */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../filter/pattern.h"
#include "filter.h"
#include "list.h"

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

int functions_match(struct function_set **set, const struct function_list *list,
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
