// SPDX-License-Identifier: GPL-2.0
/* The command doctor: says why histrig does not work on this system, and what to do. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "../recipe/recipe.h"
#include "../run/module.h"
#include "../run/session.h"
#include "../run/tree.h"
#include "../stop.h"
#include "../text.h"
#include "commands.h"

static unsigned int faults;

static void good(const char *what, const char *text)
{
	printf("ok      %-12s %s\n", what, text);
}

/* Prints a problem, and below it the remedy. */
static void fault(const char *what, const char *text, const char *remedy)
{
	faults++;
	printf("FAULT   %-12s %s\n", what, text);
	printf("        %-12s -> %s\n", "", remedy);
}

/* Prints a fact that may explain another problem. */
static void hint(const char *what, const char *text, const char *remedy)
{
	printf("note    %-12s %s\n", what, text);
	if (remedy)
		printf("        %-12s -> %s\n", "", remedy);
}

static bool first_line(const char *path, char *line, size_t size)
{
	FILE *file = fopen(path, "re");
	bool read = file && fgets(line, size, file);

	if (file)
		fclose(file);
	if (read)
		line[strcspn(line, "\n")] = '\0';
	return read;
}

static void check_kernel(const struct utsname *uts)
{
	unsigned int major = 0, minor = 0;
	struct text text = {};

	text_printf(&text, "Linux %s, %s", uts->release, uts->machine);
	if (strcmp(uts->machine, "x86_64") && strcmp(uts->machine, "aarch64"))
		fault("kernel", text.at, "histrig is for x86-64 and arm64 only");
	else if (sscanf(uts->release, "%u.%u", &major, &minor) != 2 || major < 5 ||
		 (major == 5 && minor < 10))
		fault("kernel", text.at, "histrig needs Linux 5.10 or later: install a newer kernel");
	else
		good("kernel", text.at);
	text_free(&text);
}

static void check_headers(const struct utsname *uts)
{
	struct text text = {}, remedy = {};

	text_printf(&text, "/lib/modules/%s/build", uts->release);
	if (!access(text.at, F_OK)) {
		good("headers", text.at);
	} else if (module_loaded()) {
		hint("headers", "not installed; the module is loaded and does not need them", NULL);
	} else {
		text_printf(&remedy, "apt-get install linux-headers-%s", uts->release);
		fault("headers", "not installed for this kernel, so DKMS cannot build the module",
		      remedy.at);
	}
	text_free(&text);
	text_free(&remedy);
}

static void check_module(const struct utsname *uts)
{
	struct text path = {}, remedy = {};

	if (module_file(&path)) {
		good("module", path.at);
	} else if (module_loaded()) {
		hint("module",
		     "loaded, but not installed for this kernel, so it will be missing after a reboot",
		     "apt-get install histrig-dkms");
	} else if (!access("/var/lib/dkms/histrig", F_OK)) {
		text_printf(&remedy, "dkms autoinstall -k %s; its log is below /var/lib/dkms/histrig",
			    uts->release);
		fault("module", "DKMS knows histrig, but has not built it for this kernel",
		      remedy.at);
	} else {
		fault("module", "not installed",
		      "apt-get install histrig-dkms, or run make and insmod histrig.ko in the source folder");
	}
	text_free(&path);
	text_free(&remedy);
}

/* Returns false if only efivarfs could say whether Secure Boot is on, and it is not mounted. */
static bool has_efivars(void)
{
	struct statfs fs;

	return access("/sys/firmware/efi", F_OK) ||
	       (!statfs("/sys/firmware/efi/efivars", &fs) && fs.f_type == EFIVARFS_MAGIC);
}

static bool secure_boot(void)
{
	static const char file[] = "/sys/firmware/efi/efivars/"
		"SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
	unsigned char bytes[5] = {};
	FILE *efi = fopen(file, "re");
	bool on = efi && fread(bytes, 1, sizeof(bytes), efi) == sizeof(bytes) && bytes[4] == 1;

	if (efi)
		fclose(efi);
	return on;
}

