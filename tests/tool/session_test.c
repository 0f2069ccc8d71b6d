// SPDX-License-Identifier: GPL-2.0
/*
 * Names of sessions, and sweeping: tools/src/run/session.c with a tree made of
 * plain files.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/session.h"
#include "stop.h"
#include "test.h"
#include "text.h"

static char top[] = "/tmp/histrig-session-XXXXXX";

static void identity(const char *name, int pid, unsigned long long start, unsigned long ns)
{
	unsigned long long got_start = 0;
	unsigned long got_ns = 0;
	pid_t got = 0;

	CHECK(session_identity(name, &got, &got_start, &got_ns));
	CHECK_STR(name, name, name);
	CHECK_EQ(got, pid);
	CHECK_EQ(got_start, start);
	CHECK_EQ(got_ns, ns);
}

static void no_identity(const char *name)
{
	unsigned long long start;
	unsigned long ns;
	pid_t pid;

	if (session_identity(name, &pid, &start, &ns))
		check_failed(__FILE__, __LINE__, "%s has an identity", name);
}

static void test_names(void)
{
	identity("tool-1234-56789", 1234, 56789, 0);
	identity("tool-1-2-4026532000", 1, 2, 4026532000);
	identity("tool-1-2-b", 1, 2, 0);
	identity("tool-1-2-ab", 1, 2, 0);
	identity("tool-1-2-4026532000-b", 1, 2, 4026532000);
	identity("tool_77_88", 77, 88, 0);
	identity("runq_tool_77_88", 77, 88, 0);
	identity("my_tool_9_tool_77_88", 77, 88, 0);
	identity("x_tool_77_88_4026532000_c", 77, 88, 4026532000);
}

static void test_other_names(void)
{
	no_identity("");
	no_identity("tool");
	no_identity("tool-");
	no_identity("tool-1");
	no_identity("tool-1-");
	no_identity("tool-1_2");
	no_identity("tool-0-2");
	no_identity("tool--1-2");
	no_identity("tool-1-2-");
	no_identity("tool-1-2x");
	no_identity("tool-1-2-bbb");
	no_identity("tool-99999999999-2");
	no_identity("footool_1_2");
	no_identity("mine");
}

/* Writes /proc/PID/stat below the test's folder. */
static void stat_file(int pid, const char *text)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%d", top, pid);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/%d/stat", top, pid);
	file = fopen(path, "w");
	fputs(text, file);
	fclose(file);
}

#define FIELDS_4_TO_21	"1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0"

static void test_alive(void)
{
	stat_file(70001, "70001 (a) S " FIELDS_4_TO_21 " 555 1 2 3\n");
	CHECK(session_alive(top, 70001, 555));
	CHECK(!session_alive(top, 70001, 556));
	stat_file(70002, "70002 (evil) S 1) Z " FIELDS_4_TO_21 " 555 1 2 3\n");
	CHECK(!session_alive(top, 70002, 555));
	stat_file(70003, "70003 () R 9 9) 9 (x) S " FIELDS_4_TO_21 " 777 1 2 3\n");
	CHECK(session_alive(top, 70003, 777));
	CHECK(!session_alive(top, 70003, 9));
	/* If /proc hides a process, session_alive() takes it for alive if signals reach it. */
	CHECK(session_alive(top, getpid(), 1));
}

static void append(const char *path, const char *text)
{
	FILE *file = fopen(path, "a");

	fputs(text, file);
	fclose(file);
}

/* Returns the pid of a process that has exited. */
static pid_t dead(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

/* Returns the start time of this process. */
static unsigned long long own_start(void)
{
	unsigned long long start = 0;
	char line[1024], *at;
	FILE *file = fopen("/proc/self/stat", "r");

	at = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	if (at)
		sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
		       "%*d %*d %llu", &start);
	fclose(file);
	return start;
}

static void make_tree(pid_t gone)
{
	char text[2048], path[256];

	chdir(top);
	mkdir("instances", 0700);
	snprintf(path, sizeof(path), "instances/tool-%d-1", gone);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "instances/tool-%d-%llu", getpid(), own_start());
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "instances/tool-%d-%llu", getpid(), own_start() + 1);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "instances/tool-%d-1-123", gone);
	mkdir(path, 0700);
	mkdir("instances/mine", 0700);
	snprintf(text, sizeof(text),
		 "s:synthetic/runq_tool_%d_1\tu64 lat\n"
		 "s:synthetic/runq_tool_%d_%llu\tu64 lat\n"
		 "s:synthetic/tool_of_mine\tu64 lat\n"
		 "f:tool_%d_1/rd vfs_read%%return\n"
		 "p:kprobes/tool_%d_1 vfs_read\n", gone, getpid(), own_start(), gone, gone);
	append("dynamic_events", text);
}

