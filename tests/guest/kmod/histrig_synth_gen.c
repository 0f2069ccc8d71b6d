// SPDX-License-Identifier: GPL-2.0
/*
 * Defines three synthetic events with the calls of histrig.h and hits them, as
 * sections 7.1 and 7.2 of the kernel's document on events do:
 *
 *   gen_synth_test	defined with some fields, and then the others
 *   empty_synth_test	defined with no field, and then field by field
 *   create_synth_test	defined with an array of all fields
 *
 * They are recorded while the module hits them, and removed with it.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <histrig.h>

#define TEXT(text)	((u64)(unsigned long)(text))

static const char *const names[] = {
	"gen_synth_test", "empty_synth_test", "create_synth_test"
};
static struct histrig_trace_event_file *files[ARRAY_SIZE(names)];

static const struct histrig_synth_field_desc more_fields[] = {
	{ .type = "u64", .name = "ts_ms" },
	{ .type = "unsigned int", .name = "cpu" },
	{ .type = "char[64]", .name = "my_string_field" },
	{ .type = "int", .name = "my_int_field" },
};

static const struct histrig_synth_field_desc all_fields[] = {
	{ .type = "pid_t", .name = "next_pid_field" },
	{ .type = "char[16]", .name = "next_comm_field" },
	{ .type = "u64", .name = "ts_ns" },
	{ .type = "char[]", .name = "dynstring_field_1" },
	{ .type = "u64", .name = "ts_ms" },
	{ .type = "unsigned int", .name = "cpu" },
	{ .type = "char[64]", .name = "my_string_field" },
	{ .type = "char[]", .name = "dynstring_field_2" },
	{ .type = "int", .name = "my_int_field" },
};

static int define_in_parts(char *buf)
{
	struct histrig_dynevent_cmd cmd;
	int ret;

	histrig_synth_event_cmd_init(&cmd, buf, HISTRIG_MAX_DYNEVENT_CMD_LEN);
	ret = histrig_synth_event_gen_cmd_start(&cmd, names[0], THIS_MODULE,
						"pid_t", "next_pid_field",
						"char[16]", "next_comm_field",
						"u64", "ts_ns");
	if (ret)
		return ret;
	ret = histrig_synth_event_add_fields(&cmd, more_fields,
					     ARRAY_SIZE(more_fields));
	if (ret)
		return ret;
	return histrig_synth_event_gen_cmd_end(&cmd);
}

static int define_from_nothing(char *buf)
{
	struct histrig_dynevent_cmd cmd;
	int ret;

	histrig_synth_event_cmd_init(&cmd, buf, HISTRIG_MAX_DYNEVENT_CMD_LEN);
	ret = histrig_synth_event_gen_cmd_start(&cmd, names[1], THIS_MODULE);
	if (ret)
		return ret;
	ret = histrig_synth_event_add_field(&cmd, "pid_t", "next_pid_field");
	if (ret)
		return ret;
	ret = histrig_synth_event_add_field_str(&cmd,
						"char next_comm_field[16]");
	if (ret)
		return ret;
	ret = histrig_synth_event_add_field(&cmd, "int", "my_int_field");
	if (ret)
		return ret;
	return histrig_synth_event_gen_cmd_end(&cmd);
}

static int record(unsigned int i, bool on)
{
	if (!files[i]) {
		struct histrig_trace_event_file *file =
			histrig_trace_get_event_file(NULL, "synthetic",
						     names[i]);

		if (IS_ERR(file))
			return PTR_ERR(file);
		files[i] = file;
	}
	return histrig_trace_array_set_clr_event(files[i]->tr, "synthetic",
						 names[i], on);
}

static int hit_at_once(void)
{
	u64 part_vals[] = {
		777, TEXT("hula hoops"), 1000000, 1000, 3, TEXT("thneed"), 598
	};
	u64 empty_vals[] = { 778, TEXT("tiddlywinks"), -399 };
	u64 all_vals[] = {
		779, TEXT("slinky"), 1000000, TEXT("xrayspecs"), 1000, 3,
		TEXT("thneed"), TEXT("kerplunk"), 398
	};

	return histrig_synth_event_trace_array(files[0], part_vals,
					       ARRAY_SIZE(part_vals)) ?:
	       histrig_synth_event_trace_array(files[1], empty_vals,
					       ARRAY_SIZE(empty_vals)) ?:
	       histrig_synth_event_trace_array(files[2], all_vals,
					       ARRAY_SIZE(all_vals)) ?:
	       histrig_synth_event_trace(files[2], 9, 444, TEXT("clackers"),
					 1000000, TEXT("viewmaster"), 1000, 3,
					 TEXT("Thneed"), TEXT("yoyos"), 999);
}

static int hit_by_order(void)
{
	u64 vals[] = {
		777, TEXT("silly putty"), 1000000, 1000, 3,
		TEXT("thneed_2.01"), 395
	};
	struct histrig_synth_event_trace_state state;
	unsigned int i;
	int ret;

	ret = histrig_synth_event_trace_start(files[0], &state);
	if (ret)
		return ret;
	for (i = 0; i < ARRAY_SIZE(vals) && !ret; i++)
		ret = histrig_synth_event_add_next_val(vals[i], &state);
	return histrig_synth_event_trace_end(&state) ?: ret;
}

static int hit_by_name(void)
{
	struct histrig_synth_event_trace_state state;
	int ret, end;

	ret = histrig_synth_event_trace_start(files[0], &state);
	if (ret)
		return ret;
	ret = histrig_synth_event_add_val("my_int_field", 3999, &state) ?:
	      histrig_synth_event_add_val("ts_ns", 1000000, &state) ?:
	      histrig_synth_event_add_val("next_comm_field", TEXT("yo-yo"),
					  &state);
	end = histrig_synth_event_trace_end(&state);
	return ret ?: end;
}

static void remove(unsigned int i)
{
	if (files[i]) {
		WARN_ON(record(i, false));
		histrig_trace_put_event_file(files[i]);
	}
	WARN_ON(histrig_synth_event_delete(names[i]));
}

static int define(char *buf, unsigned int *defined)
{
	int ret = define_in_parts(buf);

	if (ret)
		return ret;
	++*defined;
	ret = define_from_nothing(buf);
	if (ret)
		return ret;
	++*defined;
	ret = histrig_synth_event_create(names[2], all_fields,
					 ARRAY_SIZE(all_fields), THIS_MODULE);
	if (ret)
		return ret;
	++*defined;
	return 0;
}

static int __init gen_init(void)
{
	char *buf = kmalloc(HISTRIG_MAX_DYNEVENT_CMD_LEN, GFP_KERNEL);
	unsigned int defined = 0, i;
	int ret;

	if (!buf)
		return -ENOMEM;
	ret = define(buf, &defined);
	kfree(buf);
	for (i = 0; i < defined && !ret; i++)
		ret = record(i, true);
	if (!ret)
		ret = hit_at_once() ?: hit_by_order() ?: hit_by_name();
	for (i = 0; i < defined && !ret; i++)
		ret = record(i, false);
	while (ret && defined)
		remove(--defined);
	return ret;
}

static void __exit gen_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		remove(i);
}

module_init(gen_init);
module_exit(gen_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defines and hits synthetic events for the guest tests");
