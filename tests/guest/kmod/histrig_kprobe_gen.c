// SPDX-License-Identifier: GPL-2.0
/*
 * Defines two probes with the calls of histrig.h, like section 7.3 of the
 * kernel's document on events: gen_kprobe_test at the entry of
 * do_sys_openat2(), in two steps, and gen_kretprobe_test at its return. Both
 * are recorded while the module is loaded, and removed with it.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <histrig.h>

#include "compat.h"
#include "registers.h"

#define FUNCTION	"do_sys_openat2"

static const char *const names[] = { "gen_kprobe_test", "gen_kretprobe_test" };
static struct histrig_trace_event_file *files[ARRAY_SIZE(names)];

static int define_entry(char *buf)
{
	struct histrig_dynevent_cmd cmd;
	int ret;

	histrig_kprobe_event_cmd_init(&cmd, buf, HISTRIG_MAX_DYNEVENT_CMD_LEN);
	ret = histrig_kprobe_event_gen_cmd_start(&cmd, names[0], FUNCTION,
						 "dfd=$arg1:s32",
						 "filename=+0($arg2):ustring");
	if (ret)
		return ret;
	ret = histrig_kprobe_event_add_field(&cmd, "flags=+0($arg3):x64");
	if (ret)
		return ret;
	ret = histrig_kprobe_event_add_fields(&cmd, "mode=+8(" ARG3 "):u64",
					      "comm=$comm");
	if (ret)
		return ret;
	return histrig_kprobe_event_gen_cmd_end(&cmd);
}

static int define_return(char *buf)
{
	struct histrig_dynevent_cmd cmd;
	int ret;

	histrig_kprobe_event_cmd_init(&cmd, buf, HISTRIG_MAX_DYNEVENT_CMD_LEN);
	ret = histrig_kretprobe_event_gen_cmd_start(&cmd, names[1], FUNCTION,
						    "ret=$retval:s32");
	if (ret)
		return ret;
	return histrig_kretprobe_event_gen_cmd_end(&cmd);
}

static int record(unsigned int i)
{
	struct histrig_trace_event_file *file;

	file = histrig_trace_get_event_file(NULL, "kprobes", names[i]);
	if (IS_ERR(file))
		return PTR_ERR(file);
	files[i] = file;
	return histrig_trace_array_set_clr_event(file->tr, "kprobes", names[i],
						 true);
}

static void remove(unsigned int i)
{
	if (files[i]) {
		WARN_ON(histrig_trace_array_set_clr_event(files[i]->tr,
							  "kprobes", names[i],
							  false));
		histrig_trace_put_event_file(files[i]);
	}
	WARN_ON(histrig_kprobe_event_delete(names[i]));
}

static int __init gen_init(void)
{
	char *buf = kmalloc(HISTRIG_MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	unsigned int defined = 0;
	int ret;

	if (!buf)
		return -ENOMEM;
	ret = define_entry(buf);
	if (!ret) {
		defined++;
		ret = define_return(buf);
	}
	if (!ret) {
		defined++;
		ret = record(0) ?: record(1);
	}
	kfree(buf);
	while (ret && defined)
		remove(--defined);
	return ret;
}

static void __exit gen_exit(void)
{
	remove(0);
	remove(1);
}

module_init(gen_init);
module_exit(gen_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defines probes for the guest tests");
