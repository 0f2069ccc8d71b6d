/* SPDX-License-Identifier: GPL-2.0 */
/* Dentries, with only the members whose offsets are used. */
#ifndef SHIM_DCACHE_H
#define SHIM_DCACHE_H

struct dentry {
	unsigned long flags[4];
	struct {
		unsigned long hash;
		const char *name;
	} d_name;
};

#endif /* SHIM_DCACHE_H */
