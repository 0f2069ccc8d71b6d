// SPDX-License-Identifier: GPL-2.0
/* Defining synthetic events from other modules, see histrig.h. */
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../synth/synth.h"
#include "dynevent.h"

int histrig_synth_event_delete(const char *name)
{
	struct synth_command command = {
		.verb = SYNTH_REMOVE,
		.name = name,
	};

	return name ? synth_run(&command, NULL) : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_delete);

static int dynevent_run(struct histrig_dynevent_cmd *cmd)
{
	/* Refuse an empty command, which would be ignored like an empty line of a file. */
	if (!cmd->event_name)
		return -EINVAL;
	return synth_run_text(cmd->seq.buffer, cmd->private_data);
}

void histrig_synth_event_cmd_init(struct histrig_dynevent_cmd *cmd, char *buf,
				  int maxlen)
{
	histrig_dynevent_cmd_init(cmd, buf, maxlen, HISTRIG_DYNEVENT_TYPE_SYNTH,
				  dynevent_run);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_cmd_init);

static int dynevent_start(struct histrig_dynevent_cmd *cmd, const char *name,
			  struct module *mod)
{
	if (cmd->type != HISTRIG_DYNEVENT_TYPE_SYNTH || !name)
		return -EINVAL;
	cmd->event_name = name;
	cmd->private_data = mod;
	return dynevent_printf(cmd, " %s ", name);
}

/*
 * Called after the field was appended to the command, as in the kernel. So if it is one too many,
 * the definition is refused even if the caller ignores this error.
 */
static int count_field(struct histrig_dynevent_cmd *cmd)
{
	return ++cmd->n_fields > SYNTH_FIELDS_MAX ? -EINVAL : 0;
}

int histrig_synth_event_add_field_str(struct histrig_dynevent_cmd *cmd,
				      const char *type_name)
{
	if (cmd->type != HISTRIG_DYNEVENT_TYPE_SYNTH || !type_name)
		return -EINVAL;
	return dynevent_printf(cmd, " %s;", type_name) ?: count_field(cmd);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_field_str);

int histrig_synth_event_add_field(struct histrig_dynevent_cmd *cmd,
				  const char *type, const char *name)
{
	if (cmd->type != HISTRIG_DYNEVENT_TYPE_SYNTH || !type || !name)
		return -EINVAL;
	if (!synth_type_there(type))
		return -EINVAL;
	return dynevent_printf(cmd, " %s %s;", type, name) ?: count_field(cmd);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_field);

int histrig_synth_event_add_fields(struct histrig_dynevent_cmd *cmd,
				   const struct histrig_synth_field_desc *fields,
				   unsigned int n_fields)
{
	unsigned int i;
	int ret = n_fields && !fields ? -EINVAL : 0;

	for (i = 0; i < n_fields && !ret; i++)
		ret = histrig_synth_event_add_field(cmd, fields[i].type,
						    fields[i].name);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_add_fields);

int __histrig_synth_event_gen_cmd_start(struct histrig_dynevent_cmd *cmd,
					const char *name, struct module *mod,
					...)
{
	int ret = dynevent_start(cmd, name, mod);
	const char *type, *field;
	va_list args;

	va_start(args, mod);
	while (!ret) {
		type = va_arg(args, const char *);
		field = type ? va_arg(args, const char *) : NULL;
		if (!field)
			break;
		ret = histrig_synth_event_add_field(cmd, type, field);
	}
	va_end(args);
	return ret;
}
EXPORT_SYMBOL_GPL(__histrig_synth_event_gen_cmd_start);

int histrig_synth_event_gen_cmd_array_start(struct histrig_dynevent_cmd *cmd,
					    const char *name, struct module *mod,
					    const struct histrig_synth_field_desc *fields,
					    unsigned int n_fields)
{
	if (n_fields > SYNTH_FIELDS_MAX)
		return -EINVAL;
	return dynevent_start(cmd, name, mod) ?:
	       histrig_synth_event_add_fields(cmd, fields, n_fields);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_gen_cmd_array_start);

int histrig_synth_event_create(const char *name,
			       const struct histrig_synth_field_desc *fields,
			       unsigned int n_fields, struct module *mod)
{
	char *buf = kmalloc(HISTRIG_MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	struct histrig_dynevent_cmd cmd;
	int ret;

	if (!buf)
		return -ENOMEM;
	histrig_synth_event_cmd_init(&cmd, buf, HISTRIG_MAX_DYNEVENT_CMD_LEN);
	ret = histrig_synth_event_gen_cmd_array_start(&cmd, name, mod, fields,
						      n_fields);
	if (!ret)
		ret = histrig_synth_event_gen_cmd_end(&cmd);
	kfree(buf);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_create);
