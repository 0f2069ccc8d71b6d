// SPDX-License-Identifier: GPL-2.0
/* Walks BTF, see btf.h. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <uapi/linux/btf.h>

#include "btf.h"

#define BLOB_MAGIC	0xeb9f
#define BLOB_VERSION	1

/*
 * Maximum number of types that are followed in a row, and of structs that are
 * searched for a member: in a malformed blob, a type may refer to itself.
 */
#define STEPS_MAX	64

/*
 * Maximum number of anonymous structs and unions that a search for a member has
 * still to search, as in the kernel.
 */
#define ANONYMOUS_MAX	16

/* The first bytes of a blob; offsets count from the end of the header. */
struct blob_header {
	u16 magic;
	u8 version;
	u8 flags;
	u32 len;
	u32 types_offset;
	u32 types_len;
	u32 strings_offset;
	u32 strings_len;
};

/* A longer header ends with this: the place of a table of struct blob_size, by form. */
struct blob_layout {
	u32 offset;
	u32 len;
};

struct blob_size {
	u8 fixed;
	u8 element;
	u16 flags;
};

/**
 * struct btf_blob - a blob that was parsed
 * @base: the kernel's blob if this is a module's, otherwise NULL
 * @types: its types
 * @types_len: length of @types in bytes
 * @strings: its strings; the last byte is 0
 * @strings_len: length of @strings in bytes
 * @first_id: number of the first type
 * @first_string: number of the first byte of @strings
 * @nr: number of types
 * @offset: offset of each type in @types, in bytes
 * @slot: hash table, by form and name, of the numbers of types; 0 in a free
 *	slot
 * @mask: number of slots, a power of two, minus 1
 */
struct btf_blob {
	const struct btf_blob *base;
	const char *types;
	u32 types_len;
	const char *strings;
	u32 strings_len;
	u32 first_id;
	u32 first_string;
	u32 nr;
	u32 *offset;
	u32 *slot;
	u32 mask;
};

/* Bytes after a struct btf_type: a fixed number, and more for each element. */
static const struct blob_size form_sizes[BTF_FORMS] = {
	[BTF_FORM_INT] = { 4, 0 },
	[BTF_FORM_ARRAY] = { sizeof(struct btf_array), 0 },
	[BTF_FORM_STRUCT] = { 0, sizeof(struct btf_member) },
	[BTF_FORM_UNION] = { 0, sizeof(struct btf_member) },
	[BTF_FORM_ENUM] = { 0, sizeof(struct btf_enum) },
	[BTF_FORM_PROTOTYPE] = { 0, sizeof(struct btf_param) },
	[BTF_FORM_VARIABLE] = { 4, 0 },
	[BTF_FORM_SECTION] = { 0, 12 },
	[BTF_FORM_DECL_TAG] = { 4, 0 },
	[BTF_FORM_ENUM64] = { 0, 12 },
};

static unsigned int form_of(const struct btf_type *type)
{
	return type->info >> 24 & 0x7f;
}

static u32 elements_of(const struct btf_type *type)
{
	return type->info & 0xffffff;
}

/* Does the upper byte of a member's @offset contain the size of a bit field? */
static bool has_bitfield_sizes(const struct btf_type *type)
{
	return type->info >> 31;
}

static bool is_struct(const struct btf_type *type)
{
	return form_of(type) == BTF_FORM_STRUCT || form_of(type) == BTF_FORM_UNION;
}

static bool is_indexed(const struct btf_type *type)
{
	return type->name_off && (is_struct(type) ||
			      form_of(type) == BTF_FORM_TYPEDEF ||
			      form_of(type) == BTF_FORM_FUNCTION);
}

/* Returns NULL for void and for a number that no type has. */
static const struct btf_type *btf_type_of(const struct btf_blob *blob, u32 id)
{
	if (id < blob->first_id)
		blob = blob->base;
	if (!blob || id < blob->first_id || id - blob->first_id >= blob->nr)
		return NULL;
	return (const void *)(blob->types + blob->offset[id - blob->first_id]);
}

/* Returns an empty string for an offset outside the strings. */
static const char *string_at(const struct btf_blob *blob, u32 at)
{
	if (at < blob->first_string)
		blob = blob->base;
	if (!blob || at < blob->first_string ||
	    at - blob->first_string >= blob->strings_len)
		return "";
	return blob->strings + (at - blob->first_string);
}

