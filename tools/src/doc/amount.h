/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers with their units, in a few columns. */
#ifndef TOOL_AMOUNT_H
#define TOOL_AMOUNT_H

#include <stddef.h>

/* Size of a buffer for any amount, with the zero byte. */
#define AMOUNT_MAX	16

/**
 * amount_text() - format a number for a column of a table
 * @text: buffer of AMOUNT_MAX bytes
 * @number: the number
 * @unit: its unit, as show_unit() returns it; NULL if it has none
 *
 * Times and bytes get a unit that suits their size: 12.3ms, 1.50Mi. Other numbers are exact
 * up to seven digits; longer ones get three significant digits: 12.3M.
 */
void amount_text(char *text, double number, const char *unit);

#endif /* TOOL_AMOUNT_H */
