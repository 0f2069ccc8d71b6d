// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes BTF: changes bytes of a small blob, and walks the result.
 *
 * The input is a list of changes of four bytes each: place, operation and
 * operand. Changes apply to the blob or, if their first byte is odd, to that of
 * a module. If the first byte of the input is 255, the rest of the input is the
 * blob.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

static void walk_prototype(const struct btf_blob *blob, u32 id)
{
	struct btf_calls calls = { .registers = 6 };
	struct btf_prototype prototype;
	bool is_address;
	u32 i, type;

	if (!btf_id_prototype(blob, id, &prototype))
		return;
	for (i = 0; i < prototype.nr && i < 100; i++) {
		REQUIRE(strlen(btf_parameter(&prototype, i, &type)) < 8192);
		calls.by_address = i & 1;
		REQUIRE(btf_argument_register(&prototype, i, &calls, &is_address) < 200);
	}
}

static void walk(const struct btf_blob *blob)
{
	static const char *const members[] = {
		"comm", "as_uint", "deep", "low", "high", "prev", "", "third",
	};
	struct btf_integer integer;
	struct btf_place place;
	u32 id, i, element, count;

	for (id = 0; id < W_IDS + 8; id++) {
		enum btf_form form = btf_id_form(blob, id);
		u32 bare = btf_id_strip(blob, id);

		REQUIRE(form < BTF_FORMS || form == BTF_FORM_NONE);
		for (i = 0; i < ARRAY_SIZE(members); i++)
			btf_blob_find(blob, form, members[i]);
		btf_id_target(blob, id);
		btf_id_bytes(blob, id);
		btf_id_is_chars(blob, id);
		btf_id_integer(blob, bare, &integer);
		btf_id_array(blob, bare, &element, &count);
		btf_natural_type(blob, bare);
		for (i = 0; i < ARRAY_SIZE(members); i++)
			btf_id_member(blob, bare, members[i], &place);
		walk_prototype(blob, id);
	}
}

/*
 * Parses a copy at the end of an allocation, so that ASan reports each read
 * beyond its end.
 */
static struct btf_blob *parse(const void *bytes, size_t size, void **copy,
			      const struct btf_blob *base)
{
	struct btf_blob *blob;
	int ret;

	*copy = malloc(size ?: 1);
	memcpy(*copy, bytes, size);
	ret = btf_blob_parse(&blob, *copy, size, base);
	REQUIRE(!ret == !!blob && (!ret || ret == -EINVAL));
	if (blob)
		walk(blob);
	return blob;
}

static void change(struct btf_world *world, const u8 *how)
{
	u32 at = (how[1] | how[2] << 8) % world->size;
	u8 *byte = (u8 *)world->bytes + at;

	if (how[0] & 2)
		*byte += how[3];
	else
		*byte = how[3];
}

static void make_module(struct btf_world *world, u32 first_string)
{
	memset(world, 0, sizeof(*world));
	world->first_string = first_string;
	TYPE(world, BTF_FORM_STRUCT, "own", 1, 8, NAMED("task"), W_TASK_PTR, 0);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 1, W_INT, NAMED("arg"), W_IDS);
	TYPE(world, BTF_FORM_FUNCTION, "own_read", 0, W_IDS + 1);
	WORDS(world, 1, BTF_FORM_TYPEDEF << 24, W_TASK);
	btf_world_finish(world);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct btf_world base, module;
	struct btf_blob *blob, *other = NULL;
	void *copy, *other_copy = NULL;
	size_t at;

	if (size && data[0] == 255) {
		blob = parse(data + 1, size - 1, &copy, NULL);
		btf_blob_free(blob);
		free(copy);
		return 0;
	}
	btf_world_make(&base);
	btf_world_finish(&base);
	make_module(&module, base.strings_len);
	for (at = 0; at + 4 <= size; at += 4)
		change(data[at] & 1 ? &module : &base, data + at);
	blob = parse(base.bytes, base.size, &copy, NULL);
	if (blob)
		other = parse(module.bytes, module.size, &other_copy, blob);
	btf_blob_free(other);
	btf_blob_free(blob);
	free(other_copy);
	free(copy);
	return 0;
}
