// SPDX-License-Identifier: GPL-2.0
/*
 * Tables by which user stacks are walked, and names of functions: tools/src/unwind. The functions
 * of this program whose tables are known are written in assembler.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doc/doc.h"
#include "run/functions.h"
#include "test.h"
#include "unwind/apart.h"
#include "unwind/symbols.h"
#include "unwind/table.h"

/* Number of damaged files to read. */
#define DAMAGED		150

/* The name of a function f<...> of 2^30 letters. */
#define LONG_NAME \
	"_Z1fI1a1bIS0_S0_ES1_IS2_S2_ES1_IS3_S3_ES1_IS4_S4_ES1_IS5_S5_ES1_IS6_S6_ES1_IS7_S7_ES" \
	"1_IS8_S8_ES1_IS9_S9_ES1_ISA_SA_ES1_ISB_SB_ES1_ISC_SC_ES1_ISD_SD_ES1_ISE_SE_ES1_ISF_S" \
	"F_ES1_ISG_SG_ES1_ISH_SH_ES1_ISI_SI_ES1_ISJ_SJ_ES1_ISK_SK_ES1_ISL_SL_ES1_ISM_SM_ES1_I" \
	"SN_SN_ES1_ISO_SO_ES1_ISP_SP_ES1_ISQ_SQ_ES1_ISR_SR_ES1_ISS_SS_ES1_IST_ST_ES1_ISU_SU_E" \
	"S1_ISV_SV_EEvv"

#ifdef __x86_64__
asm(".pushsection .text\n"
    ".macro code name\n"
    "	.type \\name, @function\n"
    "\\name:\n"
    "	.cfi_startproc\n"
    ".endm\n"
    ".macro done name\n"
    "	.cfi_endproc\n"
    "	.size \\name, . - \\name\n"
    ".endm\n"
    "	code known_frame\n"
    "	push %rbp\n"
    "	.cfi_def_cfa_offset 16\n"
    "	.cfi_offset 6, -16\n"
    "	mov %rsp, %rbp\n"
    "	.cfi_def_cfa_register 6\n"
    "	leave\n"
    "	.cfi_def_cfa 7, 8\n"
    "	.cfi_same_value 6\n"
    "	ret\n"
    "	done known_frame\n"
    "	code known_no_rule\n"
    "	nop\n"
    /* The frame is at rsp + r9. */
    "	.cfi_escape 0x0f, 5, 0x77, 0, 0x79, 0, 0x22\n"
    "	nop\n"
    "	.cfi_def_cfa 7, 24\n"
    "	nop\n"
    "	done known_no_rule\n"
    "	.skip 16, 0xcc\n"
    "	code known_register\n"
    "	.cfi_def_cfa 3, 16\n"
    "	.cfi_offset 3, -16\n"
    "	nop\n"
    "	.cfi_same_value 3\n"
    "	.cfi_def_cfa 10, 0\n"
    "	nop\n"
    /* longjmp(): the stack pointer of the caller is in r8. */
    "	.cfi_register 7, 8\n"
    "	nop\n"
    "	done known_register\n"
    "	code known_moved\n"
    "	.cfi_def_cfa 7, 0\n"
    "	.cfi_register 16, 5\n"
    "	nop\n"
    /* A rule has one number. */
    "	.cfi_def_cfa 10, 0\n"
    "	nop\n"
    "	done known_moved\n"
    "	code known_outermost\n"
    "	.cfi_undefined 16\n"
    "	nop\n"
    "	done known_outermost\n"
    "	code known_realigned\n"
    /* The frame is at the address stored at rbp - 8, the frame pointer at rbp. */
    "	.cfi_escape 0x0f, 3, 0x76, 0x78, 0x06\n"
    "	.cfi_escape 0x10, 6, 2, 0x76, 0\n"
    "	nop\n"
    "	done known_realigned\n"
    "	code known_added\n"
    /* The frame is at the address stored at rsp + 24, plus 8. */
    "	.cfi_escape 0x0f, 5, 0x77, 24, 0x06, 0x23, 8\n"
    "	nop\n"
    "	done known_added\n"
    "	code known_signal\n"
    "	.cfi_signal_frame\n"
    /* The frame is at the address stored at rsp + 160, the address at rsp + 168. */
    "	.cfi_escape 0x0f, 4, 0x77, 0xa0, 1, 0x06\n"
    "	.cfi_escape 0x10, 16, 3, 0x77, 0xa8, 1\n"
    "	.cfi_escape 0x10, 6, 3, 0x77, 0xf8, 0\n"
    "	nop\n"
    "	done known_signal\n"
    "	.balign 16\n"
    "	code known_plt\n"
    /* rsp + 8 + ((rip & 15) >= 11) * 8 */
    "	.cfi_escape 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22\n"
    "	.skip 32, 0x90\n"
    "	done known_plt\n"
    "	code _ZN3one3twoEi\n"
    "	nop\n"
    "	done _ZN3one3twoEi\n"
    "	code " LONG_NAME "\n"
    "	nop\n"
    "	done " LONG_NAME "\n"
    ".popsection\n");
