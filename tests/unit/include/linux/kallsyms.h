/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_KALLSYMS_H
#define SHIM_KALLSYMS_H

#define KSYM_SYMBOL_LEN		128
#define sprint_symbol(text, address)	\
	sprintf(text, "symbol+0x0/0x%lx", (address) & 0xfff)

#endif /* SHIM_KALLSYMS_H */
