// SPDX-License-Identifier: GPL-2.0
/*
 * Tests whether the module is loaded, and loads it; see module.h. Debian has no static
 * libkmod, so the static program (NO_LIBKMOD) runs modprobe.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef NO_LIBKMOD
#include <libkmod.h>
#endif

#include "../stop.h"
#include "../text.h"
#include "module.h"

bool module_loaded(void)
{
	return !access("/sys/module/histrig", F_OK);
}

bool module_file(struct text *path)
{
	static const char * const files[] = {
		"updates/dkms/histrig.ko", "updates/dkms/histrig.ko.xz",
		"updates/dkms/histrig.ko.zst", "updates/histrig.ko", "extra/histrig.ko",
	};
	char name[256];
	struct utsname uts;
	size_t i;

	uname(&uts);
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(name, sizeof(name), "/lib/modules/%s/%s", uts.release, files[i]);
		if (!access(name, F_OK)) {
			text_puts(path, name);
			return true;
		}
	}
	return false;
}

static void not_loaded(int error, struct text *why)
{
	struct utsname uts;

	uname(&uts);
	text_puts(why, "the module histrig cannot be loaded: ");
	switch (error) {
	case EPERM:
	case EACCES:
		text_puts(why, geteuid() ? "only root may load modules; run this with sudo" :
			  "the kernel does not let root load modules here: in a container, load "
			  "histrig on the host; if /proc/sys/kernel/modules_disabled is 1, reboot");
		break;
	case ENOENT:
		text_printf(why, "it is not installed for the kernel %s. "
			    "histrig doctor says what to do", uts.release);
		break;
	case ENOKEY:
	case EKEYREJECTED:
		text_puts(why, "its key was rejected, because Secure Boot is on. Enrol DKMS's key: "
			  "mokutil --import /var/lib/dkms/mok.pub, then restart and confirm");
		break;
	default:
		text_printf(why, "%s. histrig doctor may know why", strerror(error));
	}
}

#ifdef NO_LIBKMOD
/* Runs modprobe without its messages. Returns 0 or a negative errno. */
static int load(void)
{
	struct text file = {};
	int status, null;
	bool there;
	pid_t pid;

	there = module_file(&file);
	text_free(&file);
	if (geteuid())
		return -EPERM;
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		stop_release();
		null = open("/dev/null", O_RDWR);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		execlp("modprobe", "modprobe", "histrig", (char *)NULL);
		execl("/sbin/modprobe", "modprobe", "histrig", (char *)NULL);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	if (module_loaded())
		return 0;
	return there ? -ENOEXEC : -ENOENT;
}
#else
static void quiet(void *data, int priority, const char *file, int line, const char *function,
		  const char *format, va_list args)
{
	(void)data;
	(void)priority;
	(void)file;
	(void)line;
	(void)function;
	(void)format;
	(void)args;
}

static int load(void)
{
	struct kmod_ctx *ctx = kmod_new(NULL, NULL);
	struct kmod_list *list = NULL;
	struct kmod_module *module;
	int error = -ENOENT;

	if (!ctx)
		return -ENOMEM;
	kmod_set_log_fn(ctx, quiet, NULL);
	if (!kmod_module_new_from_lookup(ctx, "histrig", &list) && list) {
		module = kmod_module_get_module(list);
		error = kmod_module_probe_insert_module(module, 0, NULL, NULL, NULL, NULL);
		kmod_module_unref(module);
	}
	kmod_module_unref_list(list);
	kmod_unref(ctx);
	return error;
}
#endif

bool module_load(struct text *why)
{
	int error = load();

	if (error && !module_loaded())
		not_loaded(-error, why);
	return !error || module_loaded();
}
