// SPDX-License-Identifier: GPL-2.0
/* Tests of module/event/dynamic.c. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/event/dynamic.h"
#include "test.h"

/*
 * An event of a type for this test. The event named "busy" is busy, and that named
 * "last" cannot be removed.
 */
struct made {
	struct dynamic_event dyn;
	char name[16];
	bool removed;
};

static struct made made[4];

/* The name that the last command to remove events contained. */
static char named[64];

static struct made *to_made(const struct dynamic_event *dyn)
{
	return container_of(dyn, struct made, dyn);
}

static int remove_made(struct dynamic_event *dyn)
{
	if (!strcmp(to_made(dyn)->name, "last"))
		return -EBUSY;
	to_made(dyn)->removed = true;
	dynamic_del(dyn);
	return 0;
}

static bool is_busy(const struct dynamic_event *dyn)
{
	return !strcmp(to_made(dyn)->name, "busy");
}

static bool matches(const struct dynamic_event *dyn, const char *system,
		    const char *name, int nr_words, char **words)
{
	snprintf(named, sizeof(named), "%s|%s|%d|%s", system ?: "-", name,
		 nr_words, nr_words ? words[0] : "");
	return !strcmp(to_made(dyn)->name, name);
}

static int create_a(const char *text)
{
	return *text == 'a' ? 0 : -ECANCELED;
}

static int create_b(const char *text)
{
	return *text == 'b' ? -ENOENT : -ECANCELED;
}

static const struct dynamic_type type_a = {
	.create = create_a,
	.remove = remove_made,
	.is_busy = is_busy,
	.matches = matches,
};

static const struct dynamic_type type_b = {
	.create = create_b,
	.remove = remove_made,
	.is_busy = is_busy,
	.matches = matches,
};

static void make(unsigned int i, const struct dynamic_type *type,
		 const char *name)
{
	made[i] = (struct made) { .dyn.type = type };
	strcpy(made[i].name, name);
	dynamic_add(&made[i].dyn);
}

static void forget_all(void)
{
	while (!list_empty(&dynamic_list))
		list_del(dynamic_list.next);
}

static void test_names(void)
{
	static const struct {
		const char *text;
		int ret;
		const char *named;
	} cases[] = {
		{ "-:e", -ENOENT, "-|e|0|" },
		{ "-:g/e and more", -ENOENT, "g|e|2|and" },
		{ "-:/e", -ENOENT, "|e|0|" },
		{ "-:g/", -ENOENT, "g||0|" },
		{ "-:a/b/c", -ENOENT, "a|b/c|0|" },
		{ "!s:e int a", -ENOENT, "-|e|2|int" },
		{ "!p:g/e", -ENOENT, "g|e|0|" },
		{ "!:e", -ENOENT, "-|e|0|" },
		{ "-:", -EINVAL, "" },
		{ "-", -EINVAL, "" },
		{ "-e", -EINVAL, "" },
		{ "- :e", -EINVAL, "" },
		{ "-s:e", -EINVAL, "" },
		{ "!e", -EINVAL, "" },
		{ "!s:", -EINVAL, "" },
	};
	unsigned int i;

	make(0, &type_a, "other");
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		named[0] = '\0';
		CHECK_EQ(dynamic_remove(cases[i].text, NULL), cases[i].ret);
		CHECK_STR(named, cases[i].named, cases[i].text);
	}
	forget_all();
}

static void test_remove(void)
{
	make(0, &type_a, "x");
	make(1, &type_b, "x");
	make(2, &type_a, "last");
	make(3, &type_a, "x");
	CHECK_EQ(dynamic_remove("-:x", &type_b), 0);
	CHECK(!made[0].removed && made[1].removed && !made[3].removed);
	CHECK_EQ(dynamic_remove("-:x", NULL), 0);
	CHECK(made[0].removed && made[3].removed);
	CHECK_EQ(dynamic_remove("-:x", NULL), -ENOENT);
	CHECK_EQ(dynamic_remove("-:last", NULL), -EBUSY);
	forget_all();
}

static void test_remove_all(void)
{
	make(0, &type_a, "x");
	make(1, &type_b, "busy");
	CHECK_EQ(dynamic_remove_all(NULL), -EBUSY);
	CHECK(!made[0].removed);
	CHECK_EQ(dynamic_remove_all(&type_a), 0);
	CHECK(made[0].removed && !made[1].removed);
	forget_all();
	make(0, &type_a, "x");
	make(1, &type_a, "last");
	make(2, &type_a, "y");
	CHECK_EQ(dynamic_remove_all(NULL), -EBUSY);
	CHECK(made[0].removed && !made[2].removed);
	forget_all();
}

static void test_create(void)
{
	static const struct dynamic_type *const both[] = {
		&type_a, &type_b, NULL
	};

	CHECK_EQ(dynamic_create("a", both), 0);
	CHECK_EQ(dynamic_create("b", both), -ENOENT);
	CHECK_EQ(dynamic_create("c", both), -EINVAL);
}

const struct test tests[] = {
	{ "a command to remove events names system, event and words", test_names },
	{ "a command removes all events that it names, of one type or all", test_remove },
	{ "all events of a type are removed, or none if one is in use", test_remove_all },
	{ "a definition is passed to the type that accepts it", test_create },
	{ }
};
