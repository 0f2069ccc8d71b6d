/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Taking what a histogram has counted.
 *
 * Hits go on in a second map, and once no hit uses the first one any more, it
 * is read and reset at leisure. So each hit is in exactly one take, with all
 * that it has counted, and is never dropped or made to wait.
 *
 * Entries with variables are in both maps, because other events read them, so
 * they stay; all others are new after a take.
 */
#ifndef HISTRIG_TAKE_H
#define HISTRIG_TAKE_H

#include <linux/types.h>

struct hist;
struct hist_map;

/**
 * hist_clear_sketches() - reset the sketches of a map that has been cleared or
 *	reset
 * @hist: the histogram
 * @map: its map, in which no hit counts
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_clear_sketches(struct hist *hist, struct hist_map *map);

/**
 * hist_take_start() - let hits count in the other map
 * @hist: the histogram; @taken is set unless out of memory
 *
 * If @taken is set already, because its reader ran out of memory, it stays.
 * Before the caller reads @taken, it calls hits_synchronize().
 *
 * Context: process, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_take_start(struct hist *hist);

/**
 * hist_take_end() - reset @taken, which has been read, and forget it
 * @hist: the histogram
 *
 * Context: process, may sleep; event_mutex held.
 */
void hist_take_end(struct hist *hist);

#endif /* HISTRIG_TAKE_H */
