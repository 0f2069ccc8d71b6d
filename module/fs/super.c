// SPDX-License-Identifier: GPL-2.0
/* The superblock: mount options, and walks over its inodes. */
#include <linux/cred.h>
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/fsnotify.h>
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/statfs.h>
#include <linux/user_namespace.h>
#include <linux/workqueue.h>

#include "../compat/vfs.h"
#include "../files/files.h"
#include "../instance/instance.h"
#include "../instance/lifecycle.h"
#include "attr.h"
#include "fs.h"
#include "inode.h"
#include "view.h"

/* The filesystem's magic number for statfs(): "hist". */
#define HISTRIG_MAGIC	0x68697374

static const struct fs_parameter_spec parameters[] = {
	fsparam_u32("gid", ATTR_GID),
	fsparam_u32oct("mode", ATTR_MODE),
	fsparam_u32("uid", ATTR_UID),
	{}
};

static int super_parse_param(struct fs_context *fc, struct fs_parameter *param)
{
	struct attr *options = fc->fs_private;
	struct fs_parse_result result;
	int opt;

	opt = fs_parse(fc, parameters, param, &result);
	switch (opt) {
	case ATTR_UID:
		options->uid = make_kuid(current_user_ns(), result.uint_32);
		if (!uid_valid(options->uid))
			return invalf(fc, "Unknown uid");
		break;
	case ATTR_GID:
		options->gid = make_kgid(current_user_ns(), result.uint_32);
		if (!gid_valid(options->gid))
			return invalf(fc, "Unknown gid");
		break;
	case ATTR_MODE:
		options->mode = result.uint_32 & S_IALLUGO;
		break;
	default:
		return opt;
	}
	options->given |= opt;
	return 0;
}

static int show_options(struct seq_file *m, struct dentry *root)
{
	struct attr options;

	attr_options_get(&options);
	if (!uid_eq(options.uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u",
			   from_kuid_munged(&init_user_ns, options.uid));
	if (!gid_eq(options.gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u",
			   from_kgid_munged(&init_user_ns, options.gid));
	if (options.mode != ATTR_ROOT_MODE)
		seq_printf(m, ",mode=%o", options.mode);
	return 0;
}

static const struct super_operations super_ops = {
	.alloc_inode = inode_alloc,
	.free_inode = inode_free,
	.evict_inode = inode_evict,
	.statfs = simple_statfs,
	.show_options = show_options,
};

static int fill_super(struct super_block *sb, struct fs_context *fc)
{
	struct tree_child root;
	struct inode *inode;
	int ret;

	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_magic = HISTRIG_MAGIC;
	sb->s_op = &super_ops;
	sb->s_time_gran = 1;
	set_default_d_op(sb, &dir_dentry_ops);

	ret = instances_show();
	if (ret)
		return ret;
	tree_root(&root);
	inode = inode_create(sb, &root);
	sb->s_root = inode ? d_make_root(inode) : NULL;
	return sb->s_root ? 0 : -ENOMEM;
}

static int get_tree(struct fs_context *fc)
{
	int ret;

	/* The superblock is shared, so make only this mount read-only. */
	fc->sb_flags &= ~SB_RDONLY;
	ret = get_tree_single(fc, fill_super);
	if (!ret)
		attr_options_set(fc->root->d_sb, fc->fs_private);
	return ret;
}

static int super_reconfigure(struct fs_context *fc)
{
	fc->sb_flags_mask &= ~SB_RDONLY;	/* fsconfig() may set it */
	attr_options_set(fc->root->d_sb, fc->fs_private);
	return 0;
}

static void free_context(struct fs_context *fc)
{
	kfree(fc->fs_private);
}

static const struct fs_context_operations context_ops = {
	.parse_param = super_parse_param,
	.get_tree = get_tree,
	.reconfigure = super_reconfigure,
	.free = free_context,
};

/*
 * The one superblock belongs to the initial user namespace, even if a user of
 * another one causes the mount, for example an automount.
 */
static int init_context(struct fs_context *fc)
{
	struct attr *options = kzalloc(sizeof(*options), GFP_KERNEL);

	if (!options)
		return -ENOMEM;
	fc->fs_private = options;
	fc->ops = &context_ops;
	put_user_ns(fc->user_ns);
	fc->user_ns = get_user_ns(&init_user_ns);
	fc->global = true;
	/* Remounting makes only the mount read-only, see get_tree(). */
	fc->sb_flags_mask &= ~SB_RDONLY;
	return 0;
}

struct file_system_type histrig_fs_type = {
	.owner = THIS_MODULE,
	.name = "histrig",
	.init_fs_context = init_context,
	.parameters = parameters,
	.kill_sb = kill_anon_super,
};
MODULE_ALIAS_FS("histrig");

static bool is_removed_instance(const struct inode *inode)
{
	const struct instance *instance = READ_ONCE(inode->i_private);

	/* An inode that is still being made has no object. */
	return tree_entry(inode) == &tree_instance_dir && instance &&
	       tree_removed(TREE_OF_INSTANCE, instance);
}

/*
 * Calls @act for all inodes that match, each with a reference. Walks all inodes, since they are
 * in no hash table. @matches must not sleep, @act may. The caller holds a reference on @sb.
 */
static void super_walk_inodes(struct super_block *sb,
			      bool (*matches)(const struct inode *inode),
			      void (*act)(struct inode *inode))
{
	struct inode *inode, *previous = NULL;

	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		if (!matches(inode) || !igrab(inode))
			continue;
		/* The reference keeps our position in the list. */
		spin_unlock(&sb->s_inode_list_lock);
		act(inode);
		iput(previous);
		previous = inode;
		cond_resched();
		spin_lock(&sb->s_inode_list_lock);
	}
	spin_unlock(&sb->s_inode_list_lock);
	iput(previous);
}

static void unmount_from(struct inode *inode)
{
	struct dentry *dentry = d_find_any_alias(inode);

	if (dentry)
		d_invalidate(dentry);
	dput(dentry);
}

static void keep_super(struct super_block *sb, void *kept)
{
	if (atomic_inc_not_zero(&sb->s_active))
		*(struct super_block **)kept = sb;
}

/*
 * Unmounts after iterate_supers_type(), which holds the superblock's lock:
 * unmounting may drop the last reference, which takes that lock.
 */
void super_unmount_removed(void)
{
	struct super_block *sb = NULL;

	iterate_supers_type(&histrig_fs_type, keep_super, &sb);
	if (!sb)
		return;
	super_walk_inodes(sb, is_removed_instance, unmount_from);
	deactivate_super(sb);
}

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
