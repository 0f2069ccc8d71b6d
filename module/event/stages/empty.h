/* SPDX-License-Identifier: GPL-2.0 */
/* The struct event_header of a header that cannot be compiled at all. */
#include "../event.h"

extern const struct event_header HISTRIG_HEADER;
const struct event_header HISTRIG_HEADER = {
	.system = "",
};
