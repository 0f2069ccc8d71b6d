/* SPDX-License-Identifier: GPL-2.0 */
/* Reading files that the kernel prints, such as /proc/kallsyms. */
#ifndef HISTRIG_COMPAT_LINES_H
#define HISTRIG_COMPAT_LINES_H

#include <linux/stddef.h>
#include <linux/string.h>

/**
 * typedef take_line_fn - a function that gets a line of a file
 * @ctx: data of the reader
 * @line: the line, without its newline; the function may write to it
 *
 * Return: 0, or any other value to end reading.
 */
typedef int take_line_fn(void *ctx, char *line);

/**
 * read_kernel_lines() - read a file of the kernel's own filesystems
 * @fs: name of a filesystem that cannot be a module, such as "proc"
 * @name: path of the file from the root of that filesystem; a seq_file whose
 *	lines are shorter than 64 KB
 * @take: called for each line
 * @ctx: data for @take
 *
 * The caller's mounts and permissions do not matter, because a kernel thread
 * opens the file on a private mount.
 *
 * Context: process, may sleep.
 * Return: the result of the last call of @take, or an errno.
 */
int read_kernel_lines(const char *fs, const char *name, take_line_fn *take,
		      void *ctx);

/**
 * module_is_loaded() - is a module loaded, being loaded or being unloaded?
 * @name: its name, with underscores
 *
 * Context: process, may sleep; event_mutex may be held.
 */
bool module_is_loaded(const char *name);

/**
 * line_take_hex() - read a hexadecimal number, without the 0x
 * @line: begins with the number
 * @number: set to it
 *
 * Faster than sscanf(), which takes as long as the kernel takes to print the line.
 *
 * Return: what follows the number, which is a space; NULL if there is no such number.
 */
static inline char *line_take_hex(char *line, unsigned long *number)
{
	const char *start = line;
	unsigned int digit;

	for (*number = 0;; line++) {
		digit = *line - '0';
		if (digit > 9) {
			digit = (*line | 0x20) - 'a' + 10;
			if (digit < 10 || digit > 15)
				break;
		}
		*number = *number << 4 | digit;
	}
	return line != start && *line == ' ' ? line : NULL;
}

/* For the log, if the kernel hides all addresses in /proc/kallsyms, as with kptr_restrict=2. */
#define SYMBOLS_HIDDEN \
	"the kernel hides the addresses of its functions; run sysctl kernel.kptr_restrict=1 and try again\n"

/**
 * line_take_symbol() - parse a line "ADDRESS TYPE NAME[\t[MODULE]]"
 * @line: the line, of /proc/kallsyms
 * @address: set to the symbol's address, 0 if the kernel hides it
 * @type: set to its type
 * @module: set to the name of its module, "" if it is the kernel's
 *
 * Return: the name; NULL if this is no such line.
 */
static inline char *line_take_symbol(char *line, unsigned long *address,
				     char *type, const char **module)
{
	char *name, *end;

	line = line_take_hex(line, address);
	if (!line || !line[1] || line[2] != ' ')
		return NULL;
	*type = line[1];
	name = line + 3;
	end = strchrnul(name, '\t');
	*module = *end ? end + 2 : "";
	if (*end) {
		*end = '\0';
		end[2 + strcspn(*module, "]")] = '\0';
	}
	return name;
}

#endif /* HISTRIG_COMPAT_LINES_H */
