// SPDX-License-Identifier: GPL-2.0
/*
 * Hits events with fields of all kinds, for tests/model. Their values are random
 * numbers that depend only on a seed.
 *
 * The file /sys/kernel/debug/histrig_model accepts a command in each write:
 *
 *   EVENTS CPU COUNT KEYS BITS SEED
 *
 * EVENTS has bit 0 for model_a and so on; each hit is of one of them at random.
 * CPU -1 hits on all CPUs at once, COUNT times on each. Numbers are less than 2^N
 * for a random N from 1 to BITS, so that many are small; with BITS 0, all are 120.
 * The write returns when all hits are done.
 *
 * The values of the field own are different on each CPU, and the field mine has the
 * same number as a long. So hits with equal keys are from one CPU, and their order is
 * known. The field shared has the same values on all CPUs.
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#define LABELS	5

struct model_values {
	u64 seq;
	u64 own;
	u64 shared;
	u64 wide;
	s64 swide;
	u32 ip4;
	u32 kind;
	u32 bits;
	char title[16];
	u8 bytes[16];
	const char *label;
};

/* Copies like __assign_str(), whose arguments differ between kernels. */
static inline void model_copy(char *to, const char *from)
{
	memcpy(to, from, strlen(from) + 1);
}

#define CREATE_TRACE_POINTS
#include "histrig_model_events.h"
#include "test_file.h"

struct shots {
	struct work_struct work;
	struct model_order *order;
	int cpu;
	u64 random;
};

struct model_order {
	unsigned int events;
	int cpu;
	unsigned int count;
	unsigned int keys;
	unsigned int bits;
	unsigned long long seed;
	atomic_t waiting;
};

static const char * const labels[LABELS] = {
	"a", "ab", "model", "a-label-of-24-characters", "Model",
};

static DEFINE_MUTEX(model_mutex);
static atomic64_t seq;

/* The generator splitmix64. */
static u64 next_random(struct shots *s)
{
	u64 z = s->random += 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

static u64 random_number(struct shots *s)
{
	unsigned int bits = s->order->bits;
	u64 value = next_random(s);

	if (!bits)
		return 120;
	return value >> (63 - next_random(s) % bits);
}

static void fill(struct shots *s, struct model_values *v)
{
	const struct model_order *order = s->order;

	v->seq = atomic64_inc_return(&seq);
	v->own = s->cpu + 4 * (next_random(s) % order->keys);
	v->shared = next_random(s) % order->keys;
	v->wide = random_number(s);
	v->swide = random_number(s);
	if (order->bits && next_random(s) & 1)
		v->swide = -v->swide;
	v->kind = next_random(s) % 4;
	v->bits = next_random(s) % 16;
	v->ip4 = 0x0100007f + (next_random(s) % 3 << 24);
	v->label = labels[next_random(s) % LABELS];
	memset(v->title, 0, sizeof(v->title));
	snprintf(v->title, sizeof(v->title), "t%u",
		 (unsigned int)(next_random(s) % order->keys));
	memset(v->bytes, 0, sizeof(v->bytes));
	v->bytes[5] = next_random(s) % 3;
	v->bytes[15] = next_random(s) % 3;
}

static void shoot(struct work_struct *work)
{
	struct shots *s = container_of(work, struct shots, work);
	struct model_order *order = s->order;
	struct model_values v;
	unsigned int i, event;

	atomic_dec(&order->waiting);
	while (atomic_read(&order->waiting))
		cond_resched();
	for (i = 0; i < order->count; i++) {
		fill(s, &v);
		do {
			event = next_random(s) % 3;
		} while (!(order->events & BIT(event)));
		if (event == 0)
			trace_model_a(&v);
		else if (event == 1)
			trace_model_b(&v);
		else
			trace_model_c(&v);
		cond_resched();
	}
}

static int run(struct model_order *order)
{
	struct shots *shots = kcalloc(nr_cpu_ids, sizeof(*shots), GFP_KERNEL);
	int cpu;

	if (!shots)
		return -ENOMEM;
	cpus_read_lock();
	atomic_set(&order->waiting,
		   order->cpu < 0 ? num_online_cpus() : 1);
	for_each_online_cpu(cpu) {
		struct shots *s = &shots[cpu];

		if (order->cpu >= 0 && order->cpu != cpu)
			continue;
		s->order = order;
		s->cpu = cpu;
		s->random = order->seed + cpu;
		INIT_WORK(&s->work, shoot);
		schedule_work_on(cpu, &s->work);
	}
	for_each_online_cpu(cpu)
		if (shots[cpu].order)
			flush_work(&shots[cpu].work);
	cpus_read_unlock();
	kfree(shots);
	return 0;
}

static ssize_t model_write(struct file *file, const char __user *ubuf,
			   size_t len, loff_t *pos)
{
	struct model_order order = {};
	char text[96] = {};
	int ret;

	if (len >= sizeof(text) || copy_from_user(text, ubuf, len))
		return -EINVAL;
	if (sscanf(text, "%u %d %u %u %u %llu", &order.events, &order.cpu,
		   &order.count, &order.keys, &order.bits, &order.seed) != 6 ||
	    !(order.events & 7) || !order.keys || order.bits > 64 ||
	    order.cpu >= (int)num_online_cpus())
		return -EINVAL;
	mutex_lock(&model_mutex);
	ret = run(&order);
	mutex_unlock(&model_mutex);
	return ret ? ret : len;
}

static const struct file_operations model_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = model_write,
	.llseek = default_llseek,
};

static int __init model_init(void)
{
	test_file_add("histrig_model", 0200, &model_fops);
	return 0;
}

static void __exit model_exit(void)
{
	test_file_remove("histrig_model");
}

module_init(model_init);
module_exit(model_exit);

MODULE_DESCRIPTION("Random hits for the reference model");
MODULE_LICENSE("GPL");
