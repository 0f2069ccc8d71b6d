/* SPDX-License-Identifier: GPL-2.0 */
/* A small handmade BTF blob, for the tests of module/probe/btf.c. */
#ifndef UNIT_BTF_WORLD_H
#define UNIT_BTF_WORLD_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "../../module/probe/btf.h"

/* Ids of its types, in the order in which btf_world_make() adds them. */
enum btf_world_id {
	W_INT = 1,
	W_UINT,
	W_CHAR,			/* signed, as before 6.2 */
	W_UCHAR,
	W_SCHAR,
	W_ULONG,
	W_LONG,
	W_BOOL,
	W_INT128,
	W_OLD_BITS,		/* 3 bits at bit 2, as old compilers wrote it */
	W_CHAR_PTR,
	W_CONST_CHAR,
	W_CONST_CHAR_PTR,
	W_USER_CHAR,
	W_USER_CHAR_PTR,
	W_VOID_PTR,
	W_SIZE_T,
	W_SSIZE_T,
	W_COMM,			/* char [16] */
	W_TABLE,		/* int [3][4] */
	W_ROW,			/* int [4] */
	W_LIST,
	W_LIST_PTR,
	W_ANON_UNION,
	W_ANON_STRUCT,
	W_TASK,
	W_TASK_PTR,
	W_VOLATILE_TASK_PTR,
	W_COLOR,
	W_BIG_ENUM,
	W_BYTE_ENUM,
	W_SIGNED_ENUM,		/* of one byte */
	W_SHORT_ENUM,
	W_SIGNED_SHORT_ENUM,
	W_LONG_ENUM,		/* of eight bytes, but with enumerators of 32 bits */
	W_FLOAT,
	W_FORWARD,
	W_READ_PROTO,
	W_READ,
	W_TRACE_PROTO,
	W_TRACE_PTR,
	W_TRACE_TYPEDEF,
	W_TAG,
	W_VARIABLE,
	W_SECTION,
	W_PAIR,			/* 16 bytes */
	W_BLOCK,		/* 24 bytes */
	W_VALUES_PROTO,
	W_VALUES,
	W_TINY,			/* 3 bytes */
	W_BOX,
	W_BOX_PTR,
	W_SMALL_PROTO,
	W_SMALL,
	W_EMPTY,		/* a struct without members */
	W_LARGE_PROTO,
	W_LARGE,
	W_MIXED_PROTO,
	W_MIXED,
	W_WIDTHS_PROTO,
	W_WIDTHS,
	W_RESTRICT,
	W_LOOP,			/* a typedef that refers to itself */
	W_LOOP_STRUCT,		/* has itself as an anonymous member */
	W_LOOP_ARRAY,		/* an array of itself */
	W_IDS,
};

/**
 * struct btf_world - a blob under construction
 * @types: its types
 * @nr_types: words of @types in use
 * @strings: its strings
 * @strings_len: bytes of @strings in use
 * @first_string: offset of the first byte of @strings
 * @bytes: the blob, set by btf_world_finish()
 * @size: size of @bytes
 */
struct btf_world {
	u32 types[512];
	u32 nr_types;
	char strings[1024];
	u32 strings_len;
	u32 first_string;
	u32 bytes[1024];
	u32 size;
};

static inline u32 btf_world_string(struct btf_world *world, const char *s)
{
	u32 at = world->first_string + world->strings_len;

	if (!*s)
		return 0;
	strcpy(world->strings + world->strings_len, s);
	world->strings_len += strlen(s) + 1;
	return at;
}

static inline void btf_world_words(struct btf_world *world, u32 nr, const u32 *words)
{
	memcpy(world->types + world->nr_types, words, nr * sizeof(*words));
	world->nr_types += nr;
}

#define WORDS(world, ...)						\
	btf_world_words(world, sizeof((u32[]){ __VA_ARGS__ }) / 4,	\
			(u32[]){ __VA_ARGS__ })
