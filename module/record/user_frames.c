// SPDX-License-Identifier: GPL-2.0
/* The table of files for frames of user stacks, see user_frames.h. */
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/preempt.h>
#include <linux/random.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/file_path.h"
#include "../compat/probe.h"
#include "../compat/workqueue.h"
#include "../event/registry.h"
#include "unwind_tables.h"
#include "user_files.h"
#include "user_frames.h"

/* Delay in jiffies before a table with too few free slots is tidied. */
#define TIDY_EVERY	HZ

/*
 * Minimum time in jiffies between two wraparounds of a slot's life, which has
 * few bits in frames. For this long, a frame outside of histograms, for example
 * in a ring, does not name a later file of its slot.
 */
#define LAP_MIN		(4 * 60 * 60 * HZ)

static unsigned int users;
static user_frames_marker mark_all;

/* Number of slots that could not be freed when the table was last tidied. */
static unsigned int nr_kept;

static const char *const ends[] = {
	[USER_STACK_WHOLE] = "",
	[USER_STACK_NMI] = "in an NMI",
	[USER_STACK_NONE] = "no user stack",
	[USER_STACK_FAULT] = "page fault",
	[USER_STACK_LOST] = "no return address",
	[USER_STACK_BUSY] = "mappings are changing",
	[USER_STACK_NESTED] = "nested",
	[USER_STACK_COMPAT] = "32 bits",
	[USER_STACK_UNKEPT] = "files are not kept",
};

/*
 * Removes what d_path() appends for a deleted file, because the name must not
 * depend on when the worker stores it.
 */
static void cut_deleted(const struct file *file, char *path)
{
	static const char deleted[] = " (deleted)";
	const size_t len = strlen(path), less = strlen(deleted);

	if (len > less && d_unlinked(file->f_path.dentry) &&
	    !strcmp(path + len - less, deleted))
		path[len - less] = '\0';
}

/* Stores the path of a file, and drops the reference that a hit took. */
static void take_down(struct user_file *entry, char *text)
{
	/* Pairs with fill_slot(), which took a reference to the file. */
	struct file *file = smp_load_acquire(&entry->file);
	struct user_path *path = NULL;
	char *from;
	size_t size;

	if (!file)
		return;
	from = text ? mapped_file_path(file, text, PATH_MAX) : ERR_PTR(-ENOMEM);
	if (!IS_ERR(from)) {
		cut_deleted(file, from);
		size = strlen(from) + 1;
		path = kmalloc(struct_size(path, text, size), GFP_KERNEL);
		if (path) {
			path->life = entry->life;
			memcpy(path->text, from, size);
		}
	}
	rcu_assign_pointer(entry->path, path);
	WRITE_ONCE(entry->file, NULL);
	fput(file);
}

static void tidy_late(struct work_struct *work)
{
	mutex_lock(&event_mutex);
	if (users)
		user_frames_tidy();
	mutex_unlock(&event_mutex);
}

static DECLARE_DELAYED_WORK(tidy_work, tidy_late);

static void take_down_all(struct work_struct *work)
{
	char *text = kmalloc(PATH_MAX, GFP_KERNEL);
	unsigned int i;

	for (i = 0; i < USER_FILES_MAX; i++)
		take_down(&user_files->files[i], text);
	kfree(text);
	if (READ_ONCE(user_files->is_short))
		schedule_delayed_work(&tidy_work, TIDY_EVERY);
}

static DECLARE_WORK(path_work, take_down_all);

static void queue_paths(struct irq_work *work)
{
	queue_unbound_work(&path_work);
}

DEFINE_IRQ_WORK(user_files_added, queue_paths);

