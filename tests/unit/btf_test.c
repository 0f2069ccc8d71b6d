// SPDX-License-Identifier: GPL-2.0
/* Tests of module/probe/btf.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_world.h"
#include "test.h"

static struct btf_world world;

static struct btf_blob *make(void)
{
	struct btf_blob *blob = NULL;

	btf_world_make(&world);
	btf_world_finish(&world);
	CHECK_EQ(btf_blob_parse(&blob, world.bytes, world.size, NULL), 0);
	return blob;
}

static void test_find(void)
{
	struct btf_blob *blob = make();

	CHECK_EQ(btf_blob_find(blob, BTF_FORM_FUNCTION, "unit_read"), W_READ);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, "task"), W_TASK);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, "list_head"), W_LIST);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_TYPEDEF, "loop"), W_LOOP);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, "loop"), W_LOOP_STRUCT);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_FUNCTION, "task"), BTF_NO_ID);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, ""), BTF_NO_ID);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, "tas"), BTF_NO_ID);
	CHECK_EQ(btf_id_form(blob, BTF_VOID), BTF_FORM_VOID);
	CHECK_EQ(btf_id_form(blob, W_LOOP_ARRAY), BTF_FORM_ARRAY);
	CHECK_EQ(btf_id_form(blob, W_IDS), BTF_FORM_NONE);
	btf_blob_free(blob);
}

static void test_strip(void)
{
	struct btf_blob *blob = make();

	CHECK_EQ(btf_id_strip(blob, W_SIZE_T), W_ULONG);
	CHECK_EQ(btf_id_strip(blob, W_CONST_CHAR), W_CHAR);
	CHECK_EQ(btf_id_strip(blob, W_USER_CHAR), W_CHAR);
	CHECK_EQ(btf_id_strip(blob, W_VOLATILE_TASK_PTR), W_TASK_PTR);
	CHECK_EQ(btf_id_strip(blob, W_RESTRICT), W_CHAR_PTR);
	CHECK_EQ(btf_id_strip(blob, W_TASK), W_TASK);
	CHECK_EQ(btf_id_strip(blob, BTF_VOID), BTF_VOID);
	CHECK_EQ(btf_id_strip(blob, W_IDS), BTF_NO_ID);
	CHECK_EQ(btf_id_strip(blob, W_LOOP), BTF_NO_ID);
	CHECK_EQ(btf_id_target(blob, W_TASK_PTR), W_TASK);
	CHECK_EQ(btf_id_target(blob, W_READ), W_READ_PROTO);
	CHECK_EQ(btf_id_target(blob, W_TASK), BTF_NO_ID);
	btf_blob_free(blob);
}

static void test_sizes(void)
{
	struct btf_blob *blob = make();
	u32 element, count;

	CHECK_EQ(btf_id_bytes(blob, W_SIZE_T), 8);
	CHECK_EQ(btf_id_bytes(blob, W_TASK_PTR), 8);
	CHECK_EQ(btf_id_bytes(blob, W_TASK), 96);
	CHECK_EQ(btf_id_bytes(blob, W_COMM), 16);
	CHECK_EQ(btf_id_bytes(blob, W_TABLE), 48);
	CHECK_EQ(btf_id_bytes(blob, W_BIG_ENUM), 8);
	CHECK_EQ(btf_id_bytes(blob, BTF_VOID), 0);
	CHECK_EQ(btf_id_bytes(blob, W_LOOP), 0);
	CHECK_EQ(btf_id_bytes(blob, W_LOOP_ARRAY), 0);
	CHECK(btf_id_array(blob, W_TABLE, &element, &count));
	CHECK_EQ(element, W_ROW);
	CHECK_EQ(count, 3);
	CHECK(!btf_id_array(blob, W_TASK, &element, &count));
	btf_blob_free(blob);
}

static void test_types(void)
{
	static const struct {
		u32 id;
		const char *type;
	} cases[] = {
		{ W_INT, "s32" }, { W_UINT, "u32" }, { W_CHAR, "s8" },
		{ W_UCHAR, "u8" }, { W_ULONG, "u64" }, { W_LONG, "s64" },
		{ W_BOOL, "u8" }, { W_INT128, "u64" }, { W_OLD_BITS, "u64" },
		{ W_CHAR_PTR, "x64" }, { W_VOID_PTR, "x64" }, { W_COLOR, "s32" },
		{ W_BYTE_ENUM, "u8" }, { W_SIGNED_ENUM, "s8" }, { W_SHORT_ENUM, "u16" },
		{ W_SIGNED_SHORT_ENUM, "s16" }, { W_LONG_ENUM, "s64" },
		{ W_BIG_ENUM, "s64" }, { W_FLOAT, NULL }, { W_TASK, NULL },
		{ W_COMM, NULL }, { W_FORWARD, NULL }, { BTF_VOID, NULL },
		{ W_IDS, NULL },
	};
	struct btf_blob *blob = make();
	struct btf_integer integer;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		CHECK_STR(btf_natural_type(blob, cases[i].id), cases[i].type, "type");
	CHECK(btf_id_integer(blob, W_OLD_BITS, &integer));
	CHECK_EQ(integer.bits, 3);
	CHECK_EQ(integer.shift, 2);
	CHECK(btf_id_is_chars(blob, W_CONST_CHAR));
	CHECK(btf_id_is_chars(blob, W_USER_CHAR));
	CHECK(btf_id_is_chars(blob, W_UCHAR));
	CHECK(!btf_id_is_chars(blob, W_SCHAR));
	CHECK(!btf_id_is_chars(blob, W_INT));
	CHECK(!btf_id_is_chars(blob, BTF_VOID));
	btf_blob_free(blob);
}

static void test_enumerators(void)
{
	struct btf_blob *blob = make();

	CHECK_STR(btf_id_enumerator(blob, W_COLOR, 0), "RED", "0");
	CHECK_STR(btf_id_enumerator(blob, W_COLOR, -1), "BLUE", "-1");
	CHECK(!btf_id_enumerator(blob, W_COLOR, 1));
	/* -1 is not found in a register whose upper 32 bits were cleared. */
	CHECK(!btf_id_enumerator(blob, W_COLOR, 0xffffffff));
	CHECK(!btf_id_enumerator(blob, W_BIG_ENUM, -1));
	CHECK(!btf_id_enumerator(blob, W_INT, 0));
	btf_blob_free(blob);
}

