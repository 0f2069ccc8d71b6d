/* SPDX-License-Identifier: GPL-2.0 */
/* CPU masks. There are more CPU numbers (nr_cpu_ids) than CPUs (SHIM_CPUS). */
#ifndef SHIM_CPUMASK_H
#define SHIM_CPUMASK_H

#include <linux/percpu.h>

/* Tests may set it up to 512. */
extern unsigned int shim_cpu_ids;

#define nr_cpu_ids		shim_cpu_ids
#define nr_cpumask_bits		nr_cpu_ids
#define BITS_TO_LONGS(n)	DIV_ROUND_UP(n, BITS_PER_LONG)
#define BITMAP_LAST_WORD_MASK(n)	(~0UL >> (-(n) & (BITS_PER_LONG - 1)))

struct cpumask {
	unsigned long bits[8];
};

typedef struct cpumask cpumask_var_t[1];

#define cpumask_size()		sizeof(struct cpumask)
#define to_cpumask(bits)	((struct cpumask *)(bits))
#define test_bit(n, bits)	((bits)[(n) / 64] >> (n) % 64 & 1)

#define cpumask_test_cpu(cpu, mask)	test_bit(cpu, (mask)->bits)

static inline unsigned int cpumask_weight(const struct cpumask *mask)
{
	unsigned int i, weight = 0;

	for (i = 0; i < 8; i++)
		weight += __builtin_popcountl(mask->bits[i]);
	return weight;
}

static inline unsigned int cpumask_first(const struct cpumask *mask)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		if (test_bit(cpu, mask->bits))
			break;
	return cpu;
}

/* Parses CPU numbers and ranges, separated by commas. */
int cpulist_parse(const char *list, struct cpumask *mask);

#endif /* SHIM_CPUMASK_H */