static int user_frames_make_table(void)
{
	struct user_files *table;

	if (user_files)
		return 0;
	table = kvzalloc(sizeof(*table), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	get_random_bytes(&table->secret, sizeof(table->secret));
	raw_spin_lock_init(&table->lock);
	user_stacks_prepare();
	/* Pairs with file_name() and user_frames_were_short(): they see a complete table. */
	smp_store_release(&user_files, table);
	return 0;
}

int user_frames_want(user_frames_marker marker)
{
	int ret;

	lockdep_assert_held(&event_mutex);
	ret = user_frames_make_table();
	if (ret)
		return ret;
	mark_all = marker;
	users++;
	return 0;
}

int user_files_prepare(void)
{
	int ret;

	mutex_lock(&event_mutex);
	ret = user_frames_make_table();
	mutex_unlock(&event_mutex);
	return ret;
}

void user_frames_sync(void)
{
	irq_work_sync(&user_files_added);
	flush_work(&path_work);
}

void user_frames_done(void)
{
	lockdep_assert_held(&event_mutex);
	if (--users)
		return;
	user_frames_sync();
	user_stacks_sync();
}

void user_frames_exit(void)
{
	unsigned int i;

	if (!user_files)
		return;
	user_frames_sync();
	cancel_delayed_work_sync(&tidy_work);
	for (i = 0; i < USER_FILES_MAX; i++)
		kfree(rcu_dereference_protected(user_files->files[i].path, true));
	unwind_tables_remove();
	kvfree(user_files);
	user_files = NULL;
}

/* Has any user used up their share? */
static bool is_shared_out(void)
{
	unsigned int i;

	for (i = 0; i < USER_FILES_MAX; i++)
		if (READ_ONCE(user_files->shares[i].nr) >= USER_FILES_SHARE)
			return true;
	return false;
}

/* Is it time to look for unused files? */
static bool is_short(void)
{
	const unsigned int nr = READ_ONCE(user_files->nr);

	return READ_ONCE(user_files->is_short) || is_shared_out() ||
	       (nr > USER_FILES_MAX / 2 && nr > (USER_FILES_MAX + nr_kept) / 2);
}

static void clear_used(void)
{
	struct user_file *entry;
	unsigned int i;
	u64 state;

	for (i = 0; i < USER_FILES_MAX; i++) {
		entry = &user_files->files[i];
		state = READ_ONCE(entry->state);
		if (state)
			WRITE_ONCE(entry->state, state & ~USER_FILE_USED);
	}
}

/* Would the next file wrap the slot's life around within LAP_MIN of the last time? */
static bool is_worn(const struct user_file *entry)
{
	return !((entry->life + 1) & USER_FRAME_LIFE) &&
	       time_before(jiffies, entry->lap + LAP_MIN);
}

/* Frees a slot, unless a hit has used it since clear_used(). */
static void free_slot(struct user_file *entry)
{
	struct user_path *path;
	const u64 state = READ_ONCE(entry->state);

	if (!state || state & USER_FILE_USED || is_worn(entry) ||
	    cmpxchg(&entry->state, state, USER_FILE_USED) != state)
		return;
	path = rcu_dereference_protected(entry->path,
					 lockdep_is_held(&event_mutex));
	RCU_INIT_POINTER(entry->path, NULL);
	if (path)
		kfree_rcu(path, rcu);
	WRITE_ONCE(entry->life, entry->life + 1);
	/* Pairs with find_free(), so that a new file gets the new life. */
	smp_store_release(&entry->state, 0);
}

static void count_shares(void)
{
	const struct user_file *entry;
	struct user_share *share;
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&user_files->lock, flags);
	memset(user_files->shares, 0, sizeof(user_files->shares));
	user_files->nr = 0;
	for (i = 0; i < USER_FILES_MAX; i++) {
		entry = &user_files->files[i];
		if (!READ_ONCE(entry->state))
			continue;
		user_files->nr++;
		if (!entry->user)
			continue;
		share = user_files_share(entry->user);
		share->user = entry->user;
		share->nr++;
	}
	raw_spin_unlock_irqrestore(&user_files->lock, flags);
}

/*
 * Clears USER_FILE_USED in all slots, then waits for hits. After that, a slot is
 * needed only if a hit has set the bit again, or if mark_all() finds a frame of
 * the slot.
 */
void user_frames_tidy(void)
{
	static DECLARE_BITMAP(used, USER_FILES_MAX);
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!user_files || !is_short())
		return;
	clear_used();
	hits_synchronize();
	/* Drops the references to files that these hits have added. */
	user_frames_sync();
	bitmap_zero(used, USER_FILES_MAX);
	mark_all(used);
	for (i = 0; i < USER_FILES_MAX; i++)
		if (!test_bit(i, used))
			free_slot(&user_files->files[i]);
	count_shares();
	nr_kept = READ_ONCE(user_files->nr);
	WRITE_ONCE(user_files->is_short, 0);
}

