/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Like tracefs, notifies watchers (inotify, fanotify) of tracing_max_latency
 * when a tracer changes the file. The VFS itself notifies them of writes.
 */
#ifndef HISTRIG_NOTIFY_H
#define HISTRIG_NOTIFY_H

struct inode;

/* notify_begin() - notify the watchers of a new inode of later changes only */
void notify_begin(struct inode *inode);

/* notify_init() - set up notifications, before tracers run */
void notify_init(void);

/* notify_exit() - stop notifications, after the last tracer */
void notify_exit(void);

#endif /* HISTRIG_NOTIFY_H */
