/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/netdevice.h>

/* netdev_drivername() is not exported. */
static inline const char *histrig_drivername(const struct net_device *dev)
{
	const struct device *parent = dev->dev.parent;

	return parent && parent->driver && parent->driver->name ?
	       parent->driver->name : "";
}

#define netdev_drivername(dev)	histrig_drivername(dev)
