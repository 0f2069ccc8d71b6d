/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_KREF_H
#define SHIM_KREF_H

#include <linux/types.h>

struct kref {
	unsigned int refs;
};

static inline void kref_init(struct kref *kref)
{
	kref->refs = 1;
}

static inline void kref_get(struct kref *kref)
{
	if (!kref->refs++)
		abort();
}

static inline bool kref_get_unless_zero(struct kref *kref)
{
	return kref->refs && kref->refs++;
}

static inline void kref_put(struct kref *kref,
			    void (*release)(struct kref *kref))
{
	if (!--kref->refs)
		release(kref);
}

#endif /* SHIM_KREF_H */
