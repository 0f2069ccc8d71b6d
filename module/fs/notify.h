/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tells those who watch a file, by inotify or fanotify, that a tracer has changed
 * it. Like in tracefs that is tracing_max_latency; the VFS itself tells of writes.
 */
#ifndef HISTRIG_NOTIFY_H
#define HISTRIG_NOTIFY_H

struct inode;

/* notify_begin() - a file has a new inode: tell of what happens from now on */
void notify_begin(struct inode *inode);

/* notify_init() - before tracers run; context: process */
void notify_init(void);

/* notify_exit() - after the last tracer has stopped; context: process */
void notify_exit(void);

#endif /* HISTRIG_NOTIFY_H */
