/* SPDX-License-Identifier: GPL-2.0 */
/* A declaration only: no unit test takes a struct rw_semaphore. */
#ifndef SHIM_RWSEM_H
#define SHIM_RWSEM_H

struct rw_semaphore;

#endif /* SHIM_RWSEM_H */
