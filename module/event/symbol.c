// SPDX-License-Identifier: GPL-2.0
/* Symbols of the kernel, see symbol.h. */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../compat/lines.h"
#include "../compat/log.h"
#include "../compat/parts.h"
#include "symbol.h"

/*
 * A symbol to look for in /proc/kallsyms. If @module is "", the symbol may be in any module or
 * in the kernel itself. @found: a line has the symbol; @shown: an address is not 0.
 */
struct symbol_search {
	char module[MODULE_NAME_LEN];
	const char *name;
	unsigned long address;
	bool found;
	bool shown;
};

/* Looks at a line "ADDRESS TYPE NAME[\t[MODULE]]". */
static int symbol_try_line(void *ctx, char *line)
{
	struct symbol_search *search = ctx;
	const char *name, *module;
	unsigned long address;
	char type;

	name = line_take_symbol(line, &address, &type, &module);
	if (!name)
		return 0;
	search->shown |= address;
	if (strcmp(name, search->name) || (*search->module && strcmp(module, search->module)))
		return 0;
	search->found = true;
	search->address = address;
	/* If the address is 0, later lines tell whether the kernel hides addresses. */
	return !!address;
}

unsigned long symbol_percpu(const char *name)
{
	const char *colon = strchr(name, ':');
	struct symbol_search search = { .name = colon ? colon + 1 : name };

	if (colon && colon - name >= sizeof(search.module))
		return 0;
	if (colon)
		memcpy(search.module, name, colon - name);
	read_kernel_lines("proc", "kallsyms", symbol_try_line, &search);
	if (search.found && !search.shown)
		pr_warn_once(SYMBOLS_HIDDEN);
	return search.address;
}

#if HISTRIG_KPROBES
unsigned long symbol_address(const char *name)
{
	struct kprobe kp = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (!ret)
		unregister_kprobe(&kp);
	return (unsigned long)kp.addr;
}
#else
unsigned long symbol_address(const char *name)
{
	return symbol_percpu(name);
}
#endif

bool symbol_bounds(unsigned long address, unsigned long *start,
		   unsigned long *size)
{
	char text[KSYM_SYMBOL_LEN], *plus;
	unsigned long offset;

	/* "NAME+0xOFFSET/0xSIZE", or the address alone if it has no symbol. */
	sprint_symbol(text, address);
	plus = strchr(text, '+');
	if (!plus || sscanf(plus, "+%lx/%lx", &offset, size) != 2)
		return false;
	*start = address - offset;
	return true;
}

unsigned long symbol_start(const char *name)
{
	unsigned long address = symbol_address(name), start, size;

	return address && symbol_bounds(address, &start, &size) ? start :
								  address;
}

void symbol_text(char *text, unsigned long address, bool offset)
{
	char *module;

	if (!IS_ENABLED(CONFIG_KALLSYMS)) {
		scnprintf(text, KSYM_SYMBOL_LEN, "0x%08lx", address);
	} else if (offset) {
		sprint_symbol(text, address);
	} else {
		sprint_symbol_no_offset(text, address);
		module = strstr(text, " [");
		if (module)
			*module = '\0';
	}
}
