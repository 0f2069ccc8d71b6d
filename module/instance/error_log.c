// SPDX-License-Identifier: GPL-2.0
/* The error log; see error_log.h. */
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_clock.h>

#include "error_log.h"

#define COMMAND_PREFIX	"  Command: "

struct error_entry {
	struct list_head link;
	const char *text;
	u64 time;
	u16 column;
	char place[128];
	char command[];
};

/* Guards the entries of all logs. Innermost lock: holders take no other lock of ours. */
static DEFINE_MUTEX(log_mutex);

static void error_log_drop_oldest(struct error_log *log)
{
	struct error_entry *entry;

	entry = list_first_entry(&log->entries, struct error_entry, link);
	list_del(&entry->link);
	log->nr--;
	kfree(entry);
}

void error_log_add(struct error_log *log, const char *place,
		   const char *command, const char *text, u16 column)
{
	struct error_entry *entry;
	size_t size = strlen(command) + 1;

	entry = kmalloc(struct_size(entry, command, size), GFP_KERNEL);
	if (!entry)
		return;
	entry->text = text;
	entry->time = trace_clock();
	entry->column = column;
	strscpy(entry->place, place, sizeof(entry->place));
	memcpy(entry->command, command, size);

	mutex_lock(&log_mutex);
	if (log->nr == ERROR_LOG_MAX)
		error_log_drop_oldest(log);
	list_add_tail(&entry->link, &log->entries);
	log->nr++;
	mutex_unlock(&log_mutex);
}

void error_log_clear(struct error_log *log)
{
	mutex_lock(&log_mutex);
	while (log->nr)
		error_log_drop_oldest(log);
	mutex_unlock(&log_mutex);
}

static void *error_log_start(struct seq_file *m, loff_t *pos)
{
	struct error_log *log = m->private;

	mutex_lock(&log_mutex);
	return seq_list_start(&log->entries, *pos);
}

static void *error_log_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct error_log *log = m->private;

	return seq_list_next(v, &log->entries, pos);
}

static void error_log_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&log_mutex);
}

static int error_log_show(struct seq_file *m, void *v)
{
	struct error_entry *entry = list_entry(v, struct error_entry, link);
	u32 nsec;
	u64 sec = div_u64_rem(entry->time, NSEC_PER_SEC, &nsec);

	seq_printf(m, "[%5llu.%06u] %s: error: %s\n", sec,
		   nsec / (u32)NSEC_PER_USEC, entry->place, entry->text);
	seq_printf(m, COMMAND_PREFIX "%s\n", entry->command);
	seq_printf(m, "%*s^\n",
		   (int)sizeof(COMMAND_PREFIX) - 1 + entry->column, "");
	return 0;
}

const struct seq_operations error_log_seq_ops = {
	.start = error_log_start,
	.next = error_log_next,
	.stop = error_log_stop,
	.show = error_log_show,
};
