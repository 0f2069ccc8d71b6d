/* SPDX-License-Identifier: GPL-2.0 */
/* Messages in the kernel's log begin with the module's name. */
#ifndef HISTRIG_COMPAT_LOG_H
#define HISTRIG_COMPAT_LOG_H

#include <linux/printk.h>

#undef pr_fmt
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#endif
