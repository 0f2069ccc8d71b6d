// SPDX-License-Identifier: GPL-2.0
/*
 * named as a static program that runs at any address.
 *
 * Linked: static-pie
 */
#include "named.c"