#define TYPE(world, form, name, nr, value, ...)				\
	WORDS(world, btf_world_string(world, name), (u32)(form) << 24 | (nr), \
	      value, ##__VA_ARGS__)
#define NAMED(name)	btf_world_string(world, name)
/*
 * Flag in the info word of a struct: offsets of its members include the size of
 * a bit field.
 */
#define BITFIELDS	(1U << 7)

static inline void btf_world_int(struct btf_world *world, const char *name,
				 u32 size, u32 data)
{
	TYPE(world, BTF_FORM_INT, name, 0, size, data);
}

static inline void btf_world_structs(struct btf_world *world)
{
	TYPE(world, BTF_FORM_STRUCT, "list_head", 2, 16,
	     NAMED("next"), W_LIST_PTR, 0, NAMED("prev"), W_LIST_PTR, 64);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_LIST);
	TYPE(world, BTF_FORM_UNION, "", 2, 4,
	     NAMED("as_int"), W_INT, 0, NAMED("as_uint"), W_UINT, 0);
	TYPE(world, BTF_FORM_STRUCT, "", 2, 8,
	     0, W_ANON_UNION, 0, NAMED("deep"), W_UINT, 32);
	TYPE(world, BTF_FORM_STRUCT | BITFIELDS, "task", 8, 96,
	     NAMED("comm"), W_COMM, 0, 0, W_ANON_STRUCT, 128,
	     NAMED("low"), W_UINT, 3 << 24 | 192, NAMED("high"), W_UINT, 7 << 24 | 195,
	     NAMED("list"), W_LIST, 256, NAMED("parent"), W_VOLATILE_TASK_PTR, 384,
	     NAMED("table"), W_TABLE, 448, NAMED("name"), W_CONST_CHAR_PTR, 832);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_TASK);
	TYPE(world, BTF_FORM_VOLATILE, "", 0, W_TASK_PTR);
}

static inline void btf_world_functions(struct btf_world *world)
{
	TYPE(world, BTF_FORM_PROTOTYPE, "", 4, W_SSIZE_T,
	     NAMED("task"), W_TASK_PTR, NAMED("buf"), W_USER_CHAR_PTR,
	     NAMED("count"), W_SIZE_T, NAMED("pos"), W_VOID_PTR);
	TYPE(world, BTF_FORM_FUNCTION, "unit_read", 1, W_READ_PROTO);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 3, BTF_VOID,
	     NAMED("__data"), W_VOID_PTR, NAMED("preempt"), W_BOOL,
	     NAMED("next"), W_TASK_PTR);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_TRACE_PROTO);
	TYPE(world, BTF_FORM_TYPEDEF, "btf_trace_unit", 0, W_TRACE_PTR);
	TYPE(world, BTF_FORM_DECL_TAG, "kfunc", 0, W_READ, -1U);
	TYPE(world, BTF_FORM_VARIABLE, "jiffies", 0, W_ULONG, 1);
	TYPE(world, BTF_FORM_SECTION, ".data", 1, 8, W_VARIABLE, 0, 8);
	TYPE(world, BTF_FORM_STRUCT, "pair", 2, 16,
	     NAMED("first"), W_ULONG, 0, NAMED("second"), W_ULONG, 64);
	TYPE(world, BTF_FORM_STRUCT, "block", 2, 24,
	     NAMED("pair"), W_PAIR, 0, NAMED("third"), W_ULONG, 128);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 9, BTF_VOID,
	     NAMED("a"), W_INT, NAMED("pair"), W_PAIR, NAMED("block"), W_BLOCK,
	     NAMED("b"), W_INT, NAMED("wide"), W_INT128, NAMED("pair2"), W_PAIR,
	     NAMED("c"), W_INT, NAMED("d"), W_INT, 0, BTF_VOID);
	TYPE(world, BTF_FORM_FUNCTION, "unit_values", 0, W_VALUES_PROTO);
}

static inline void btf_world_small(struct btf_world *world)
{
	TYPE(world, BTF_FORM_STRUCT, "tiny", 1, 3, NAMED("red"), W_UCHAR, 0);
	TYPE(world, BTF_FORM_STRUCT, "box", 3, 16, NAMED("tiny"), W_TINY, 40,
	     NAMED("union"), W_ANON_UNION, 64, NAMED("float"), W_FLOAT, 64);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_BOX);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 2, W_TINY,
	     NAMED("box"), W_BOX_PTR, NAMED("tiny"), W_TINY);
	TYPE(world, BTF_FORM_FUNCTION, "unit_small", 0, W_SMALL_PROTO);
}

/* Functions with a large result, and with parameters of all sizes. */
static inline void btf_world_calls(struct btf_world *world)
{
	TYPE(world, BTF_FORM_STRUCT, "empty", 0, 0);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 2, W_BLOCK,
	     NAMED("a"), W_INT, NAMED("pair"), W_PAIR);
	TYPE(world, BTF_FORM_FUNCTION, "unit_large", 0, W_LARGE_PROTO);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 9, W_PAIR,
	     NAMED("a"), W_INT, NAMED("empty"), W_EMPTY, NAMED("wide"), W_INT128,
	     NAMED("block"), W_BLOCK, NAMED("b"), W_INT, NAMED("pair"), W_PAIR,
	     NAMED("c"), W_INT, NAMED("d"), W_INT, NAMED("e"), W_INT);
	TYPE(world, BTF_FORM_FUNCTION, "unit_mixed", 0, W_MIXED_PROTO);
	TYPE(world, BTF_FORM_PROTOTYPE, "", 6, BTF_VOID,
	     NAMED("byte"), W_UCHAR, NAMED("yes"), W_BOOL, NAMED("step"), W_SIGNED_ENUM,
	     NAMED("color"), W_COLOR, NAMED("hint"), W_BYTE_ENUM, NAMED("number"), W_INT);
	TYPE(world, BTF_FORM_FUNCTION, "unit_widths", 0, W_WIDTHS_PROTO);
}

