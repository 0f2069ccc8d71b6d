/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_FUNCTION_ADDRESSES_H
#define HISTRIG_FUNCTION_ADDRESSES_H

struct function_list;

/**
 * functions_find_addresses() - find the addresses of a list of names
 * @list: the list; its functions get their @address
 *
 * Within the kernel itself and within each module, the list and the kernel's symbols are
 * in the order of addresses. So of several symbols with a function's name, the right one
 * is between the addresses of the function's neighbours in the list.
 *
 * Context: process, may sleep; reads all of /proc/kallsyms.
 * Return: 0 or an errno.
 */
int functions_find_addresses(struct function_list *list);

#endif /* HISTRIG_FUNCTION_ADDRESSES_H */