static u32 btf_hash_name(enum btf_form form, const char *name)
{
	u32 hash = 2166136261u + form;

	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 16777619u;
	return hash ^ hash >> 15;
}

static bool btf_within(u32 offset, u32 len, size_t size)
{
	return offset <= size && len <= size - offset;
}

/*
 * Returns the size of a type's description in bytes, 0 if its form is unknown.
 * @layout has the sizes of @forms forms, for those newer than this code.
 */
static u64 type_bytes(const struct btf_type *type,
		      const struct blob_size *layout, u32 forms)
{
	unsigned int form = form_of(type);
	const struct blob_size *size;

	if (form && form < BTF_FORMS)
		size = &form_sizes[form];
	else if (form && form < forms)
		size = &layout[form];
	else
		return 0;
	return sizeof(*type) + size->fixed + (u64)elements_of(type) * size->element;
}

/*
 * Counts the types, and in @indexed those that can be found by name. Stores the
 * types' offsets if blob->offset is allocated. Returns false if a type is
 * malformed.
 */
static bool scan_types(struct btf_blob *blob, const struct blob_size *layout,
		       u32 forms, u32 *indexed)
{
	u32 at = 0;
	u64 bytes;

	blob->nr = 0;
	*indexed = 0;
	while (at < blob->types_len) {
		const struct btf_type *type = (const void *)(blob->types + at);

		if (blob->types_len - at < sizeof(*type))
			return false;
		bytes = type_bytes(type, layout, forms);
		if (!bytes || bytes % 4 || bytes > blob->types_len - at)
			return false;
		if (blob->offset)
			blob->offset[blob->nr] = at;
		blob->nr++;
		*indexed += is_indexed(type);
		at += bytes;
	}
	return true;
}

static void index_name(struct btf_blob *blob, u32 id, const struct btf_type *type)
{
	const char *name = string_at(blob, type->name_off);
	u32 at = btf_hash_name(form_of(type), name);

	while (blob->slot[at & blob->mask])
		at++;
	blob->slot[at & blob->mask] = id;
}

static int index_types(struct btf_blob *blob, const struct blob_size *layout,
		       u32 forms)
{
	u32 indexed, i;

	if (!scan_types(blob, layout, forms, &indexed))
		return -EINVAL;
	blob->offset = kvmalloc_array(blob->nr + 1, sizeof(u32), GFP_KERNEL);
	if (!blob->offset)
		return -ENOMEM;
	scan_types(blob, layout, forms, &indexed);
	blob->mask = roundup_pow_of_two(indexed * 2UL + 1) - 1;
	blob->slot = kvcalloc(blob->mask + 1UL, sizeof(u32), GFP_KERNEL);
	if (!blob->slot)
		return -ENOMEM;
	for (i = 0; i < blob->nr; i++) {
		const struct btf_type *type =
			btf_type_of(blob, blob->first_id + i);

		if (is_indexed(type))
			index_name(blob, blob->first_id + i, type);
	}
	return 0;
}

/* Finds the sections of a blob, and checks that they are inside the blob. */
static int find_sections(struct btf_blob *blob, const char *data, size_t size,
			 struct blob_layout *layout)
{
	const struct blob_header *header = (const void *)data;

	if (size < sizeof(*header) || header->magic != BLOB_MAGIC ||
	    header->version != BLOB_VERSION || header->len < sizeof(*header) ||
	    header->len > size || header->len % 4 || header->types_offset % 4)
		return -EINVAL;
	data += header->len;
	size -= header->len;
	if (!btf_within(header->types_offset, header->types_len, size) ||
	    !btf_within(header->strings_offset, header->strings_len, size) ||
	    !header->strings_len)
		return -EINVAL;
	blob->types = data + header->types_offset;
	blob->types_len = header->types_len;
	blob->strings = data + header->strings_offset;
	blob->strings_len = header->strings_len;
	if (blob->strings[blob->strings_len - 1])
		return -EINVAL;
	*layout = (struct blob_layout) {};
	if (header->len < sizeof(*header) + sizeof(*layout))
		return 0;
	*layout = *(const struct blob_layout *)(header + 1);
	if (layout->offset % 4 ||
	    !btf_within(layout->offset, layout->len, size))
		return -EINVAL;
	return 0;
}

