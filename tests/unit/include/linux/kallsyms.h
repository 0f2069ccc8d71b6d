/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_KALLSYMS_H
#define SHIM_KALLSYMS_H

#define KSYM_SYMBOL_LEN		128
#define sprint_symbol(text, address)	\
	sprintf(text, "symbol+0x0/0x%lx", (unsigned long)(address) & 0xfff)
#define sprint_symbol_no_offset(text, address)	\
	((void)(address), sprintf(text, "symbol [module]"))

#endif /* SHIM_KALLSYMS_H */