static void check_member(const struct btf_blob *blob, u32 id, const char *name,
			 u32 type, u32 bit, u32 bits)
{
	struct btf_place place = {};

	CHECK_EQ(btf_id_member(blob, id, name, &place), 0);
	CHECK_EQ(place.type, type);
	CHECK_EQ(place.bit, bit);
	CHECK_EQ(place.bits, bits);
}

static void test_members(void)
{
	struct btf_blob *blob = make();
	struct btf_place place;

	check_member(blob, W_TASK, "comm", W_COMM, 0, 0);
	check_member(blob, W_TASK, "as_uint", W_UINT, 128, 0);
	check_member(blob, W_TASK, "deep", W_UINT, 160, 0);
	check_member(blob, W_TASK, "low", W_UINT, 192, 3);
	check_member(blob, W_TASK, "high", W_UINT, 195, 7);
	check_member(blob, W_TASK, "parent", W_VOLATILE_TASK_PTR, 384, 0);
	check_member(blob, W_LIST, "prev", W_LIST_PTR, 64, 0);
	check_member(blob, W_ANON_UNION, "as_int", W_INT, 0, 0);
	CHECK_EQ(btf_id_member(blob, W_TASK, "prev", &place), -ENOENT);
	CHECK_EQ(btf_id_member(blob, W_TASK, "", &place), -ENOENT);
	CHECK_EQ(btf_id_member(blob, W_TASK_PTR, "comm", &place), -EINVAL);
	CHECK_EQ(btf_id_member(blob, BTF_VOID, "comm", &place), -EINVAL);
	CHECK_EQ(btf_id_member(blob, W_IDS, "comm", &place), -EINVAL);
	CHECK_EQ(btf_id_member(blob, W_LOOP_STRUCT, "comm", &place), -ENOENT);
	btf_blob_free(blob);
}