#endif

/* ---- tables */

/* The parts of a table. */
struct parts {
	const struct histrig_unwind_head *head;
	const struct histrig_unwind_rule *rules;
	const __u32 *starts;
	const __u16 *numbers;
};

/* Finds the parts of a table, and checks what the module requires. */
static void split(const void *bytes, size_t len, struct parts *parts)
{
	size_t i;

	parts->head = bytes;
	parts->rules = (const void *)(parts->head + 1);
	parts->starts = (const void *)(parts->rules + parts->head->nr_rules);
	parts->numbers = (const void *)(parts->starts + parts->head->nr_rows);
	CHECK_EQ(parts->head->magic, HISTRIG_UNWIND_MAGIC);
	CHECK_EQ(parts->head->version, HISTRIG_UNWIND_VERSION);
	CHECK(parts->head->build_id_len <= HISTRIG_UNWIND_BUILD_ID);
	CHECK(parts->head->nr_rules && parts->head->nr_rows);
	CHECK(parts->head->nr_rules <= HISTRIG_UNWIND_RULES);
	CHECK(parts->head->nr_rows <= HISTRIG_UNWIND_ROWS);
	CHECK_EQ((const char *)(parts->numbers + parts->head->nr_rows) - (const char *)bytes, len);
	for (i = 0; i < parts->head->nr_rows; i++) {
		if (i && parts->starts[i - 1] >= parts->starts[i])
			check_failed(__FILE__, __LINE__, "row %zu begins before row %zu", i, i - 1);
		if (parts->numbers[i] != HISTRIG_UNWIND_NO_RULE &&
		    parts->numbers[i] >= parts->head->nr_rules)
			check_failed(__FILE__, __LINE__, "row %zu has no rule", i);
	}
}

/* Makes the table of a file. Returns the fd. */
static int table_of_path(const char *path, struct parts *parts)
{
	struct stat status;
	const void *bytes;
	size_t len;
	int fd = apart_open(path, &status);

	CHECK(fd >= 0);
	len = table_of(fd, &bytes);
	CHECK(len > sizeof(*parts->head));
	if (len)
		split(bytes, len, parts);
	else
		*parts = (struct parts){};
	return fd;
}

/* Finds the rule of a place. Returns NULL if there is none. */
static const struct histrig_unwind_rule *rule_at(const struct parts *parts, __u32 offset)
{
	size_t i = 0;

	while (i < parts->head->nr_rows && parts->starts[i] <= offset)
		i++;
	return !i || parts->numbers[i - 1] == HISTRIG_UNWIND_NO_RULE ? NULL :
	       &parts->rules[parts->numbers[i - 1]];
}

static void rule_is(const struct parts *parts, const char *name, __u32 offset,
		    const struct histrig_unwind_rule *wanted)
{
	const struct histrig_unwind_rule *rule = rule_at(parts, offset);

	if (!rule || !wanted ? rule != wanted : memcmp(rule, wanted, sizeof(*rule)))
		check_failed(__FILE__, __LINE__,
			     "%s: base %d%+d address %d%+d fp %d%+d third %d%+d number %d signal %d", name,
			     rule ? rule->base : -1, rule ? rule->offset : 0,
			     rule ? rule->address : -1, rule ? rule->address_offset : 0,
			     rule ? rule->fp : -1, rule ? rule->fp_offset : 0,
			     rule ? rule->third : -1, rule ? rule->third_offset : 0,
			     rule ? rule->number : -1,
			     rule ? rule->signal : -1);
}

#ifdef __x86_64__
/* Returns the offset of a function of this program. */
static __u32 known(const struct symbols *symbols, const char *name)
{
	__u32 i;

	for (i = 0; i < symbols->nr; i++)
		if (!strcmp(symbols->names + symbols->list[i].name, name))
			return symbols->list[i].offset;
	check_failed(__FILE__, __LINE__, "there is no function %s", name);
	return 0;
}

