/* SPDX-License-Identifier: GPL-2.0 */
/* Stands for the kernel's header: the two parts of a device's number. */
#ifndef UNIT_KDEV_T_H
#define UNIT_KDEV_T_H

#define MAJOR(dev)	((unsigned int)((dev) >> 20))
#define MINOR(dev)	((unsigned int)((dev) & ((1U << 20) - 1)))

#endif /* UNIT_KDEV_T_H */