static void check_lockdown(void)
{
	char line[128];

	if (secure_boot())
		hint("secure boot", "on: the kernel loads signed modules only",
		     "if modprobe says that a key was rejected: mokutil --import /var/lib/dkms/mok.pub, "
		     "then restart and confirm the key");
	else if (!has_efivars())
		hint("secure boot", "unknown: efivarfs is not mounted",
		     "mount -t efivarfs none /sys/firmware/efi/efivars");
	else
		good("secure boot", "off");
	if (!first_line("/sys/kernel/security/lockdown", line, sizeof(line)))
		hint("lockdown", "unknown: securityfs is not mounted, or only root may read it",
		     "if you are not root, run histrig doctor with sudo; if you are, ignore this line");
	else if (strstr(line, "[confidentiality]"))
		fault("lockdown", "confidentiality: nobody may trace",
		      "boot without lockdown=confidentiality");
	else
		good("lockdown", strstr(line, "[integrity]") ?
		     "integrity, in which histrig works" : "none");
}

static void check_rights(void)
{
	char line[64];

	if (first_line("/proc/sys/kernel/modules_disabled", line, sizeof(line)) &&
	    !strcmp(line, "1") && !module_loaded())
		fault("modules", "this kernel loads no more modules (kernel.modules_disabled is set)",
		      "load histrig at boot, then reboot: echo histrig >/etc/modules-load.d/histrig.conf");
	if (geteuid())
		hint("rights", "you are not root",
		     "run histrig with sudo; other users can at most list events and fields, if root "
		     "mounts the tree for their group");
	else
		good("rights", "root");
}

static void check_clock(const struct tree *tree)
{
	if (tree_clock_is_unstable(tree))
		hint("clock", "the time stamp counter is unstable: latencies are measured with the clock mono",
		     "events that read the time cost more; results stay correct, nothing needs to be done");
	else
		good("clock", "stable");
}

/* Names what the module lacks on this kernel, as the tree's README says it. */
static void check_parts(const struct tree *tree)
{
	static const char begin[] = "  left out: ";
	struct text readme = {};
	char *line, *end;

	if (!tree_read(tree, "README", &readme)) {
		for (line = readme.at; line && (end = strchr(line, '\n')); line = end + 1) {
			*end = '\0';
			if (!strncmp(line, begin, strlen(begin)))
				hint("left out", line + strlen(begin), NULL);
		}
	}
	text_free(&readme);
}

static void check_tree(void)
{
	struct text why = {};
	unsigned int removed;
	struct tree tree;

	if (!tree_try(&tree, &why)) {
		fault("tree", "cannot be found or mounted", why.at);
		text_free(&why);
		return;
	}
	good("tree", tree.path ? tree.path : "can be mounted");
	if (!tree_has(&tree, "events/sched/sched_switch/hist_take_json"))
		fault("version", "the module is older than this program",
		      "build and load the module of the same version");
	else
		good("version", "the module supports this program");
	check_parts(&tree);
	check_clock(&tree);
	removed = session_sweep(&tree);
	if (removed)
		printf("note    %-12s removed %u instances and events that killed runs had left\n", "sessions",
		       removed);
	tree_close(&tree);
}

static void check_recipes(void)
{
	char error[RECIPE_ERROR_MAX], **names;
	struct text text = {}, folders = {}, why = {};
	size_t nr = recipe_names(&names), i;
	struct recipe *recipe;

	for (i = 0; i < nr; i++) {
		recipe = recipe_find(names[i], error);
		if (!recipe) {
			text_escape(&why, error);
			fault("recipe", why.at ? why.at : names[i], "correct the file");
			text_free(&why);
		}
		recipe_free(recipe);
		free(names[i]);
	}
	free(names);
	recipe_folders(&folders);
	text_printf(&text, "%zu recipes in %s", nr, folders.at);
	if (nr)
		good("recipes", text.at);
	else
		fault("recipes", text.at, "set HISTRIG_RECIPES to their folder");
	text_free(&text);
	text_free(&folders);
}

int cmd_doctor(int argc, char **argv)
{
	struct utsname uts;

	(void)argv;
	if (argc > 1)
		die("doctor takes no arguments; run: histrig doctor");
	uname(&uts);
	check_kernel(&uts);
	check_headers(&uts);
	check_module(&uts);
	check_lockdown();
	check_rights();
	check_tree();
	check_recipes();
	if (faults)
		printf("\n%u fault%s\n", faults, faults == 1 ? "" : "s");
	else
		printf("\nNothing is wrong.\n");
	return faults ? 1 : 0;
}