/* A rule without a third register that is saved. */
#define RULE(base_, address_, fp_, signal_, offset_, address_offset_, fp_offset_, added_)	\
	(&(struct histrig_unwind_rule){								\
		.base = (base_), .address = (address_), .fp = (fp_), .signal = (signal_),	\
		.offset = (offset_), .address_offset = (address_offset_),			\
		.fp_offset = (fp_offset_), .added = (added_),					\
	})
#define SP		HISTRIG_UNWIND_SP
#define FP		HISTRIG_UNWIND_FP
#define KEPT		HISTRIG_UNWIND_KEPT
#define FRAME		HISTRIG_UNWIND_FRAME
#define STACK		HISTRIG_UNWIND_STACK
#define NONE		HISTRIG_UNWIND_NONE
#define POINTER		HISTRIG_UNWIND_POINTER

static void test_known(void)
{
	struct histrig_unwind_rule wanted;
	struct symbols symbols;
	struct parts parts;
	__u32 at, i;
	int fd = table_of_path("/proc/self/exe", &parts);

	CHECK(symbols_read(fd, NULL, &symbols));
	at = known(&symbols, "known_frame");
	rule_is(&parts, "entry", at, RULE(SP, FRAME, KEPT, 0, 8, -8, 0, 0));
	rule_is(&parts, "pushed", at + 1, RULE(SP, FRAME, FRAME, 0, 16, -8, -16, 0));
	rule_is(&parts, "frame pointer", at + 4, RULE(FP, FRAME, FRAME, 0, 16, -8, -16, 0));
	rule_is(&parts, "left", at + 5, RULE(SP, FRAME, KEPT, 0, 8, -8, 0, 0));
	at = known(&symbols, "known_no_rule");
	rule_is(&parts, "stack pointer", at, RULE(SP, FRAME, KEPT, 0, 8, -8, 0, 0));
	rule_is(&parts, "other register", at + 1, NULL);
	rule_is(&parts, "stack pointer again", at + 2, RULE(SP, FRAME, KEPT, 0, 24, -8, 0, 0));
	rule_is(&parts, "code between functions", at + 3, NULL);
	at = known(&symbols, "known_register");
	wanted = *RULE(HISTRIG_UNWIND_REGISTER, FRAME, KEPT, 0, 16, -8, 0, 0);
	wanted.number = 3;
	wanted.third = FRAME;
	wanted.third_offset = -16;
	rule_is(&parts, "third register", at, &wanted);
	wanted = *RULE(HISTRIG_UNWIND_REGISTER, FRAME, KEPT, 0, 0, -8, 0, 0);
	wanted.number = 10;
	rule_is(&parts, "fourth register", at + 1, &wanted);
	rule_is(&parts, "stack pointer elsewhere", at + 2, NULL);
	at = known(&symbols, "known_moved");
	wanted = *RULE(SP, HISTRIG_UNWIND_MOVED, KEPT, 0, 0, 0, 0, 0);
	wanted.number = 5;
	rule_is(&parts, "address in a register", at, &wanted);
	rule_is(&parts, "two registers", at + 1, NULL);
	at = known(&symbols, "known_outermost");
	rule_is(&parts, "outermost", at, RULE(SP, NONE, KEPT, 0, 8, 0, 0, 0));
	at = known(&symbols, "known_realigned");
	rule_is(&parts, "realigned", at,
		RULE(HISTRIG_UNWIND_AT_FP, FRAME, POINTER, 0, -8, -8, 0, 0));
	at = known(&symbols, "known_added");
	rule_is(&parts, "stored and added", at,
		RULE(HISTRIG_UNWIND_AT_SP, FRAME, KEPT, 0, 24, -8, 0, 8));
	at = known(&symbols, "known_signal");
	rule_is(&parts, "signal", at, RULE(HISTRIG_UNWIND_AT_SP, STACK, STACK, 1, 160, 168, 120, 0));
	at = known(&symbols, "known_plt");
	for (i = 0; i < 32; i++)
		rule_is(&parts, "linkage table", at + i,
			RULE(SP, FRAME, KEPT, 0, i % 16 < 11 ? 8 : 16, -8, 0, 0));
	symbols_free(&symbols);
	close(fd);
}
#endif

