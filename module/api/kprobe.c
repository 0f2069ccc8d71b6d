// SPDX-License-Identifier: GPL-2.0
/* Defining probes on kernel code from other modules, see histrig.h. */
#include <linux/export.h>
#include <linux/slab.h>

#include "../dispatch/dynamic.h"
#include "../probe/fetch.h"
#include "dynevent.h"

static int kprobe_cmd_run(struct histrig_dynevent_cmd *cmd)
{
	/* Refuse an empty command, which would be ignored like an empty line of a file. */
	if (!cmd->event_name)
		return -EINVAL;
	return dynamic_run_kprobe(cmd->seq.buffer);
}

void histrig_kprobe_event_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
				   int maxlen)
{
	histrig_dynevent_cmd_init(cmd, buf, maxlen,
				  HISTRIG_DYNEVENT_TYPE_KPROBE, kprobe_cmd_run);
}
EXPORT_SYMBOL_GPL(histrig_kprobe_event_cmd_init);

/* Adds the words in @args, up to a NULL. The caller must not use @args afterwards. */
static int kprobe_cmd_add_fields(struct histrig_dynevent_cmd *cmd, va_list args)
{
	const char *field;
	int ret = 0;

	while (!ret && (field = va_arg(args, const char *)))
		ret = ++cmd->n_fields > PROBE_ARGS_MAX ? -EINVAL :
		      dynevent_printf(cmd, " %s ", field);
	return ret;
}

int __histrig_kprobe_event_gen_cmd_start(struct histrig_dynevent_cmd *cmd,
					 bool kretprobe, const char *name,
					 const char *loc, ...)
{
	va_list args;
	int ret;

	if (cmd->type != HISTRIG_DYNEVENT_TYPE_KPROBE || !name || !loc)
		return -EINVAL;
	cmd->event_name = name;
	ret = dynevent_printf(cmd, "%c:kprobes/%s %s ", kretprobe ? 'r' : 'p',
			      name, loc);
	if (ret)
		return ret;
	va_start(args, loc);
	ret = kprobe_cmd_add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__histrig_kprobe_event_gen_cmd_start);

int __histrig_kprobe_event_add_fields(struct histrig_dynevent_cmd *cmd, ...)
{
	va_list args;
	int ret;

	if (cmd->type != HISTRIG_DYNEVENT_TYPE_KPROBE)
		return -EINVAL;
	va_start(args, cmd);
	ret = kprobe_cmd_add_fields(cmd, args);
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__histrig_kprobe_event_add_fields);

int histrig_kprobe_event_delete(const char *name)
{
	char *text;
	int ret;

	if (!name || !*name)
		return -EINVAL;
	text = kasprintf(GFP_KERNEL, "-:%s", name);
	if (!text)
		return -ENOMEM;
	ret = dynamic_run_kprobe(text);
	kfree(text);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_kprobe_event_delete);
