/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SHIM_BSEARCH_H
#define SHIM_BSEARCH_H

#include <stdlib.h>

#endif /* SHIM_BSEARCH_H */
