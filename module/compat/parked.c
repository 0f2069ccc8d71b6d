// SPDX-License-Identifier: GPL-2.0
/* Functions that exist to be hooked, see parked.h. */
#include <linux/compiler.h>

#include "parked.h"

void ftrace_none_stub(void)
{
	barrier();
}

void fprobe_slot_anchor(void)
{
	barrier();
}

void return_anchor(void)
{
	barrier();
}
