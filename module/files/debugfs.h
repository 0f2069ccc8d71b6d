/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree in debugfs, laid out like tracefs: makes the directories and files
 * that table.h lists.
 *
 * Nothing is removed while event_mutex is held: debugfs waits for files that
 * are being opened, and opening a file may take event_mutex. Files are
 * registered without debugfs's own guard around each read and write, because a
 * guarded file cannot offer splice(); files.h says how open files keep their
 * owners instead. An open file holds the module.
 */
#ifndef HISTRIG_DEBUGFS_H
#define HISTRIG_DEBUGFS_H

struct event_file;
struct instance;

/**
 * tree_init() - make the tree, with the events that are registered by now
 *
 * Must be the last step of loading the module: a module whose init fails is
 * freed even if its files are open, so no step may fail once files exist.
 *
 * Context: process; takes registry_mutex.
 * Return: 0 or an errno.
 */
int tree_init(void);

/**
 * tree_exit() - remove the tree and all instances except the main one
 *
 * Context: process; takes registry_mutex.
 */
void tree_exit(void);

/* Hooks, see struct instance_hooks. */
int tree_add_instance(struct instance *instance);
void tree_remove_instance(struct instance *instance);
void tree_add_event(struct event_file *file);
void tree_remove_event(struct event_file *file);

#endif /* HISTRIG_DEBUGFS_H */
