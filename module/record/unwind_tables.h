/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables by which hits walk user stacks, see include/histrig_unwind.h.
 *
 * A table is found by the same identity of its file as the slots of user_files.h, and replaces
 * an earlier one for that file. It keeps no reference to the file. If the file has been changed
 * since the table was written, the table is not used.
 *
 * If there are too many tables, the oldest are removed: those of files of the same owner, or of
 * any user but root if all of these have too many. So no user removes the tables of Debian's
 * programs, or alone those of another user.
 *
 * Root's programs write tables, but they make them from files of any user. So a table may contain
 * any numbers: a walk follows it only to memory of the task itself, and ends at an address that
 * is not in an executable mapping.
 */
#ifndef HISTRIG_UNWIND_TABLES_H
#define HISTRIG_UNWIND_TABLES_H

#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <linux/uidgid.h>

#include "../../include/histrig_unwind.h"

struct seq_file;

/*
 * Maximum memory of tables in bytes, and their maximum number: for files of root, of one other
 * user, and of all other users.
 */
#define UNWIND_BYTES_ROOT	(96UL << 20)
#define UNWIND_BYTES_USER	(32UL << 20)
#define UNWIND_BYTES_USERS	(64UL << 20)
#define UNWIND_TABLES_ROOT	3072
#define UNWIND_TABLES_USER	1024
#define UNWIND_TABLES_USERS	2048

/* Stands for the vDSO where a file has its identity. */
#define UNWIND_VDSO_STATE	0

/**
 * struct user_file_version - what changes when a file is written to
 * @size: its size in bytes
 * @modified: when it was changed, in nanoseconds
 */
struct user_file_version {
	loff_t size;
	s64 modified;
};

/**
 * struct unwind_table - a table
 * @link: entry in the list of tables with the same hash
 * @by_age: entry in the list of all tables, the oldest first
 * @rcu: frees it
 * @state: identity of the file, see user_file_state(); UNWIND_VDSO_STATE for the vDSO
 * @version: the file's when the table was written
 * @owner: who the file belonged to when the table was written; root for the vDSO
 * @bytes: memory that the table takes, with what the allocator rounds up
 * @blocks: for each 2^@block_shift bytes of code, the row at their start, so that few rows are
 *	searched; after the last block, the last row
 * @nr_blocks: number of these, without the last row
 * @block_shift: see @blocks
 * @head: numbers of rows and rules
 * @rules: the rules, followed by the rows as in histrig_unwind.h
 */
struct unwind_table {
	struct hlist_node link;
	struct list_head by_age;
	struct rcu_head rcu;
	u64 state;
	struct user_file_version version;
	kuid_t owner;
	size_t bytes;
	u32 *blocks;
	u32 nr_blocks;
	unsigned int block_shift;
	struct histrig_unwind_head head;
	struct histrig_unwind_rule rules[];
};

/**
 * unwind_table_find() - find the table of a file
 * @state: identity of the file
 *
 * Context: any, preemption off while the result is used.
 * Return: the table or NULL.
 */
const struct unwind_table *unwind_table_find(u64 state);

/**
 * unwind_rule_find() - find the rule for an instruction
 * @table: the table
 * @offset: offset of the instruction in the file
 *
 * Context: any.
 * Return: the rule, or NULL if the table has none.
 */
const struct histrig_unwind_rule *unwind_rule_find(const struct unwind_table *table, u64 offset);

/**
 * unwind_table_write() - add a table that a user writes
 * @from: the table
 * @count: its length in bytes
 *
 * Context: process.
 * Return: 0; -EINVAL if the table is wrong; -EBADF; -EFAULT; -ENOMEM.
 */
int unwind_table_write(const char __user *from, size_t count);

/* unwind_tables_remove() - remove all tables. Context: process. */
void unwind_tables_remove(void);

/*
 * unwind_tables_show() - print how many tables there are, their size, and how many were removed
 * because there were too many. Context: process.
 */
void unwind_tables_show(struct seq_file *m);

#endif /* HISTRIG_UNWIND_TABLES_H */
