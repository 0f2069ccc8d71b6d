// SPDX-License-Identifier: GPL-2.0
/* Replaces module/probe/btf_read.c by the types of btf_world.h. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../module/probe/btf_read.h"
#include "btf_stub.h"
#include "btf_world.h"

bool btf_stub_missing;
static struct btf_blob *stub_blob;

void btf_stub_begin(void)
{
	static struct btf_world world;

	btf_world_make(&world);
	btf_world_finish(&world);
	if (btf_blob_parse(&stub_blob, world.bytes, world.size, NULL))
		abort();
}

void btf_stub_end(void)
{
	btf_blob_free(stub_blob);
	stub_blob = NULL;
}

void btf_lock(void)
{
}

void btf_unlock(void)
{
}

bool btf_available(void)
{
	return stub_blob && !btf_stub_missing;
}

const struct btf_blob *btf_find(enum btf_form form, const char *name, u32 *id)
{
	const char *colon = strchr(name, ':');

	/* These are the types of the kernel. Modules have none. */
	if (!btf_available() || (colon && strncmp(name, "vmlinux:", 8)))
		return NULL;
	name = colon ? colon + 1 : name;
	*id = btf_blob_find(stub_blob, form, name);
	return *id == BTF_NO_ID ? NULL : stub_blob;
}

bool btf_find_function(const char *name, struct btf_prototype *prototype)
{
	const struct btf_blob *blob;
	u32 id;

	blob = btf_find(BTF_FORM_FUNCTION, name, &id);
	return blob && btf_id_prototype(blob, id, prototype);
}

bool btf_find_tracepoint(const char *name, struct btf_prototype *prototype)
{
	const struct btf_blob *blob;
	u32 id;

	blob = btf_find(BTF_FORM_TYPEDEF, name, &id);
	if (!blob || !btf_id_prototype(blob, id, prototype))
		return false;
	prototype->hidden = 1;
	prototype->nr--;
	return true;
}
