// SPDX-License-Identifier: GPL-2.0
/*
 * Walks of user stacks by tables. The functions of this program that are written in assembly find
 * their callers in all the ways that a rule can have, and use the frame pointer for other things.
 *
 *   unwound table FILE [WHAT]	writes their table to FILE, the tree's unwind_tables; WHAT is
 *				what is wrong with it, see break_table()
 *   unwound noise FILE COUNT	writes COUNT tables with random rules, with which no walk finds
 *				anything useful, and makes calls after each one
 *   unwound many FILE COUNT USER	writes tables for COUNT files that belong to USER
 *   unwound calls [COUNT]	makes COUNT system calls; prints the frames of their stack
 *				first, innermost first, as hist prints them
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../include/histrig_unwind.h"

#pragma GCC optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")

/* What a rule has of @base, @address, @fp and @third. */
#define RULE(base_, address_, fp_, third_)							\
	.base = HISTRIG_UNWIND_##base_, .address = HISTRIG_UNWIND_##address_,			\
	.fp = HISTRIG_UNWIND_##fp_, .third = HISTRIG_UNWIND_##third_

#ifdef __aarch64__
#define MACHINE	183	/* EM_AARCH64 */
asm(".text\n"
    ".globl by_fp, by_sp, by_stored, by_pointer, by_third, leaf, after_leaf, asm_end\n"
    "by_fp:	stp x29, x30, [sp, #-32]!\n"
    "		mov x29, sp\n"
    "		bl by_sp\n"
    "after_sp:	ldp x29, x30, [sp], #32\n"
    "		ret\n"
    "by_sp:	sub sp, sp, #64\n"
    "		str x30, [sp, #8]\n"
    "		str x29, [sp, #16]\n"
    "		mov x29, #0x1111\n"
    "		bl by_stored\n"
    "after_stored: ldr x30, [sp, #8]\n"
    "		ldr x29, [sp, #16]\n"
    "		add sp, sp, #64\n"
    "		ret\n"
    "by_stored:	mov x9, sp\n"
    "		sub sp, sp, #256\n"
    "		stp x29, x30, [x9, #-16]\n"
    "		sub x10, x9, #8\n"
    "		str x10, [sp, #24]\n"
    "		mov x29, #0\n"
    "		bl by_pointer\n"
    "after_pointer: ldr x10, [sp, #24]\n"
    "		add x9, x10, #8\n"
    "		ldp x29, x30, [x9, #-16]\n"
    "		mov sp, x9\n"
    "		ret\n"
    "by_pointer: stp x29, x30, [sp, #-64]!\n"
    "		add x9, sp, #64\n"
    "		mov x29, sp\n"
    "		str x9, [x29, #24]\n"
    "		bl by_third\n"
    "after_third: ldp x29, x30, [sp], #64\n"
    "		ret\n"
    "by_third:	str x30, [sp, #-16]!\n"
    "		bl leaf\n"
    "by_leaf:	ldr x30, [sp], #16\n"
    "		ret\n"
    "leaf:	mov x8, #49\n"		/* chdir */
    "		adr x0, root\n"
    "		svc #0\n"
    "after_leaf: ret\n"
    "root:	.asciz \"/\"\n"
    "		.balign 4\n"
    "asm_end:	nop\n");

