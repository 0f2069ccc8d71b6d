// SPDX-License-Identifier: GPL-2.0
/* Reading files that the kernel prints, see lines.h. */
#include <linux/fs.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/mount.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uio.h>

#include "folder.h"
#include "lines.h"
#include "workqueue.h"

/*
 * The size of the seq_file's buffer and of a read, as single_open_size() would set it. To fill
 * the next buffer, the kernel's list of functions walks from the first function to the one that
 * follows. If a buffer is one page, these walks take longer than all else.
 */
#define BUFFER_SIZE	SZ_64K

/*
 * Passes complete lines to @take until a call returns nonzero; then returns that value.
 * Otherwise moves the incomplete last line to the front, and sets @len to its length.
 * Returns -E2BIG if that line fills the buffer.
 */
static int take_lines(take_line_fn *take, void *ctx, char *text, size_t *len)
{
	char *line = text, *end;
	int ret;

	while ((end = memchr(line, '\n', text + *len - line))) {
		*end = '\0';
		ret = take(ctx, line);
		if (ret)
			return ret;
		line = end + 1;
	}
	*len -= line - text;
	memmove(text, line, *len);
	return *len == BUFFER_SIZE ? -E2BIG : 0;
}

static ssize_t read_more(struct file *filp, char *text, size_t size)
{
	struct kvec vec = { .iov_base = text, .iov_len = size };
	struct iov_iter iter;
	struct kiocb iocb;
	ssize_t ret;

	init_sync_kiocb(&iocb, filp);
	iocb.ki_pos = filp->f_pos;
	iov_iter_kvec(&iter, READ, &vec, 1, size);
	/*
	 * Not kernel_read(), which refuses files without read_iter. The file is a seq_file,
	 * because no user can replace files on the private mount of lines_read_file().
	 */
	ret = seq_read_iter(&iocb, &iter);
	filp->f_pos = iocb.ki_pos;
	return ret;
}

static int read_open_file(struct file *filp, take_line_fn *take, void *ctx)
{
	char *text = kvmalloc(BUFFER_SIZE, GFP_KERNEL);
	size_t len = 0;
	ssize_t ret = -ENOMEM;

	while (text) {
		ret = read_more(filp, text + len, BUFFER_SIZE - len);
		if (ret <= 0)
			break;
		len += ret;
		ret = take_lines(take, ctx, text, &len);
		if (ret)
			break;
		cond_resched();
	}
	kvfree(text);
	return ret;
}

/*
 * Gives the seq_file's lock a separate lockdep class. In the common class are the locks of
 * our seq_files, under which we take our mutexes; so lockdep would report that callers
 * already hold such a mutex here.
 */
static void set_lock_class(struct file *filp)
{
	static struct lock_class_key key;

	lockdep_set_class(&((struct seq_file *)filp->private_data)->lock, &key);
}

/* Sets the buffer that seq_release() frees. Without memory, the seq_file allocates a page. */
static void enlarge_buffer(struct seq_file *seq)
{
	if (seq->buf)
		return;
	seq->buf = kvmalloc(BUFFER_SIZE, GFP_KERNEL);
	if (seq->buf)
		seq->size = BUFFER_SIZE;
}

static int lines_read_file(const char *fs, const char *name, take_line_fn *take,
			   void *ctx)
{
	struct vfsmount *mnt = mount_unseen(fs);
	struct file *filp;
	int ret;

	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	filp = open_below(mnt, name, O_RDONLY);
	ret = PTR_ERR_OR_ZERO(filp);
	if (!ret) {
		set_lock_class(filp);
		enlarge_buffer(filp->private_data);
		ret = read_open_file(filp, take, ctx);
		filp_close(filp, NULL);
	}
	kern_unmount(mnt);
	return ret;
}

/* A request of read_kernel_lines() to the worker. */
struct reading {
	struct work_struct work;
	const char *fs;
	const char *name;
	take_line_fn *take;
	void *ctx;
	int ret;
};

static void read_in_worker(struct work_struct *work)
{
	struct reading *reading = container_of(work, struct reading, work);

	reading->ret = lines_read_file(reading->fs, reading->name,
				       reading->take, reading->ctx);
}

int read_kernel_lines(const char *fs, const char *name, take_line_fn *take,
		      void *ctx)
{
	struct reading reading = {
		.fs = fs,
		.name = name,
		.take = take,
		.ctx = ctx,
	};

	INIT_WORK_ONSTACK(&reading.work, read_in_worker);
	queue_unbound_work(&reading.work);
	flush_work(&reading.work);
	destroy_work_on_stack(&reading.work);
	return reading.ret;
}

/* Is this line of /proc/modules that of the module @ctx? */
static int line_has_module(void *ctx, char *line)
{
	size_t len = str_has_prefix(line, ctx);

	return len && line[len] == ' ';
}

bool module_is_loaded(const char *name)
{
	return read_kernel_lines("proc", "modules", line_has_module, (void *)name) == 1;
}