int btf_blob_parse(struct btf_blob **made, const void *data, size_t size,
		   const struct btf_blob *base)
{
	struct blob_layout layout;
	struct btf_blob *blob = kzalloc(sizeof(*blob), GFP_KERNEL);
	const struct blob_size *sizes;
	int ret;

	*made = NULL;
	if (!blob)
		return -ENOMEM;
	blob->base = base;
	blob->first_id = base ? base->first_id + base->nr : 1;
	blob->first_string = base ? base->strings_len : 0;
	ret = find_sections(blob, data, size, &layout);
	if (!ret) {
		sizes = (const void *)((const char *)data +
				       ((const struct blob_header *)data)->len +
				       layout.offset);
		ret = index_types(blob, sizes, layout.len / sizeof(*sizes));
	}
	if (ret)
		btf_blob_free(blob);
	else
		*made = blob;
	return ret;
}

void btf_blob_free(struct btf_blob *blob)
{
	if (!blob)
		return;
	kvfree(blob->slot);
	kvfree(blob->offset);
	kfree(blob);
}

u32 btf_blob_find(const struct btf_blob *blob, enum btf_form form,
		  const char *name)
{
	u32 at, id;

	for (at = btf_hash_name(form, name); (id = blob->slot[at & blob->mask]);
	     at++) {
		const struct btf_type *type = btf_type_of(blob, id);

		if (form_of(type) == form && !strcmp(string_at(blob, type->name_off), name))
			return id;
	}
	return BTF_NO_ID;
}

enum btf_form btf_id_form(const struct btf_blob *blob, u32 id)
{
	const struct btf_type *type = btf_type_of(blob, id);

	if (!id)
		return BTF_FORM_VOID;
	return type && form_of(type) < BTF_FORMS ? form_of(type) : BTF_FORM_NONE;
}

u32 btf_id_target(const struct btf_blob *blob, u32 id)
{
	switch (btf_id_form(blob, id)) {
	case BTF_FORM_POINTER:
	case BTF_FORM_TYPEDEF:
	case BTF_FORM_VOLATILE:
	case BTF_FORM_CONST:
	case BTF_FORM_RESTRICT:
	case BTF_FORM_TYPE_TAG:
	case BTF_FORM_FUNCTION:
		return btf_type_of(blob, id)->type;
	default:
		return BTF_NO_ID;
	}
}

u32 btf_id_strip(const struct btf_blob *blob, u32 id)
{
	unsigned int steps;

	for (steps = 0; steps < STEPS_MAX; steps++) {
		switch (btf_id_form(blob, id)) {
		case BTF_FORM_TYPEDEF:
		case BTF_FORM_VOLATILE:
		case BTF_FORM_CONST:
		case BTF_FORM_RESTRICT:
		case BTF_FORM_TYPE_TAG:
			id = btf_id_target(blob, id);
			break;
		case BTF_FORM_NONE:
			return BTF_NO_ID;
		default:
			return id;
		}
	}
	return BTF_NO_ID;
}

u32 btf_id_bytes(const struct btf_blob *blob, u32 id)
{
	u32 bytes = 1, count, element;
	unsigned int steps;

	for (steps = 0; steps < STEPS_MAX; steps++) {
		id = btf_id_strip(blob, id);
		if (!btf_id_array(blob, id, &element, &count))
			break;
		if (check_mul_overflow(bytes, count, &bytes))
			return 0;
		id = element;
	}
	switch (btf_id_form(blob, id)) {
	case BTF_FORM_POINTER:
		count = sizeof(void *);
		break;
	case BTF_FORM_INT:
	case BTF_FORM_STRUCT:
	case BTF_FORM_UNION:
	case BTF_FORM_ENUM:
	case BTF_FORM_ENUM64:
	case BTF_FORM_FLOAT:
		count = btf_type_of(blob, id)->size;
		break;
	default:
		return 0;
	}
	return check_mul_overflow(bytes, count, &bytes) ? 0 : bytes;
}

bool btf_id_integer(const struct btf_blob *blob, u32 id,
		    struct btf_integer *integer)
{
	const struct btf_type *type = btf_type_of(blob, id);
	const char *name;
	u32 data;

