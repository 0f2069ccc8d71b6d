/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of the tree: lists the files and folders of each kind of directory.
 *
 * A directory is a view of an object: that of an instance shows a struct instance, that
 * of an event a struct event_file. The table lists the entries with fixed names, and has
 * one row for the files of all options. Entries that are named after an event, system,
 * CPU or instance are not in it: the filesystem (fs/) makes them from the objects
 * themselves. It looks all other names up in the table, and knows no file by its name.
 */
#ifndef HISTRIG_TABLE_H
#define HISTRIG_TABLE_H

#include <linux/fs.h>

/**
 * enum tree_dir - kinds of directories
 * @TREE_INSTANCE: the tree itself, or a tree in instances/; shows a struct
 *	instance
 * @TREE_INSTANCES: instances/, where mkdir makes a tree; main instance only
 * @TREE_EVENTS: events/ of a struct instance
 * @TREE_SYSTEM: events/SYSTEM/; shows a struct event_system
 * @TREE_EVENT: events/SYSTEM/EVENT/; shows a struct event_file
 * @TREE_CPUS: per_cpu/ of a struct instance
 * @TREE_CPU: per_cpu/cpuN/; shows a struct instance_cpu
 * @TREE_OPTIONS: options/ of a struct instance
 * @TREE_STATS: trace_stat/ of the main instance
 */
enum tree_dir {
	TREE_INSTANCE,
	TREE_INSTANCES,
	TREE_EVENTS,
	TREE_SYSTEM,
	TREE_EVENT,
	TREE_CPUS,
	TREE_CPU,
	TREE_OPTIONS,
	TREE_STATS,
};

/**
 * enum tree_owner - the object that an inode has as i_private
 * @TREE_OF_TREE: none; only the main instance has the file
 * @TREE_OF_INSTANCE: the struct instance of the directory. If the entry is a folder, it
 *	has this owner
 * @TREE_OF_CPU: a struct instance_cpu; in TREE_INSTANCE the one for all CPUs
 * @TREE_OF_SYSTEM: the struct event_system of the directory
 * @TREE_OF_EVENT: the struct event_file of the directory
 * @TREE_OF_OPTION: the struct instance of the directory. The row makes one file for each
 *	option of the instance, with the option's name
 */
enum tree_owner {
	TREE_OF_TREE,
	TREE_OF_INSTANCE,
	TREE_OF_CPU,
	TREE_OF_SYSTEM,
	TREE_OF_EVENT,
	TREE_OF_OPTION,
};

/**
 * struct tree_entry - a file or a folder
 * @in: the kind of directory that it is in
 * @name: its name, NULL with TREE_OF_OPTION
 * @mode: permissions of a file
 * @owner: the object that its inode has as i_private
 * @fops: operations of a file, NULL for a directory
 * @public: the file can also be opened in a kernel that is locked down for
 *	confidentiality
 * @dir: kind of the directory, if the entry is one. A folder in the table shows the same
 *	instance as the directory that contains it
 * @when: tests whether an object's directory has the entry; NULL if all of kind @in have it
 */
struct tree_entry {
	enum tree_dir in;
	const char *name;
	umode_t mode;
	enum tree_owner owner;
	const struct file_operations *fops;
	bool public;
	enum tree_dir dir;
	bool (*when)(const void *object);
};

/*
 * Each object has TREE_INOS inode numbers: the first for its own directory, then one for
 * each entry of the table, and from TREE_OPTION_INO on one for each option.
 */
#define TREE_INOS		256
#define TREE_OPTION_INO		128

/* The inode number of a CPU's file in trace_stat, among those of the CPU. */
#define TREE_STAT_INO		(TREE_INOS - 1)

/* TREE_INO() - the inode number of a table entry, among those of an object */
#define TREE_INO(index)		((index) + 1)

/* tree_option() - get the enum instance_option of a file TREE_OF_OPTION */
static inline unsigned int tree_option(const struct inode *inode)
{
	return inode->i_ino % TREE_INOS - TREE_OPTION_INO;
}

/* All entries; one without @name and @fops ends the table. */
extern const struct tree_entry tree_table[];

/*
 * One entry for each kind of directory that is named after an object. tree_instance_dir is
 * also the entry of the tree's root.
 */
extern const struct tree_entry tree_instance_dir;
extern const struct tree_entry tree_system_dir;
extern const struct tree_entry tree_event_dir;
extern const struct tree_entry tree_cpu_dir;

/* The file of each CPU in trace_stat: functionN. */
extern const struct tree_entry tree_cpu_stat;

#endif /* HISTRIG_TABLE_H */
