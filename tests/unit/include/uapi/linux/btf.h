/* SPDX-License-Identifier: GPL-2.0 */
/* The layout of BTF is the same for programs. */
#include <linux/types.h>
#include <linux/btf.h>
