// SPDX-License-Identifier: GPL-2.0
/* The context of a hit, see context.h. */
#include "context.h"

DEFINE_PER_CPU(u16, record_forwarded);
