// SPDX-License-Identifier: GPL-2.0
/*
 * The files of the function profiler, function_profile_enabled and trace_stat; and
 * max_graph_depth of the tracer function_graph.
 */
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../compat/wide.h"
#include "../event/registry.h"
#include "../profile/profile.h"
#include "../graph/graph.h"
#include "../instance/hot/state.h"
#include "../instance/instance.h"
#include "files.h"
#include "open.h"

static ssize_t enabled_read(struct file *filp, char __user *to, size_t count,
			    loff_t *pos)
{
	bool on;

	mutex_lock(&event_mutex);
	on = profile_is_on();
	mutex_unlock(&event_mutex);
	return tree_read_number(to, count, pos, on);
}

static int profile_set_enabled(struct inode *inode, unsigned long value)
{
	return profile_switch(value);
}

TREE_NUMBER_FILE(function_profile_enabled_fops, tree, enabled_read, ULONG_MAX,
		 profile_set_enabled, default_llseek);

/**
 * struct listing - an open file of trace_stat
 * @lines: the functions that were counted when the file was opened
 * @nr: number of @lines
 * @times: @lines include times
 */
struct listing {
	struct profile_line *lines;
	unsigned int nr;
	bool times;
};

static void *stat_start(struct seq_file *m, loff_t *pos)
{
	const struct listing *listing = m->private;

	if (!*pos)
		return SEQ_START_TOKEN;
	return *pos <= listing->nr ? &listing->lines[*pos - 1] : NULL;
}

static void *stat_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return stat_start(m, pos);
}

static void profile_put_time(struct seq_file *m, u64 ns)
{
	char text[GRAPH_DURATION_SIZE];

	graph_duration_text(text, ns);
	seq_printf(m, "    %s", text);
}

/*
 * Returns the variance in thousands of square nanoseconds, which profile_put_time()
 * prints as square microseconds; U64_MAX if it is larger. The kernel's variance wraps at
 * 64 bits.
 */
static u64 profile_variance(const struct profile_line *line)
{
	unsigned __int128 variance = line->squares_high;
	u64 left;

	if (line->timed < 2 || line->torn)
		return 0;
	variance = (variance << PROFILE_LOW_BITS) + line->squares_low;
	variance = wide_divide(wide_spread(line->timed, line->ns, variance),
			       (line->timed - 1) * 1000, &left);
	return variance >> 64 ? U64_MAX : variance;
}

static u64 profile_average(const struct profile_line *line)
{
	return line->timed ? div64_u64(line->ns, line->timed) : 0;
}

static void stat_header(struct seq_file *m)
{
	const struct listing *listing = m->private;

	seq_printf(m, "  Function                               Hit%s\n",
		   listing->times ? "    Time            Avg             s^2" : "");
	seq_printf(m, "  --------                               ---%s\n",
		   listing->times ? "    ----            ---             ---" : "");
}

static int stat_show(struct seq_file *m, void *v)
{
	const struct listing *listing = m->private;
	const struct profile_line *line = v;
	char name[KSYM_SYMBOL_LEN];
	char *end;

	if (v == SEQ_START_TOKEN) {
		stat_header(m);
		return 0;
	}
	if (listing->times &&
	    profile_average(line) < READ_ONCE(tracing_thresh))
		return 0;
	sprint_symbol_no_offset(name, line->ip);
	end = strchr(name, ' ');
	if (end)
		*end = '\0';
	seq_printf(m, "  %-30.30s  %10lu", name, line->hits);
	if (listing->times) {
		profile_put_time(m, line->ns);
		profile_put_time(m, profile_average(line));
		profile_put_time(m, profile_variance(line));
	}
	seq_putc(m, '\n');
	return 0;
}

TREE_SEQ_OPS(stat, tree_seq_stop);

static int stat_open(struct inode *inode, struct file *filp)
{
	const struct instance_cpu *icpu = inode->i_private;
	struct listing *listing;
	int ret;

	ret = cpu_file_open(inode, filp);
	if (ret)
		return ret;
	listing = __seq_open_private(filp, &stat_seq_ops, sizeof(*listing));
	if (!listing) {
		cpu_file_release(inode, filp);
		return -ENOMEM;
	}
	mutex_lock(&event_mutex);
	ret = profile_list(icpu->cpu, &listing->lines, &listing->nr);
	listing->times = profile.times;
	mutex_unlock(&event_mutex);
	if (ret) {
		seq_release_private(inode, filp);
		cpu_file_release(inode, filp);
	}
	return ret;
}

static int stat_release(struct inode *inode, struct file *filp)
{
	const struct seq_file *m = filp->private_data;
	const struct listing *listing = m->private;

	kvfree(listing->lines);
	seq_release_private(inode, filp);
	return cpu_file_release(inode, filp);
}

const struct file_operations function_stat_fops = {
	.owner = THIS_MODULE,
	.open = stat_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = stat_release,
};

static ssize_t depth_read(struct file *filp, char __user *to, size_t count,
			  loff_t *pos)
{
	return tree_read_number(to, count, pos, (int)READ_ONCE(graph_max_depth));
}

/* Like the kernel, does not check that the number fits an int. */
static int set_depth(struct inode *inode, unsigned long depth)
{
	WRITE_ONCE(graph_max_depth, depth);
	return 0;
}

TREE_NUMBER_FILE(max_graph_depth_fops, tree, depth_read, ULONG_MAX, set_depth,
		 generic_file_llseek);
