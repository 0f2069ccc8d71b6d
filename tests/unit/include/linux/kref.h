/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/types.h>

struct kref {
	unsigned int refs;
};

static inline void kref_get(struct kref *kref)
{
	kref->refs++;
}