	if (btf_id_form(blob, id) != BTF_FORM_INT)
		return false;
	data = *(const u32 *)(type + 1);
	integer->bits = data;
	integer->shift = data >> 16;
	integer->is_signed = data >> 24 & 1;
	name = string_at(blob, type->name_off);
	integer->is_char = data >> 24 & 2 || !strcmp(name, "char");
	return true;
}

const char *btf_id_enumerator(const struct btf_blob *blob, u32 id, long value)
{
	const struct btf_type *type = btf_type_of(blob, id);
	const struct btf_enum *enumerator = (const void *)(type + 1);
	u32 i;

	if (btf_id_form(blob, id) != BTF_FORM_ENUM)
		return NULL;
	for (i = 0; i < elements_of(type); i++)
		if (enumerator[i].val == value)
			return string_at(blob, enumerator[i].name_off);
	return NULL;
}

bool btf_id_array(const struct btf_blob *blob, u32 id, u32 *element, u32 *count)
{
	const struct btf_array *array;

	if (btf_id_form(blob, id) != BTF_FORM_ARRAY)
		return false;
	array = (const void *)(btf_type_of(blob, id) + 1);
	*element = array->type;
	*count = array->nelems;
	return true;
}

bool btf_id_is_chars(const struct btf_blob *blob, u32 id)
{
	struct btf_integer integer;

	return btf_id_integer(blob, btf_id_strip(blob, id), &integer) &&
	       integer.bits == 8 && (!integer.is_signed || integer.is_char);
}

/* An anonymous struct or union, and its offset in the outermost one. */
struct anonymous {
	u32 type;
	u32 bit;
};

/* Searches the named members, and adds the anonymous structs to @waiting. */
static bool find_member(const struct btf_blob *blob, const struct btf_type *type,
			u32 start, const char *name, struct btf_place *place,
			struct anonymous *waiting, unsigned int *nr_waiting)
{
	const struct btf_member *member = (const void *)(type + 1);
	u32 i, mask = has_bitfield_sizes(type) ? 0xffffff : ~0U;

	for (i = 0; i < elements_of(type); i++, member++) {
		u32 bit = start + (member->offset & mask);
		u32 inner;

		if (!member->name_off) {
			inner = btf_id_strip(blob, member->type);
			if (*nr_waiting == ANONYMOUS_MAX ||
			    !btf_type_of(blob, inner) ||
			    !is_struct(btf_type_of(blob, inner)))
				continue;
			waiting[(*nr_waiting)++] = (struct anonymous) { inner, bit };
		} else if (!strcmp(string_at(blob, member->name_off), name)) {
			place->type = member->type;
			place->bit = bit;
			place->bits = mask == ~0U ? 0 : member->offset >> 24;
			return true;
		}
	}
	return false;
}

int btf_id_member(const struct btf_blob *blob, u32 id, const char *name,
		  struct btf_place *place)
{
	struct anonymous waiting[ANONYMOUS_MAX];
	struct anonymous at = { id, 0 };
	const struct btf_type *type = btf_type_of(blob, id);
	unsigned int nr_waiting = 0, steps;

	if (!type || !is_struct(type))
		return -EINVAL;
	for (steps = 0; steps < STEPS_MAX; steps++) {
		if (find_member(blob, btf_type_of(blob, at.type), at.bit, name,
				place, waiting, &nr_waiting))
			return 0;
		if (!nr_waiting)
			break;
		at = waiting[--nr_waiting];
	}
	return -ENOENT;
}

bool btf_id_prototype(const struct btf_blob *blob, u32 id,
		      struct btf_prototype *prototype)
{
	id = btf_id_strip(blob, id);
	if (btf_id_form(blob, id) == BTF_FORM_FUNCTION ||
	    btf_id_form(blob, id) == BTF_FORM_POINTER)
		id = btf_id_strip(blob, btf_id_target(blob, id));
	if (btf_id_form(blob, id) != BTF_FORM_PROTOTYPE)
		return false;
	*prototype = (struct btf_prototype) {
		.blob = blob,
		.id = id,
		.result = btf_type_of(blob, id)->type,
		.nr = elements_of(btf_type_of(blob, id)),
	};
	return true;
}

