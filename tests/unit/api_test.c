// SPDX-License-Identifier: GPL-2.0
/* Tests of definitions by other modules: module/api/. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../include/histrig.h"
#include "../../module/dispatch/dynamic.h"
#include "../../module/synth/synth.h"
#include "test.h"

/* What the last run() got: the command, the file that it was for, and the calling module. */
static char ran[HISTRIG_MAX_DYNEVENT_CMD_LEN];
static const char *ran_in;
static struct module *ran_for;
static int answer;

static int run(const char *text, const char *file, struct module *owner)
{
	snprintf(ran, sizeof(ran), "%s", text);
	ran_in = file;
	ran_for = owner;
	return answer;
}

int dynamic_run(const char *text)
{
	return run(text, "dynamic_events", NULL);
}

int dynamic_run_kprobe(const char *text)
{
	return run(text, "kprobe_events", NULL);
}

int synth_run_text(const char *text, struct module *owner)
{
	return run(text, "synthetic_events", owner);
}

int synth_run(const struct synth_command *command, struct module *owner)
{
	snprintf(ran, sizeof(ran), "!%s", command->name);
	return answer;
}

bool synth_type_there(const char *type)
{
	return !strcmp(type, "int") || strchr(type, '[');
}

static char buf[HISTRIG_MAX_DYNEVENT_CMD_LEN];
static struct module *const mod = (struct module *)0x1000;

static void start(struct histrig_dynevent_cmd *cmd, int maxlen)
{
	ran[0] = '\0';
	ran_in = "";
	memset(buf, 'x', sizeof(buf));
	histrig_dynevent_cmd_init(cmd, buf, maxlen, HISTRIG_DYNEVENT_TYPE_NONE,
				  histrig_dynevent_run_command);
}

static void test_commands(void)
{
	struct histrig_dynevent_arg_pair pair;
	struct histrig_dynevent_cmd cmd;
	struct histrig_dynevent_arg arg;

	start(&cmd, sizeof(buf));
	CHECK_STR(buf, "", "an empty command");
	histrig_dynevent_arg_init(&arg, 0);
	arg.str = "a";
	CHECK_EQ(histrig_dynevent_arg_add(&cmd, &arg, NULL), 0);
	histrig_dynevent_arg_init(&arg, ',');
	arg.str = "b";
	CHECK_EQ(histrig_dynevent_arg_add(&cmd, &arg, NULL), 0);
	histrig_dynevent_arg_pair_init(&pair, 0, 0);
	pair.lhs = "c";
	pair.rhs = "d";
	CHECK_EQ(histrig_dynevent_arg_pair_add(&cmd, &pair, NULL), 0);
	histrig_dynevent_arg_pair_init(&pair, '=', ';');
	pair.lhs = "e";
	pair.rhs = "f";
	CHECK_EQ(histrig_dynevent_arg_pair_add(&cmd, &pair, NULL), 0);
	CHECK_EQ(histrig_dynevent_str_add(&cmd, "g"), 0);
	CHECK_EQ(histrig_dynevent_create(&cmd), 0);
	CHECK_STR(ran, "a  b, c d  e=f;g", "a command");
	CHECK_STR(ran_in, "dynamic_events", "a command");
	answer = -EEXIST;
	CHECK_EQ(histrig_dynevent_create(&cmd), -EEXIST);
	answer = 0;
}

/* Tries all sizes of the command's buffer; only the last one is sufficient. */
static void test_size(void)
{
	struct histrig_dynevent_cmd cmd;
	int size, ret;

	for (size = -1; size <= 11; size++) {
		start(&cmd, size);
		ret = histrig_dynevent_str_add(&cmd, "12345");
		CHECK_EQ(ret, size < 6 ? -E2BIG : 0);
		ret = histrig_dynevent_str_add(&cmd, "67890");
		CHECK_EQ(ret, size < 11 ? -E2BIG : 0);
		CHECK_EQ(histrig_dynevent_str_add(&cmd, ""), ret);
		CHECK_EQ(histrig_dynevent_create(&cmd), ret);
		CHECK_EQ(*ran, ret ? 0 : '1');
		CHECK_EQ(buf[max(size, 0)], 'x');
	}
}

