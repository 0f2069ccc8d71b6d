/* SPDX-License-Identifier: GPL-2.0 */
/* Fields within a word, by their masks. */
#ifndef SHIM_BITFIELD_H
#define SHIM_BITFIELD_H

#define FIELD_GET(mask, word)	(((word) & (mask)) / ((mask) & -(mask)))
#define FIELD_PREP(mask, val)	((val) * ((mask) & -(mask)))

#endif /* SHIM_BITFIELD_H */
