/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types of the kernel: walking BTF, the type information that a kernel has of
 * itself.
 *
 * A blob of BTF is a table of types and a table of strings. Types have numbers,
 * from 1, and refer to each other by number. The blob of a module continues the
 * numbers and the strings of the kernel's blob, its base.
 *
 * btf_blob_parse() checks the whole table of types once, so that no type ends
 * beyond it. The numbers and the names in a type are checked when they are
 * followed. A blob never changes after it is parsed.
 *
 * Functions whose names begin with btf_id_ take the number of a type. They
 * accept any number; one that no type has is of form BTF_FORM_NONE.
 */
#ifndef HISTRIG_PROBE_BTF_H
#define HISTRIG_PROBE_BTF_H

#include <linux/types.h>

struct btf_blob;

/* The kinds of types, with the numbers that blobs have for them. */
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
	BTF_FORM_NONE = 0xff,	/* there is no such type */
};

/* The number of the type void. */
#define BTF_VOID	0

/* A number that no type has. */
#define BTF_NO_ID	(~0U)

/**
 * struct btf_integer - an integer type
 * @bits: its size in bits
 * @shift: the bit at which it begins, 0 but for bit fields of old compilers
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
 * struct btf_place - where a member of a struct or union lies
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
 * @blob: the blob that has the numbers
 * @id: number of the prototype
 * @result: number of the type that the function returns
 * @hidden: number of parameters, the first ones, that @nr does not count: 1 for
 *	a tracepoint, whose probes get a pointer of their own first
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
 * @data: its bytes, aligned to 4, which stay until the blob is freed
 * @size: their number
 * @base: the kernel's blob if @data is a module's, NULL if it is the kernel's
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL if @data is no BTF; -ENOMEM.
 */
int btf_blob_parse(struct btf_blob **made, const void *data, size_t size,
		   const struct btf_blob *base);

/* btf_blob_free() - free a blob, but not its bytes; NULL is allowed */
void btf_blob_free(struct btf_blob *blob);

/**
 * btf_blob_find() - find a type by its name
 * @blob: a blob; its base is not searched
 * @form: BTF_FORM_FUNCTION, _STRUCT, _UNION or _TYPEDEF
 * @name: the name
 *
 * Context: any.
 * Return: the number of the first such type, or BTF_NO_ID.
 */
u32 btf_blob_find(const struct btf_blob *blob, enum btf_form form,
		  const char *name);

/* btf_id_form() - tell what a type is */
enum btf_form btf_id_form(const struct btf_blob *blob, u32 id);

/**
 * btf_id_target() - return the type that a type refers to
 * @blob: the blob
 * @id: number of a pointer, typedef, qualifier or function
 *
 * Context: any.
 * Return: the number of that type, or BTF_NO_ID if @id is of another form.
 */
u32 btf_id_target(const struct btf_blob *blob, u32 id);

/**
 * btf_id_strip() - look behind typedefs and qualifiers such as const
 * @blob: the blob
 * @id: number of a type
 *
 * Context: any.
 * Return: the number of the type behind them, or BTF_NO_ID if there is none.
 */
u32 btf_id_strip(const struct btf_blob *blob, u32 id);

/**
 * btf_id_bytes() - return the size of a type
 * @blob: the blob
 * @id: number of the type
 *
 * Context: any.
 * Return: the size in bytes, 0 if the type has none or is malformed.
 */
u32 btf_id_bytes(const struct btf_blob *blob, u32 id);

/**
 * btf_id_integer() - describe an integer type
 * @blob: the blob
 * @id: number of the type, without typedefs and qualifiers
 * @integer: set to what the type is
 *
 * Context: any.
 * Return: false if the type is no integer.
 */
bool btf_id_integer(const struct btf_blob *blob, u32 id,
		    struct btf_integer *integer);

/**
 * btf_id_enumerator() - find the name of a value of an enumeration
 * @blob: the blob
 * @id: number of the enumeration, of BTF_FORM_ENUM
 * @value: the value
 *
 * Context: any.
 * Return: the name of the first enumerator with this value, or NULL.
 */
const char *btf_id_enumerator(const struct btf_blob *blob, u32 id, long value);

/**
 * btf_id_array() - describe an array type
 * @blob: the blob
 * @id: number of the type, without typedefs and qualifiers
 * @element: set to the number of its elements' type
 * @count: set to the number of elements, 0 if the array ends a struct
 *
 * Context: any.
 * Return: false if the type is no array.
 */
bool btf_id_array(const struct btf_blob *blob, u32 id, u32 *element,
		  u32 *count);

/**
 * btf_id_is_chars() - test whether strings consist of such elements
 * @blob: the blob
 * @id: number of the type
 *
 * The kernel asks for an unsigned integer of eight bits, since its "char" is
 * unsigned from 6.2 on. Before, it was signed; so a "char" will do, too.
 *
 * Context: any.
 */
bool btf_id_is_chars(const struct btf_blob *blob, u32 id);

/**
 * btf_id_member() - find a member of a struct or union
 * @blob: the blob
 * @id: number of the struct or union, without typedefs and qualifiers
 * @name: name of the member, which may be in an anonymous struct or union
 * @place: set to where it lies
 *
 * Context: any.
 * Return: 0; -ENOENT if there is no such member; -EINVAL if @id is neither a
 * struct nor a union.
 */
int btf_id_member(const struct btf_blob *blob, u32 id, const char *name,
		  struct btf_place *place);

/**
 * btf_id_prototype() - describe the parameters of a function
 * @blob: the blob
 * @id: number of a function, of a prototype, or of a pointer to one
 * @prototype: set to them
 *
 * Context: any.
 * Return: false if the type is none of these.
 */
bool btf_id_prototype(const struct btf_blob *blob, u32 id,
		      struct btf_prototype *prototype);

/**
 * btf_parameter() - describe a parameter of a function
 * @prototype: the parameters
 * @nr: which one, from 0; less than prototype->nr
 * @type: set to the number of its type; BTF_VOID stands for "..."
 *
 * Context: any.
 * Return: its name, which is empty if it has none.
 */
const char *btf_parameter(const struct btf_prototype *prototype, u32 nr,
			  u32 *type);

/**
 * btf_argument_register() - find the register that a parameter is passed in
 * @prototype: the parameters
 * @nr: which one, from 0; less than prototype->nr
 *
 * Structs and integers of up to 8 bytes take one register, of up to 16 bytes
 * two, and longer ones none, because they are passed on the stack.
 *
 * Context: any.
 * Return: the number that the first register has as an argument, from 0; 6 and
 * more stand for words of the stack. -EOPNOTSUPP if the parameter is passed in
 * another way.
 */
int btf_argument_register(const struct btf_prototype *prototype, u32 nr);

/**
 * btf_natural_type() - choose the type of a field that shows a value
 * @blob: the blob
 * @id: number of the value's type, without typedefs and qualifiers
 *
 * Context: any.
 * Return: name of the type in definitions of probes; NULL where the kernel has
 * none for it, which then is shown as a word of memory.
 */
const char *btf_natural_type(const struct btf_blob *blob, u32 id);

#endif /* HISTRIG_PROBE_BTF_H */