static void test_prototypes(void)
{
	struct btf_blob *blob = make();
	struct btf_prototype prototype;
	u32 type;

	CHECK(btf_id_prototype(blob, W_READ, &prototype));
	CHECK_EQ(prototype.nr, 4);
	CHECK_EQ(prototype.result, W_SSIZE_T);
	CHECK_STR(btf_parameter(&prototype, 2, &type), "count", "parameter");
	CHECK_EQ(type, W_SIZE_T);
	CHECK(btf_id_prototype(blob, W_TRACE_TYPEDEF, &prototype));
	CHECK_EQ(prototype.result, BTF_VOID);
	prototype.hidden = 1;
	prototype.nr--;
	CHECK_STR(btf_parameter(&prototype, 0, &type), "preempt", "parameter");
	CHECK(!btf_id_prototype(blob, W_TASK_PTR, &prototype));
	CHECK(!btf_id_prototype(blob, W_LOOP, &prototype));
	btf_blob_free(blob);
}

/* Six registers, and structs on the stack; eight, and addresses of structs. */
static const struct btf_calls by_value = { .registers = 6 };
static const struct btf_calls by_address = { .registers = 8, .by_address = true };

/*
 * Checks the first register of each parameter. Bit N of @addresses is 1 if the function gets
 * the address of parameter N. See struct btf_calls.
 */
static void check_registers(u32 id, const struct btf_calls *calls, const int *registers,
			    unsigned int addresses)
{
	struct btf_blob *blob = make();
	struct btf_prototype prototype;
	bool is_address;
	u32 i;

	CHECK(btf_id_prototype(blob, id, &prototype));
	for (i = 0; i < prototype.nr; i++) {
		CHECK_EQ(btf_argument_register(&prototype, i, calls, &is_address), registers[i]);
		CHECK_EQ(is_address, addresses >> i & 1);
	}
	btf_blob_free(blob);
}

#define CHECK_REGISTERS(id, calls, addresses, ...)	\
	check_registers(id, &(calls), (const int []) { __VA_ARGS__ }, addresses)

static void test_registers(void)
{
	/* a, pair, block, b, wide, pair2, c, d ... */
	CHECK_REGISTERS(W_VALUES, by_value, 0, 0, 1, 6, 3, 4, 9, 11, 12, 13);
	CHECK_REGISTERS(W_VALUES, by_address, 1 << 2, 0, 1, 3, 4, 6, 8, 10, 11, 12);
	/* The address for the result comes first. */
	CHECK_REGISTERS(W_LARGE, by_value, 0, 1, 2);
	CHECK_REGISTERS(W_LARGE, by_address, 0, 0, 1);
	/* a, empty, wide, block, b, pair, c, d, e */
	CHECK_REGISTERS(W_MIXED, by_value, 0, 0, -EOPNOTSUPP, 1, 6, 3, 4, 9, 10, 11);
	CHECK_REGISTERS(W_MIXED, by_address, 1 << 3, 0, -EOPNOTSUPP, 2, 4, 5, 6, 8, 9, 10);
}

