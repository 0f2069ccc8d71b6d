// SPDX-License-Identifier: GPL-2.0
/* Reads what hits have lost, see ../loss.h. */
#include "../hist.h"
#include "../object/map.h"
#include "../object/loss.h"
#include "frames.h"
#include "loss.h"

static u64 losses_missed(const struct hist *hist, const struct hist_map *map)
{
	return hist->missed;
}

static u64 without_bucket(const struct hist *hist, const struct hist_map *map)
{
	unsigned int i;
	u64 sum = 0;

	for (i = 0; i < hist->nr_sketches; i++)
		sum += hist_map_lost(&map->sketches[i], HIST_LOST_HITS);
	return sum;
}

static u64 losses_beginnings(const struct hist *hist,
			     const struct hist_map *map)
{
	return hist->unbegun;
}

static u64 without_file(const struct hist *hist, const struct hist_map *map)
{
	return hist_frames_count(hist, map, USER_FRAME_OTHER);
}

static u64 over_share(const struct hist *hist, const struct hist_map *map)
{
	return hist_frames_count(hist, map, USER_FRAME_SHARE);
}

const struct hist_loss_kind hist_losses[HIST_LOSSES] = {
	[HIST_LOST_HITS] = { "Dropped", "dropped", losses_missed },
	[HIST_LOST_MISSED] = { "Missed by probes", "missed", losses_missed },
	[HIST_LOST_ARMING] = { "Lost while arming", "lost_arming" },
	[HIST_LOST_BUCKETS] = {
		"Values without a bucket", "without_bucket", without_bucket,
	},
	[HIST_LOST_ACTIONS] = { "Lost actions", "lost_actions" },
	[HIST_LOST_BEGINNINGS] = {
		"Beginnings without room", "lost_beginnings", losses_beginnings,
	},
	[HIST_LOST_FILES] = {
		"Stacks in files without room", "lost_files", without_file,
	},
	[HIST_LOST_SHARES] = {
		"Stacks in files over a share", "lost_shares", over_share,
	},
};

void hist_losses_read(struct hist *hist, const struct hist_map *map,
		      u64 lost[HIST_LOSSES])
{
	unsigned int i;

	hist_count_missed(hist);
	for (i = 0; i < HIST_LOSSES; i++) {
		lost[i] = hist_map_lost(map, i);
		if (hist_losses[i].more)
			lost[i] += hist_losses[i].more(hist, map);
	}
}
