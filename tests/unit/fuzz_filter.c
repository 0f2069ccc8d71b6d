// SPDX-License-Identifier: GPL-2.0
/* Fuzzes filters: parses random strings, and runs the valid ones on records. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../module/filter/filter.h"
#include "../../module/filter/hot/run.h"
#include "world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void check_jump(const struct filter *filter, unsigned int from, int jump)
{
	if (jump == FILTER_YES || jump == FILTER_NO)
		return;
	REQUIRE(jump > 0 && !(jump % sizeof(struct filter_op)));
	REQUIRE(from + jump / sizeof(struct filter_op) < filter->nr);
}

static void check_filter(const struct filter *filter)
{
	unsigned int i;

	REQUIRE(filter->nr);
	for (i = 0; i < filter->nr; i++) {
		const struct filter_op *op = &filter->ops[i];

		check_jump(filter, i, op->yes);
		check_jump(filter, i, op->no);
		REQUIRE(op->code <= FILTER_OP_CPUMASK_EQUAL);
		REQUIRE(op->offset < offsetof(struct world_record, data));
	}
}

static void run(const struct filter *filter)
{
	static const char *const texts[] = {
		"", "a", "abcdefg", "abcdefgh", "a*b", "[a]", "unit",
	};
	static const unsigned long mask[2] = { 5, 1 };
	static struct world_record r;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		world_record_init(&r);
		memset(&r.d, 0x5a * i, offsetof(struct world_record, dyn) -
		       offsetof(struct world_record, d));
		world_set_dyn(&r, texts[i]);
		world_set_rel(&r, texts[i]);
		world_set_cpus(&r, mask, i % 3);
		r.text = i == 3 ? NULL : texts[i] + (i % 2 ? SHIM_USER : 0);
		filter_match(filter, &r);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct filter *filter = NULL;
	struct filter_fault fault;
	char *text = malloc(size + 1), *words;
	int ret;

	memcpy(text, data, size);
	text[size] = '\0';
	ret = filter_parse(&filter, &world_event, text, NULL, &fault);
	REQUIRE(ret <= 0 && ret > -4096 && !ret == !!filter);
	if (ret) {
		REQUIRE(fault.column <= strlen(text) + 2);
		words = filter_explain_fault(text, &fault, ret);
		REQUIRE(!strncmp(words, text, strlen(text)));
		free(words);
		filter_log_fault(NULL, text, &fault);
	} else {
		check_filter(filter);
		run(filter);
	}
	filter_free(filter);
	free(text);
	return 0;
}
