// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the trigger file: lines of commands, hits between them, everything
 * printed at the end.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void check_plan(const struct hist_plan *plan)
{
	unsigned int i;

	REQUIRE(plan->nr_keys >= 1 && plan->nr_keys <= HIST_KEYS_MAX);
	REQUIRE(plan->nr_vals >= 1 && plan->nr_vals <= HIST_VALS_MAX);
	REQUIRE(plan->nr_sort >= 1 && plan->nr_sort <= HIST_SORT_MAX);
	REQUIRE(plan->key_words >= 1 && plan->key_words <= HIST_KEY_WORDS_MAX);
	REQUIRE(plan->bits >= HIST_BITS_MIN && plan->bits <= HIST_BITS_MAX);
	REQUIRE(plan->key_form <= HIST_KEY_LONG);
	for (i = 0; i < plan->nr_sort; i++)
		REQUIRE(plan->sort[i].field < plan->nr_vals + plan->nr_keys);
	for (i = 0; i < plan->nr_keys; i++)
		REQUIRE(plan->ops_keys[i].offset < sizeof(struct world_record));
	for (i = 0; i + 1 < plan->nr_vals; i++)
		REQUIRE(hist_op_is_word(&plan->ops_vals[i]));
	for (i = 0; i < plan->nr_vals + plan->nr_keys; i++)
		REQUIRE(memchr(plan->fields[i].name, 0,
			       sizeof(plan->fields[i].name)));
}

static void fire(void)
{
	static const char *const texts[] = { "", "a", "abcdefgh", "abcdefghi" };
	static struct world_record r;
	unsigned int i;

	for (i = 0; i < 8; i++) {
		world_record_init(&r);
		memset(&r.d, 0x5a * (i + 1), offsetof(struct world_record, dyn) -
		       offsetof(struct world_record, d));
		world_set_dyn(&r, texts[i % 4]);
		world_set_rel(&r, texts[i / 2]);
		r.text = texts[i % 3];
		r.cpu = i;
		shim_stack[3] = 0x5000 + i % 3;
		shim_stack_depth = i;
		world_fire(&r);
	}
}

/* A plan that is too large a table for a fuzzer is only looked at. */
static bool is_cheap(const char *command)
{
	static struct hist_plan plan;
	int ret;

	while (*command == '!' || *command == ' ')
		command++;
	if (strncmp(command, "hist:", 5))
		return true;
	ret = world_plan(&plan, command + 5);
	REQUIRE(ret <= 0 && ret > -4096);
	if (ret)
		return true;
	check_plan(&plan);
	return (plan.key_words + 8UL * plan.nr_vals) << plan.bits < 1 << 17;
}

static char before[1 << 20];

static void run_command(const char *command)
{
	int ret;

	if (!is_cheap(command))
		return;
	strscpy(before, world_trigger(), sizeof(before));
	world_error_command[0] = '\0';
	ret = world_write(command);
	REQUIRE(ret <= 0 && ret > -4096);
	/* What fails changes nothing. */
	if (ret)
		REQUIRE(!strcmp(before, world_trigger()));
	fire();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = malloc(size + 1), *rest = text, *line;
	unsigned int n = 0;

	memcpy(text, data, size);
	text[size] = '\0';
	/* A file gets one command by each write; lines are writes here. */
	while ((line = strsep(&rest, "\n")) && n++ < 16)
		run_command(line);
	fire();
	world_hist();
	world_reset();
	free(text);
	return 0;
}
