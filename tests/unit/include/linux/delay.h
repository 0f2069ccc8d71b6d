/* SPDX-License-Identifier: GPL-2.0 */
#include <unistd.h>

#include <linux/processor.h>

/* Ten times longer: on a busy machine, the thread that is waited for may not run for seconds. */
#define usleep_range(from, to)	((void)(from), (void)usleep(10 * (to)))