static void test_module(void)
{
	static struct btf_world other;
	struct btf_blob *base = make(), *blob = NULL;
	struct btf_prototype prototype;
	u32 type, first = W_IDS;

	other.first_string = world.strings_len;
	TYPE(&other, BTF_FORM_STRUCT, "own", 1, 8,
	     btf_world_string(&other, "task"), W_TASK_PTR, 0);
	TYPE(&other, BTF_FORM_PROTOTYPE, "", 1, W_INT,
	     btf_world_string(&other, "arg"), first);
	TYPE(&other, BTF_FORM_FUNCTION, "unit_read", 0, first + 1);
	/* The name of this type is in the strings of the base blob. */
	WORDS(&other, 1, BTF_FORM_TYPEDEF << 24, W_TASK);
	btf_world_finish(&other);
	CHECK_EQ(btf_blob_parse(&blob, other.bytes, other.size, base), 0);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_FUNCTION, "unit_read"), first + 2);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_TYPEDEF, "int"), first + 3);
	CHECK_EQ(btf_blob_find(blob, BTF_FORM_STRUCT, "task"), BTF_NO_ID);
	check_member(blob, first, "task", W_TASK_PTR, 0, 0);
	check_member(blob, W_TASK, "deep", W_UINT, 160, 0);
	CHECK(btf_id_prototype(blob, first + 2, &prototype));
	CHECK_STR(btf_parameter(&prototype, 0, &type), "arg", "parameter");
	CHECK_EQ(type, first);
	CHECK_EQ(btf_id_form(base, first), BTF_FORM_NONE);
	btf_blob_free(blob);
	btf_blob_free(base);
}

/*
 * The parser can skip types of a kind that it does not know, because the blob's layout
 * section contains the size of each kind.
 */
static void test_layout(void)
{
	struct btf_world_header header;
	struct btf_blob *blob = NULL;
	u32 bytes[32], sizes[22] = { [21] = 4 | 8 << 8 }, *at;

	btf_world_make(&world);
	world.nr_types = 0;
	btf_world_int(&world, "int", 4, 32);
	WORDS(&world, 0, 21 << 24 | 2, 0, 1, 2, 3, 4, 5);
	btf_world_int(&world, "long", 8, 64);
	btf_world_finish(&world);
	CHECK_EQ(btf_blob_parse(&blob, world.bytes, world.size, NULL), -EINVAL);

	memcpy(&header, world.bytes, sizeof(header));
	header.len = 32;
	header.types_offset = sizeof(sizes);
	header.strings_offset = sizeof(sizes) + header.types_len;
	memset(bytes, 0, sizeof(bytes));
	at = calloc(1, 4096);
	memcpy(at, &header, sizeof(header));
	at[6] = 0;
	at[7] = sizeof(sizes);
	memcpy(at + 8, sizes, sizeof(sizes));
	memcpy((char *)(at + 8) + sizeof(sizes), (char *)world.bytes + sizeof(header),
	       world.size - sizeof(header));
	CHECK_EQ(btf_blob_parse(&blob, at, 32 + sizeof(sizes) + world.size - 24, NULL), 0);
	CHECK_EQ(btf_id_form(blob, 1), BTF_FORM_INT);
	CHECK_EQ(btf_id_form(blob, 2), BTF_FORM_NONE);
	CHECK_EQ(btf_id_bytes(blob, 3), 8);
	btf_blob_free(blob);
	free(at);
}

static void test_malformed(void)
{
	struct btf_blob *blob;
	u32 i;

	for (i = 0; i < 24; i += 4) {
		btf_world_make(&world);
		btf_world_finish(&world);
		world.bytes[i / 4] ^= 0x80000000;
		CHECK_EQ(btf_blob_parse(&blob, world.bytes, world.size, NULL),
			 i ? -EINVAL : 0);
		btf_blob_free(blob);
	}
	btf_world_make(&world);
	btf_world_finish(&world);
	for (i = 0; i < world.size; i++) {
		CHECK_EQ(btf_blob_parse(&blob, world.bytes, i, NULL), -EINVAL);
		CHECK(!blob);
	}
}

