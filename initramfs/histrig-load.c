// SPDX-License-Identifier: GPL-2.0
/*
 * histrig-load: load or remove a module as an installed system would.
 *
 *	histrig-load NAME [PARAMETER=VALUE...]
 *	histrig-load -r NAME
 *
 * Finds the module by its name in depmod's files of the running kernel, and
 * loads the modules that it depends on first. The errno of a failed insert says
 * little ("Invalid argument"), so histrig-load also prints what the kernel has
 * logged since the insert began.
 */
#include <errno.h>
#include <fcntl.h>
#include <libkmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Opens the log at its end, so that reading it yields only new records. */
static int open_log_tail(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/*
 * Prints new records: "priority,sequence,time,flags;text\n" and property lines.
 */
static void show_log_tail(int fd)
{
	char record[8192];
	ssize_t len;

	if (fd < 0)
		return;
	for (;;) {
		char *text;

		len = read(fd, record, sizeof(record) - 1);
		if (len < 0 && errno == EPIPE)
			continue;	/* unread records were overwritten */
		if (len <= 0)
			return;
		record[len] = '\0';
		text = strchr(record, ';');
		if (!text)
			continue;
		text[strcspn(text, "\n")] = '\0';
		fprintf(stderr, "  kernel: %s\n", text + 1);
	}
}

/*
 * Joins parameters as the kernel expects them: "a=1 b=2". Returns NULL if out of memory.
 */
static char *join(char **words, int count)
{
	size_t size = 1;
	char *all;
	int i;

	for (i = 0; i < count; i++)
		size += strlen(words[i]) + 1;
	all = calloc(1, size);
	if (!all)
		return NULL;
	for (i = 0; i < count; i++) {
		if (i)
			strcat(all, " ");
		strcat(all, words[i]);
	}
	return all;
}

static const char *explain(int error)
{
	switch (error) {
	case ENOKEY:
	case EKEYREJECTED:
		return "Key was rejected by service (is Secure Boot on?)";
	case EEXIST:
		return "already loaded";
	case ENOENT:
		return "a symbol that it needs is missing";
	default:
		return strerror(error);
	}
}

static int insert(struct kmod_module *mod, char **words, int count)
{
	int log = open_log_tail();
	char *options = join(words, count);
	int ret = -ENOMEM;

	if (options)
		ret = kmod_module_probe_insert_module(mod, KMOD_PROBE_FAIL_ON_LOADED,
						      options, NULL, NULL, NULL);
	if (ret) {
		fprintf(stderr, "histrig-load: %s: %s\n",
			kmod_module_get_name(mod), explain(abs(ret)));
		show_log_tail(log);
	}
	free(options);
	if (log >= 0)
		close(log);
	return ret;
}

static int remove_module(struct kmod_module *mod)
{
	int ret = kmod_module_remove_module(mod, O_NONBLOCK);

	if (ret)
		fprintf(stderr, "histrig-load: %s: cannot be removed: %s\n",
			kmod_module_get_name(mod), strerror(-ret));
	return ret;
}

static void quiet(void *data, int priority, const char *file, int line,
		  const char *fn, const char *format, va_list args)
{
}

static struct kmod_module *find(struct kmod_ctx *ctx, const char *name)
{
	struct kmod_list *list = NULL;
	struct kmod_module *mod = NULL;

	if (!kmod_module_new_from_lookup(ctx, name, &list) && list)
		mod = kmod_module_get_module(list);
	kmod_module_unref_list(list);
	return mod;
}

int main(int argc, char **argv)
{
	int removing = argc > 1 && !strcmp(argv[1], "-r");
	struct kmod_module *mod;
	struct kmod_ctx *ctx;
	const char *name;
	int ret;

	if (argc < 2 + removing || (removing && argc != 3)) {
		fprintf(stderr, "usage: histrig-load NAME [PARAMETER=VALUE...]\n"
				"       histrig-load -r NAME\n");
		return 2;
	}
	name = argv[1 + removing];
	ctx = kmod_new(NULL, NULL);
	if (!ctx) {
		perror("histrig-load");
		return 1;
	}
	kmod_set_log_fn(ctx, quiet, NULL);
	mod = find(ctx, name);
	if (!mod) {
		fprintf(stderr, "histrig-load: no module %s in %s\n", name,
			kmod_get_dirname(ctx));
		kmod_unref(ctx);
		return 1;
	}
	ret = removing ? remove_module(mod) : insert(mod, argv + 2, argc - 2);
	kmod_module_unref(mod);
	kmod_unref(ctx);
	return ret ? 1 : 0;
}
