// SPDX-License-Identifier: GPL-2.0
/* Defining synthetic events from other modules, see histrig.h. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../include/histrig.h"
#include "../synth/synth.h"

int histrig_synth_event_delete(const char *name)
{
	struct synth_command command = {
		.verb = SYNTH_REMOVE,
		.name = name,
	};

	return synth_run(&command, NULL);
}
EXPORT_SYMBOL_GPL(histrig_synth_event_delete);

void histrig_synth_cmd_init(struct histrig_synth_cmd *cmd, char *text,
			    size_t room)
{
	*cmd = (struct histrig_synth_cmd) { .text = text, .room = room };
}
EXPORT_SYMBOL_GPL(histrig_synth_cmd_init);

static __printf(2, 3) int append(struct histrig_synth_cmd *cmd,
				 const char *format, ...)
{
	size_t room = cmd->room - cmd->len;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(cmd->text + cmd->len, room, format, args);
	va_end(args);
	if (len >= room) {
		/* Leave @cmd unchanged: cut off the part that did fit. */
		if (room)
			cmd->text[cmd->len] = '\0';
		return -E2BIG;
	}
	cmd->len += len;
	return 0;
}

/* Counts a field if append() returned success. */
static int count_field(struct histrig_synth_cmd *cmd, int ret)
{
	if (!ret)
		cmd->nr_fields++;
	return ret;
}

static int start(struct histrig_synth_cmd *cmd, const char *name,
		 struct module *mod)
{
	if (!name || cmd->len)
		return -EINVAL;
	cmd->mod = mod;
	return append(cmd, "%s ", name);
}

int histrig_synth_add_field_str(struct histrig_synth_cmd *cmd,
				const char *type_name)
{
	if (!type_name || !cmd->len || cmd->nr_fields == SYNTH_FIELDS_MAX)
		return -EINVAL;
	return count_field(cmd, append(cmd, " %s;", type_name));
}
EXPORT_SYMBOL_GPL(histrig_synth_add_field_str);

int histrig_synth_add_field(struct histrig_synth_cmd *cmd, const char *type,
			    const char *name)
{
	if (!type || !name || !cmd->len || cmd->nr_fields == SYNTH_FIELDS_MAX)
		return -EINVAL;
	if (!synth_type_there(type))
		return -EINVAL;
	return count_field(cmd, append(cmd, " %s %s;", type, name));
}
EXPORT_SYMBOL_GPL(histrig_synth_add_field);

int histrig_synth_add_fields(struct histrig_synth_cmd *cmd,
			     const struct histrig_synth_field *fields,
			     unsigned int nr)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++)
		ret = histrig_synth_add_field(cmd, fields[i].type,
					      fields[i].name);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_synth_add_fields);

int __histrig_synth_gen_cmd_start(struct histrig_synth_cmd *cmd,
				  const char *name, struct module *mod,
				  const char *const *words, unsigned int nr)
{
	unsigned int i;
	int ret = start(cmd, name, mod);

	for (i = 0; i + 1 < nr && !ret; i += 2)
		ret = histrig_synth_add_field(cmd, words[i], words[i + 1]);
	return ret;
}
EXPORT_SYMBOL_GPL(__histrig_synth_gen_cmd_start);

int histrig_synth_gen_cmd_array_start(struct histrig_synth_cmd *cmd,
				      const char *name, struct module *mod,
				      const struct histrig_synth_field *fields,
				      unsigned int nr)
{
	return start(cmd, name, mod) ?:
	       histrig_synth_add_fields(cmd, fields, nr);
}
EXPORT_SYMBOL_GPL(histrig_synth_gen_cmd_array_start);

int histrig_synth_gen_cmd_end(struct histrig_synth_cmd *cmd)
{
	return cmd->len ? synth_run_text(cmd->text, cmd->mod) : -EINVAL;
}
EXPORT_SYMBOL_GPL(histrig_synth_gen_cmd_end);

int histrig_synth_event_create(const char *name,
			       const struct histrig_synth_field *fields,
			       unsigned int nr, struct module *mod)
{
	char *text = kmalloc(HISTRIG_SYNTH_CMD_MAX, GFP_KERNEL);
	struct histrig_synth_cmd cmd;
	int ret;

	if (!text)
		return -ENOMEM;
	histrig_synth_cmd_init(&cmd, text, HISTRIG_SYNTH_CMD_MAX);
	ret = histrig_synth_gen_cmd_array_start(&cmd, name, mod, fields, nr) ?:
	      histrig_synth_gen_cmd_end(&cmd);
	kfree(text);
	return ret;
}
EXPORT_SYMBOL_GPL(histrig_synth_event_create);
