/* SPDX-License-Identifier: GPL-2.0 */
/* Bit fields within a word, described by masks. */
#ifndef SHIM_BITFIELD_H
#define SHIM_BITFIELD_H

#define FIELD_GET(mask, word)	(((word) & (mask)) / ((mask) & -(mask)))
#define FIELD_PREP(mask, val)	((val) * ((mask) & -(mask)))

#endif /* SHIM_BITFIELD_H */