static const struct histrig_unwind_rule rules[] = {
	{ RULE(FP, FRAME, FRAME, KEPT), .offset = 32, .address_offset = -24, .fp_offset = -32 },
	{ RULE(SP, FRAME, STACK, KEPT), .offset = 64, .address_offset = -56, .fp_offset = 16 },
	{ RULE(AT_SP, FRAME, FRAME, KEPT), .offset = 24, .address_offset = -8, .fp_offset = -16,
	  .added = 8 },
	{ RULE(AT_FP, POINTER, POINTER, KEPT), .offset = 24, .address_offset = 8 },
	{ RULE(SP, FRAME, KEPT, KEPT), .offset = 16, .address_offset = -16 },
	{ RULE(SP, KEPT, KEPT, KEPT) },
};
#else
#define MACHINE	62	/* EM_X86_64 */
asm(".text\n"
    ".globl by_fp, by_sp, by_stored, by_pointer, by_third, leaf, after_leaf, asm_end\n"
    "by_fp:	push %rbp\n"
    "		mov %rsp, %rbp\n"
    "		sub $0x50, %rsp\n"
    "		call by_sp\n"
    "after_sp:	leave\n"
    "		ret\n"
    "by_sp:	push %rbp\n"
    "		push %rbx\n"
    "		mov $0x1111, %ebp\n"
    "		call by_stored\n"
    "after_stored: pop %rbx\n"
    "		pop %rbp\n"
    "		ret\n"
    "by_stored:	mov %rsp, %rax\n"
    "		push %rbp\n"
    "		sub $128, %rsp\n"
    "		and $-64, %rsp\n"
    "		mov %rax, 24(%rsp)\n"
    "		xor %ebp, %ebp\n"
    "		call by_pointer\n"
    "after_pointer: mov 24(%rsp), %rax\n"
    "		mov -8(%rax), %rbp\n"
    "		mov %rax, %rsp\n"
    "		ret\n"
    "by_pointer: lea 8(%rsp), %r10\n"
    "		and $-32, %rsp\n"
    "		push -8(%r10)\n"
    "		push %rbp\n"
    "		mov %rsp, %rbp\n"
    "		push %r10\n"
    "		sub $0x38, %rsp\n"
    "		call by_third\n"
    "after_third: add $0x38, %rsp\n"
    "		pop %r10\n"
    "		pop %rbp\n"
    "		lea -8(%r10), %rsp\n"
    "		ret\n"
    "by_third:	push %rbx\n"
    "		mov %rsp, %rbx\n"
    "		sub $128, %rsp\n"
    "		and $-64, %rsp\n"
    "		call leaf\n"
    "by_leaf:	mov %rbx, %rsp\n"
    "		pop %rbx\n"
    "		ret\n"
    "leaf:	push %rbp\n"
    "		mov $-1, %rbp\n"
    "		push %rbx\n"
    "		mov $-1, %rbx\n"
    "		sub $0x8008, %rsp\n"
    "		mov $80, %eax\n"	/* chdir */
    "		lea root(%rip), %rdi\n"
    "		syscall\n"
    "after_leaf: add $0x8008, %rsp\n"
    "		pop %rbx\n"
    "		pop %rbp\n"
    "		ret\n"
    "root:	.asciz \"/\"\n"
    "asm_end:	nop\n");

static const struct histrig_unwind_rule rules[] = {
	{ RULE(FP, FRAME, FRAME, KEPT), .offset = 16, .address_offset = -8, .fp_offset = -16 },
	{ RULE(SP, FRAME, STACK, STACK), .offset = 24, .address_offset = -8, .fp_offset = 8 },
	{ RULE(AT_SP, FRAME, FRAME, KEPT), .offset = 24, .address_offset = -8, .fp_offset = -16,
	  .added = 8 },
	{ RULE(AT_FP, FRAME, POINTER, KEPT), .offset = -8, .address_offset = -8 },
	{ RULE(REGISTER, FRAME, KEPT, FRAME), .number = 3, .offset = 16, .address_offset = -8,
	  .third_offset = -16 },
	{ RULE(SP, FRAME, FRAME, FRAME), .offset = 0x8020, .address_offset = -8, .fp_offset = -16,
	  .third_offset = -24 },
};
#endif

extern char by_fp[], by_sp[], by_stored[], by_pointer[], by_third[], leaf[], after_leaf[];
extern char after_sp[], after_stored[], after_pointer[], after_third[], by_leaf[], asm_end[];
asm(".globl after_sp, after_stored, after_pointer, after_third, by_leaf\n");

#define RULES	(sizeof(rules) / sizeof(rules[0]))
#define ROWS	(RULES + 3)

struct table {
	struct histrig_unwind_head head;
	struct histrig_unwind_rule rules[RULES];
	__u32 starts[ROWS];
	__u16 numbers[ROWS];
};

#define TABLE_SIZE	(offsetof(struct table, numbers) + sizeof(__u16[ROWS]))

/* Returns the offset of an address in this program's file. */
static unsigned long offset_of(const void *place)
{
	unsigned long at = (unsigned long)place, start, end, offset, found = 0;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096];

	if (!maps)
		err(1, "/proc/self/maps");
	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 && at >= start &&
		    at < end)
			found = at - start + offset;
	fclose(maps);
	return found;
}

static int own_file(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	if (fd < 0)
		err(1, "/proc/self/exe");
	return fd;
}

