// SPDX-License-Identifier: GPL-2.0
/*
 * The files trace_marker and trace_marker_raw.
 *
 * A string is recorded as a hit of ftrace/print, which has no tracepoint; marker_text() is its
 * source. The string is recorded whether or not the event is enabled, and runs the event's
 * triggers.
 *
 * A string that cannot be read from user memory is recorded as "<faulted>", because the
 * time of a marker is useful even without the string.
 */
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../event/event_file.h"
#include "../event/hit.h"
#include "../event/registry.h"
#include "../instance/instance.h"
#include "../record/hot/output.h"
#include "../record/internal_events.h"
#include "files.h"
#include "open.h"

/* Maximum number of bytes that a write records. */
#define MARKER_MAX	1024
/* Maximum write to trace_marker_raw; bytes beyond MARKER_MAX are dropped. */
#define RAW_WRITE_MAX	3072

/* Records of up to this many bytes are built on the stack. */
#define SMALL_MAX	256

#define FAULTED		"<faulted>"
#define FAULTED_LEN	(sizeof(FAULTED) - 1)

static int marker_open(struct inode *inode, struct file *filp)
{
	int ret = instance_get(inode->i_private);

	if (ret)
		return ret;
	stream_open(inode, filp);
	/* While the file is open, the instance is not removed, nor is its event file. */
	mutex_lock(&event_mutex);
	filp->private_data = event_file_in(&internal_print_event, inode->i_private);
	mutex_unlock(&event_mutex);
	return 0;
}

/*
 * Returns zeroed memory for a record: @small if the record fits, else
 * allocated.
 */
static void *get_buf(void *small, size_t size)
{
	if (size > SMALL_MAX)
		return kzalloc(size, GFP_KERNEL);
	return memset(small, 0, size);
}

static void put_buf(void *small, void *buf)
{
	if (buf != small)
		kfree(buf);
}

/*
 * Records a string of @len bytes, and runs the triggers of @file, which may be NULL. The record
 * has space for two more bytes. Appends a newline to the recorded string if it has none; triggers
 * see the string as the user wrote it. Returns false if it was not recorded; triggers then do not
 * run.
 */
static bool marker_text(struct instance *instance, struct event_file *file,
			struct print_record *record, size_t len, size_t size)
{
	bool newline = !len || record->text[len - 1] != '\n', recorded;

	if (newline)
		record->text[len] = '\n';
	record->text[len + newline] = '\0';

	preempt_disable_notrace();
	recorded = output_record(instance, EVENT_ID_PRINT, record, size);
	if (recorded && file && READ_ONCE(file->probed)) {
		record->text[len] = '\0';
		event_hit(file, record, size);
	}
	preempt_enable_notrace();
	return recorded;
}

/* Has the name of the kernel's function, because trace shows it before the message. */
static ssize_t tracing_mark_write(struct file *filp, const char __user *from,
				  size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	char small[SMALL_MAX] __aligned(8);
	struct print_record *record;
	size_t size, len;
	ssize_t ret;

	if (!instance_option(instance, OPTION_MARKERS))
		return -EINVAL;
	len = min_t(size_t, count, MARKER_MAX);
	size = sizeof(*record) + max(len, FAULTED_LEN) + 2;
	record = get_buf(small, size);
	if (!record)
		return -ENOMEM;
	ret = len;
	if (copy_from_user(record->text, from, len)) {
		len = FAULTED_LEN;
		memcpy(record->text, FAULTED, len);
		ret = -EFAULT;
	}
	record->ip = (unsigned long)tracing_mark_write;
	if (!marker_text(instance, filp->private_data, record, len, size))
		ret = -EBADF;
	put_buf(small, record);
	return ret;
}

const struct file_operations trace_marker_fops = {
	.owner = THIS_MODULE,
	.open = marker_open,
	.write = tracing_mark_write,
	.release = instance_file_release,
};

static ssize_t marker_raw_write(struct file *filp, const char __user *from,
				size_t count, loff_t *pos)
{
	struct instance *instance = file_inode(filp)->i_private;
	char small[SMALL_MAX] __aligned(8);
	struct raw_data_record *record;
	size_t size, len;
	ssize_t ret;

	if (!instance_option(instance, OPTION_MARKERS))
		return -EINVAL;
	if (count < sizeof(record->id) || count > RAW_WRITE_MAX)
		return -EINVAL;
	len = min_t(size_t, count, MARKER_MAX);
	/* trace prints all bytes of an entry, and the ring rounds its size up to four. */
	size = ALIGN(sizeof(*record) + max(len, sizeof(record->id) + FAULTED_LEN), 4);
	record = get_buf(small, size);
	if (!record)
		return -ENOMEM;
	ret = len;
	if (copy_from_user(&record->id, from, len)) {
		record->id = -1;
		memcpy(record->data, FAULTED, FAULTED_LEN);
		ret = -EFAULT;
	}
	preempt_disable_notrace();
	if (!output_record(instance, EVENT_ID_RAW_DATA, record, size))
		ret = -EBADF;
	preempt_enable_notrace();
	put_buf(small, record);
	return ret;
}

const struct file_operations trace_marker_raw_fops = {
	.owner = THIS_MODULE,
	.open = marker_open,
	.write = marker_raw_write,
	.release = instance_file_release,
};
