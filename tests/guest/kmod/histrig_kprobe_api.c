// SPDX-License-Identifier: GPL-2.0
/*
 * Defines probes from a module, with the kernel's calls and with ours, which differ
 * only in their prefix, and with those that only we export.
 *
 * One file, histrig_kprobe_api, takes one command per write:
 *
 *   define SIDE	define api_entry, api_return and api_many
 *   refuse SIDE	make calls that are refused
 *   remove SIDE	remove what `define` has defined
 *   commands		build commands of a type that this module defines, and
 *			run some of them
 *   spare		make calls with a buffer that is too small
 *   hold EVENT		take a handle for an event, given as SYSTEM/NAME
 *   put			give the handle back
 *   hit N		hit the event of that handle with N values
 *   on, off		start or stop recording the event of that handle
 *
 * SIDE is native or ours. A read shows what the calls returned.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include <histrig.h>

#include "compat.h"
#include "control_file.h"
#include "registers.h"

#define TEXT_MAX	200

#define SAY(call)	put_report("%s: %d\n", #call, (int)(call))

#define SIDE(name)	native_##name
#define API(name)	name
#define CMD_LEN		MAX_DYNEVENT_CMD_LEN
#define TYPE_OTHER	DYNEVENT_TYPE_NONE
#include "histrig_kprobe_api_side.h"
#undef SIDE
#undef API
#undef CMD_LEN
#undef TYPE_OTHER

#define SIDE(name)	ours_##name
#define API(name)	histrig_##name
#define CMD_LEN		HISTRIG_MAX_DYNEVENT_CMD_LEN
#define TYPE_OTHER	HISTRIG_DYNEVENT_TYPE_NONE
#include "histrig_kprobe_api_side.h"

/*
 * Runs a command of this module's type: puts its string into the report. Fails if
 * the command has private data.
 */
static int report_text(struct histrig_dynevent_cmd *cmd)
{
	put_report("[%s]\n", cmd->seq.buffer);
	return cmd->private_data ? -EPERM : 0;
}

static int check_arg(void *data)
{
	struct histrig_dynevent_arg *arg = data;

	return strcmp(arg->str, "bad") ? 0 : -EDOM;
}

static int check_pair(void *data)
{
	struct histrig_dynevent_arg_pair *pair = data;

	return pair->rhs ? 0 : -ERANGE;
}

static void build_commands(char *buf)
{
	struct histrig_dynevent_arg_pair pair;
	struct histrig_dynevent_cmd cmd;
	struct histrig_dynevent_arg arg;

	histrig_dynevent_cmd_init(&cmd, buf, TEXT_MAX,
				  HISTRIG_DYNEVENT_TYPE_NONE, report_text);
	SAY(histrig_dynevent_create(&cmd));
	SAY(histrig_dynevent_str_add(&cmd, "begin"));
	histrig_dynevent_arg_init(&arg, 0);
	arg.str = "word";
	SAY(histrig_dynevent_arg_add(&cmd, &arg, NULL));
	histrig_dynevent_arg_init(&arg, ',');
	arg.str = "bad";
	SAY(histrig_dynevent_arg_add(&cmd, &arg, check_arg));
	arg.str = "good";
	SAY(histrig_dynevent_arg_add(&cmd, &arg, check_arg));
	histrig_dynevent_arg_pair_init(&pair, 0, ';');
	pair.lhs = "type";
	SAY(histrig_dynevent_arg_pair_add(&cmd, &pair, check_pair));
	pair.rhs = "name";
	SAY(histrig_dynevent_arg_pair_add(&cmd, &pair, check_pair));
	histrig_dynevent_arg_pair_init(&pair, '=', 0);
	pair.lhs = "a";
	pair.rhs = "b";
	SAY(histrig_dynevent_arg_pair_add(&cmd, &pair, NULL));
	SAY(histrig_dynevent_create(&cmd));
	cmd.private_data = buf;
	SAY(histrig_dynevent_create(&cmd));
	SAY(histrig_kprobe_event_gen_cmd_start(&cmd, "x", "y"));
	SAY(histrig_synth_event_gen_cmd_start(&cmd, "x", NULL, "int", "y"));
}

static int run_line(char *buf, const char *line)
{
	struct histrig_dynevent_cmd cmd;

	histrig_dynevent_cmd_init(&cmd, buf, TEXT_MAX,
				  HISTRIG_DYNEVENT_TYPE_NONE,
				  histrig_dynevent_run_command);
	return histrig_dynevent_str_add(&cmd, line) ?:
	       histrig_dynevent_create(&cmd);
}

