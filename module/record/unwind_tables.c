// SPDX-License-Identifier: GPL-2.0
/* Tables by which hits walk user stacks, see unwind_tables.h. */
#include <linux/build_bug.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/stat.h>
#include <linux/uaccess.h>
#include <linux/uidgid.h>

#include "../compat/user_stack.h"
#include "hot/unwind.h"
#include "unwind_tables.h"
#include "user_files.h"

/* Serializes changes of the tables. */
static DEFINE_MUTEX(unwind_mutex);

/* All tables, the oldest first. */
static LIST_HEAD(unwind_by_age);

/* Number of tables that were removed because there were too many. */
static unsigned int unwind_nr_removed;

/* A number of tables, and their memory. */
struct unwind_sum {
	unsigned int nr;
	size_t bytes;
};

static bool unwind_rule_is_valid(const struct histrig_unwind_rule *rule)
{
	return rule->base <= HISTRIG_UNWIND_REGISTER && rule->address <= HISTRIG_UNWIND_MOVED &&
	       rule->fp <= HISTRIG_UNWIND_POINTER && rule->third <= HISTRIG_UNWIND_POINTER &&
	       rule->signal <= 1 && rule->number < USER_REGISTERS && !rule->unused[0] &&
	       !rule->unused[1];
}

/* Tests what a walk relies on: the rules exist, and the rows are sorted. */
static bool unwind_table_is_valid(const struct unwind_table *table)
{
	const u32 nr_rules = table->head.nr_rules;
	const u32 *starts = unwind_starts(table);
	const u16 *numbers = unwind_numbers(table);
	u32 i;

	for (i = 0; i < nr_rules; i++)
		if (!unwind_rule_is_valid(&table->rules[i]))
			return false;
	for (i = 0; i < table->head.nr_rows; i++) {
		if (numbers[i] >= nr_rules && numbers[i] != HISTRIG_UNWIND_NO_RULE)
			return false;
		if (i && starts[i] <= starts[i - 1])
			return false;
	}
	return true;
}

/* Average number of rows in a block, roughly. */
#define UNWIND_BLOCK_ROWS	8

/* Size of the greatest table in bytes, roughly. */
#define UNWIND_TABLE_MAX	(HISTRIG_UNWIND_RULES * sizeof(struct histrig_unwind_rule) +	\
				 HISTRIG_UNWIND_ROWS * 7UL)

/* Returns the maximum number of words at @blocks. */
static u32 unwind_blocks_max(const struct histrig_unwind_head *head)
{
	return head->nr_rows / UNWIND_BLOCK_ROWS + 2;
}

/* Finds out at which row each block begins. */
static void unwind_table_index(struct unwind_table *table)
{
	const u32 nr_rows = table->head.nr_rows, max = unwind_blocks_max(&table->head) - 1;
	const u32 *starts = unwind_starts(table);
	/* With few rows, all bits may be shifted out, which 32 bits do not allow. */
	const u64 span = starts[nr_rows - 1] - starts[0];
	u32 row = 0, block;

	table->block_shift = 0;
	while (span >> table->block_shift >= max)
		table->block_shift++;
	table->nr_blocks = (span >> table->block_shift) + 1;
	for (block = 0; block < table->nr_blocks; block++) {
		while (row + 1 < nr_rows &&
		       starts[row + 1] - starts[0] <= (u64)block << table->block_shift)
			row++;
		table->blocks[block] = row;
	}
	table->blocks[block] = nr_rows - 1;
}

static bool unwind_head_is_valid(const struct histrig_unwind_head *head)
{
	return head->magic == HISTRIG_UNWIND_MAGIC && head->version == HISTRIG_UNWIND_VERSION &&
	       head->machine == USER_STACK_MACHINE && head->nr_rules &&
	       head->nr_rules <= HISTRIG_UNWIND_RULES && head->nr_rows &&
	       head->nr_rows <= HISTRIG_UNWIND_ROWS &&
	       head->build_id_len <= HISTRIG_UNWIND_BUILD_ID;
}

/* Sets what identifies the file. Returns 0 or an errno. */
static int unwind_table_identify(struct unwind_table *table)
{
	const struct inode *inode;
	struct file *file;

	table->state = UNWIND_VDSO_STATE;
	table->owner = GLOBAL_ROOT_UID;
	if (table->head.fd == HISTRIG_UNWIND_VDSO)
		return 0;
	if (table->head.fd < 0)
		return -EBADF;
	file = fget(table->head.fd);
	if (!file)
		return -EBADF;
	/* A mapped file of overlayfs has the inode of a lower layer. */
	inode = d_real_inode(file->f_path.dentry);
	if (S_ISREG(inode->i_mode)) {
		table->state = user_file_state(inode);
		table->version = user_file_version(inode);
		table->owner = inode->i_uid;
	}
	fput(file);
	return table->state == UNWIND_VDSO_STATE ? -EINVAL : 0;
}

/* Returns a table with everything but its identity, or an ERR_PTR. */
static struct unwind_table *unwind_table_copy(const char __user *from, size_t count)
{
	struct histrig_unwind_head head;
	struct unwind_table *table;
	size_t size, bytes, blocks;

