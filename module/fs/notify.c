// SPDX-License-Identifier: GPL-2.0
/* Notifies watchers of tracing_max_latency, see notify.h. */
#include <linux/fs.h>
#include <linux/fsnotify.h>
#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "../files/files.h"
#include "../instance/instance.h"
#include "inode.h"
#include "notify.h"
#include "super.h"

static bool is_max_latency(const struct inode *inode)
{
	const struct tree_entry *entry = tree_entry(inode);

	return entry && entry->fops == &tracing_max_latency_fops;
}

/* Has the file changed since the last call? */
static bool has_news(struct inode *inode)
{
	struct tree_inode *file = container_of(inode, struct tree_inode, vfs);
	const struct instance *instance = READ_ONCE(inode->i_private);
	unsigned int before = file->nr_told;

	/* An inode that is still being made has no object. */
	if (instance)
		file->nr_told = READ_ONCE(instance->nr_worst);
	return file->nr_told != before;
}

void notify_begin(struct inode *inode)
{
	if (is_max_latency(inode))
		has_news(inode);
}

static void tell_of_file(struct inode *inode)
{
	if (has_news(inode))
		fsnotify_inode(inode, FS_MODIFY);
}

/*
 * Notifies the watchers of each file that has changed. The walk finds all
 * watched inodes, because they are not reclaimed.
 */
static void tell_watchers(struct super_block *sb, void *unused)
{
	super_walk_inodes(sb, is_max_latency, tell_of_file);
}

static void notify_tell(struct work_struct *work)
{
	/* The kernel keeps the superblock while tell_watchers() walks it. */
	iterate_supers_type(&histrig_fs_type, tell_watchers, NULL);
}

static DECLARE_WORK(tell_work, notify_tell);

static void begin_telling(struct irq_work *work)
{
	schedule_work(&tell_work);
}

void notify_init(void)
{
	init_irq_work(&instance_max_trace_news, begin_telling);
}

void notify_exit(void)
{
	irq_work_sync(&instance_max_trace_news);
	cancel_work_sync(&tell_work);
}
