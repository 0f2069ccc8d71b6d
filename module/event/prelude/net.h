/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/netdevice.h>

/* Replaces netdev_drivername(), which is not exported. */
static inline const char *histrig_drivername(const struct net_device *dev)
{
	const struct device *parent = dev->dev.parent;
	const struct device_driver *driver;

	/* The driver may be unbound concurrently, so read the pointer once. */
	driver = parent ? READ_ONCE(parent->driver) : NULL;
	return driver && driver->name ? driver->name : "";
}

#define netdev_drivername(dev)	histrig_drivername(dev)
