/* SPDX-License-Identifier: GPL-2.0 */
/* Access to numbers at any address; the header moved in 6.12. */
#ifndef HISTRIG_COMPAT_UNALIGNED_H
#define HISTRIG_COMPAT_UNALIGNED_H

#include "gen/features.h"

#ifdef HAVE_LINUX_UNALIGNED
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#endif /* HISTRIG_COMPAT_UNALIGNED_H */
