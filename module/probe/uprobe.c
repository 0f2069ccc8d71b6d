// SPDX-License-Identifier: GPL-2.0
/* Definitions of probes in user code, see uprobe.h. */
#include <linux/cred.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/kernel.h>
#include <linux/namei.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "../compat/log.h"
#include "../event/registry.h"
#include "arg.h"
#include "arg_marker.h"
#include "elf.h"
#include "report.h"
#include "uprobe.h"

/* The default group of these events. */
#define UPROBE_GROUP	"uprobes"

/* Prefix that a user may write before a marker's provider name. */
#define MARKER_PREFIX	"sdt_"

/**
 * struct uprobe_command - a definition, parsed except for names and arguments
 * @words: the words
 * @is_return: it is a return probe
 * @file_name: a copy of the second word, cut after the file's name; @place and
 *	@provider point into it
 * @place: an offset, a symbol with or without an offset, or a marker's name
 * @provider: the provider of a marker; NULL for anything else
 * @path: the file; its dentry is NULL until the file is found
 * @counter: file offset of the reference counter, 0 if the user gives none
 * @sites: places in the file
 */
struct uprobe_command {
	struct probe_words *words;
	bool is_return;
	char *file_name;
	char *place;
	char *provider;
	struct path path;
	unsigned long counter;
	struct elf_sites *sites;
};

static int marker_find_symbol(struct file *file, const struct elf_site *site,
			      struct marker_arg *arg)
{
	u64 address;
	int ret = elf_find_object(file, arg->symbol, &address);

	switch (ret) {
	case 0:
		marker_arg_place(arg, address, site->address, site->is_fixed);
		return 0;
	case -ENOENT:
		marker_arg_fail(arg, PROBE_MARKER_SYMBOL);
		return 0;
	case -EADDRNOTAVAIL:
		marker_arg_fail(arg, PROBE_NON_UNIQ_SYMBOL);
		return 0;
	default:
		return ret;
	}
}

static int find_args(struct file *file, struct elf_site *site)
{
	struct marker_arg *arg;
	unsigned int i;
	int ret = 0;

	if (!site->args)
		ret = elf_find_marker_at(file, site);
	if (ret)
		return ret == -ENOENT || ret == -ENOEXEC ? 0 : ret;
	site->marker = marker_args_parse(site->args, site->is_64);
	if (!site->marker)
		return -ENOMEM;
	for (i = 0; !ret && i < site->marker->nr; i++) {
		arg = &site->marker->arg[i];
		if (arg->symbol)
			ret = marker_find_symbol(file, site, arg);
	}
	return ret;
}

/*
 * Finds the arguments of the markers at the places, also at a place that the user gave as an
 * offset: uprobe_events shows the offset of a marker, not its name, and writing the line that it
 * shows must define the same probe. Returns 0, also if there are no markers; -EINTR, -ENOMEM or
 * an errno of reading.
 */
static int marker_find_args(struct file *file, struct elf_sites *sites)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < sites->nr; i++)
		ret = find_args(file, &sites->site[i]);
	return ret;
}

static void marker_sites_free(struct elf_sites *sites)
{
	unsigned int i;

	for (i = 0; i < sites->nr; i++)
		marker_args_free(sites->site[i].marker);
	elf_sites_free(sites);
	kfree(sites);
}

/* Reports an error at @text, which points into command->file_name. */
static int uprobe_refuse(struct uprobe_command *command, const char *text,
			 enum probe_error error, int ret)
{
	probe_refuse(command->words, 1, text - command->file_name, error);
	return ret;
}

/* Can this be the name of a symbol or a marker? */
static bool may_be_name(const char *text)
{
	return (isalpha(*text) || *text == '_' || *text == '.') &&
	       !strchr(text, '/');
}

/*
 * Splits the second word into the file's name, which may contain a ':', and the
 * place in the file. Returns 0; -ECANCELED if the word has another form;
 * -ENOMEM.
 */
