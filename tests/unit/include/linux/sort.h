/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_SORT_H
#define SHIM_SORT_H

#include <stdlib.h>

#define sort(base, nr, size, compare, swap)	\
	((void)(swap), qsort(base, nr, size, compare))

#endif /* SHIM_SORT_H */
