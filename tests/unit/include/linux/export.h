/* SPDX-License-Identifier: GPL-2.0 */
#define EXPORT_SYMBOL_GPL(name)	_Static_assert(sizeof(&(name)), #name)