static void test_sweep(void)
{
	struct tree tree = { .fd = open(top, O_RDONLY | O_DIRECTORY) };
	struct text text = {};
	char path[256];
	pid_t gone = dead();

	make_tree(gone);
	session_sweep(&tree);
	snprintf(path, sizeof(path), "instances/tool-%d-1", gone);
	CHECK(!tree_has(&tree, path));
	snprintf(path, sizeof(path), "instances/tool-%d-%llu", getpid(), own_start());
	CHECK(tree_has(&tree, path));
	snprintf(path, sizeof(path), "instances/tool-%d-%llu", getpid(), own_start() + 1);
	CHECK(!tree_has(&tree, path));
	/*
	 * This session is of another pid namespace. Only processes in that namespace know
	 * whether the session's process is dead, so the session is kept.
	 */
	snprintf(path, sizeof(path), "instances/tool-%d-1-123", gone);
	CHECK(tree_has(&tree, path));
	CHECK(tree_has(&tree, "instances/mine"));
	tree_read(&tree, "dynamic_events", &text);
	snprintf(path, sizeof(path), "-:synthetic/runq_tool_%d_1", gone);
	CHECK(strstr(text.at, path));
	snprintf(path, sizeof(path), "-:tool_%d_1/rd", gone);
	CHECK(strstr(text.at, path));
	snprintf(path, sizeof(path), "-:synthetic/runq_tool_%d_", getpid());
	CHECK(!strstr(text.at, path));
	CHECK(!strstr(text.at, "-:synthetic/tool_of_mine"));
	CHECK(!strstr(text.at, "-:kprobes"));
	text_free(&text);
	close(tree.fd);
}

static void test_why(void)
{
	struct tree tree = { .fd = open(top, O_RDONLY | O_DIRECTORY) };
	struct text why = {};

	append("error_log",
	       "[    1.000001] hist:sched:sched_switch: error: Couldn't find field\n"
	       "  Command: hist:keys=a,nosuch\n"
	       "                       ^\n"
	       "[    2.000001] trace_kprobe: error: This field is not found.\n"
	       "  Command: p:my/x vfs_read file->f_path.nam\n"
	       "                                        ^\n");
	tree_why(&tree, ".", "hist:keys=a,nosuch", -22, &why);
	CHECK_STR(why.at, "Couldn't find field (Invalid argument)\n  hist:keys=a,nosuch\n"
		  "              ^", "hist");
	text_clear(&why);
	tree_why(&tree, ".", "p:my/x  vfs_read   file->f_path.nam", -2, &why);
	CHECK_STR(why.at, "This field is not found. (No such file or directory)\n"
		  "  p:my/x vfs_read file->f_path.nam\n                               ^", "probe");
	text_clear(&why);
	/* The kernel's entry about the filter of a trigger contains only the filter. */
	append("error_log", "[    2.000000] event filter parse error: error: Couldn't find\n"
	       "  Command: comm ==  foo\n                   ^\n");
	tree_why(&tree, ".", "hist:keys=a if comm == foo", -22, &why);
	CHECK_STR(why.at, "Couldn't find (Invalid argument)\n  comm ==  foo\n          ^",
		  "the filter of a trigger");
	text_clear(&why);
	tree_why(&tree, ".", "hist:keys=other", -22, &why);
	CHECK_STR(why.at, "Invalid argument\n  hist:keys=other", "no entry");
	text_free(&why);
	close(tree.fd);
}

/* Sends this process a signal while a write waits in the kernel. */
static pid_t signal_soon(int nr)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	usleep(300000);
	kill(getppid(), nr);
	/* A write that ignores signals would wait forever. */
	sleep(5);
	kill(getppid(), SIGKILL);
	_exit(0);
}

static void test_signals(void)
{
	static char bytes[1 << 20];
	struct tree tree = { .fd = open(top, O_RDONLY | O_DIRECTORY) };
	pid_t pid;
	int pipe;

	CHECK_EQ(mkfifoat(tree.fd, "slow", 0600), 0);
	pipe = openat(tree.fd, "slow", O_RDWR);
	memset(bytes, 'x', sizeof(bytes) - 1);
	stop_catch();
	pid = signal_soon(SIGTERM);
	stop_open(true);
	CHECK_EQ(tree_write(&tree, "slow", bytes), -EINTR);
	stop_open(false);
	CHECK_EQ(stop_asked(), 1);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	/* Signals are blocked again until stop_open(). */
	raise(SIGXCPU);
	CHECK_EQ(stop_asked(), 2);
	stop_open(true);
	stop_release();
	close(pipe);
	close(tree.fd);
}

static void test_prepare(void)
{
	CHECK(mkdtemp(top));
}

static void test_remove(void)
{
	char command[256];

	chdir("/");
	snprintf(command, sizeof(command), "rm -rf '%s'", top);
	CHECK_EQ(system(command), 0);
}

const struct test tests[] = {
	{ "a folder for the tree of this test can be created", test_prepare, NULL },
	{ "names of sessions contain an identity", test_names, NULL },
	{ "other names contain no identity", test_other_names, NULL },
	{ "a process is alive if its pid and start time match", test_alive, NULL },
	{ "sweeping removes what dead processes have left, and nothing else", test_sweep, NULL },
	{ "the reason and the place of a refused command are reported", test_why, NULL },
	{ "a signal interrupts a write that waits, and SIGXCPU asks to stop", test_signals, NULL },
	{ "the folder of this test can be removed", test_remove, NULL },
	{}
};
