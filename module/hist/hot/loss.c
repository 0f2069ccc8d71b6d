// SPDX-License-Identifier: GPL-2.0
/* Hits that end before they are counted, see run.h. */
#include "../hist.h"
#include "../interevent.h"
#include "run.h"
#include "search.h"

void hist_lose(struct hist_trigger *trigger, struct hist_map *map)
{
	const struct hist_interevent *inter = trigger->program.interevent;

	hist_map_drop(map);
	if (inter && inter->nr_forgets)
		hist_map_lose_action(map);
}

void hist_lost(struct trigger *base)
{
	struct hist_trigger *trigger = to_hist_trigger(base);

	if (!(READ_ONCE(base->state) & (TRIGGER_PAUSED | TRIGGER_HELD)))
		hist_lose(trigger, hist_map_now(trigger->hist));
}