static int split_place(struct uprobe_command *command)
{
	const char *word = command->words->word[1];
	char *colon, *marker;

	if (!strchr(word, '/'))
		return -ECANCELED;
	command->file_name = kstrdup(word, GFP_KERNEL);
	if (!command->file_name)
		return -ENOMEM;
	colon = strrchr(command->file_name, ':');
	if (!colon || !(isdigit(colon[1]) || may_be_name(colon + 1)))
		return -ECANCELED;
	*colon = '\0';
	command->place = colon + 1;
	if (isdigit(*command->place))
		return 0;
	marker = strrchr(command->file_name, ':');
	if (!marker)
		return 0;
	if (marker[1] == '%' ||
	    str_has_prefix(marker + 1, MARKER_PREFIX)) {
		*marker = '\0';
		command->provider = marker + 1 + (marker[1] == '%');
	}
	return 0;
}

static int find_file(struct uprobe_command *command)
{
	int ret = kern_path(command->file_name, LOOKUP_FOLLOW, &command->path);

	if (ret) {
		command->path.dentry = NULL;
		return uprobe_refuse(command, command->file_name,
				     PROBE_FILE_NOT_FOUND, ret);
	}
	if (!d_is_reg(command->path.dentry))
		return uprobe_refuse(command, command->file_name,
				     PROBE_NO_REGULAR_FILE, -EINVAL);
	return 0;
}

/* Parses %return and (COUNTER) after a place, and cuts them off. */
static int parse_suffixes(struct uprobe_command *command)
{
	char *open = strchr(command->place, '('), *close, *suffix;
	int ret;

	if (open) {
		close = strchr(open, ')');
		if (!close)
			return uprobe_refuse(command, open + strlen(open),
					     PROBE_REFCNT_OPEN_BRACE, -EINVAL);
		if (close[1])
			return uprobe_refuse(command, close + 1,
					     PROBE_BAD_REFCNT_SUFFIX, -EINVAL);
		*open++ = '\0';
		*close = '\0';
		ret = kstrtoul(open, 0, &command->counter);
		if (ret)
			return uprobe_refuse(command, open, PROBE_BAD_REFCNT,
					     ret);
	}
	suffix = strchr(command->place, '%');
	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return uprobe_refuse(command, suffix, PROBE_BAD_ADDR_SUFFIX,
				     -EINVAL);
	*suffix = '\0';
	command->is_return = true;
	return 0;
}

static int refuse_symbol(struct uprobe_command *command, int ret)
{
	enum probe_error error = ret == -EADDRNOTAVAIL ? PROBE_NON_UNIQ_SYMBOL :
							 PROBE_BAD_PROBE_ADDR;

	return uprobe_refuse(command, command->place, error, ret);
}

static int uprobe_find_symbol(struct uprobe_command *command, struct file *file)
{
	struct elf_site *site = command->sites->site;
	char *plus = strchr(command->place, '+');
	unsigned long distance = 0;
	int ret;

	if (plus) {
		ret = kstrtoul(plus + 1, 0, &distance);
		if (ret)
			return uprobe_refuse(command, plus + 1,
					     PROBE_BAD_UPROBE_OFFS, ret);
		*plus = '\0';
	}
	ret = elf_find_symbol(file, command->place, &site->offset);
	if (ret)
		return refuse_symbol(command, ret);
	site->offset += distance;
	site->semaphore = 0;
	command->sites->nr = 1;
	if (plus)
		*plus = '_';
	return 0;
}

/* Can one of the words be an argument of a marker? */
static bool uses_marker_args(const struct uprobe_command *command)
{
	int i;

	if (command->is_return)
		return false;
	for (i = PROBE_FIRST_ARG; i < command->words->nr; i++)
		if (strstr(command->words->word[i], "$arg"))
			return true;
	return false;
}

static int uprobe_find_marker(struct uprobe_command *command, struct file *file)
{
	const char *provider = command->provider;
	int ret = elf_find_marker(file, provider, command->place,
				  command->sites);

	if (ret == -ENOENT && str_has_prefix(provider, MARKER_PREFIX))
		ret = elf_find_marker(file, provider + strlen(MARKER_PREFIX),
				      command->place, command->sites);
	return ret ? refuse_symbol(command, ret) : 0;
}

