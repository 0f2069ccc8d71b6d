/* SPDX-License-Identifier: GPL-2.0 */
/* Time in ticks, which never advances. */
#ifndef SHIM_JIFFIES_H
#define SHIM_JIFFIES_H

#define HZ			250
#define jiffies			1000UL
#define time_after(a, b)	((long)((b) - (a)) < 0)
#define time_before(a, b)	time_after(b, a)

#endif /* SHIM_JIFFIES_H */