/* Static programs have no .eh_frame_hdr. */
static void test_no_hdr(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), copy;
	struct histrig_unwind_rule *rules;
	struct parts parts;
	struct stat status;
	Elf64_Phdr *segment;
	const void *bytes;
	Elf64_Ehdr *header;
	__u32 *starts, i;
	size_t len;

	CHECK(fd >= 0 && !fstat(fd, &status));
	header = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	len = table_of(fd, &bytes);
	CHECK(len);
	split(bytes, len, &parts);
	starts = calloc(parts.head->nr_rows, sizeof(*starts));
	rules = calloc(parts.head->nr_rows, sizeof(*rules));
	for (i = 0; i < parts.head->nr_rows; i++) {
		starts[i] = parts.starts[i];
		if (parts.numbers[i] != HISTRIG_UNWIND_NO_RULE)
			rules[i] = parts.rules[parts.numbers[i]];
	}
	segment = (Elf64_Phdr *)((char *)header + header->e_phoff);
	for (i = 0; i < header->e_phnum; i++)
		if (segment[i].p_type == PT_GNU_EH_FRAME)
			segment[i].p_type = PT_NULL;
	copy = memfd_create("copy", MFD_CLOEXEC);
	CHECK_EQ(write(copy, header, status.st_size), status.st_size);
	i = parts.head->nr_rows;
	len = table_of(copy, &bytes);
	CHECK(len);
	split(bytes, len, &parts);
	/* Finding a rule is slow, and neighbours are alike. */
	while (i -= i < 7 ? i : 7)
		if (rules[i].offset)
			rule_is(&parts, "row", starts[i], &rules[i]);
	free(starts);
	free(rules);
	munmap(header, status.st_size);
	close(copy);
	close(fd);
}

static void test_vdso(void)
{
	const void *bytes;
	size_t len = table_of(HISTRIG_UNWIND_VDSO, &bytes);
	struct symbols symbols;
	struct parts parts;

	CHECK(len);
	if (!len)
		return;
	split(bytes, len, &parts);
	CHECK_EQ(parts.head->fd, HISTRIG_UNWIND_VDSO);
	CHECK(symbols_read(SYMBOLS_VDSO, NULL, &symbols));
	symbols_free(&symbols);
}

static void test_refused(void)
{
	struct stat status;
	const void *bytes;
	char fifo[] = "/tmp/histrig-unwind-XXXXXX";
	int fd = apart_open("/etc/passwd", &status);

	CHECK(fd >= 0);
	CHECK_EQ(table_of(fd, &bytes), 0);
	close(fd);
	CHECK_EQ(apart_open("/dev/zero", &status), -1);
	CHECK_EQ(apart_open("/tmp", &status), -1);
	CHECK_EQ(apart_open("/nonexistent", &status), -1);
	close(mkstemp(fifo));
	unlink(fifo);
	CHECK(!mkfifo(fifo, 0600));
	CHECK_EQ(apart_open(fifo, &status), -1);
	unlink(fifo);
}

/* ---- comparison with readelf */

static int find_libc(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	if (!strstr(info->dlpi_name, "/libc.so"))
		return 0;
	snprintf(data, PATH_MAX, "%s", info->dlpi_name);
	return 1;
}

/*
 * Compares a line of readelf, "LOC CFA REGISTER...", with the table. @ra and @rbp are the
 * columns of these registers, or 0. Returns false if the line cannot be compared.
 */
static bool compare_line(const struct parts *parts, char *line, int ra, int rbp)
{
	const struct histrig_unwind_rule *rule;
	char *word, *end, *rest = NULL, *words[32] = { "" };
	__u32 at = strtoul(line, &end, 16);
	int nr = 0, offset;

	if (end == line || *end != ' ')
		return false;
	for (word = strtok_r(end, " \n", &rest); word && nr < 31; word = strtok_r(NULL, " \n", &rest))
		words[++nr] = word;
	/* Other frames, and the address in another register, as in vfork(), may have no rule. */
	if (ra > nr || rbp > nr || sscanf(words[ra], "c%d", &offset) != 1 ||
	    (sscanf(words[1], "rsp%d", &offset) != 1 && sscanf(words[1], "rbp%d", &offset) != 1))
		return false;
	rule = rule_at(parts, at);
	if (!rule || rule->offset != offset ||
	    rule->base != (words[1][1] == 's' ? HISTRIG_UNWIND_SP : HISTRIG_UNWIND_FP)) {
		check_failed(__FILE__, __LINE__, "%x: frame not at %s", at, words[1]);
		return false;
	}
	CHECK_EQ(rule->address, HISTRIG_UNWIND_FRAME);
	CHECK_EQ(rule->address_offset, atoi(words[ra] + 1));
	if (sscanf(words[rbp], "c%d", &offset) == 1) {
		CHECK_EQ(rule->fp, HISTRIG_UNWIND_FRAME);
		CHECK_EQ(rule->fp_offset, offset);
	} else if (!rbp || !strcmp(words[rbp], "u")) {
		CHECK_EQ(rule->fp, HISTRIG_UNWIND_KEPT);
	}
	return true;
}

