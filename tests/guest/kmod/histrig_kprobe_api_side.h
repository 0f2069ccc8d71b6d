/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls the interface of one side, the kernel's or histrig's.
 * histrig_kprobe_api.c includes this header once for each side, after defining
 * SIDE(), API(), which puts the side's prefix before a name, and two constants.
 */

#define PLACE	"do_sys_openat2"

/* Defines a probe with the maximum number of fields. */
static int SIDE(define_many)(char *buf)
{
	struct API(dynevent_cmd) cmd;
	char field[16];
	int i, ret;

	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	ret = API(kprobe_event_gen_cmd_start)(&cmd, "api_many", PLACE);
	for (i = 0; i < 128 && !ret; i++) {
		snprintf(field, sizeof(field), "f%d=%" ARG1, i);
		ret = API(kprobe_event_add_field)(&cmd, field);
	}
	SAY(ret);
	SAY(API(kprobe_event_add_field)(&cmd, "last=" ARG2));
	SAY(API(kprobe_event_add_fields)(&cmd));
	return API(kprobe_event_gen_cmd_end)(&cmd);
}

static int SIDE(define)(void)
{
	char *buf = kmalloc(CMD_LEN, GFP_KERNEL);
	struct API(dynevent_cmd) cmd;

	if (!buf)
		return -ENOMEM;
	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "api_entry", PLACE,
					    "dfd=" ARG1 ":s32",
					    "name=+0(" ARG2 "):ustring"));
	SAY(API(kprobe_event_add_field)(&cmd, "how=" ARG3));
	SAY(API(kprobe_event_add_fields)(&cmd, "flags=+0(" ARG3 "):x64", "$comm",
					 NULL, "never"));
	SAY(API(kprobe_event_gen_cmd_end)(&cmd));
	SAY(API(kprobe_event_gen_cmd_end)(&cmd));

	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	SAY(API(kretprobe_event_gen_cmd_start)(&cmd, "api_return", PLACE,
					       "$retval"));
	SAY(API(kretprobe_event_gen_cmd_end)(&cmd));

	SAY(SIDE(define_many)(buf));
	kfree(buf);
	return 0;
}

static int SIDE(one)(char *buf, bool ret, const char *name, const char *loc,
		     const char *field)
{
	struct API(dynevent_cmd) cmd;
	int err;

	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	if (ret)
		err = API(kretprobe_event_gen_cmd_start)(&cmd, name, loc,
							 field);
	else
		err = API(kprobe_event_gen_cmd_start)(&cmd, name, loc, field);
	put_report("%d, ", err);
	return err ?: API(kprobe_event_gen_cmd_end)(&cmd);
}

static void SIDE(refuse_calls)(char *buf)
{
	struct API(dynevent_cmd) cmd;

	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	cmd.type = TYPE_OTHER;
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "a", PLACE));
	SAY(API(kretprobe_event_gen_cmd_start)(&cmd, "a", PLACE));
	SAY(API(kprobe_event_add_field)(&cmd, "a=" ARG1));
	SAY(API(kprobe_event_add_fields)(&cmd, "a=" ARG1, "b=" ARG1));

	/* Fields are added before the start. */
	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	SAY(API(kprobe_event_add_field)(&cmd, "a=" ARG1));
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "a", PLACE));
	SAY(API(kprobe_event_gen_cmd_end)(&cmd));

	/* The command is started twice. */
	API(kprobe_event_cmd_init)(&cmd, buf, CMD_LEN);
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "a", PLACE));
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "b", PLACE));
	SAY(API(kprobe_event_gen_cmd_end)(&cmd));

	/* After some fields, the buffer is full. */
	API(kprobe_event_cmd_init)(&cmd, buf, 32);
	SAY(API(kprobe_event_gen_cmd_start)(&cmd, "a", PLACE));
	SAY(API(kprobe_event_add_field)(&cmd, "abc=" ARG1));
	SAY(API(kprobe_event_add_field)(&cmd, "a"));
}

static int SIDE(refuse)(void)
{
	char *buf = kmalloc(CMD_LEN, GFP_KERNEL);
	struct API(trace_event_file) *file;

	if (!buf)
		return -ENOMEM;
	SIDE(refuse_calls)(buf);
	SAY(SIDE(one)(buf, false, "api_entry", PLACE, NULL));
	SAY(SIDE(one)(buf, true, "api_entry", PLACE, "$retval"));
	SAY(SIDE(one)(buf, false, "a", NULL, NULL));
	SAY(SIDE(one)(buf, false, "a-b", PLACE, NULL));
	SAY(SIDE(one)(buf, false, "a", "no_such_function", NULL));
	SAY(SIDE(one)(buf, false, "a", PLACE "+x", NULL));
	SAY(SIDE(one)(buf, true, "a", PLACE "+1", NULL));
	SAY(SIDE(one)(buf, false, "a", PLACE, "x=%nosuch"));
	SAY(SIDE(one)(buf, false, "a", PLACE, "x=$retval"));
	SAY(SIDE(one)(buf, false, "a", PLACE, "x=" ARG1 ":u7"));
	SAY(SIDE(one)(buf, false, "a", PLACE, "1=" ARG1));
	SAY(SIDE(one)(buf, false, "a", PLACE, "x=" ARG1 " x=" ARG2));
	kfree(buf);
	SAY(API(kprobe_event_delete)("a"));
	SAY(API(kprobe_event_delete)("kprobes/a"));
	SAY(API(kprobe_event_delete)(""));
	SAY(PTR_ERR_OR_ZERO(API(trace_get_event_file)(NULL, "kprobes", "a")));
	SAY(PTR_ERR_OR_ZERO(API(trace_get_event_file)("none", "kprobes",
						      "api_entry")));
	SAY(API(trace_array_set_clr_event)(NULL, "kprobes", "a", true));
	file = API(trace_get_event_file)(NULL, "kprobes", "api_entry");
	if (IS_ERR(file))
		return 0;
	SAY(API(trace_array_set_clr_event)(file->tr, "kprobes", "a", true));
	SAY(API(trace_array_set_clr_event)(file->tr, "kprobe", "api_entry",
					   true));
	SAY(API(trace_array_set_clr_event)(file->tr, "kprobes", "api_entry",
					   true));
	SAY(API(kprobe_event_delete)("api_entry"));
	SAY(API(trace_array_set_clr_event)(file->tr, "kprobes", "api_entry",
					   false));
	API(trace_put_event_file)(file);
	return 0;
}

static int SIDE(remove)(void)
{
	SAY(API(kprobe_event_delete)("api_entry"));
	SAY(API(kprobe_event_delete)("kprobes/api_return"));
	SAY(API(kprobe_event_delete)("api_many"));
	SAY(API(kprobe_event_delete)("api_many"));
	return 0;
}

#undef PLACE