/* Adds the types of enum btf_world_id. */
static inline void btf_world_make(struct btf_world *world)
{
	memset(world, 0, sizeof(*world));
	world->strings_len = 1;
	btf_world_int(world, "int", 4, 1 << 24 | 32);
	btf_world_int(world, "unsigned int", 4, 32);
	btf_world_int(world, "char", 1, 1 << 24 | 8);
	btf_world_int(world, "unsigned char", 1, 8);
	btf_world_int(world, "signed char", 1, 1 << 24 | 8);
	btf_world_int(world, "long unsigned int", 8, 64);
	btf_world_int(world, "long int", 8, 1 << 24 | 64);
	btf_world_int(world, "_Bool", 1, 4 << 24 | 8);
	btf_world_int(world, "__int128 unsigned", 16, 128);
	btf_world_int(world, "", 4, 2 << 16 | 3);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_CHAR);
	TYPE(world, BTF_FORM_CONST, "", 0, W_CHAR);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_CONST_CHAR);
	TYPE(world, BTF_FORM_TYPE_TAG, "user", 0, W_CHAR);
	TYPE(world, BTF_FORM_POINTER, "", 0, W_USER_CHAR);
	TYPE(world, BTF_FORM_POINTER, "", 0, BTF_VOID);
	TYPE(world, BTF_FORM_TYPEDEF, "size_t", 0, W_ULONG);
	TYPE(world, BTF_FORM_TYPEDEF, "ssize_t", 0, W_LONG);
	TYPE(world, BTF_FORM_ARRAY, "", 0, 0, W_CHAR, W_ULONG, 16);
	TYPE(world, BTF_FORM_ARRAY, "", 0, 0, W_ROW, W_ULONG, 3);
	TYPE(world, BTF_FORM_ARRAY, "", 0, 0, W_INT, W_ULONG, 4);
	btf_world_structs(world);
	TYPE(world, BTF_FORM_ENUM, "color", 2, 4, NAMED("RED"), 0, NAMED("BLUE"), -1U);
	TYPE(world, BTF_FORM_ENUM64, "mask", 1, 8, NAMED("ALL"), -1U, -1U);
	TYPE(world, BTF_FORM_ENUM, "hint", 1, 1, NAMED("HINT"), 255);
	TYPE(world, BTF_FORM_ENUM, "step", 2, 1, NAMED("DOWN"), -1U, NAMED("UP"), 1);
	TYPE(world, BTF_FORM_ENUM, "port", 1, 2, NAMED("PORT"), 65535);
	TYPE(world, BTF_FORM_ENUM, "jump", 1, 2, NAMED("JUMP"), -2U);
	TYPE(world, BTF_FORM_ENUM, "limit", 1, 8, NAMED("LIMIT"), 1);
	TYPE(world, BTF_FORM_FLOAT, "double", 0, 8);
	TYPE(world, BTF_FORM_FORWARD, "inode", 0, 0);
	btf_world_functions(world);
	btf_world_small(world);
	btf_world_calls(world);
	TYPE(world, BTF_FORM_RESTRICT, "", 0, W_CHAR_PTR);
	TYPE(world, BTF_FORM_TYPEDEF, "loop", 0, W_LOOP);
	TYPE(world, BTF_FORM_STRUCT, "loop", 2, 8,
	     0, W_LOOP_STRUCT, 64, 0, W_LOOP_STRUCT, 64);
	TYPE(world, BTF_FORM_ARRAY, "", 0, 0, W_LOOP_ARRAY, W_ULONG, 1);
}

struct btf_world_header {
	u16 magic;
	u8 version, flags;
	u32 len, types_offset, types_len, strings_offset, strings_len;
};

/* Joins the header, the types and the strings. */
static inline void btf_world_finish(struct btf_world *world)
{
	struct btf_world_header header = {
		.magic = 0xeb9f, .version = 1, .len = sizeof(header),
		.types_len = world->nr_types * 4,
		.strings_offset = world->nr_types * 4,
		.strings_len = world->strings_len,
	};
	char *at = (char *)world->bytes;

	memcpy(at, &header, sizeof(header));
	at += sizeof(header);
	memcpy(at, world->types, header.types_len);
	memcpy(at + header.types_len, world->strings, header.strings_len);
	world->size = sizeof(header) + header.types_len + header.strings_len;
}

#endif /* UNIT_BTF_WORLD_H */
