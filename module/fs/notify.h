/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Notifies watchers of a file (inotify, fanotify) when a tracer changes it. Like in
 * tracefs that file is tracing_max_latency; the VFS itself notifies of writes.
 */
#ifndef HISTRIG_NOTIFY_H
#define HISTRIG_NOTIFY_H

struct inode;

/* notify_begin() - a file has a new inode: notify of changes from now on */
void notify_begin(struct inode *inode);

/* notify_init() - before tracers run; context: process */
void notify_init(void);

/* notify_exit() - after the last tracer has stopped; context: process */
void notify_exit(void);

#endif /* HISTRIG_NOTIFY_H */