/* Finds the columns of registers in a heading, "LOC CFA rbx rbp ra". */
static void find_columns(char *line, int *ra, int *rbp)
{
	char *word, *rest = NULL;
	int column = -1;

	*ra = *rbp = 0;
	for (word = strtok_r(line, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
		column++;
		if (!strcmp(word, "ra"))
			*ra = column;
		if (!strcmp(word, "rbp"))
			*rbp = column;
	}
}

static void test_readelf(void)
{
	char path[PATH_MAX] = "", command[PATH_MAX + 64], *line = NULL;
	size_t size = 0, compared = 0, nr = 0;
	int ra = 0, rbp = 0, fd;
	struct parts parts;
	bool in_fde = false;
	FILE *readelf;

	CHECK(dl_iterate_phdr(find_libc, path));
	fd = table_of_path(path, &parts);
	snprintf(command, sizeof(command), "readelf --debug-dump=frames-interp %s 2>/dev/null",
		 path);
	readelf = popen(command, "r");
	while (readelf && getline(&line, &size, readelf) > 0) {
		if (strstr(line, " FDE "))
			in_fde = true;
		else if (strstr(line, " CIE "))
			in_fde = false;
		else if (strstr(line, "LOC"))
			find_columns(line, &ra, &rbp);
		/* Finding a rule is slow, and neighbours are alike. */
		else if (in_fde && *line != '\n' && !(nr++ % 7))
			compared += compare_line(&parts, line, ra, rbp);
	}
	CHECK(compared > 1000);
	free(line);
	if (readelf)
		pclose(readelf);
	close(fd);
}

/* ---- hostile files */

static void damage(char *bytes, size_t len, unsigned int *seed)
{
	int nr = 1 + rand_r(seed) % 8;
	size_t at;

	while (nr--) {
		/* The headers matter most. */
		at = rand_r(seed) % (rand_r(seed) % 3 ? len : 1024);
		bytes[at] = rand_r(seed) % 3 ? rand_r(seed) : -(rand_r(seed) & 1);
	}
}

static void test_damaged(void)
{
	int fd = open("/bin/true", O_RDONLY | O_CLOEXEC), copy, i;
	unsigned int seed = 1;
	struct symbols symbols;
	struct parts parts;
	const void *bytes;
	struct stat status;
	char *whole, *damaged;
	size_t len;

	CHECK(fd >= 0 && !fstat(fd, &status));
	whole = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	damaged = malloc(status.st_size);
	for (i = 0; i < DAMAGED; i++) {
		memcpy(damaged, whole, status.st_size);
		damage(damaged, status.st_size, &seed);
		copy = memfd_create("damaged", MFD_CLOEXEC);
		/* Some are cut off. */
		len = i % 8 ? status.st_size : rand_r(&seed) % status.st_size;
		CHECK_EQ(write(copy, damaged, len), len);
		len = table_of(copy, &bytes);
		if (len)
			split(bytes, len, &parts);
		if (symbols_read(copy, NULL, &symbols))
			symbols_free(&symbols);
		close(copy);
	}
	free(damaged);
	munmap(whole, status.st_size);
	close(fd);
}

static bool crash(void *data)
{
	(void)data;
	abort();
}

static bool write_one(void *data)
{
	*(int *)data = 1;
	return true;
}

static void test_apart(void)
{
	int *shared = apart_memory(sizeof(*shared));

	CHECK(!apart_run(crash, NULL, -1));
	CHECK(apart_run(write_one, shared, -1));
	CHECK_EQ(*shared, 1);
	apart_free(shared, sizeof(*shared));
}

/* ---- names */

#ifdef __x86_64__
static void test_names(void)
{
	const __u32 none = 1 << 30;
	char text[2048], error[DOC_ERROR_MAX + 1] = "", shown[256];
	char id[2 * HISTRIG_UNWIND_BUILD_ID + 1] = "";
	const struct doc_frame *frames;
	struct symbols symbols;
	struct hist_doc *doc;
	struct parts parts;
	int fd = table_of_path("/proc/self/exe", &parts);
	__u32 at, end, i;

	for (i = 0; i < parts.head->build_id_len; i++)
		sprintf(id + 2 * i, "%02x", parts.head->build_id[i]);
	CHECK(*id);
	CHECK(symbols_read(fd, NULL, &symbols));
	close(fd);
	at = known(&symbols, "known_frame");
	end = known(&symbols, "known_no_rule");
	snprintf(text, sizeof(text),
		 "{\"version\":1,\"event\":\"a:b\",\"instance\":null,\"clock\":\"local\",\"time\":1.5,"
		 "\"uptime\":1.5,\"histograms\":[{\"name\":null,\"trigger\":\"hist:keys=a\","
		 "\"paused\":false,\"clock\":null,\"hits\":1,\"entries\":1,\"fields\":["
		 "{\"name\":\"common_ustacktrace\",\"kind\":\"key\",\"type\":\"user_stack\","
		 "\"modifier\":null,\"unit\":null}],\"rows\":[{\"keys\":[["
		 "{\"file\":\"/proc/self/exe\",\"offset\":%u},{\"file\":\"/proc/self/exe\",\"offset\":%u},"
		 "{\"file\":\"/proc/self/exe\",\"offset\":%u},{\"file\":\"/nonexistent/x\",\"offset\":18},"
		 "{\"file\":\"/proc/self/exe\",\"offset\":%u,\"build_id\":\"%s\"},"
		 "{\"file\":\"/proc/self/exe\",\"offset\":%u,\"build_id\":\"00\"},"
		 "{\"end\":\"page fault\"}]],\"values\":[]}]}]}", at + 1, end, none, at + 1, id,
		 at + 1);
	doc = doc_parse(text, strlen(text), error);
	CHECK_STR(error, "", "document");
	if (!doc)
		return;
	functions_name(doc);
	frames = doc->hists[0].rows[0].keys[0].frames;
	CHECK_STR(frames[0].symbol, "known_frame+0x1", "innermost");
	CHECK_STR(frames[0].function, "known_frame", "innermost");
	snprintf(shown, sizeof(shown), "known_frame+0x%x", end - at);
	CHECK_STR(frames[1].symbol, shown, "a call at the end of a function");
	CHECK_STR(frames[2].symbol, "exe+0x40000000", "no symbol");
	CHECK(!frames[2].function);
	CHECK_STR(frames[3].symbol, "x+0x12", "no file");
	CHECK_STR(frames[4].symbol, "known_frame+0x1", "the file of a build id");
	snprintf(shown, sizeof(shown), "exe+0x%x", at + 1);
	CHECK_STR(frames[5].symbol, shown, "another file than that of the build id");
	CHECK_STR(frames[6].symbol, "(page fault)", "end");
	doc_free(doc);
	symbols_free(&symbols);
}

static void test_demangled(void)
{
	static const char start[] = "f<a, b<a, a>, b<b<a, a>, b<a, a> >,";
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct symbols symbols;
	const char *name;
	size_t found = 0;
	__u32 i;

	CHECK(symbols_read(fd, NULL, &symbols));
	known(&symbols, "one::two");
	for (i = 0; i < symbols.nr; i++) {
		name = symbols.names + symbols.list[i].name;
		if (strncmp(name, start, strlen(start)))
			continue;
		CHECK_EQ(strlen(name), 255);
		found++;
	}
	CHECK_EQ(found, 1);
	symbols_free(&symbols);
	close(fd);
}
#endif

const struct test tests[] = {
#ifdef __x86_64__
	{ "functions with known frames have the right rules", test_known, NULL },
	{ "the table of the C library agrees with readelf", test_readelf, NULL },
	{ "functions of user stacks have names", test_names, NULL },
	{ "names of C++ are those of the source, and cut if they are long", test_demangled, NULL },
#endif
	{ "a program without .eh_frame_hdr has the same rules", test_no_hdr, NULL },
	{ "the vDSO has a table and names", test_vdso, NULL },
	{ "files that are not ELF, or not regular, have no table", test_refused, NULL },
	{ "damaged files give a valid table or none", test_damaged, NULL },
	{ "a child that crashes does not end its parent", test_apart, NULL },
	{}
};
