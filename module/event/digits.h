/* SPDX-License-Identifier: GPL-2.0 */
/* Decimal numbers in text, where the kernel's printf takes too long. */
#ifndef HISTRIG_DIGITS_H
#define HISTRIG_DIGITS_H

#include <linux/math64.h>
#include <linux/string.h>
#include <linux/types.h>

/* Number of digits of the largest number. */
#define DIGITS_MAX	20

/**
 * digits_before() - write a number
 * @end: where its last digit ends; there are as many bytes before as it has digits, at most
 *	DIGITS_MAX
 * @number: the number
 *
 * Context: any.
 * Return: the address of its first digit.
 */
static inline char *digits_before(char *end, u64 number)
{
	u32 digit;

	do {
		number = div_u64_rem(number, 10, &digit);
		*--end = '0' + digit;
	} while (number);
	return end;
}

/**
 * digits_put() - write a number, with padding before it
 * @at: where to write; the larger of @width and DIGITS_MAX bytes
 * @number: the number
 * @width: the least number of bytes to write
 * @pad: what to write before a number with fewer digits
 *
 * Context: any.
 * Return: the address after the last digit. Nothing is written there.
 */
static inline char *digits_put(char *at, u64 number, unsigned int width, char pad)
{
	char digits[DIGITS_MAX];
	const char *end = digits + DIGITS_MAX;
	const char *digit = digits_before(digits + DIGITS_MAX, number);
	unsigned int nr = end - digit;

	for (; width > nr; width--)
		*at++ = pad;
	while (digit < end)
		*at++ = *digit++;
	return at;
}

/**
 * digits_put_left() - write a number, followed by spaces up to a width
 * @at: where to write; the larger of @width and DIGITS_MAX bytes
 * @number: the number
 * @width: the least number of bytes to write
 *
 * Context: any.
 * Return: the address after the last byte.
 */
static inline char *digits_put_left(char *at, u64 number, unsigned int width)
{
	char *end = at + width, *after = digits_put(at, number, 0, ' ');

	if (after >= end)
		return after;
	memset(after, ' ', end - after);
	return end;
}

#endif /* HISTRIG_DIGITS_H */