bool user_frames_were_short(void)
{
	/* Pairs with user_frames_make_table(), so that we see a complete table. */
	const struct user_files *table = smp_load_acquire(&user_files);

	return table && READ_ONCE(table->was_short);
}

static bool in_table(u64 frame)
{
	return frame >> 62 == USER_FRAME_FILE >> 62;
}

static unsigned int user_frame_slot(u64 frame)
{
	return frame >> USER_FRAME_SLOT_SHIFT & (USER_FILES_MAX - 1);
}

static u32 life_of(u64 frame)
{
	return frame >> USER_FRAME_OFFSET_BITS & USER_FRAME_LIFE;
}

static bool is_alive(u64 frame)
{
	return in_table(frame) &&
	       !((user_files->files[user_frame_slot(frame)].life ^
		  life_of(frame)) &
		 USER_FRAME_LIFE);
}

void user_frames_mark(unsigned long *used, const u64 *words, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (is_alive(words[i]))
			__set_bit(user_frame_slot(words[i]), used);
}

/* Returns a frame's path, or "[unknown]" if its slot has another file now. */
static const char *file_name(u64 frame)
{
	/* Pairs with user_frames_make_table(), so that we see a complete table. */
	struct user_files *table = smp_load_acquire(&user_files);
	struct user_path *path = NULL;

	if (table)
		path = rcu_dereference_check(table->files[user_frame_slot(frame)].path,
					     lockdep_is_held(&event_mutex));
	return path && (path->life & USER_FRAME_LIFE) == life_of(frame) ?
		       path->text : "[unknown]";
}

struct user_frame user_frame_read(u64 frame)
{
	static const char *const names[] = {
		[USER_FRAME_OTHER] = "[other]",
		[USER_FRAME_SHARE] = "[over share]",
		[USER_FRAME_VDSO] = "[vdso]",
	};
	const unsigned int kind = frame >> USER_FRAME_SHIFT;
	struct user_frame read = { .offset = frame & USER_FRAME_LOW };

	if (in_table(frame)) {
		read.in_file = true;
		read.name = file_name(frame);
		read.offset = frame & USER_FRAME_OFFSET;
	} else if (kind < ARRAY_SIZE(names)) {
		read.name = names[kind];
		read.in_file = read.name;
	} else {
		read.is_end = true;
		read.name = read.offset < ARRAY_SIZE(ends) ?
			    ends[read.offset] : "no user frame";
	}
	return read;
}

/* Returns the table of a slot's file as it is now, or NULL. Preemption off keeps the table. */
static const struct unwind_table *slot_table(const struct user_file *entry)
{
	const u64 state = READ_ONCE(entry->state);
	const struct unwind_table *table = unwind_table_find(state | USER_FILE_USED);

	return table && !user_file_versions_differ(&table->version, &entry->version) ? table : NULL;
}

unsigned int user_frame_build_id(u64 frame, u8 *id)
{
	const struct unwind_table *table;
	const struct user_file *entry;
	unsigned int len = 0;

	lockdep_assert_held(&event_mutex);
	if (!user_files || !is_alive(frame))
		return 0;
	entry = &user_files->files[user_frame_slot(frame)];
	preempt_disable();
	table = slot_table(entry);
	/* Pairs with file_start(): if the table is that of a later version, we see the change. */
	smp_rmb();
	if (table && !READ_ONCE(entry->is_changed)) {
		len = table->head.build_id_len;
		memcpy(id, table->head.build_id, len);
	}
	preempt_enable();
	return len;
}

void user_file_show(struct seq_file *m, unsigned int slot)
{
	const struct unwind_table *table;
	const struct user_file *entry;
	const struct user_path *path;

	lockdep_assert_held(&event_mutex);
	if (!user_files)
		return;
	entry = &user_files->files[slot];
	path = rcu_dereference_protected(entry->path, lockdep_is_held(&event_mutex));
	if (!READ_ONCE(entry->state) || !path || path->life != entry->life)
		return;
	seq_escape(m, path->text, " \t\n\\");
	preempt_disable();
	table = slot_table(entry);
	if (table)
		seq_printf(m, " rows %u\n", table->head.nr_rows);
	else
		seq_puts(m, " none\n");
	preempt_enable();
}
