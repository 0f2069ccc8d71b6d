// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes ELF files: changes bytes of a small file, and searches it.
 *
 * The first byte of the input selects the file: bit 0 for 64 bits, bit 1 for an
 * endless hole at its end. Changes of four bytes each follow: place (two
 * bytes), operation and operand. If the first byte is 255, the rest of the
 * input is the file.
 */
#include "elf_world.h"

#define REQUIRE(c)	((c) ? (void)0 : abort())

/*
 * The task is killed after this many reads of a search. More would take too long,
 * because ASan makes reads slow.
 */
#define READS	5000

static void change(const u8 *how)
{
	u8 *at = made + (how[0] | how[1] << 8) % end;

	switch (how[2] & 3) {
	case 0:
		*at = how[3];
		break;
	case 1:
		*at += how[3];
		break;
	case 2:
		memset(at, how[3], min_t(size_t, 8, made + end - at));
		break;
	case 3:
		memmove(at, made + how[3] * 8 % end, min_t(size_t, 8, made + end - at));
		break;
	}
}

static void begin_search(void)
{
	nr_reads = 0;
	shim_signal = false;
	shim_killed = true;
}

/* A search must end soon after the task is killed. */
static void end_search(int ret)
{
	REQUIRE(ret <= 0 && ret > -4096);
	REQUIRE(nr_reads <= READS + 1);
	REQUIRE(nr_reads <= READS || ret == -EINTR);
}

static void check_sites(struct elf_sites *sites, int ret)
{
	unsigned int i;

	end_search(ret);
	REQUIRE(sites->nr <= ELF_SITES_MAX);
	for (i = 0; i < sites->nr; i++)
		REQUIRE(!sites->site[i].args || strlen(sites->site[i].args) < 4096);
	elf_sites_free(sites);
}

static void search(struct file *file)
{
	static const char *const names[] = {
		"one", "local_and_global", "only_dynamic", "object", "",
	};
	struct elf_sites sites;
	unsigned int i;
	u64 offset;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		begin_search();
		end_search(elf_find_symbol(file, names[i], &offset));
		begin_search();
		end_search(elf_find_object(file, names[i], &offset));
	}
	begin_search();
	check_sites(&sites, elf_find_marker(file, "p", "m", &sites));
	begin_search();
	check_sites(&sites, elf_find_marker(file, "p", "with", &sites));
	sites = (struct elf_sites) { .nr = 1 };
	sites.site[0].offset = TEXT_OFFSET + 0x100;
	begin_search();
	check_sites(&sites, elf_find_marker_at(file, &sites.site[0]));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct file file;
	size_t at;

	if (!size)
		return 0;
	signal_after = READS;
	if (data[0] == 255) {
		file = (struct file) { .bytes = data + 1, .size = size - 1 };
	} else {
		file = make(data[0] & 1);
		file.is_sparse = data[0] & 2;
		for (at = 1; at + 4 <= size; at += 4)
			change(data + at);
	}
	search(&file);
	return 0;
}
