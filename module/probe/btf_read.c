// SPDX-License-Identifier: GPL-2.0
/* Reads BTF, see btf_read.h. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "../compat/folder.h"
#include "btf_read.h"

/* The folder in sysfs, and the file of the kernel's own blob. */
#define BTF_FOLDER	"kernel/btf"
#define KERNEL_BLOB	"vmlinux"

/* Maximum size of a file, in bytes. */
#define BLOB_MAX	(256u << 20)

/* Types are freed this long after their last use. */
#define KEEP_JIFFIES	(60 * HZ)

/**
 * struct btf_source - a blob that was read
 * @link: entry in sources
 * @blob: the blob
 * @bytes: its bytes
 * @name: name of its file: the module's name, or KERNEL_BLOB
 */
struct btf_source {
	struct list_head link;
	struct btf_blob *blob;
	void *bytes;
	char name[];
};

/*
 * Protects the variables below. A task that holds a ring's lock must not wait
 * for this mutex: its owner may wait for the lock of CPU hotplug, whose owner
 * may wait for the ring's lock.
 */
static DEFINE_MUTEX(btf_mutex);

/* Blobs that were read. First the kernel's, because the others refer to it. */
static LIST_HEAD(sources);

/* The blobs of all modules have been read, apart from invalid ones. */
static bool all_read;

/* When types were last used, in jiffies. */
static unsigned long last_use;

static void btf_forget(struct btf_source *source)
{
	list_del(&source->link);
	btf_blob_free(source->blob);
	vfree(source->bytes);
	kfree(source);
}

/* Frees the first blob of the list last, because the others refer to it. */
static void forget_all(void)
{
	struct btf_source *source, *next;

	list_for_each_entry_safe_reverse(source, next, &sources, link)
		btf_forget(source);
	all_read = false;
}

static void forget_unused(struct work_struct *work);

static DECLARE_DELAYED_WORK(forget_work, forget_unused);

static void forget_unused(struct work_struct *work)
{
	unsigned long until;

	mutex_lock(&btf_mutex);
	until = last_use + KEEP_JIFFIES;
	if (time_before(jiffies, until))
		schedule_delayed_work(&forget_work, until - jiffies);
	else
		forget_all();
	mutex_unlock(&btf_mutex);
}

void btf_lock(void)
{
	mutex_lock(&btf_mutex);
}

void btf_unlock(void)
{
	last_use = jiffies;
	if (!list_empty(&sources))
		schedule_delayed_work(&forget_work, KEEP_JIFFIES);
	mutex_unlock(&btf_mutex);
}

static struct btf_source *btf_source_of(const char *name)
{
	struct btf_source *source;

	list_for_each_entry(source, &sources, link)
		if (!strcmp(source->name, name))
			return source;
	return NULL;
}

/*
 * A read in sysfs returns at most a page, so read in a loop. Do not use
 * kernel_read_file(): it tells security modules the purpose of the read, and
 * one of them warns about purposes that it does not list.
 */
static int read_bytes(struct file *file, void *bytes, size_t size)
{
	loff_t pos = 0;
	ssize_t got;

	while (pos < size) {
		got = kernel_read(file, bytes + pos, size - pos, &pos);
		if (got <= 0)
			return got ?: -EIO;
		cond_resched();
	}
	return 0;
}

/* Returns the length of the file, or an errno. The caller calls vfree(). */
static ssize_t btf_read_file(struct vfsmount *mnt, const char *name,
			     void **bytes)
{
	char *path = kasprintf(GFP_KERNEL, BTF_FOLDER "/%s", name);
	struct file *file;
	ssize_t ret;
	loff_t len;

	if (!path)
		return -ENOMEM;
	file = open_below(mnt, path, O_RDONLY);
	kfree(path);
	if (IS_ERR(file))
		return PTR_ERR(file);
	len = i_size_read(file_inode(file));
	*bytes = len > 0 && len <= BLOB_MAX ? vmalloc(len) : NULL;
	if (*bytes)
		ret = read_bytes(file, *bytes, len);
	else
		ret = len > 0 && len <= BLOB_MAX ? -ENOMEM : -EFBIG;
	filp_close(file, NULL);
	if (!ret)
		return len;
	vfree(*bytes);
	return ret;
}

static int read_source(struct vfsmount *mnt, const char *name,
		       const struct btf_blob *base)
{
	struct btf_source *source;
	ssize_t len;
	int ret;

	source = kzalloc(sizeof(*source) + strlen(name) + 1, GFP_KERNEL);
	if (!source)
		return -ENOMEM;
	memcpy(source->name, name, strlen(name));
	len = btf_read_file(mnt, name, &source->bytes);
	if (len < 0) {
		kfree(source);
		return len;
	}
	ret = btf_blob_parse(&source->blob, source->bytes, len, base);
	if (ret) {
		vfree(source->bytes);
		kfree(source);
		return ret;
	}
	list_add_tail(&source->link, &sources);
	return 0;
}

/*
 * Returns the blob of module @name, or of the kernel for KERNEL_BLOB. Reads it
 * if necessary. Returns NULL if that fails.
 */
static const struct btf_blob *blob_of(const char *name)
{
	struct btf_source *source = btf_source_of(name);
	const struct btf_blob *base = NULL;
	struct vfsmount *mnt;
	int ret;

	if (source)
		return source->blob;
	/* All files have been read, so this module has no valid one. */
	if (all_read && strcmp(name, KERNEL_BLOB))
		return NULL;
	/* A user chooses the name, so make sure that it stays in the folder. */
	if (strchr(name, '/'))
		return NULL;
	if (strcmp(name, KERNEL_BLOB)) {
		base = blob_of(KERNEL_BLOB);
		if (!base)
			return NULL;
	}
	mnt = mount_unseen("sysfs");
	if (IS_ERR(mnt))
		return NULL;
	ret = read_source(mnt, name, base);
	kern_unmount(mnt);
	return ret ? NULL : btf_source_of(name)->blob;
}