static void make_table(struct table *table)
{
	/*
	 * Rows also begin where by_stored and leaf go on: the rule of a caller is that of its call,
	 * before that place, but leaf is interrupted at it.
	 */
	static const struct {
		const char *start;
		__u16 number;
	} rows[ROWS] = {
		{ by_fp, 0 },
		{ by_sp, 1 },
		{ by_stored, 2 },
		{ after_pointer, HISTRIG_UNWIND_NO_RULE },
		{ by_pointer, 3 },
		{ by_third, 4 },
		{ leaf, HISTRIG_UNWIND_NO_RULE },
		{ after_leaf, 5 },
		{ asm_end, HISTRIG_UNWIND_NO_RULE },
	};
	unsigned int i;

	memset(table, 0, sizeof(*table));
	table->head = (struct histrig_unwind_head) {
		.magic = HISTRIG_UNWIND_MAGIC,
		.version = HISTRIG_UNWIND_VERSION,
		.machine = MACHINE,
		.fd = own_file(),
		.nr_rules = RULES,
		.nr_rows = ROWS,
		.build_id_len = 3,
		.build_id = { 0xab, 0xcd, 0x01 },
	};
	memcpy(table->rules, rules, sizeof(rules));
	for (i = 0; i < ROWS; i++) {
		table->starts[i] = offset_of(rows[i].start);
		table->numbers[i] = rows[i].number;
	}
}

/* Makes a table of one rule and two rows. Returns its size. */
static size_t make_far(struct table *table)
{
	const __u32 starts[] = { 0, 0x80000000 };
	const __u16 numbers[] = { 0, 0 };
	char *at = (char *)&table->rules[1];

	table->head.nr_rules = 1;
	table->head.nr_rows = 2;
	memcpy(at, starts, sizeof(starts));
	memcpy(at + sizeof(starts), numbers, sizeof(numbers));
	return at + sizeof(starts) + sizeof(numbers) - (char *)table;
}

/* Makes something wrong, or returns a size to write that is. Ends the program if unknown. */
static size_t break_table(struct table *table, const char *what)
{
	int pipes[2];

	if (!strcmp(what, "short"))
		return TABLE_SIZE - 1;
	if (!strcmp(what, "long"))
		return TABLE_SIZE + 1;
	if (!strcmp(what, "head"))
		return sizeof(table->head) - 1;
	if (!strcmp(what, "magic"))
		table->head.magic++;
	else if (!strcmp(what, "version"))
		table->head.version++;
	else if (!strcmp(what, "machine"))
		table->head.machine++;
	else if (!strcmp(what, "build_id"))
		table->head.build_id_len = HISTRIG_UNWIND_BUILD_ID + 1;
	else if (!strcmp(what, "rules"))
		table->head.nr_rules = 0;
	else if (!strcmp(what, "rows"))
		table->head.nr_rows = 0x40000000;
	else if (!strcmp(what, "sorted"))
		table->starts[2] = table->starts[1];
	else if (!strcmp(what, "number"))
		table->numbers[0] = RULES;
	else if (!strcmp(what, "base"))
		table->rules[RULES - 1].base = 5;
	else if (!strcmp(what, "address"))
		table->rules[0].address = 6;
	else if (!strcmp(what, "fp"))
		table->rules[0].fp = 5;
	else if (!strcmp(what, "third"))
		table->rules[0].third = 5;
	else if (!strcmp(what, "register"))
		table->rules[RULES - 1].number = MACHINE == 62 ? 16 : 31;
	else if (!strcmp(what, "unused"))
		table->rules[0].unused[1] = 1;
	else if (!strcmp(what, "signal"))
		table->rules[0].signal = 2;
	else if (!strcmp(what, "closed"))
		table->head.fd = 1000;
	else if (!strcmp(what, "negative"))
		table->head.fd = -2;
	else if (!strcmp(what, "pipe") && !pipe(pipes))
		table->head.fd = pipes[0];
	else if (!strcmp(what, "folder"))
		table->head.fd = open("/", O_RDONLY);
	else if (!strcmp(what, "far"))		/* a good table: two rows that are far apart */
		return make_far(table);
	else if (!strcmp(what, "vdso"))		/* a good table: for the vDSO */
		table->head.fd = HISTRIG_UNWIND_VDSO;
	else if (!strcmp(what, "end"))		/* a good table: by_sp has no caller */
		table->rules[1].address = HISTRIG_UNWIND_NONE;
	else if (!strcmp(what, "lost"))		/* a good table: leaf has lost the third register */
		table->rules[RULES - 1].third = HISTRIG_UNWIND_NONE;
	else if (!strcmp(what, "other"))	/* a good table: by_third needs one more register */
		table->rules[RULES - 2].number = 12;
	else if (!strcmp(what, "none"))		/* a good table: it says nothing about leaf */
		table->numbers[ROWS - 2] = HISTRIG_UNWIND_NO_RULE;
	else if (!strcmp(what, "fault"))	/* a good table: the caller's address is unmapped */
		table->rules[2].address_offset = 0x70000000;
	else if (!strcmp(what, "down"))		/* a good table: the frame is below the stack */
		table->rules[2].added = -0x10000;
	else if (*what)
		errx(2, "unknown fault: %s", what);
	return TABLE_SIZE;
}

