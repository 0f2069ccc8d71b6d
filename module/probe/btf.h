/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Walks BTF, the kernel's description of its types.
 *
 * A BTF blob is a table of types and a table of strings. Types are numbered
 * from 1 and refer to each other by number. A module's blob continues the
 * numbers and the strings of the kernel's blob, its base.
 *
 * btf_blob_parse() checks the bounds of all types. The type numbers and names
 * that a type contains are checked when they are used. A parsed blob never
 * changes, so all functions that only read it can be called in any context.
 *
 * Functions named btf_id_*() accept any number as the number of a type. If no
 * type has this number, btf_id_form() returns BTF_FORM_NONE.
 */
#ifndef HISTRIG_PROBE_BTF_H
#define HISTRIG_PROBE_BTF_H

#include <linux/types.h>

struct btf_blob;

/* The kinds of types, with their numbers in blobs. */
enum btf_form {
	BTF_FORM_VOID,
	BTF_FORM_INT,
	BTF_FORM_POINTER,
	BTF_FORM_ARRAY,
	BTF_FORM_STRUCT,
	BTF_FORM_UNION,
	BTF_FORM_ENUM,
	BTF_FORM_FORWARD,
	BTF_FORM_TYPEDEF,
	BTF_FORM_VOLATILE,
	BTF_FORM_CONST,
	BTF_FORM_RESTRICT,
	BTF_FORM_FUNCTION,
	BTF_FORM_PROTOTYPE,
	BTF_FORM_VARIABLE,
	BTF_FORM_SECTION,
	BTF_FORM_FLOAT,
	BTF_FORM_DECL_TAG,
	BTF_FORM_TYPE_TAG,
	BTF_FORM_ENUM64,
	BTF_FORMS,
	BTF_FORM_NONE = 0xff,
};

#define BTF_VOID	0

/* A number that no type has. */
#define BTF_NO_ID	(~0U)

/**
 * struct btf_integer - an integer type
 * @bits: its size in bits
 * @shift: its first bit; always 0, except for bit fields of old compilers
 * @is_signed: it is signed
 * @is_char: it is a character
 */
struct btf_integer {
	u8 bits;
	u8 shift;
	bool is_signed;
	bool is_char;
};

/**
 * struct btf_place - where a member of a struct or union is
 * @type: number of its type
 * @bit: its offset from the start of the struct, in bits
 * @bits: size of a bit field in bits, 0 for any other member
 */
struct btf_place {
	u32 type;
	u32 bit;
	u32 bits;
};

/**
 * struct btf_prototype - parameters of a function
 * @blob: the blob in which @id and @result are numbers
 * @id: number of the prototype
 * @result: number of the type that the function returns
 * @hidden: number of leading parameters that @nr does not count: 1 for a
 *	tracepoint, whose probes get their data pointer first
 * @nr: number of parameters
 */
struct btf_prototype {
	const struct btf_blob *blob;
	u32 id;
	u32 result;
	u32 hidden;
	u32 nr;
};

/**
 * btf_blob_parse() - check a blob and index its names
 * @made: set to the blob, which the caller frees with btf_blob_free()
 * @data: its bytes, aligned to 4; the caller frees them after the blob
 * @size: number of bytes
 * @base: the kernel's blob if @data is a module's, NULL if it is the kernel's
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL if @data is not BTF; -ENOMEM.
 */
int btf_blob_parse(struct btf_blob **made, const void *data, size_t size,
		   const struct btf_blob *base);

/* Frees a blob, but not its bytes; NULL is allowed. */
void btf_blob_free(struct btf_blob *blob);

/*
 * Returns the number of the first type with this form and name, or BTF_NO_ID.
 * The form is BTF_FORM_FUNCTION, _STRUCT, _UNION or _TYPEDEF. Does not search
 * the base.
 */
u32 btf_blob_find(const struct btf_blob *blob, enum btf_form form,
		  const char *name);

enum btf_form btf_id_form(const struct btf_blob *blob, u32 id);