static void test_kprobes(void)
{
	struct histrig_dynevent_cmd cmd;
	char field[16];
	int i;

	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_kprobe_event_gen_cmd_start(&cmd, "n", "f"), 0);
	CHECK_EQ(histrig_kprobe_event_add_fields(&cmd, "a", NULL, "b"), 0);
	CHECK_EQ(histrig_kprobe_event_gen_cmd_end(&cmd), 0);
	CHECK_STR(ran, "p:kprobes/n f  a ", "a probe");
	CHECK_STR(ran_in, "kprobe_events", "a probe");

	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_kretprobe_event_gen_cmd_start(&cmd, "n", "f", "a"), 0);
	CHECK_EQ(histrig_kretprobe_event_gen_cmd_end(&cmd), 0);
	CHECK_STR(ran, "r:kprobes/n f  a ", "a return probe");

	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_kprobe_event_gen_cmd_start(&cmd, NULL, "f"), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_gen_cmd_start(&cmd, "n", NULL), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_gen_cmd_start(&cmd, "n", "f"), 0);
	for (i = 0; i < 130; i++) {
		snprintf(field, sizeof(field), "f%d", i);
		CHECK_EQ(histrig_kprobe_event_add_field(&cmd, field),
			 i < 128 ? 0 : -EINVAL);
	}
	CHECK_EQ(histrig_synth_event_add_field(&cmd, "int", "a"), -EINVAL);

	histrig_synth_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_kprobe_event_gen_cmd_start(&cmd, "n", "f"), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_add_field(&cmd, "f"), -EINVAL);
}

static void test_synthetic(void)
{
	struct histrig_synth_field_desc fields[65];
	struct histrig_dynevent_cmd cmd;
	int i;

	for (i = 0; i < 65; i++)
		fields[i] = (struct histrig_synth_field_desc) { "int", "b" };
	histrig_synth_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_synth_event_gen_cmd_start(&cmd, "n", mod, "int", "a"),
		 0);
	CHECK_EQ(histrig_synth_event_add_fields(&cmd, fields, 2), 0);
	CHECK_EQ(histrig_synth_event_add_field_str(&cmd, "c d"), 0);
	CHECK_EQ(histrig_synth_event_add_field(&cmd, "none", "e"), -EINVAL);
	CHECK_EQ(histrig_synth_event_add_field(&cmd, "e[]", "f"), 0);
	CHECK_EQ(histrig_synth_event_gen_cmd_end(&cmd), 0);
	CHECK_STR(ran, " n  int a; int b; int b; c d; e[] f;", "an event");
	CHECK_STR(ran_in, "synthetic_events", "an event");
	CHECK_EQ(ran_for == mod, true);

	histrig_synth_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_synth_event_gen_cmd_array_start(&cmd, "n", mod, fields,
							 65), -EINVAL);
	CHECK_EQ(histrig_synth_event_gen_cmd_array_start(&cmd, "n", mod, fields,
							 63), 0);
	CHECK_EQ(histrig_synth_event_add_fields(&cmd, fields, 1), 0);
	CHECK_EQ(histrig_synth_event_add_fields(&cmd, fields, 1), -EINVAL);
	CHECK_EQ(histrig_synth_event_add_field_str(&cmd, "c d"), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_add_field(&cmd, "a"), -EINVAL);
	CHECK_EQ(histrig_synth_event_create("n", fields, 64, NULL), 0);
	CHECK_EQ(histrig_synth_event_create("n", fields, 65, NULL), -EINVAL);
}