static void write_table(const char *path, const char *what)
{
	int fd = open(path, O_WRONLY);
	struct table table;
	ssize_t size, wrote;

	if (fd < 0)
		err(1, "%s", path);
	make_table(&table);
	size = break_table(&table, what);
	wrote = write(fd, &table, size);
	if (wrote < 0)
		err(1, "write");
	if (wrote != size)
		errx(1, "wrote %zd of %zd bytes", wrote, size);
}

static void print_frames(void)
{
	const char *const places[] = {
		after_leaf, by_leaf, after_third, after_pointer, after_stored, after_sp,
	};
	char path[4096];
	unsigned int i;
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (len < 0)
		err(1, "/proc/self/exe");
	path[len] = '\0';
	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		printf("         %s+0x%lx\n", path, offset_of(places[i]));
	fflush(stdout);
}

static __attribute__((noinline)) void make_calls(int count)
{
	while (count-- > 0)
		((void (*)(void))by_fp)();
}

static void make_noise(const char *path, int count)
{
	int fd = open(path, O_WRONLY);
	struct table table;
	unsigned int i;

	if (fd < 0)
		err(1, "%s", path);
	make_table(&table);
	srandom(count);
	while (count-- > 0) {
		for (i = 0; i < RULES; i++) {
			table.rules[i] = (struct histrig_unwind_rule) {
				.base = random() % 5,
				.address = random() % 6,
				.fp = random() % 5,
				.third = random() % 5,
				.number = random() % 16,
				.signal = random() % 2,
				.offset = random() % 3 ? random() % 512 - 128 : random() * 2,
				.address_offset = random() % 3 ? random() % 512 - 256 : random() * 2,
				.fp_offset = random() % 3 ? random() % 512 - 256 : random() * 2,
				.third_offset = random() % 3 ? random() % 512 - 256 : random() * 2,
				.added = random() % 64,
			};
			table.numbers[i] = random() % RULES;
		}
		if (write(fd, &table, TABLE_SIZE) != (ssize_t)TABLE_SIZE)
			err(1, "write");
		make_calls(10);
	}
}

static void write_many(const char *path, int count, int user)
{
	int fd = open(path, O_WRONLY);
	struct table table;

	if (fd < 0)
		err(1, "%s", path);
	make_table(&table);
	while (count-- > 0) {
		table.head.fd = memfd_create("file", 0);
		if (table.head.fd < 0 || fchown(table.head.fd, user, -1))
			err(1, "memfd");
		if (write(fd, &table, TABLE_SIZE) != (ssize_t)TABLE_SIZE)
			err(1, "write");
		close(table.head.fd);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "table") && argc > 2) {
		write_table(argv[2], argc > 3 ? argv[3] : "");
	} else if (!strcmp(what, "noise") && argc > 3) {
		make_noise(argv[2], atoi(argv[3]));
	} else if (!strcmp(what, "many") && argc > 4) {
		write_many(argv[2], atoi(argv[3]), atoi(argv[4]));
	} else if (!strcmp(what, "calls")) {
		print_frames();
		make_calls(argc > 2 ? atoi(argv[2]) : 1);
	} else {
		errx(2, "usage: unwound table FILE [WHAT] | noise FILE COUNT | many FILE COUNT USER | calls [COUNT]");
	}
	return 0;
}