static int parse_offset(struct uprobe_command *command)
{
	unsigned long offset;
	int ret = kstrtoul(command->place, 0, &offset);

	if (ret)
		return uprobe_refuse(command, command->place,
				     PROBE_BAD_UPROBE_OFFS, ret);
	command->sites->site[0].offset = offset;
	command->sites->nr = 1;
	return 0;
}

static int find_in_file(struct uprobe_command *command, struct file *file)
{
	if (isdigit(*command->place))
		return 0;
	return command->provider ? uprobe_find_marker(command, file) :
				   uprobe_find_symbol(command, file);
}

static int find_sites(struct uprobe_command *command)
{
	const bool needs_args = uses_marker_args(command);
	struct file *file;
	int ret;

	command->sites = kzalloc(sizeof(*command->sites), GFP_KERNEL);
	if (!command->sites)
		return -ENOMEM;
	if (isdigit(*command->place)) {
		ret = parse_offset(command);
		if (ret || !needs_args)
			return ret;
	}
	file = dentry_open(&command->path, O_RDONLY | O_LARGEFILE,
			   current_cred());
	if (IS_ERR(file))
		return uprobe_refuse(command, command->file_name,
				     PROBE_FILE_NOT_FOUND, PTR_ERR(file));
	ret = find_in_file(command, file);
	if (!ret && needs_args)
		ret = marker_find_args(file, command->sites);
	fput(file);
	return ret;
}

static void uprobe_make_name(const struct uprobe_command *command,
			     struct probe_name *made)
{
	const char *base = kbasename(command->file_name);
	const int len = strcspn(base, ".-_");
	char *name = made->name_buf, *place;

	made->name = name;
	if (isdigit(*command->place)) {
		snprintf(name, PROBE_NAME_MAX, "p_%.*s_0x%llx", len, base,
			 command->sites->site[0].offset);
		return;
	}
	place = name + scnprintf(name, PROBE_NAME_MAX, "p_%.*s_", len, base);
	if (command->provider)
		snprintf(place, PROBE_NAME_MAX - (place - name), "%s_%s",
			 command->provider, command->place);
	else
		strscpy(place, command->place, PROBE_NAME_MAX - (place - name));
	probe_clean_name(place);
}

/* Number of definitions with records that are too long for the stack. */
static unsigned int long_probes;

static void free_bufs(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kfree(per_cpu(user_bufs, cpu).record);
		per_cpu(user_bufs, cpu).record = NULL;
	}
}

static bool has_long_records(const struct user_probe *user)
{
	return user->probe.record_size > RECORD_ON_STACK_MAX;
}

/* The first definition that needs the buffers allocates them. */
static int get_bufs(void)
{
	struct user_buf *buf;
	int cpu;

	if (long_probes++)
		return 0;
	for_each_possible_cpu(cpu) {
		buf = per_cpu_ptr(&user_bufs, cpu);
		buf->record = kmalloc_node(RECORD_SIZE_MAX, GFP_KERNEL,
					   cpu_to_node(cpu));
		if (!buf->record) {
			free_bufs();
			long_probes--;
			return -ENOMEM;
		}
	}
	return 0;
}

static void put_bufs(void)
{
	if (!--long_probes)
		free_bufs();
}

/*
 * @removals counts removed breakpoints, @settled those before the last wait for
 * hits. Waiting is slow, so wait once for many breakpoints.
 */
static unsigned long removals, settled;

/* Waits until no hit of the probe is running. */
static void uprobe_settle(const struct user_probe *user)
{
	/*
	 * Pairs with remove_breakpoint(): the breakpoints in this count are
	 * removed, so no hit of them begins any more.
	 */
	const unsigned long now = smp_load_acquire(&removals);

	/* Pairs with the store below, by a task that has also waited for our hits. */
	if (user->removals <= smp_load_acquire(&settled))
		return;
	breakpoints_sync();
	/* Pairs with the load above, by another task. */
	smp_store_release(&settled, now);
}

