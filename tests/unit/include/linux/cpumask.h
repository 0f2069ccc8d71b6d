/* SPDX-License-Identifier: GPL-2.0 */
/* CPU masks. There are more CPU numbers (nr_cpu_ids) than CPUs (SHIM_CPUS). */
#ifndef SHIM_CPUMASK_H
#define SHIM_CPUMASK_H

#include <linux/percpu.h>

#define nr_cpu_ids		100U
#define nr_cpumask_bits		nr_cpu_ids
#define BITS_TO_LONGS(n)	DIV_ROUND_UP(n, BITS_PER_LONG)
#define BITMAP_LAST_WORD_MASK(n)	(~0UL >> (-(n) & (BITS_PER_LONG - 1)))

struct cpumask {
	unsigned long bits[2];
};

typedef struct cpumask cpumask_var_t[1];

#define cpumask_size()		sizeof(struct cpumask)
#define to_cpumask(bits)	((struct cpumask *)(bits))
#define test_bit(n, bits)	((bits)[(n) / 64] >> (n) % 64 & 1)

#define cpumask_test_cpu(cpu, mask)	test_bit(cpu, (mask)->bits)

#define cpumask_weight(mask)						\
	((unsigned int)(__builtin_popcountl((mask)->bits[0]) +		\
			__builtin_popcountl((mask)->bits[1])))

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