/*
 * Returns the number of the type that a pointer, typedef, qualifier or function
 * refers to. BTF_NO_ID if @id is of another form.
 */
u32 btf_id_target(const struct btf_blob *blob, u32 id);

/*
 * Strips typedefs and qualifiers like const. Returns the number of the type below, or BTF_NO_ID
 * on failure.
 */
u32 btf_id_strip(const struct btf_blob *blob, u32 id);

/* Returns the size in bytes, 0 if the type has none or is malformed. */
u32 btf_id_bytes(const struct btf_blob *blob, u32 id);

/* Returns false if @id, after btf_id_strip(), is no integer. */
bool btf_id_integer(const struct btf_blob *blob, u32 id,
		    struct btf_integer *integer);

/* Returns the name of the first enumerator of this value, or NULL. */
const char *btf_id_enumerator(const struct btf_blob *blob, u32 id, long value);

/*
 * Returns false if @id is no array. Sets @element to the type of the elements,
 * and @count to their number, 0 if the array ends a struct. The caller strips
 * typedefs and qualifiers.
 */
bool btf_id_array(const struct btf_blob *blob, u32 id, u32 *element,
		  u32 *count);

/*
 * Is this a type of characters: an unsigned 8-bit integer, or "char", which is
 * signed before 6.2?
 */
bool btf_id_is_chars(const struct btf_blob *blob, u32 id);

/**
 * btf_id_member() - find a member of a struct or union
 * @blob: the blob
 * @id: number of the struct or union, without typedefs and qualifiers
 * @name: name of the member, which may be in an anonymous struct or union
 * @place: set to the member's place
 *
 * Return: 0; -ENOENT if there is no such member; -EINVAL if @id is neither a
 * struct nor a union.
 */
int btf_id_member(const struct btf_blob *blob, u32 id, const char *name,
		  struct btf_place *place);

/* Returns false if @id is no function, prototype, or pointer to a prototype. */
bool btf_id_prototype(const struct btf_blob *blob, u32 id,
		      struct btf_prototype *prototype);

/*
 * Returns the name, which may be empty, of a parameter. Sets @type to its type,
 * BTF_VOID for "...". @nr counts from 0 and is less than prototype->nr.
 */
const char *btf_parameter(const struct btf_prototype *prototype, u32 nr,
			  u32 *type);

/**
 * struct btf_calls - how functions are called
 * @registers: number of registers that pass arguments
 * @by_address: functions get the address of an argument of more than 16 bytes. Then integers
 *	of 16 bytes begin at an even register; all arguments after one on the stack are on the
 *	stack; and the address for a large result is in none of @registers
 */
struct btf_calls {
	unsigned int registers;
	bool by_address;
};

/* Returns how many words are passed for a parameter, none for a struct without members. */
u32 btf_parameter_words(const struct btf_blob *blob, u32 type);

/**
 * btf_argument_register() - find the register that a parameter is passed in
 * @prototype: the parameters
 * @nr: number of the parameter, from 0; less than prototype->nr
 * @calls: how functions are called
 * @by_address: set if the register has the parameter's address
 *
 * Structs and integers of up to 8 bytes use one register, of up to 16 bytes
 * two; longer ones are passed on the stack or by their address. Unless
 * @calls->by_address is set, the first register has the address for a result of
 * more than 16 bytes.
 *
 * Return: the number of the first register among those for arguments, from 0;
 * @calls->registers and more are words of the stack. -EOPNOTSUPP for
 * floating-point numbers, for structs without members, which are not passed,
 * and if the parameters before this one have too many words.
 */
int btf_argument_register(const struct btf_prototype *prototype, u32 nr,
			  const struct btf_calls *calls, bool *by_address);

/*
 * Returns the name of the default type of a value of type @id, after
 * btf_id_strip(). NULL if the kernel has none, and shows a hexadecimal long.
 */
const char *btf_natural_type(const struct btf_blob *blob, u32 id);

#endif /* HISTRIG_PROBE_BTF_H */
