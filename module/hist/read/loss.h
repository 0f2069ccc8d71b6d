/* SPDX-License-Identifier: GPL-2.0 */
/* Reads what hits have lost, see ../loss.h. */
#ifndef HISTRIG_HIST_READ_LOSS_H
#define HISTRIG_HIST_READ_LOSS_H

#include "../loss.h"

/**
 * hist_losses_read() - read all losses of a histogram
 * @hist: the histogram
 * @map: one of its maps
 * @lost: set to the count of each loss
 *
 * Context: process, event_mutex held.
 */
void hist_losses_read(struct hist *hist, const struct hist_map *map,
		      u64 lost[HIST_LOSSES]);

#endif /* HISTRIG_HIST_READ_LOSS_H */