static void test_no_memory(void)
{
	struct btf_blob *blob;
	int i;

	btf_world_make(&world);
	btf_world_finish(&world);
	for (i = 0; i < 3; i++) {
		shim_fail_after = i;
		CHECK_EQ(btf_blob_parse(&blob, world.bytes, world.size, NULL), -ENOMEM);
		shim_fail_after = -1;
		CHECK(!blob);
	}
	CHECK_EQ(shim_live, 0);
}

/* Reads the BTF of the running kernel. Returns NULL if it has none. */
static void *read_machine(size_t *size)
{
	FILE *file = fopen("/sys/kernel/btf/vmlinux", "r");
	size_t max = 64 << 20;
	void *data;

	if (!file)
		return NULL;
	data = malloc(max);
	*size = fread(data, 1, max, file);
	fclose(file);
	return data;
}

static void test_machine(void)
{
	static const char *const names[] = { "file", "buf", "count", "pos" };
	static const char *const members[] = {
		"pid", "comm", "parent", "se", "start_time", "mm", "in_execve",
	};
	struct btf_prototype prototype;
	struct btf_blob *blob = NULL;
	struct btf_place place;
	bool is_address;
	size_t size;
	void *data = read_machine(&size);
	u32 i, id, type;

	if (!data)
		return;
	CHECK_EQ(btf_blob_parse(&blob, data, size, NULL), 0);
	id = btf_blob_find(blob, BTF_FORM_FUNCTION, "vfs_read");
	CHECK(btf_id_prototype(blob, id, &prototype));
	CHECK_EQ(prototype.nr, ARRAY_SIZE(names));
	for (i = 0; i < prototype.nr; i++) {
		CHECK_STR(btf_parameter(&prototype, i, &type), names[i], "parameter");
		CHECK_EQ(btf_argument_register(&prototype, i, &by_value, &is_address), i);
	}
	CHECK_STR(btf_natural_type(blob, btf_id_strip(blob, prototype.result)), "s64", "vfs_read");
	id = btf_blob_find(blob, BTF_FORM_STRUCT, "task_struct");
	for (i = 0; i < ARRAY_SIZE(members); i++) {
		CHECK_EQ(btf_id_member(blob, id, members[i], &place), 0);
		CHECK_EQ(place.bits, i == 6 ? 1 : 0);
		CHECK(place.bit / 8 < btf_id_bytes(blob, id));
	}
	/* i_nlink is in an anonymous union of struct inode. */
	id = btf_blob_find(blob, BTF_FORM_STRUCT, "inode");
	CHECK_EQ(btf_id_member(blob, id, "i_nlink", &place), 0);
	CHECK_STR(btf_natural_type(blob, btf_id_strip(blob, place.type)), "u32", "i_nlink");
	id = btf_blob_find(blob, BTF_FORM_TYPEDEF, "btf_trace_sched_switch");
	CHECK(btf_id_prototype(blob, id, &prototype));
	CHECK(prototype.nr >= 4);
	btf_blob_free(blob);
	free(data);
}

const struct test tests[] = {
	{ "a BTF type is found by its kind and its name", test_find },
	{ "typedefs and qualifiers are resolved, and loops of them end", test_strip },
	{ "types have sizes, and arrays have elements", test_sizes },
	{ "the BTF type of a value becomes the type of a field", test_types },
	{ "a value of an enumeration has the name of its enumerator", test_enumerators },
	{ "a member is found at its offset, in anonymous structs and as a bit field as well", test_members },
	{ "a function's parameters have their names and types", test_prototypes },
	{ "a parameter after structs by value has the right register", test_registers },
	{ "a module's BTF continues the kernel's", test_module },
	{ "an unknown kind of type is skipped if the blob has its size", test_layout },
	{ "a blob that is truncated or has a wrong header is refused", test_malformed },
	{ "a blob that finds no memory leaves nothing behind", test_no_memory },
	{ "the types of this machine's kernel are found", test_machine },
	{}
};