/* Tests calls in the wrong order, and calls with parts missing. */
static void test_misuse(void)
{
	static const struct histrig_synth_field_desc field = { "int", "a" };
	struct histrig_dynevent_arg_pair pair;
	struct histrig_dynevent_cmd cmd;
	struct histrig_dynevent_arg arg;

	start(&cmd, sizeof(buf));
	histrig_dynevent_arg_init(&arg, 0);
	CHECK_EQ(histrig_dynevent_arg_add(&cmd, &arg, NULL), -EINVAL);
	histrig_dynevent_arg_pair_init(&pair, 0, 0);
	pair.lhs = "a";
	CHECK_EQ(histrig_dynevent_arg_pair_add(&cmd, &pair, NULL), -EINVAL);
	pair.lhs = NULL;
	pair.rhs = "b";
	CHECK_EQ(histrig_dynevent_arg_pair_add(&cmd, &pair, NULL), -EINVAL);
	CHECK_EQ(histrig_dynevent_str_add(&cmd, NULL), -EINVAL);
	CHECK_STR(buf, "", "a command without text");

	histrig_dynevent_cmd_init(&cmd, buf, sizeof(buf),
				  HISTRIG_DYNEVENT_TYPE_NONE, NULL);
	CHECK_EQ(histrig_dynevent_create(&cmd), -EINVAL);
	histrig_dynevent_cmd_init(&cmd, NULL, 10, HISTRIG_DYNEVENT_TYPE_NONE,
				  histrig_dynevent_run_command);
	CHECK_EQ(histrig_dynevent_str_add(&cmd, "a"), -E2BIG);
	CHECK_EQ(histrig_dynevent_create(&cmd), -E2BIG);

	histrig_synth_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_synth_event_gen_cmd_end(&cmd), -EINVAL);
	CHECK_EQ(histrig_synth_event_add_field(&cmd, "int", "a"), 0);
	CHECK_EQ(histrig_synth_event_gen_cmd_end(&cmd), -EINVAL);
	CHECK_EQ(histrig_synth_event_add_fields(&cmd, NULL, 1), -EINVAL);
	histrig_kprobe_event_cmd_init(&cmd, buf, sizeof(buf));
	CHECK_EQ(histrig_kprobe_event_gen_cmd_end(&cmd), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_add_field(&cmd, "a"), 0);
	CHECK_EQ(histrig_kprobe_event_gen_cmd_end(&cmd), -EINVAL);

	CHECK_EQ(histrig_synth_event_delete(NULL), -EINVAL);
	CHECK_EQ(histrig_synth_event_create(NULL, &field, 1, NULL), -EINVAL);
	CHECK_STR(ran, "", "misuse");
}

/* If memory is lacking, nothing is run and nothing leaks. */
static void test_no_memory(void)
{
	static const struct histrig_synth_field_desc field = { "int", "a" };
	long live = shim_live;

	ran[0] = '\0';
	shim_fail_after = 0;
	CHECK_EQ(histrig_synth_event_create("n", &field, 1, NULL), -ENOMEM);
	CHECK_EQ(histrig_kprobe_event_delete("n"), -ENOMEM);
	shim_fail_after = -1;
	CHECK_STR(ran, "", "without memory");

	CHECK_EQ(histrig_kprobe_event_delete(NULL), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_delete(""), -EINVAL);
	CHECK_EQ(histrig_kprobe_event_delete("a/b"), 0);
	CHECK_STR(ran, "-:a/b", "a deleted probe");
	CHECK_EQ(histrig_synth_event_delete("n"), 0);
	CHECK_STR(ran, "!n", "a deleted event");
	answer = -EBUSY;
	CHECK_EQ(histrig_synth_event_create("n", &field, 1, NULL), -EBUSY);
	CHECK_EQ(histrig_kprobe_event_delete("n"), -EBUSY);
	answer = 0;
	CHECK_EQ(shim_live, live);
}

const struct test tests[] = {
	{ "a dynamic event's command consists of the added parts", test_commands },
	{ "a command that does not fit into its buffer is not run", test_size },
	{ "definitions of probes are those of kprobe_events", test_kprobes },
	{ "definitions of events are those of synthetic_events", test_synthetic },
	{ "calls in the wrong order or with parts missing are refused", test_misuse },
	{ "a definition that finds no memory leaks nothing", test_no_memory },
	{ }
};
