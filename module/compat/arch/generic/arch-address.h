/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of programs, for event/hot/memory.h alone. */
#ifndef HISTRIG_ARCH_ADDRESS_H
#define HISTRIG_ARCH_ADDRESS_H

#define ARCH_UNTAGGED(address)	(address)

#endif /* HISTRIG_ARCH_ADDRESS_H */