static void remove_breakpoint(struct user_probe *user)
{
	breakpoint_remove(&user->at);
	user->inserted = false;
	user->removals = removals + 1;
	/* Pairs with uprobe_settle(). */
	smp_store_release(&removals, user->removals);
}

static void uprobe_free(struct probe *probe)
{
	struct user_probe *user = to_user_probe(probe);

	if (user->inserted)
		remove_breakpoint(user);
	uprobe_settle(user);
	if (has_long_records(user))
		put_bufs();
	probe_exit(probe);
	kvfree(user->calls);
	path_put(&user->path);
	kfree(user->file_name);
	kfree(user);
}

/* Allocates what a return probe needs to measure $duration. */
static int keep_times(struct user_probe *user)
{
	unsigned int i;

	user->has_duration = probe_args_show_duration(user->probe.args);
	if (!user->has_duration || UPROBE_HITS_SHARE_WORD)
		return 0;
	user->calls = kvcalloc(CALL_PARTS, sizeof(*user->calls), GFP_KERNEL);
	if (!user->calls)
		return -ENOMEM;
	for (i = 0; i < CALL_PARTS; i++)
		spin_lock_init(&user->calls[i].lock);
	return 0;
}

static int uprobe_init(struct user_probe *user, struct uprobe_command *command,
		       const struct elf_site *site)
{
	const struct probe_place place = {
		.flags = PROBE_ON_USER |
			 (command->is_return ? PROBE_AT_RETURN : 0),
		.marker = site->marker,
	};
	const struct probe_shape shape = {
		.addresses = 1 + command->is_return,
		.is_user = true,
	};
	int ret = probe_init(&user->probe, &uprobe_kind, command->words, &place,
			     shape);

	if (has_long_records(user) && get_bufs()) {
		user->probe.record_size = 0;
		return -ENOMEM;
	}
	if (ret)
		return ret;
	path_get(&command->path);
	user->path = command->path;
	user->offset = site->offset;
	user->counter = command->counter ?: site->semaphore;
	user->is_return = command->is_return;
	uprobe_set_handlers(user);
	user->file_name = kstrdup(command->file_name, GFP_KERNEL);
	return user->file_name ? keep_times(user) : -ENOMEM;
}

static bool uprobe_same_place(const struct probe *x, const struct probe *y)
{
	const struct user_probe *a = to_user_probe(x), *b = to_user_probe(y);

	return d_real_inode(a->path.dentry) == d_real_inode(b->path.dentry) &&
	       a->offset == b->offset;
}

/* Refuses a different counter at a place, as a breakpoint can have only one. */
static int check_counter(const struct user_probe *user)
{
	const struct user_probe *other;
	struct dynamic_event *dyn;

	lockdep_assert_held(&dynamic_mutex);
	list_for_each_entry(dyn, &dynamic_list, link) {
		if (dyn->type != &uprobe_kind.type)
			continue;
		other = to_user_probe(to_probe(dyn));
		if (uprobe_same_place(&user->probe, &other->probe) &&
		    user->counter != other->counter) {
			pr_warn("%s:0x%lx is already probed with another reference counter; remove that probe from uprobe_events\n",
				user->file_name, user->offset);
			return -EINVAL;
		}
	}
	return 0;
}

static int make_at(struct uprobe_command *command, const struct elf_site *site,
		   struct probe **made)
{
	struct user_probe *user = kzalloc(sizeof(*user), GFP_KERNEL);

	if (!user)
		return -ENOMEM;
	*made = &user->probe;
	return uprobe_init(user, command, site) ?: check_counter(user);
}

/*
 * Adds a probe at each site, or none. The probes at the sites of a marker are definitions of one
 * event, although the compiler may keep an argument in a different register at each site.
 */