static void read_modules(void)
{
	const struct btf_blob *base;
	struct folder_name *file;
	struct vfsmount *mnt;
	LIST_HEAD(files);

	if (all_read)
		return;
	base = blob_of(KERNEL_BLOB);
	if (!base)
		return;
	mnt = mount_unseen("sysfs");
	if (IS_ERR(mnt))
		return;
	all_read = !folder_list(mnt, BTF_FOLDER, false, &files);
	/* If memory does not suffice for a file, the next search reads it. */
	list_for_each_entry(file, &files, link)
		if (!btf_source_of(file->name) && read_source(mnt, file->name, base) == -ENOMEM)
			all_read = false;
	folder_free(&files);
	kern_unmount(mnt);
}

bool btf_available(void)
{
	return blob_of(KERNEL_BLOB);
}

static bool find_in(const struct btf_blob *blob, enum btf_form form,
		    const char *name, u32 *id)
{
	*id = blob ? btf_blob_find(blob, form, name) : BTF_NO_ID;
	return *id != BTF_NO_ID;
}

static const struct btf_blob *find_in_modules(enum btf_form form,
					      const char *name, u32 *id)
{
	struct btf_source *source;

	read_modules();
	list_for_each_entry(source, &sources, link)
		if (find_in(source->blob, form, name, id))
			return source->blob;
	return NULL;
}

const struct btf_blob *btf_find(enum btf_form form, const char *name, u32 *id)
{
	const char *colon = strchr(name, ':');
	const struct btf_blob *blob;
	char *module;

	lockdep_assert_held(&btf_mutex);
	if (colon) {
		module = kmemdup_nul(name, colon - name, GFP_KERNEL);
		blob = module ? blob_of(module) : NULL;
		kfree(module);
		name = colon + 1;
		/*
		 * Set all_read, so that the next search for a module without
		 * types ends at once: each line of a trace may need one.
		 */
		if (!blob)
			read_modules();
		/* A module's blob lacks the types that are in the kernel's. */
		if (!blob || find_in(blob, form, name, id))
			return blob;
	}
	blob = blob_of(KERNEL_BLOB);
	if (find_in(blob, form, name, id))
		return blob;
	return colon ? NULL : find_in_modules(form, name, id);
}

bool btf_find_function(const char *name, struct btf_prototype *prototype)
{
	const struct btf_blob *blob;
	u32 id;

	blob = btf_find(BTF_FORM_FUNCTION, name, &id);
	return blob && btf_id_prototype(blob, id, prototype);
}

/*
 * Types with the parameters of a tracepoint, the best first. __probestub_
 * exists since 6.5. The typedef may lack the names of parameters.
 */
static const struct {
	enum btf_form form;
	const char *prefix;
} tracepoint_types[] = {
	{ BTF_FORM_FUNCTION, "__probestub_" },
	{ BTF_FORM_FUNCTION, "__traceiter_" },
	{ BTF_FORM_TYPEDEF, "btf_trace_" },
};

/* Searches all modules if @in_modules is set, otherwise the kernel. */
static bool btf_search_tracepoint(const char *name, bool in_modules,
				  struct btf_prototype *prototype)
{
	const struct btf_blob *blob;
	bool found = false;
	unsigned int i;
	char *whole;
	u32 id;

	for (i = 0; i < ARRAY_SIZE(tracepoint_types) && !found; i++) {
		enum btf_form form = tracepoint_types[i].form;

		whole = kasprintf(GFP_KERNEL, "%s%s", tracepoint_types[i].prefix, name);
		if (!whole)
			return false;
		blob = blob_of(KERNEL_BLOB);
		if (in_modules)
			blob = find_in_modules(form, whole, &id);
		else if (!find_in(blob, form, whole, &id))
			blob = NULL;
		found = blob && btf_id_prototype(blob, id, prototype) && prototype->nr;
		kfree(whole);
	}
	return found;
}

bool btf_find_tracepoint(const char *name, struct btf_prototype *prototype)
{
	lockdep_assert_held(&btf_mutex);
	if (!btf_search_tracepoint(name, false, prototype) &&
	    !btf_search_tracepoint(name, true, prototype))
		return false;
	prototype->hidden = 1;
	prototype->nr--;
	return true;
}

/*
 * Frees the blob of a module that is unloaded. A task may then read the blob
 * again, until the kernel removes the module's file. So the blob is also freed
 * when a module of this name is loaded.
 */
void btf_module_changed(const struct module *mod, unsigned long action)
{
	struct btf_source *source;

	if (action != MODULE_STATE_GOING && action != MODULE_STATE_COMING)
		return;
	mutex_lock(&btf_mutex);
	source = btf_source_of(mod->name);
	/* Keep the kernel's blob if a module is named "vmlinux". */
	if (source && strcmp(source->name, KERNEL_BLOB))
		btf_forget(source);
	if (action == MODULE_STATE_COMING)
		all_read = false;
	mutex_unlock(&btf_mutex);
}

void btf_exit(void)
{
	cancel_delayed_work_sync(&forget_work);
	mutex_lock(&btf_mutex);
	forget_all();
	mutex_unlock(&btf_mutex);
}
