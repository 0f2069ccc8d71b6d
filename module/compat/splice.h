/* SPDX-License-Identifier: GPL-2.0 */
/* Splicing by way of a file's read operation. */
#ifndef HISTRIG_COMPAT_SPLICE_H
#define HISTRIG_COMPAT_SPLICE_H

#include <linux/fs.h>

#include "gen/features.h"

#ifndef HAVE_COPY_SPLICE_READ
#define copy_splice_read generic_file_splice_read
#endif

#endif /* HISTRIG_COMPAT_SPLICE_H */
