// SPDX-License-Identifier: GPL-2.0
/* Commands that other modules build piece by piece, see histrig.h. */
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../dispatch/dynamic.h"
#include "dynevent.h"

void histrig_dynevent_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
			       int maxlen, enum histrig_dynevent_type type,
			       histrig_dynevent_create_fn_t run_command)
{
	*cmd = (struct histrig_dynevent_cmd) {
		.type = type,
		.run_command = run_command,
	};
	seq_buf_init(&cmd->seq, buf, buf ? max(maxlen, 0) : 0);
	/* Some kernels' seq_buf_init() does not write the NUL. */
	if (cmd->seq.size)
		*buf = '\0';
	else
		seq_buf_set_overflow(&cmd->seq);
}
EXPORT_SYMBOL_GPL(histrig_dynevent_cmd_init);

int dynevent_printf(struct histrig_dynevent_cmd *cmd, const char *format, ...)
{
	struct seq_buf *seq = &cmd->seq;
	size_t left = seq_buf_buffer_left(seq);
	va_list args;
	int len;

	if (!left)
		return -E2BIG;
	va_start(args, format);
	len = vsnprintf(seq->buffer + seq->len, left, format, args);
	va_end(args);
	if (len >= left) {
		seq_buf_set_overflow(seq);
		return -E2BIG;
	}
	seq->len += len;
	return 0;
}

void histrig_dynevent_arg_init(struct histrig_dynevent_arg *arg,
			       char separator)
{
	*arg = (struct histrig_dynevent_arg) { .separator = separator ?: ' ' };
}
EXPORT_SYMBOL_GPL(histrig_dynevent_arg_init);

int histrig_dynevent_arg_add(struct histrig_dynevent_cmd *cmd,
			     struct histrig_dynevent_arg *arg,
			     histrig_dynevent_check_arg_fn_t check_arg)
{
	int ret = check_arg ? check_arg(arg) : 0;

	if (ret)
		return ret;
	if (!arg->str)
		return -EINVAL;
	return dynevent_printf(cmd, " %s%c", arg->str, arg->separator);
}
EXPORT_SYMBOL_GPL(histrig_dynevent_arg_add);

void histrig_dynevent_arg_pair_init(struct histrig_dynevent_arg_pair *arg_pair,
				    char operator, char separator)
{
	*arg_pair = (struct histrig_dynevent_arg_pair) {
		.operator = operator ?: ' ',
		.separator = separator ?: ' ',
	};
}
EXPORT_SYMBOL_GPL(histrig_dynevent_arg_pair_init);

int histrig_dynevent_arg_pair_add(struct histrig_dynevent_cmd *cmd,
				  struct histrig_dynevent_arg_pair *arg_pair,
				  histrig_dynevent_check_arg_fn_t check_arg)
{
	int ret = check_arg ? check_arg(arg_pair) : 0;

	if (ret)
		return ret;
	if (!arg_pair->lhs || !arg_pair->rhs)
		return -EINVAL;
	return dynevent_printf(cmd, " %s%c%s%c", arg_pair->lhs,
			       arg_pair->operator, arg_pair->rhs,
			       arg_pair->separator);
}
EXPORT_SYMBOL_GPL(histrig_dynevent_arg_pair_add);

int histrig_dynevent_str_add(struct histrig_dynevent_cmd *cmd, const char *str)
{
	return str ? dynevent_printf(cmd, "%s", str) : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_dynevent_str_add);

int histrig_dynevent_create(struct histrig_dynevent_cmd *cmd)
{
	/* The kernel would execute the part that fits into the buffer; we refuse it. */
	if (seq_buf_has_overflowed(&cmd->seq))
		return -E2BIG;
	return cmd->run_command ? cmd->run_command(cmd) : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_dynevent_create);

int histrig_dynevent_run_command(struct histrig_dynevent_cmd *cmd)
{
	return dynamic_run(skip_spaces(cmd->seq.buffer));
}
EXPORT_SYMBOL_GPL(histrig_dynevent_run_command);
