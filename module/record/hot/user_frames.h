/* SPDX-License-Identifier: GPL-2.0 */
/* Loads the user stack of the current task as files and offsets. */
#ifndef HISTRIG_HOT_USER_FRAMES_H
#define HISTRIG_HOT_USER_FRAMES_H

#include <linux/types.h>

struct irq_work;
struct user_files;

/* The table, see ../user_frames.h; NULL until a trigger needs frames. */
extern struct user_files *user_files;

/* Hits queue this irq_work when they add a file or have no slot for it. */
extern struct irq_work user_files_added;

/**
 * user_frames_load() - walk the user stack of the current task
 * @frames: filled with frames, innermost first; the last one may say why there
 *	are no more
 * @max: maximum number of frames, at least two
 *
 * Follows frame pointers, so it misses callers of code compiled without them.
 *
 * Context: any, preemption off. Takes the task's mmap_lock for reading if it is
 * free, and releases it later if interrupts are off.
 * Return: the number of frames, not zero.
 */
unsigned int user_frames_load(u64 *frames, unsigned int max);

/*
 * user_stacks_prepare() - prepare each CPU for releasing an mmap_lock later;
 * call it once, before the first hit loads frames
 */
void user_stacks_prepare(void);

/*
 * user_stacks_sync() - wait until every mmap_lock that a hit took is released
 *
 * Context: process, no hit that loads frames is running.
 */
void user_stacks_sync(void);

#endif /* HISTRIG_HOT_USER_FRAMES_H */
