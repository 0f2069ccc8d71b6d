// SPDX-License-Identifier: GPL-2.0
/*
 * walked PID COUNT FRAMES: stops a process COUNT times and prints the frames of its stack each time,
 * as libdw finds them by the same files, innermost first, at most FRAMES. Each stop is a switch to
 * another task in the state TASK_TRACED. Prints a stack as hist prints it, in one line:
 *
 *	FILE+0xOFFSET FILE+0xOFFSET ...
 *
 * with (lost) at the end if libdw cannot go on. The process goes on between two stops for some
 * microseconds. It stops more often if signals come, because these stop it as well. Compiled with
 * WALKED_LIBUNWIND, it is libunwind that finds the frames, for tests/unwind_compare.sh.
 *
 * Libraries: libdw libbz2
 * Link with: -lelf -lz -llzma -lbz2
 */
#define _GNU_SOURCE
#include <err.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef WALKED_LIBUNWIND
#include <libunwind-ptrace.h>
#else
#include <elfutils/libdwfl.h>
#endif

#define AREAS_MAX	1024

/* Mappings of code of the process. */
static struct area {
	unsigned long start;
	unsigned long end;
	unsigned long offset;
	char name[256];
} areas[AREAS_MAX];
static unsigned int nr_areas;

static unsigned int frames_max;

static void read_areas(pid_t pid)
{
	char path[64], line[4096], perms[8];
	struct area *area;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "r");
	if (!maps)
		err(1, "%s", path);
	for (nr_areas = 0; nr_areas < AREAS_MAX && fgets(line, sizeof(line), maps);) {
		area = &areas[nr_areas];
		area->name[0] = '\0';
		if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %255s", &area->start, &area->end, perms,
			   &area->offset, area->name) >= 4 && perms[2] == 'x')
			nr_areas++;
	}
	fclose(maps);
}

static const struct area *area_of(unsigned long at)
{
	unsigned int i;

	for (i = 0; i < nr_areas; i++)
		if (at >= areas[i].start && at < areas[i].end)
			return &areas[i];
	return NULL;
}

static void print_frame(unsigned long at, unsigned int nr)
{
	const struct area *area = area_of(at);

	if (!area || area->name[0] == '\0')
		printf("%s0x%lx", nr ? " " : "", at);
	else
		printf("%s%s+0x%lx", nr ? " " : "", area->name, at - area->start + area->offset);
}

#ifdef WALKED_LIBUNWIND
static unw_addr_space_t space;
static void *traced;

static void begin(void)
{
	space = unw_create_addr_space(&_UPT_accessors, 0);
	unw_set_caching_policy(space, UNW_CACHE_GLOBAL);
}

static void look(pid_t pid, bool first)
{
	if (first)
		traced = _UPT_create(pid);
	read_areas(pid);
}

static void print_stack(pid_t pid)
{
	unsigned int nr = 0;
	unw_cursor_t cursor;
	unw_word_t at;
	int more;

	(void)pid;
	if (unw_init_remote(&cursor, space, traced))
		errx(1, "libunwind cannot begin");
	do {
		unw_get_reg(&cursor, UNW_REG_IP, &at);
		if (!at)
			break;
		print_frame(at, nr++);
		more = nr < frames_max ? unw_step(&cursor) : 0;
	} while (more > 0);
	puts(more < 0 ? " (lost)" : "");
}
#else
static Dwfl *dwfl;

static void begin(void)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_linux_proc_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
	};

	dwfl = dwfl_begin(&callbacks);
}

static int take_frame(Dwfl_Frame *frame, void *data)
{
	unsigned int *nr = data;
	Dwarf_Addr at;
	bool interrupted;

	if (*nr == frames_max || !dwfl_frame_pc(frame, &at, &interrupted))
		return DWARF_CB_ABORT;
	print_frame(at, (*nr)++);
	return DWARF_CB_OK;
}

static void print_stack(pid_t pid)
{
	unsigned int nr = 0;

	if (dwfl_getthread_frames(dwfl, pid, take_frame, &nr) && nr < frames_max)
		printf(" (lost)");
	puts("");
}

/* Looks at the mappings of a process. */
static void look(pid_t pid, bool first)
{
	dwfl_report_begin(dwfl);
	if (dwfl_linux_proc_report(dwfl, pid) || dwfl_report_end(dwfl, NULL, NULL))
		errx(1, "libdw: %s", dwfl_errmsg(-1));
	if (first && dwfl_linux_proc_attach(dwfl, pid, true))
		errx(1, "cannot attach: %s", dwfl_errmsg(-1));
	read_areas(pid);
}
#endif

int main(int argc, char **argv)
{
	struct timespec us = { 0 };
	int status = 0, count, i;
	bool is_last;
	pid_t pid;

	if (argc != 4)
		errx(2, "usage: walked PID COUNT FRAMES");
	pid = atoi(argv[1]);
	count = atoi(argv[2]);
	frames_max = atoi(argv[3]);
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL))
		err(1, "cannot trace %d", pid);
	begin();
	/* A signal that stops the process has come before a stop that was asked for. */
	for (i = 0; i < count || !(status >> 16); i++) {
		us.tv_nsec = random() % 2000000;
		nanosleep(&us, NULL);
		if (i < count)
			ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
		if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status))
			break;
		if (i % 64 == 0)
			look(pid, !i);
		print_stack(pid);
		/* Later signals must not stop it once the last stop is printed. */
		is_last = i + 1 >= count && status >> 16;
		ptrace(is_last ? PTRACE_DETACH : PTRACE_CONT, pid, NULL,
		       (void *)(long)(status >> 16 ? 0 : WSTOPSIG(status)));
	}
	return 0;
}
