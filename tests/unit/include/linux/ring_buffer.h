/* SPDX-License-Identifier: GPL-2.0 */
/* The layout of entries on pages of trace_pipe_raw. */
#ifndef SHIM_RING_BUFFER_H
#define SHIM_RING_BUFFER_H

#include <linux/types.h>

struct ring_buffer_event {
	u32 type_len:5, time_delta:27;
	u32 array[];
};

enum {
	RINGBUF_TYPE_DATA_TYPE_LEN_MAX = 28,
	RINGBUF_TYPE_PADDING,
	RINGBUF_TYPE_TIME_EXTEND,
	RINGBUF_TYPE_TIME_STAMP,
};

#define RING_BUFFER_ALL_CPUS	-1

#endif /* SHIM_RING_BUFFER_H */
