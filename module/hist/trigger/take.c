// SPDX-License-Identifier: GPL-2.0
/* Takes: reading and resetting a histogram while hits go on, see take.h. */
#include "../../event/registry.h"
#include "../../record/user_frames.h"
#include "../object/chains.h"
#include "../object/hist.h"
#include "../object/map.h"
#include "../object/loss.h"
#include "take.h"

int hist_take_start(struct hist *hist)
{
	struct hist_map *other = hist_map_other(hist);
	int ret;

	lockdep_assert_held(&event_mutex);
	if (hist->taken)
		return 0;
	if (!other->owner) {
		ret = hist_init_second(hist);
		if (ret)
			return ret;
	}
	hist->taken = hist->map;
	/* Pairs with hist_map_now(): hits that see the other map see that it is empty. */
	smp_store_release(&hist->map, other);
	return 0;
}

void hist_clear_sketches(struct hist *hist, struct hist_map *map)
{
	unsigned int i;

	if (hist->nr_sketches && map->owner->chains)
		hist_chains_clear_sketches(map);
	for (i = 0; i < hist->nr_sketches; i++)
		hist_map_clear(&map->sketches[i]);
}

void hist_take_end(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	/*
	 * The losses of this take were counted when it was read. Later ones belong to
	 * the next take.
	 */
	hist_forget_losses(hist, hist->taken);
	hist_map_reset(hist->taken);
	hist_clear_sketches(hist, hist->taken);
	hist->taken = NULL;
	user_frames_tidy();
}
