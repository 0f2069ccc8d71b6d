// SPDX-License-Identifier: GPL-2.0
/* The format file of an event, see event_format_print() in print.h. */
#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event.h"
#include "field.h"
#include "names.h"
#include "print.h"

static bool format_is_word(char c)
{
	return isalnum(c) || c == '_';
}

/* Returns the end of a name, or of a number with its suffixes. */
static const char *format_skip_word(const char *text)
{
	while (format_is_word(*text))
		text++;
	return text;
}

/*
 * Returns the end of an expression such as a, a.b or a->b. A member is never an
 * enumerator, even if it has an enumerator's name.
 */
static const char *skip_name(const char *text)
{
	for (;;) {
		text = format_skip_word(text);
		if (*text == '.')
			text++;
		else if (text[0] == '-' && text[1] == '>')
			text += 2;
		else
			return text;
	}
}

/* Returns the end of a string in quotes; @text is after the opening quote. */
static const char *skip_string(const char *text)
{
	for (; *text && *text != '"'; text++)
		if (*text == '\\' && text[1])
			text++;
	return *text ? text + 1 : text;
}

/*
 * Replaces enumerators by their values. An enumerator whose value is longer
 * than its name keeps the name, as in the kernel.
 */
static void print_fmt(struct seq_file *m, const struct event_header *header,
		      const char *text)
{
	const char *from = text;
	char number[24];
	size_t len;
	long value;

	while (*text) {
		if (*text == '"') {
			text = skip_string(text + 1);
			continue;
		}
		if (isdigit(*text)) {
			text = format_skip_word(text);
			continue;
		}
		if (!format_is_word(*text)) {
			text++;
			continue;
		}
		len = event_enum_find(header, text, &value);
		if (!len) {
			text = skip_name(text);
			continue;
		}
		if (snprintf(number, sizeof(number), "%ld", value) <= len) {
			seq_write(m, from, text - from);
			seq_puts(m, number);
			from = text + len;
		}
		text += len;
	}
	seq_write(m, from, text - from);
}

/* Removes every __attribute__(()) from a type, in place. */
static void strip_attributes(char *type)
{
	static const char attribute[] = "__attribute__(";
	char *at = type, *end;
	int depth;

	while ((at = strstr(at, attribute))) {
		end = at + strlen(attribute);
		if (at > type && !isspace(at[-1])) {
			at = end;
			continue;
		}
		for (depth = 1; depth && *end; end++)
			depth += (*end == '(') - (*end == ')');
		end = skip_spaces(end);
		memmove(at, end, strlen(end) + 1);
	}
}

static void format_print_field(struct seq_file *m,
			       const struct event_field *field)
{
	const char *type = field->type, *array;
	char *stripped = NULL;

	if (strstr(type, "__attribute__(")) {
		stripped = kstrdup(type, GFP_KERNEL);
		if (stripped) {
			strip_attributes(stripped);
			type = stripped;
		}
	}

	/* As in C, the brackets of an array follow its name, except for __data_loc. */
	array = strchr(type, '[');
	if (!array || str_has_prefix(type, "__data_loc"))
		seq_printf(m, "\tfield:%s %s;", type, field->name);
	else if (field->len)
		seq_printf(m, "\tfield:%.*s %s[%d];", (int)(array - type), type,
			   field->name, field->len);
	else
		seq_printf(m, "\tfield:%.*s %s[];", (int)(array - type), type,
			   field->name);
	seq_printf(m, "\toffset:%u;\tsize:%u;\tsigned:%d;\n",
		   field->offset, field->size, field->is_signed);

	kfree(stripped);
}

void event_format_print(struct seq_file *m, const struct event *event, u16 id)
{
	const struct event_class *class = event->class;
	unsigned int i;

	seq_printf(m, "name: %s\nID: %d\nformat:\n", event->name, id);
	for (i = 0; i < EVENT_COMMON_FIELDS; i++)
		format_print_field(m, &event_common_fields[i]);
	seq_putc(m, '\n');
	for (i = 0; i < class->nr_fields; i++)
		format_print_field(m, &class->fields[i]);
	seq_puts(m, "\nprint fmt: ");
	print_fmt(m, event->header, event->print_fmt ?: class->print_fmt);
	seq_putc(m, '\n');
}
