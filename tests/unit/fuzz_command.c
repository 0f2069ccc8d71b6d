// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes trigger files: writes commands, one a line, hits the events after
 * each, and prints everything at the end. A line may begin with the name of an
 * event and a tab; otherwise it is for world. "synth" is for synthetic_events.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../module/hist/interevent.h"
#include "world.h"

static const char *const events[] = { "world", "other", "third" };

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void check_plan(const struct hist_spec *spec)
{
	unsigned int i;

	REQUIRE(spec->program.nr_keys >= 1 && spec->program.nr_keys <= HIST_KEYS_MAX);
	REQUIRE(spec->program.nr_vals >= 1 && spec->program.nr_vals <= HIST_VALS_MAX);
	REQUIRE(spec->nr_sort >= 1 && spec->nr_sort <= HIST_SORT_MAX);
	REQUIRE(spec->program.key_words >= 1 && spec->program.key_words <= HIST_KEY_WORDS_MAX);
	REQUIRE(spec->bits >= HIST_BITS_MIN && spec->bits <= HIST_BITS_MAX);
	REQUIRE(spec->program.key_layout <= HIST_KEY_LONG ||
		spec->program.key_layout == HIST_KEY_THREE ||
		spec->program.key_layout == HIST_KEY_PAIR_LOG2);
	REQUIRE(spec->nr_vars <= HIST_VARS_MAX);
	REQUIRE(spec->program.hit_form == (spec->program.interevent ? HIST_HIT_INTEREVENT : spec->program.key_layout));
	for (i = 0; i < spec->nr_sort; i++)
		REQUIRE(spec->sort[i].field < spec->program.nr_vals + spec->program.nr_keys);
	for (i = 0; i < spec->program.nr_keys; i++)
		REQUIRE(spec->program.ops_keys[i].code == HIST_OP_TYPE ||
			spec->program.ops_keys[i].offset < sizeof(struct world_record));
	for (i = 0; i + 1 < spec->program.nr_vals; i++)
		REQUIRE(hist_op_is_word(&spec->program.ops_vals[i]));
	for (i = 0; i < spec->program.nr_vals + spec->program.nr_keys; i++)
		REQUIRE(memchr(spec->fields[i].name, 0,
			       sizeof(spec->fields[i].name)));
}

static void check_inter(const struct hist_interevent *inter)
{
	unsigned int i;

	REQUIRE(inter->nr_var_refs <= HIST_VAR_REFS_MAX);
	REQUIRE(inter->nr_var_assigns <= inter->nr_slots);
	REQUIRE(inter->nr_slots <= HIST_VARS_MAX);
	REQUIRE(inter->nr_texts <= HIST_VARS_MAX);
	REQUIRE(inter->nr_code <= HIST_CODE_MAX);
	REQUIRE(inter->nr_actions <= HIST_ACTIONS_MAX);
	for (i = 0; i < inter->nr_actions; i++)
		REQUIRE(inter->actions[i]->nr_params <= HIST_PARAMS_MAX);
}

/* Hits all events with the same values, so that they find each other's variables. */
static void fire(void)
{
	static const char *const texts[] = { "", "a", "abcdefgh", "abcdefghi" };
	static const unsigned long stack[] = { 0x7000, 0x7001, 0, 0x7002 };
	static struct world_record r;
	unsigned int i, j;

	for (i = 0; i < 8; i++) {
		world_record_init(&r);
		memset(&r.d, 0x5a * (i + 1), offsetof(struct world_record, dyn) -
		       offsetof(struct world_record, d));
		if (i % 2)
			strscpy(r.name, texts[i % 4], sizeof(r.name));
		world_set_dyn(&r, texts[i % 4]);
		world_set_rel(&r, texts[i / 2]);
		r.text = texts[i % 3];
		r.cpu = i;
		memset(r.large, 'l', i % 4 * sizeof(r.large) / 3);
		r.num = i % 2;
		r.val = -(int)i;
		world_set_frames(&r, stack, i % 5);
		shim_stack[3] = 0x5000 + i % 3;
		shim_stack_depth = i;
		for (j = 0; j < ARRAY_SIZE(events); j++)
			world_fire_at(events[j], &r);
	}
}

/*
 * Returns how many words an entry has for its key, values, variables and strings,
 * as far as the specification alone determines that.
 */
static size_t entry_words(const struct hist_spec *spec)
{
	const struct hist_interevent *inter = spec->program.interevent;
	size_t words = spec->program.key_words + 8UL * spec->program.nr_vals;

	if (inter)
		words += HIST_VARS_MAX + inter->nr_texts * HIST_TEXT_WORDS;
	return words;
}

/*
 * Tests whether a command's table is small. The fuzzer fills tables often, so large
 * ones would make it slow.
 */
static bool is_cheap(const char *command)
{
	static struct hist_spec spec;
	bool cheap = true;
	int ret;

	while (*command == '!' || *command == ' ')
		command++;
	if (strncmp(command, "hist:", 5))
		return true;
	ret = world_spec(&spec, command + 5);
	REQUIRE(ret <= 0 && ret > -4096);
	if (!ret) {
		check_plan(&spec);
		cheap = entry_words(&spec) << spec.bits < 1 << 17;
	}
	if (spec.program.interevent)
		check_inter(spec.program.interevent);
	world_spec_done(&spec);
	return cheap;
}

static char before[1 << 20];

static void run_command(char *line)
{
	char *command = strchr(line, '\t');
	const char *event = "world";
	int ret;

	if (command) {
		*command++ = '\0';
		if (!strcmp(line, "synth")) {
			ret = world_synth(command);
			REQUIRE(ret <= 0 && ret > -4096);
			return;
		}
		event = world_file(line) ? line : NULL;
	}
	if (!event) {
		event = "world";
		*--command = '\t';
		command = NULL;
	}
	if (!command)
		command = line;
	if (!is_cheap(command))
		return;
	strscpy(before, world_triggers(), sizeof(before));
	world_error_command[0] = '\0';
	ret = world_write_to(event, command);
	REQUIRE(ret <= 0 && ret > -4096);
	/* A failed command changes nothing. */
	if (ret)
		REQUIRE(!strcmp(before, world_triggers()));
	fire();
}

static void print_all(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		world_hist_of(events[i]);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = malloc(size + 1), *rest = text, *line;
	unsigned int n = 0;

	memcpy(text, data, size);
	text[size] = '\0';
	/* A file takes one command per write, so each line is one write. */
	while ((line = strsep(&rest, "\n")) && n++ < 16)
		run_command(line);
	fire();
	print_all();
	world_reset();
	free(text);
	return 0;
}
