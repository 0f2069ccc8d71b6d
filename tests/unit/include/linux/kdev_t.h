/* SPDX-License-Identifier: GPL-2.0 */
/* Replaces the kernel's header: major and minor numbers of devices. */
#ifndef UNIT_KDEV_T_H
#define UNIT_KDEV_T_H

#define MAJOR(dev)	((unsigned int)((dev) >> 20))
#define MINOR(dev)	((unsigned int)((dev) & ((1U << 20) - 1)))

#endif /* UNIT_KDEV_T_H */
