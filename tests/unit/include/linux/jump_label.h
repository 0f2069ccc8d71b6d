/* SPDX-License-Identifier: GPL-2.0 */
/* Static keys, as ordinary variables. */
#ifndef SHIM_JUMP_LABEL_H
#define SHIM_JUMP_LABEL_H

#include <linux/types.h>

#define DECLARE_STATIC_KEY_FALSE(name)	extern bool name
#define DEFINE_STATIC_KEY_FALSE(name)	bool name
#define static_branch_unlikely(key)	(*(key))

#endif /* SHIM_JUMP_LABEL_H */