	if (count < sizeof(head))
		return ERR_PTR(-EINVAL);
	if (copy_from_user(&head, from, sizeof(head)))
		return ERR_PTR(-EFAULT);
	if (!unwind_head_is_valid(&head))
		return ERR_PTR(-EINVAL);
	/* No overflow: the numbers of rules and rows are limited. */
	size = head.nr_rules * sizeof(table->rules[0]) +
	       head.nr_rows * (sizeof(u32) + sizeof(u16));
	if (count != sizeof(head) + size)
		return ERR_PTR(-EINVAL);
	blocks = ALIGN(sizeof(*table) + size, sizeof(u32));
	bytes = blocks + unwind_blocks_max(&head) * sizeof(u32);
	table = kvmalloc(bytes, GFP_KERNEL);
	if (!table)
		return ERR_PTR(-ENOMEM);
	table->bytes = is_vmalloc_addr(table) ? PAGE_ALIGN(bytes) : ksize(table);
	table->blocks = (void *)table + blocks;
	table->head = head;
	if (copy_from_user(table->rules, from + sizeof(head), size)) {
		kvfree(table);
		return ERR_PTR(-EFAULT);
	}
	if (!unwind_table_is_valid(table)) {
		kvfree(table);
		return ERR_PTR(-EINVAL);
	}
	unwind_table_index(table);
	return table;
}

static void unwind_table_remove(struct unwind_table *table)
{
	lockdep_assert_held(&unwind_mutex);
	hlist_del_rcu(&table->link);
	list_del(&table->by_age);
	kvfree_rcu(table, rcu);
}

static bool unwind_is_of_root(const struct unwind_table *table)
{
	return uid_eq(table->owner, GLOBAL_ROOT_UID);
}

/* Tests whether two tables have a limit in common: that of an owner, or of all users but root. */
static bool unwind_share_limit(const struct unwind_table *a, const struct unwind_table *b,
			       bool of_users)
{
	return uid_eq(a->owner, b->owner) ||
	       (of_users && !unwind_is_of_root(a) && !unwind_is_of_root(b));
}

static struct unwind_sum unwind_sum(const struct unwind_table *like, bool of_users)
{
	const struct unwind_table *table;
	struct unwind_sum sum = { 0 };

	list_for_each_entry(table, &unwind_by_age, by_age) {
		if (like && !unwind_share_limit(table, like, of_users))
			continue;
		sum.nr++;
		sum.bytes += table->bytes;
	}
	return sum;
}

/* Removes the oldest tables that share a limit with a new one, as long as that is exceeded. */
static void unwind_limit(const struct unwind_table *new, bool of_users, unsigned int nr_max,
			 size_t bytes_max)
{
	struct unwind_sum sum = unwind_sum(new, of_users);
	struct unwind_table *table, *next;

	list_for_each_entry_safe(table, next, &unwind_by_age, by_age) {
		if (sum.nr <= nr_max && sum.bytes <= bytes_max)
			return;
		/* The vDSO is not listed, so no program would write its table again. */
		if (table == new || table->state == UNWIND_VDSO_STATE ||
		    !unwind_share_limit(table, new, of_users))
			continue;
		sum.nr--;
		sum.bytes -= table->bytes;
		unwind_table_remove(table);
		unwind_nr_removed++;
	}
}

/* Adds a table in place of an earlier one for its file. */
static void unwind_table_add(struct unwind_table *table)
{
	struct unwind_table *old;

	BUILD_BUG_ON(UNWIND_TABLE_MAX > UNWIND_BYTES_USER);
	lockdep_assert_held(&unwind_mutex);
	old = (struct unwind_table *)unwind_table_find(table->state);
	hlist_add_head_rcu(&table->link, unwind_tables_like(table->state));
	list_add_tail(&table->by_age, &unwind_by_age);
	if (old)
		unwind_table_remove(old);
	if (unwind_is_of_root(table)) {
		unwind_limit(table, false, UNWIND_TABLES_ROOT, UNWIND_BYTES_ROOT);
	} else {
		unwind_limit(table, false, UNWIND_TABLES_USER, UNWIND_BYTES_USER);
		unwind_limit(table, true, UNWIND_TABLES_USERS, UNWIND_BYTES_USERS);
	}
}

int unwind_table_write(const char __user *from, size_t count)
{
	struct unwind_table *table = unwind_table_copy(from, count);
	int ret;

	if (IS_ERR(table))
		return PTR_ERR(table);
	ret = user_files_prepare() ?: unwind_table_identify(table);
	if (!ret) {
		mutex_lock(&unwind_mutex);
		unwind_table_add(table);
		mutex_unlock(&unwind_mutex);
	}
	if (ret)
		kvfree(table);
	return ret;
}

void unwind_tables_remove(void)
{
	struct unwind_table *table, *next;

	mutex_lock(&unwind_mutex);
	list_for_each_entry_safe(table, next, &unwind_by_age, by_age)
		unwind_table_remove(table);
	unwind_nr_removed = 0;
	mutex_unlock(&unwind_mutex);
}

void unwind_tables_show(struct seq_file *m)
{
	struct unwind_sum sum;

	mutex_lock(&unwind_mutex);
	sum = unwind_sum(NULL, false);
	seq_printf(m, "# %u tables, %zu bytes, %u removed\n", sum.nr, sum.bytes,
		   unwind_nr_removed);
	mutex_unlock(&unwind_mutex);
}
