// SPDX-License-Identifier: GPL-2.0
/* The other half of histrig_pair_one.c. */
#include <linux/module.h>

#include "compat.h"

int pair_call(int i);

static CALLED int called_pair(int i)
{
	return i + 3;
}

CALLED int pair_call(int i)
{
	return called_pair(i);
}
