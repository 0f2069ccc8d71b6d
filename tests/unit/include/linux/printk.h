/* SPDX-License-Identifier: GPL-2.0 */
#include <stdio.h>

#define pr_warn_once(format, ...) fprintf(stderr, format, ##__VA_ARGS__)
#define pr_warn_ratelimited	pr_warn_once
