/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes in user code: on an instruction of a file (p), or on the return of the
 * function that begins there (r).
 *
 * A definition names the file and an offset in it, or what is there: a symbol,
 * or a marker (USDT probe). It keeps the file's path, as in the kernel, so the
 * filesystem cannot be unmounted while there is a definition. While somebody
 * wants hits, the kernel has a breakpoint there, in all programs that map the
 * file. What the offset holds is found out only then.
 */
#ifndef HISTRIG_PROBE_UPROBE_H
#define HISTRIG_PROBE_UPROBE_H

#include <linux/path.h>
#include <linux/percpu.h>

#include "../compat/uprobe.h"
#include "probe.h"

struct call_part;

/**
 * struct user_probe - a probe in user code
 * @probe: as a probe
 * @at: the breakpoint
 * @path: the file
 * @file_name: the file as the user wrote it
 * @offset: offset of the instruction in the file, in bytes
 * @counter: offset of the word that is increased while the probe is armed, 0 if
 *	there is none
 * @is_return: hits are returns of the function
 * @has_duration: an argument shows the time since the function began
 * @calls: for @has_duration: calls that have not returned, unless the kernel's
 *	breakpoints remember when they were
 * @inserted: the breakpoint is inserted; guarded by event_mutex
 * @removals: value of the count of removed breakpoints when @at was removed;
 *	see uprobe_settle()
 */
struct user_probe {
	struct probe probe;
	struct breakpoint at;
	struct path path;
	char *file_name;
	unsigned long offset;
	unsigned long counter;
	bool is_return;
	bool has_duration;
	struct call_part *calls;
	bool inserted;
	unsigned long removals;
};

/**
 * struct user_buf - room for a record that is too long for the stack
 * @record: RECORD_SIZE_MAX bytes
 * @taken: bit 0: a hit uses @record
 *
 * One for each CPU. A hit may sleep while it uses the room, and continue on
 * another CPU; hits that find the room of their CPU taken allocate memory.
 */
struct user_buf {
	void *record;
	unsigned long taken;
};

DECLARE_PER_CPU(struct user_buf, user_bufs);

static inline struct user_probe *to_user_probe(const struct probe *probe)
{
	return container_of(probe, struct user_probe, probe);
}

#endif /* HISTRIG_PROBE_UPROBE_H */