const char *btf_parameter(const struct btf_prototype *prototype, u32 nr,
			  u32 *type)
{
	const struct btf_type *of =
		btf_type_of(prototype->blob, prototype->id);
	const struct btf_param *parameter = (const void *)(of + 1);

	parameter += prototype->hidden + nr;
	*type = parameter->type;
	return string_at(prototype->blob, parameter->name_off);
}

#define REGISTER_BYTES	8
#define PARAMETER_WORDS	128	/* maximum of an argument, and of all on the stack */

u32 btf_parameter_words(const struct btf_blob *blob, u32 type)
{
	const u32 bytes = btf_id_bytes(blob, type);
	const enum btf_form form = btf_id_form(blob, btf_id_strip(blob, type));

	if (bytes)
		return (bytes - 1) / REGISTER_BYTES + 1;
	return form != BTF_FORM_STRUCT && form != BTF_FORM_UNION;
}

static bool is_wide_integer(const struct btf_blob *blob, u32 type)
{
	return btf_id_form(blob, btf_id_strip(blob, type)) == BTF_FORM_INT &&
	       btf_id_bytes(blob, type) > REGISTER_BYTES;
}

/*
 * Returns the number of the register for the first parameter: 1 if register 0 has
 * the address of the result.
 */
static u32 first_register(const struct btf_prototype *prototype,
			  const struct btf_calls *calls)
{
	return !calls->by_address &&
	       btf_parameter_words(prototype->blob, prototype->result) > 2;
}

int btf_argument_register(const struct btf_prototype *prototype, u32 nr,
			  const struct btf_calls *calls, bool *by_address)
{
	const struct btf_blob *blob = prototype->blob;
	u32 i, words, type, on_stack = 0;
	u32 next = first_register(prototype, calls);
	bool in_registers;

	for (i = 0; ; i++) {
		btf_parameter(prototype, i, &type);
		words = btf_parameter_words(blob, type);
		*by_address = calls->by_address && words > 2;
		if (*by_address)
			words = 1;
		if (calls->by_address && is_wide_integer(blob, type))
			next = ALIGN(next, 2);
		in_registers = words <= 2 && next + words <= calls->registers;
		if (i == nr)
			break;
		if (in_registers)
			next += words;
		else
			on_stack += words;
		if (!in_registers && calls->by_address)
			next = calls->registers;
		if (words > PARAMETER_WORDS || on_stack > PARAMETER_WORDS)
			return -EOPNOTSUPP;
	}
	if (!words ||
	    btf_id_form(blob, btf_id_strip(blob, type)) == BTF_FORM_FLOAT)
		return -EOPNOTSUPP;
	return in_registers ? next : calls->registers + on_stack;
}

static const char *integer_type(const struct btf_integer *integer)
{
	static const char *const names[2][4] = {
		{ "u8", "u16", "u32", "u64" }, { "s8", "s16", "s32", "s64" },
	};
	unsigned int i;

	for (i = 0; i < 4; i++)
		if (integer->bits == 8u << i)
			return names[integer->is_signed][i];
	return integer->is_signed ? NULL : "u64";
}

/*
 * An enum of one or two bytes is signed if it has a negative enumerator, a longer one always.
 * BTF stores enumerators of enums of any size in 32 bits.
 */
static const char *enum_type(const struct btf_type *type)
{
	const struct btf_enum *enumerator = (const void *)(type + 1);
	bool is_signed = false;
	u32 i;

	for (i = 0; i < elements_of(type); i++)
		is_signed |= enumerator[i].val < 0;
	switch (type->size) {
	case 1:
		return is_signed ? "s8" : "u8";
	case 2:
		return is_signed ? "s16" : "u16";
	case 8:
		return "s64";
	default:
		return "s32";
	}
}

const char *btf_natural_type(const struct btf_blob *blob, u32 id)
{
	struct btf_integer integer;

	switch (btf_id_form(blob, id)) {
	case BTF_FORM_ENUM:
		return enum_type(btf_type_of(blob, id));
	case BTF_FORM_ENUM64:
		return "s64";
	case BTF_FORM_POINTER:
		return sizeof(void *) == 8 ? "x64" : "x32";
	case BTF_FORM_INT:
		btf_id_integer(blob, id, &integer);
		return integer_type(&integer);
	default:
		return NULL;
	}
}
