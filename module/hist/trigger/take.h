/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Takes: reading and resetting a histogram while hits go on.
 *
 * Hits then count in a second map. Once no hit uses the first map, that map is read and
 * reset. So each hit is in exactly one take, and is neither dropped nor delayed.
 *
 * Entries with variables are in both maps and stay, because other events read the
 * variables. All other entries are removed by a take.
 */
#ifndef HISTRIG_TAKE_H
#define HISTRIG_TAKE_H

#include <linux/types.h>

struct hist;
struct hist_map;

/*
 * Resets the sketches of a map of @hist that was cleared or reset and in which no hit
 * counts. May sleep; caller holds event_mutex.
 */
void hist_clear_sketches(struct hist *hist, struct hist_map *map);

/**
 * hist_take_start() - let hits count in the other map
 * @hist: the histogram; @taken becomes the map to read, unless it is still set
 *	because a reader ran out of memory
 *
 * The caller calls hits_synchronize() before it reads @taken.
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_take_start(struct hist *hist);

/*
 * Resets the map @taken after it was read, and sets @taken to NULL. May sleep; caller holds
 * event_mutex.
 */
void hist_take_end(struct hist *hist);

#endif /* HISTRIG_TAKE_H */
