// SPDX-License-Identifier: GPL-2.0
/* Notifies watchers of files that tracers change; see notify.h. */
#include <linux/fs.h>
#include <linux/fsnotify.h>
#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "../files/files.h"
#include "../instance/instance.h"
#include "inode.h"
#include "notify.h"
#include "super.h"

static bool is_max_latency(struct inode *inode)
{
	const struct tree_entry *entry = tree_entry(inode);

	return entry && entry->fops == &tracing_max_latency_fops;
}

/* Tests whether the file has changed since the last call. */
static bool has_news(struct inode *inode)
{
	struct tree_inode *file = container_of(inode, struct tree_inode, vfs);
	const struct instance *instance = READ_ONCE(inode->i_private);
	unsigned int before = file->nr_told;

	/* An inode that is being made has no object yet. */
	if (instance)
		file->nr_told = READ_ONCE(instance->nr_worst);
	return file->nr_told != before;
}

void notify_begin(struct inode *inode)
{
	if (is_max_latency(inode))
		has_news(inode);
}

/*
 * Inodes are in no hash table, so this walks all of them. A mark that watches a
 * file keeps its inode.
 */
static void tell_watchers(struct super_block *sb, void *unused)
{
	struct inode *inode, *previous = NULL;

	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (!is_max_latency(inode) || !igrab(inode))
			continue;
		/* The reference keeps the place in the list. */
		spin_unlock(&sb->s_inode_list_lock);
		if (has_news(inode))
			fsnotify_inode(inode, FS_MODIFY);
		iput(previous);
		previous = inode;
		cond_resched();
		spin_lock(&sb->s_inode_list_lock);
	}
	spin_unlock(&sb->s_inode_list_lock);
	iput(previous);
}

static void notify_tell(struct work_struct *work)
{
	/* Keeps the superblock while its inodes are walked. */
	iterate_supers_type(&histrig_fs_type, tell_watchers, NULL);
}

static DECLARE_WORK(tell_work, notify_tell);

static void begin_telling(struct irq_work *work)
{
	schedule_work(&tell_work);
}

void notify_init(void)
{
	init_irq_work(&instance_worst_news, begin_telling);
}

void notify_exit(void)
{
	irq_work_sync(&instance_worst_news);
	cancel_work_sync(&tell_work);
}