static int run_commands(void)
{
	char *buf = kmalloc(TEXT_MAX, GFP_KERNEL);

	if (!buf)
		return -ENOMEM;
	build_commands(buf);
	SAY(run_line(buf, "p:low/probe do_sys_openat2"));
	SAY(run_line(buf, " s:low_synth int a"));
	SAY(run_line(buf, "x:low/other do_sys_openat2"));
	SAY(run_line(buf, "-:low/probe"));
	SAY(run_line(buf, " -:synthetic/low_synth"));
	SAY(run_line(buf, "-:low/probe"));
	kfree(buf);
	return 0;
}

/*
 * Makes calls with a buffer that is too small: for one part, for several parts that
 * fit only one by one, and for anything.
 */
static int spare(void)
{
	struct histrig_dynevent_cmd cmd;
	char buf[24];

	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	SAY(histrig_kprobe_event_gen_cmd_start(&cmd, "spare", "schedule"));
	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	SAY(histrig_kprobe_event_gen_cmd_start(&cmd, "sp", "vfs_read"));
	SAY(histrig_kprobe_event_add_field(&cmd, "a=" ARG1));
	SAY(histrig_kprobe_event_add_field(&cmd, "a"));
	SAY(histrig_kprobe_event_gen_cmd_end(&cmd));
	histrig_kprobe_event_cmd_init(&cmd, buf, 0);
	SAY(histrig_kprobe_event_gen_cmd_start(&cmd, "a", "b"));
	SAY(histrig_kprobe_event_gen_cmd_end(&cmd));
	histrig_synth_event_cmd_init(&cmd, buf, sizeof(buf));
	SAY(histrig_synth_event_gen_cmd_start(&cmd, "spare", NULL, "int", "a"));
	SAY(histrig_synth_event_add_field(&cmd, "int", "long_name"));
	SAY(histrig_synth_event_gen_cmd_end(&cmd));
	SAY(histrig_dynevent_str_add(&cmd, ""));
	return 0;
}

static struct histrig_trace_event_file *held;

static int hold(char *event)
{
	struct histrig_trace_event_file *file;
	char *system = strsep(&event, "/");

	if (held)
		return -EBUSY;
	file = histrig_trace_get_event_file(NULL, system, event);
	if (IS_ERR(file))
		return PTR_ERR(file);
	held = file;
	return 0;
}

static int hit(const char *text)
{
	struct histrig_synth_event_trace_state state;
	static const u64 vals[4];
	unsigned int nr;
	int ret;

	ret = kstrtouint(text, 0, &nr);
	if (ret)
		return ret;
	SAY(histrig_synth_event_trace_array(held, vals,
					    min_t(unsigned int, nr, 4)));
	ret = histrig_synth_event_trace_start(held, &state);
	put_report("start: %d\n", ret);
	if (!ret)
		SAY(histrig_synth_event_trace_end(&state));
	return 0;
}

static int run_held(const char *verb, char *text)
{
	if (!held)
		return -EINVAL;
	if (!strcmp(verb, "put")) {
		histrig_trace_put_event_file(held);
		held = NULL;
		return 0;
	}
	if (!strcmp(verb, "on") || !strcmp(verb, "off"))
		return histrig_set_event(held, verb[1] == 'n');
	if (!strcmp(verb, "hit") && text)
		return hit(text);
	return -EINVAL;
}

static int run(char *text)
{
	char *verb = strsep(&text, " ");
	bool native = text && !strcmp(text, "native");

	if (!strcmp(verb, "commands"))
		return run_commands();
	if (!strcmp(verb, "spare"))
		return spare();
	if (!strcmp(verb, "define"))
		return native ? native_define() : ours_define();
	if (!strcmp(verb, "refuse"))
		return native ? native_refuse() : ours_refuse();
	if (!strcmp(verb, "remove"))
		return native ? native_remove() : ours_remove();
	if (!strcmp(verb, "hold") && text)
		return hold(text);
	return run_held(verb, text);
}

static int __init api_init(void)
{
	control_file_add("histrig_kprobe_api");
	return 0;
}

static void __exit api_exit(void)
{
	control_file_remove("histrig_kprobe_api");
	if (held)
		histrig_trace_put_event_file(held);
}

module_init(api_init);
module_exit(api_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defines probes by the kernel's calls and ours");
