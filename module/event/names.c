// SPDX-License-Identifier: GPL-2.0
/* Names of a field's values, see names.h. */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "event.h"
#include "names.h"
#include "names_parser.h"

/* Prints string literals that follow each other, from quote to quote. */
static void print_literals(struct seq_file *m, const char *text)
{
	const char *end = names_literals_end(text);
	bool inside = false;

	for (; text < end; text++) {
		if (*text == '"') {
			inside = !inside;
			continue;
		}
		if (!inside)
			continue;
		if (*text == '\\' && text + 1 < end)
			text++;
		seq_putc(m, *text);
	}
}

/* Like the kernel, takes each flag only once, and prints the rest as a number. */
static void print_flags(const struct event_names *names, struct seq_file *m,
			const struct names_table *table, u64 flags)
{
	const struct names_entry *entry = &names->entries[table->first];
	const struct names_entry *end = entry + table->nr;
	bool first = true;

	for (; entry < end && flags; entry++) {
		if ((flags & entry->value) != entry->value)
			continue;
		flags &= ~entry->value;
		if (!first)
			print_literals(m, table->separator);
		first = false;
		print_literals(m, entry->text);
	}
	if (!flags)
		return;
	if (!first)
		print_literals(m, table->separator);
	seq_printf(m, "0x%llx", flags);
}

static void names_print_symbol(const struct event_names *names,
			       struct seq_file *m,
			       const struct names_table *table, u64 value)
{
	const struct names_entry *entry = &names->entries[table->first];
	const struct names_entry *end = entry + table->nr;

	for (; entry < end; entry++) {
		if (entry->value != value)
			continue;
		print_literals(m, entry->text);
		return;
	}
	seq_printf(m, "0x%llx", value);
}

void event_names_print(const struct event_names *names, struct seq_file *m,
		       u64 value)
{
	const struct names_table *table;
	struct names_value text;
	unsigned int i;

	for (i = 0; i < names->nr_texts; i++) {
		names_evaluate(names, names->texts[i], value, &text);
		table = names_find_table(names, text.text);
		if (!table)
			print_literals(m, text.text);
		else if (table->separator)
			print_flags(names, m, table, text.number);
		else
			names_print_symbol(names, m, table, text.number);
	}
}

bool event_names_are_flags(const struct event_names *names)
{
	unsigned int i;

	for (i = 0; i < names->nr_tables; i++)
		if (names->tables[i].separator)
			return true;
	return false;
}

static unsigned int count_braces(const char *text)
{
	unsigned int nr = 0;

	while ((text = strchr(text, '{'))) {
		text++;
		nr++;
	}
	return nr;
}

struct event_names *event_names_parse(const struct event *event,
				      const struct event_field *field)
{
	const char *text = event->print_fmt ?: event->class->print_fmt;
	struct event_names *names;
	unsigned int nr;

	if (!text)
		return ERR_PTR(-ENOENT);
	nr = count_braces(text);
	names = kvzalloc(struct_size(names, entries, nr), GFP_KERNEL);
	if (!names)
		return ERR_PTR(-ENOMEM);
	names->header = event->header;
	names->field = field;
	names->max_entries = nr;
	if (!names_find(names, text)) {
		kvfree(names);
		return ERR_PTR(-ENOENT);
	}
	return names;
}

void event_names_free(struct event_names *names)
{
	kvfree(names);
}