static int uprobe_add_probes(struct uprobe_command *command)
{
	const char *first = command->words->word[0];
	struct probe_name name = { .group = UPROBE_GROUP };
	const struct elf_sites *sites = command->sites;
	struct probe *made[ELF_SITES_MAX] = {};
	unsigned int i;
	int ret;

	ret = probe_parse_name(command->words, 0,
			       first[1] == ':' ? first + 2 : NULL, &name);
	if (ret)
		return ret;
	if (!name.name)
		uprobe_make_name(command, &name);
	for (i = 0; i < sites->nr && !ret; i++)
		ret = make_at(command, &sites->site[i], &made[i]);
	if (!ret)
		ret = probe_add_all(made, sites->nr, &name, command->words);
	for (i = 0; ret && i < sites->nr && made[i]; i++)
		uprobe_free(made[i]);
	return ret;
}

/*
 * Unlocks dynamic_mutex, because an automount, a lease or a filesystem in user
 * space can block for ever, or wait for a module to load. modules_coming()
 * takes dynamic_mutex.
 */
static int look_at_file(struct uprobe_command *command)
{
	int ret;

	mutex_unlock(&dynamic_mutex);
	ret = find_file(command) ?: parse_suffixes(command) ?:
	      find_sites(command);
	mutex_lock(&dynamic_mutex);
	return ret;
}

static int uprobe_define(struct probe_words *words)
{
	struct uprobe_command command = {
		.words = words,
		.is_return = *words->word[0] == 'r',
	};
	int ret = split_place(&command) ?: look_at_file(&command) ?:
		  uprobe_add_probes(&command);

	if (command.path.dentry)
		path_put(&command.path);
	if (command.sites)
		marker_sites_free(command.sites);
	kfree(command.file_name);
	return ret;
}

static int uprobe_create(const char *text)
{
	return probe_define(text, "trace_uprobe", "pr", uprobe_define);
}

static int uprobe_arm(struct probe *probe)
{
	struct user_probe *user = to_user_probe(probe);
	int ret;

	lockdep_assert_held(&event_mutex);
	/* Wait for hits from before the last removal, which may use user->at. */
	uprobe_settle(user);
	ret = breakpoint_insert(&user->at, d_real_inode(user->path.dentry),
				user->offset, user->counter);
	user->inserted = !ret;
	return ret;
}

static void uprobe_disarm(struct probe *probe)
{
	struct user_probe *user = to_user_probe(probe);

	lockdep_assert_held(&event_mutex);
	if (user->inserted)
		remove_breakpoint(user);
}

/* Compares a word with the place in the form that uprobe_show() prints. */
static bool uprobe_is_at(const struct probe *probe, const char *word)
{
	const struct user_probe *user = to_user_probe(probe);
	const size_t len = strlen(user->file_name);
	char place[64];
	int n;

	if (strncmp(word, user->file_name, len) || word[len] != ':')
		return false;
	n = scnprintf(place, sizeof(place), "0x%0*lx",
		      (int)(2 * sizeof(void *)), user->offset);
	if (user->counter)
		snprintf(place + n, sizeof(place) - n, "(0x%lx)",
			 user->counter);
	return !strcmp(word + len + 1, place);
}

static void uprobe_show(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct user_probe *user = to_user_probe(to_probe(dyn));

	probe_show_name(m, &user->probe, user->is_return ? 'r' : 'p', 0);
	seq_printf(m, "%s:0x%0*lx", user->file_name, (int)(2 * sizeof(void *)),
		   user->offset);
	if (user->counter)
		seq_printf(m, "(0x%lx)", user->counter);
	probe_show_args(m, &user->probe);
}

void uprobe_show_profile(struct seq_file *m, const struct dynamic_event *dyn)
{
	const struct probe *probe = to_probe(dyn);

	seq_printf(m, "  %s %-44s %15lu\n", to_user_probe(probe)->file_name,
		   probe->event->event.name, probe_hits(probe));
}

const struct probe_kind uprobe_kind = {
	.type = PROBE_TYPE(uprobe_create, uprobe_show),
	.arm = uprobe_arm,
	.disarm = uprobe_disarm,
	.same_place = uprobe_same_place,
	.is_at = uprobe_is_at,
	.free = uprobe_free,
};
