/* SPDX-License-Identifier: GPL-2.0 */
/* The layout of BTF, which user space has as well. */
#include <linux/types.h>
#include <linux/btf.h>
