// SPDX-License-Identifier: GPL-2.0
/* Functions of places, and those that compilers make at run time: tools/src/unwind/symbols.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"
#include "unwind/symbols.h"

static void test_symbols(void)
{
	struct symbol list[] = {
		{ .offset = 10, .size = 100, .name = 0 },
		{ .offset = 20, .size = 5, .name = 2 },
		{ .offset = 200, .size = 1, .name = 4 },
	};
	char names[] = "a\0b\0c";
	const struct symbols symbols = { list, 3, names, sizeof(names) };

	CHECK(!symbols_find(&symbols, 9));
	CHECK(symbols_find(&symbols, 10) == &list[0]);
	CHECK(symbols_find(&symbols, 24) == &list[1]);
	CHECK(symbols_find(&symbols, 25) == &list[0]);
	CHECK(symbols_find(&symbols, 109) == &list[0]);
	CHECK(!symbols_find(&symbols, 110));
	CHECK(symbols_find(&symbols, 200) == &list[2]);
}

/* Reads a text file of a compiler. */
static bool read_map(const char *text, size_t len, struct symbols *symbols)
{
	int fd = memfd_create("map", MFD_CLOEXEC);
	bool good;

	CHECK_EQ(write(fd, text, len), len);
	lseek(fd, 0, SEEK_SET);
	good = symbols_read_map(fd, symbols);
	close(fd);
	return good;
}

static const char *name_at(const struct symbols *symbols, uint64_t address)
{
	const struct symbol *symbol = symbols_find(symbols, address);

	return symbol ? symbols->names + symbol->name : "";
}

static void test_map(void)
{
	static const char text[] =
		"7f0000001000 20 one\n"
		"7f0000001000 10 LazyCompile:*two words.js:3\n"
		"\n"
		"hello\n"
		"7f0000002000 10\n"
		"7f0000003000 10 \n"
		"fffffffffffffff0 ffffffffffffffffff last\n"
		"7f0000004000 10 _ZN3one3twoEi\n"
		"7f0000005000 10 without a line feed";
	struct symbols symbols;

	CHECK(read_map(text, sizeof(text) - 1, &symbols));
	CHECK_EQ(symbols.nr, 4);
	CHECK_STR(name_at(&symbols, 0x7f000000100f), "LazyCompile:*two words.js:3", "the later one");
	CHECK_STR(name_at(&symbols, 0x7f0000001010), "", "its size");
	CHECK_STR(name_at(&symbols, 0x7f0000002000), "", "no name");
	CHECK_STR(name_at(&symbols, 0x7f0000004000), "one::two", "a name of C++");
	CHECK_STR(name_at(&symbols, 0x7f0000005001), "without a line feed", "last line");
	CHECK_STR(name_at(&symbols, UINT64_MAX), "last", "last address");
	symbols_free(&symbols);
	CHECK(!read_map("", 0, &symbols));
	CHECK(!read_map("\0\0 \0", 4, &symbols));
}

/* A line without an end must not take the parent's memory. */
static void test_long_line(void)
{
	const size_t len = 64 << 20;
	char *text = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct symbols symbols;

	memset(text, 'a', len);
	memcpy(text, "1000 10 ", 8);
	CHECK(!read_map(text, len, &symbols));
	munmap(text, len);
}

const struct test tests[] = {
	{ "a place belongs to the innermost function that contains it", test_symbols, NULL },
	{ "functions that compilers make have the names of their text file", test_map, NULL },
	{ "a line without an end has no name", test_long_line, NULL },
	{}
};
