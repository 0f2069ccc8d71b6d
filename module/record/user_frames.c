// SPDX-License-Identifier: GPL-2.0
/* The table of files for frames of user stacks, see user_frames.h. */
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../compat/file_path.h"
#include "../compat/probe.h"
#include "../compat/workqueue.h"
#include "../event/registry.h"
#include "hot/user_frames.h"
#include "user_frames.h"

static unsigned int users;

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

/* Takes down the path of a file, and puts the file that a hit has got. */
static void take_down(struct user_file *entry, char *text)
{
	/* Pairs with file_kind(). */
	struct file *file = smp_load_acquire(&entry->file);
	char *path;

	if (!file)
		return;
	path = text ? mapped_file_path(file, text, PATH_MAX) : ERR_PTR(-ENOMEM);
	path = IS_ERR(path) ? NULL : kstrdup(path, GFP_KERNEL);
	/* Pairs with user_frame_read(). */
	smp_store_release(&entry->path, path);
	WRITE_ONCE(entry->file, NULL);
	fput(file);
}

static void take_down_all(struct work_struct *work)
{
	char *text = kmalloc(PATH_MAX, GFP_KERNEL);
	unsigned int i;

	for (i = 0; i < USER_FILES_MAX; i++)
		take_down(&user_files[i], text);
	kfree(text);
}

static DECLARE_WORK(path_work, take_down_all);

static void queue_paths(struct irq_work *work)
{
	queue_unbound_work(&path_work);
}

DEFINE_IRQ_WORK(user_files_added, queue_paths);

int user_frames_want(void)
{
	lockdep_assert_held(&event_mutex);
	if (users++)
		return 0;
	user_stacks_prepare();
	user_files = kvcalloc(USER_FILES_MAX, sizeof(*user_files), GFP_KERNEL);
	if (user_files)
		return 0;
	users--;
	return -ENOMEM;
}

void user_frames_settle(void)
{
	irq_work_sync(&user_files_added);
	flush_work(&path_work);
}

void user_frames_done(void)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (--users)
		return;
	user_frames_settle();
	user_stacks_settle();
	for (i = 0; i < USER_FILES_MAX; i++)
		kfree(user_files[i].path);
	kvfree(user_files);
	user_files = NULL;
}

struct user_frame user_frame_read(u64 frame)
{
	const unsigned int kind = frame >> USER_FRAME_SHIFT;
	struct user_frame read = { .offset = frame & USER_FRAME_LOW };

	read.in_file = kind != USER_FRAME_ADDRESS && kind < USER_FRAME_END;
	read.is_end = kind >= USER_FRAME_END;
	if (read.is_end)
		read.name = read.offset < ARRAY_SIZE(ends) ?
			    ends[read.offset] : "no user frame";
	else if (kind == USER_FRAME_VDSO)
		read.name = "[vdso]";
	else if (kind == USER_FRAME_OTHER)
		read.name = "[other]";
	else if (read.in_file)
		/* Pairs with take_down(). */
		read.name = smp_load_acquire(&user_files[kind - USER_FRAME_FILE].path) ?:
			    "[unknown]";
	return read;
}
