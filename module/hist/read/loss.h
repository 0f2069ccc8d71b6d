/* SPDX-License-Identifier: GPL-2.0 */
/* Reads what hits have lost, see ../loss.h. */
#ifndef HISTRIG_HIST_READ_LOSS_H
#define HISTRIG_HIST_READ_LOSS_H

#include "../loss.h"

/* hist_losses_read() - set @lost to all losses of a map; event_mutex held */
void hist_losses_read(struct hist *hist, const struct hist_map *map,
		      u64 lost[HIST_LOSSES]);

#endif /* HISTRIG_HIST_READ_LOSS_H */
