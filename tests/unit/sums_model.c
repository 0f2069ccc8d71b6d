// SPDX-License-Identifier: GPL-2.0
/*
 * sums_model: counts hits for sums.py. Reads a command from each line:
 *
 *	new TRIGGER		add a trigger to world, and forget all before
 *	hit CPU KEY VALUE	hit world on a CPU
 *	forget TRIGGER		add a trigger to other, whose forget() makes CPUs share
 *	show			print the rows of hist, then an empty line
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include <stdio.h>

#include "world.h"

static struct world_record r;

static void hit(const char *words)
{
	unsigned long long value;
	unsigned int cpu, key;

	if (sscanf(words, "%u %u %llu", &cpu, &key, &value) != 3)
		return;
	shim_cpu = cpu;
	r.w = key;
	r.d = value;
	r.q = value;
	world_fire(&r);
}

static void show(void)
{
	const char *rows = world_hist(), *end = strstr(rows, "\nTotals:");

	printf("%.*s\n", end ? (int)(end - rows) : 0, rows);
	fflush(stdout);
}

int main(void)
{
	static char line[1024];
	int ret = 0;

	world_record_init(&r);
	while (!ret && fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "hit ", 4)) {
			hit(line + 4);
		} else if (!strncmp(line, "new ", 4)) {
			world_reset();
			ret = world_write(line + 4);
		} else if (!strncmp(line, "forget ", 7)) {
			ret = world_write_to("other", line + 7);
		} else {
			show();
		}
	}
	world_reset();
	return !!ret;
}
