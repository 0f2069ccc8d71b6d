// SPDX-License-Identifier: GPL-2.0
/* Parses and prints the counts of triggers, see count.h. */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "count.h"
#include "trigger.h"

void trigger_split_params(char *params, bool required, char **param,
			  char **filter)
{
	*param = NULL;
	*filter = NULL;
	if (!params)
		return;
	if (!required && !isdigit(params[0])) {
		*filter = params;
		return;
	}
	*param = strsep(&params, " \t");
	if (!params)
		return;
	params = skip_spaces(params);
	if (*params)
		*filter = params;
}

int trigger_count_parse(struct trigger_count *count, char *text)
{
	char *number;

	count->left = -1UL;
	if (!text)
		return 0;
	number = strsep(&text, ":");
	if (!*number)
		return -EINVAL;
	return kstrtoul(number, 0, &count->left);
}

void trigger_count_show(struct seq_file *m, const struct trigger_count *count,
			const struct trigger *trigger)
{
	long left = READ_ONCE(count->left);

	if (left == -1)
		seq_puts(m, ":unlimited");
	else
		seq_printf(m, ":count=%ld", left);
	if (trigger->filter)
		seq_printf(m, " if %s", trigger->filter->text);
	seq_putc(m, '\n');
}
