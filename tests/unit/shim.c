// SPDX-License-Identifier: GPL-2.0
/* Functions of the shim that are not inline. */
#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <arch-address.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/list_sort.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/workqueue.h>

void (*shim_resched)(void);
bool shim_nmi;

__thread void (*shim_interrupt)(void);
__thread void (*shim_interrupt_inc)(void);
__thread void (*shim_interrupt_read)(void);
__thread unsigned int shim_cpu;

/*
 * Always 0, because only module/bridge/ and module/graph/ change it, which
 * these tests do not use.
 */
DEFINE_PER_CPU(u16, record_forwarded);
bool shim_signal, shim_killed;
__thread struct task_struct shim_task = { .pid = 42, .comm = "unit" };
unsigned long shim_stack[64];
unsigned int shim_cpu_ids = 100;
unsigned int shim_stack_depth;
int shim_fail_after = -1;
bool shim_fail_once;
void (*shim_at_alloc)(void);
long shim_live;
int shim_probe_error;
unsigned int shim_waits;
void (*shim_at_wait)(void);
__thread unsigned int shim_relaxed;

#ifdef SHIM_ORDER
unsigned int shim_weak;
__thread bool shim_stores_ordered;
__thread const volatile void *shim_last_read;

/* Before main(), so that threads need not synchronize with it. */
static void __attribute__((constructor)) read_weak(void)
{
	static const char *const names[] = {
		"release", "acquire", "dependent", "cmpxchg", "wmb", "rmb",
	};
	const char *weak = getenv("SHIM_WEAK");
	unsigned int i;

	for (i = 0; weak && i < ARRAY_SIZE(names); i++)
		if (!strcmp(weak, names[i]))
			shim_weak = 1U << i;
}
#endif

void shim_relax(void)
{
	if (++shim_relaxed % 16)
		sched_yield();
	else
		usleep(10);
}

static struct work_struct *works;

void shim_queue_work(struct work_struct *work)
{
	if (__atomic_exchange_n(&work->queued, 1, __ATOMIC_SEQ_CST))
		return;
	work->next = __atomic_load_n(&works, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&works, &work->next, work, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
}

/* Runs all queued work, or only @one. */
static void run_works(const struct work_struct *one)
{
	struct work_struct *work, *next;

	work = __atomic_exchange_n(&works, NULL, __ATOMIC_SEQ_CST);
	for (; work; work = next) {
		next = work->next;
		__atomic_store_n(&work->queued, 0, __ATOMIC_SEQ_CST);
		if (one && work != one)
			shim_queue_work(work);
		else
			work->func(work);
	}
}

void shim_run_works(void)
{
	run_works(NULL);
}

void shim_flush_work(struct work_struct *work)
{
	run_works(work);
}

u64 shim_clock(void)
{
	static u64 now;

	return __atomic_add_fetch(&now, 1000000, __ATOMIC_RELAXED);
}

void *shim_alloc(size_t n, size_t size, bool zero)
{
	size_t bytes;
	void *p;

	if (__builtin_mul_overflow(n, size, &bytes) || bytes > 1UL << 40)
		return NULL;
	if (shim_at_alloc)
		shim_at_alloc();
	if (!shim_fail_after) {
		if (shim_fail_once)
			shim_fail_after = -1;
		return NULL;
	}
	if (shim_fail_after > 0)
		shim_fail_after--;
	p = shim_alloc_nofail(bytes);
	if (p && zero)
		memset(p, 0, bytes);
	return p;
}

/* Fills the memory with garbage, because callers must not rely on zeros. */
void *shim_alloc_nofail(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (p)
		__atomic_fetch_add(&shim_live, 1, __ATOMIC_RELAXED);
	return p ? memset(p, 0xa5, size) : NULL;
}

struct page *shim_alloc_page(void)
{
	void *p = shim_fail_after ? aligned_alloc(PAGE_SIZE, PAGE_SIZE) : NULL;

	if (p)
		__atomic_fetch_add(&shim_live, 1, __ATOMIC_RELAXED);
	return p ? memset(p, 0, PAGE_SIZE) : NULL;
}

void shim_free(const void *p)
{
	if (p)
		__atomic_fetch_sub(&shim_live, 1, __ATOMIC_RELAXED);
	free((void *)p);
}

char *shim_strdup(const char *s)
{
	size_t size = strlen(s) + 1;
	char *p = shim_alloc(1, size, false);

	return p ? memcpy(p, s, size) : NULL;
}

char *kasprintf(gfp_t gfp, const char *format, ...)
{
	va_list args;
	char *p;
	int len;

	(void)gfp;
	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	p = shim_alloc(1, len + 1, false);
	if (!p)
		return NULL;
	va_start(args, format);
	vsnprintf(p, len + 1, format, args);
	va_end(args);
	return p;
}

char *kstrndup(const char *s, size_t max, gfp_t gfp)
{
	size_t size = strnlen(s, max);
	char *p = shim_alloc(1, size + 1, true);

	(void)gfp;
	return p ? memcpy(p, s, size) : NULL;
}

char *kmemdup_nul(const char *s, size_t len, gfp_t gfp)
{
	char *p = shim_alloc(1, len + 1, true);

	(void)gfp;
	return p ? memcpy(p, s, len) : NULL;
}

/* One allocation contains the pointers and the words. */
char **argv_split(gfp_t gfp, const char *text, int *argc)
{
	size_t len = strlen(text) + 1;
	char **argv, *word;
	int nr = 0;

	(void)gfp;
	argv = shim_alloc(1, (len + 1) * sizeof(*argv) + len, true);
	if (!argv)
		return NULL;
	word = (char *)(argv + len + 1);
	memcpy(word, text, len);
	while (*(word += strspn(word, " \t\n"))) {
		argv[nr++] = word;
		word += strcspn(word, " \t\n");
		if (*word)
			*word++ = '\0';
	}
	*argc = nr;
	return argv;
}

void argv_free(char **argv)
{
	shim_free(argv);
}

u64 shim_random;

void get_random_bytes(void *to, size_t size)
{
	static u64 state = 88172645463325252ULL;
	unsigned char *out = to;
	size_t i;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	for (i = 0; i < size; i++)
		out[i] = (shim_random ? shim_random : state) >> i % 8 * 8;
}

const char *shim_hole, *shim_hole_end;
const char *shim_land, *shim_land_end;

noinline __attribute__((no_sanitize("address")))
long copy_from_kernel_nofault(void *to, const void *from, size_t size)
{
	const size_t land = shim_land_end - shim_land;
	const volatile char *in = from;
	volatile char *out = to;

	if ((unsigned long)from < TASK_SIZE_MAX)
		return -EFAULT;
	if (land && (size > land || (unsigned long)from -
		     (unsigned long)shim_land > land - size))
		return -EFAULT;
	if ((const char *)from < shim_hole_end &&
	    (const char *)from + size > shim_hole)
		return -EFAULT;
	while (size--)
		*out++ = *in++;
	return 0;
}

long copy_from_user_nofault(void *to, const void *from, size_t size)
{
	const unsigned long address = ARCH_UNTAGGED((unsigned long)from);

	if (address < 4096 || address >= TASK_SIZE_MAX)
		return -EFAULT;
	return copy_from_kernel_nofault(to, (const void *)(address - SHIM_USER), size);
}

unsigned long copy_from_user(void *to, const void *from, size_t size)
{
	return copy_from_user_nofault(to, from, size) ? size : 0;
}

long strncpy_from_user(char *to, const char *from, size_t size)
{
	size_t len;

	for (len = 0; len < size; len++) {
		if (copy_from_user_nofault(to + len, from + len, 1))
			return -EFAULT;
		if (!to[len])
			break;
	}
	return len;
}

ssize_t strscpy(char *dest, const char *src, size_t count)
{
	size_t len = strnlen(src, count);

	if (!count)
		return -E2BIG;
	if (len == count) {
		memcpy(dest, src, count - 1);
		dest[count - 1] = '\0';
		return -E2BIG;
	}
	memcpy(dest, src, len + 1);
	return len;
}

char *skip_spaces(const char *s)
{
	while (isspace(*s))
		s++;
	return (char *)s;
}

char *strstrip(char *s)
{
	size_t len = strlen(s);

	while (len && isspace(s[len - 1]))
		len--;
	s[len] = '\0';
	return skip_spaces(s);
}

static int digit(char c)
{
	int lower = c | 0x20;

	if (c >= '0' && c <= '9')
		return c - '0';
	return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

/* Accepts the same numbers as lib/kstrtox.c. */
int kstrtoull(const char *s, unsigned int base, unsigned long long *res)
{
	unsigned long long value = 0;
	unsigned int digits = 0;
	bool overflow = false;

	if (*s == '+')
		s++;
	if (!base) {
		base = *s != '0' ? 10 : 8;
		if (*s == '0' && (s[1] | 0x20) == 'x' && digit(s[2]) < 16)
			base = 16;
	}
	if (base == 16 && *s == '0' && (s[1] | 0x20) == 'x')
		s += 2;
	for (; digit(*s) < (int)base; s++, digits++)
		if (__builtin_mul_overflow(value, base, &value) ||
		    __builtin_add_overflow(value, digit(*s), &value))
			overflow = true;
	if (overflow)
		return -ERANGE;
	if (!digits)
		return -EINVAL;
	if (*s == '\n')
		s++;
	if (*s)
		return -EINVAL;
	*res = value;
	return 0;
}

int kstrtoll(const char *s, unsigned int base, long long *res)
{
	bool minus = *s == '-';
	unsigned long long value;
	int ret = kstrtoull(s + minus, base, &value);

	if (ret)
		return ret;
	if (value > LLONG_MAX + (minus ? 1ULL : 0))
		return -ERANGE;
	*res = minus ? -value : value;
	return 0;
}

int cpulist_parse(const char *list, struct cpumask *mask)
{
	unsigned int first, last;
	int n;

	while (sscanf(list, "%u%n", &first, &n) == 1) {
		list += n;
		last = first;
		if (sscanf(list, "-%u%n", &last, &n) == 1)
			list += n;
		if (last < first)
			return -EINVAL;
		if (last >= nr_cpu_ids)
			return -ERANGE;
		for (; first <= last; first++)
			mask->bits[first / 64] |= 1UL << first % 64;
		if (*list != ',')
			break;
		list++;
	}
	while (isspace(*list))
		list++;
	return *list ? -EINVAL : 0;
}

int kstrtoul(const char *s, unsigned int base, unsigned long *res)
{
	unsigned long long value;
	int ret = kstrtoull(s, base, &value);

	if (!ret)
		*res = value;
	return ret;
}

/* Wraps on overflow, and stops at the first character that is not a digit. */
unsigned long simple_strtoul(const char *s, char **end, unsigned int base)
{
	unsigned long value = 0;

	if (!base) {
		base = *s != '0' ? 10 : 8;
		if (*s == '0' && (s[1] | 0x20) == 'x' && digit(s[2]) < 16)
			base = 16;
	}
	if (base == 16 && *s == '0' && (s[1] | 0x20) == 'x')
		s += 2;
	for (; digit(*s) < (int)base; s++)
		value = value * base + digit(*s);
	*end = (char *)s;
	return value;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *res)
{
	unsigned long long value;
	int ret = kstrtoull(s, base, &value);

	if (!ret && value > UINT_MAX)
		ret = -ERANGE;
	if (!ret)
		*res = value;
	return ret;
}

void seq_printf(struct seq_file *m, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(m->buf + m->count, m->size - m->count, format, args);
	va_end(args);
	if (len < 0 || m->count + len >= m->size)
		abort();
	m->count += len;
}

void seq_put_decimal_ull(struct seq_file *m, const char *before,
			 unsigned long long value)
{
	seq_printf(m, "%s%llu", before, value);
}

void seq_put_hex_ll(struct seq_file *m, const char *before,
		    unsigned long long value, unsigned int width)
{
	seq_printf(m, "%s%0*llx", before, (int)width, value);
}

/*
 * Does not support %pS of the kernel: the C library prints the pointer as for
 * %p, and then the letter S.
 */
void trace_seq_printf(struct trace_seq *s, const char *format, ...)
{
	size_t left = sizeof(s->text) - s->len;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(s->text + s->len, left, format, args);
	va_end(args);
	s->len += min_t(size_t, len, left - 1);
}

/*
 * Merges two sorted lists. With this, list_sort() is a bottom-up merge sort,
 * which is stable like the kernel's.
 */
static struct list_head *merge(void *priv, struct list_head *a,
			       struct list_head *b, list_cmp_func_t cmp)
{
	struct list_head *first = NULL, **tail = &first, **from;

	while (a && b) {
		from = cmp(priv, a, b) > 0 ? &b : &a;
		*tail = *from;
		tail = &(*from)->next;
		*from = (*from)->next;
	}
	*tail = a ? a : b;
	return first;
}

void list_sort(void *priv, struct list_head *head, list_cmp_func_t cmp)
{
	struct list_head *sorted[32] = { NULL }, *item, *next, *all = NULL;
	unsigned int i;

	if (list_empty(head))
		return;
	head->prev->next = NULL;
	for (item = head->next; item; item = next) {
		next = item->next;
		item->next = NULL;
		for (i = 0; sorted[i]; i++) {
			item = merge(priv, sorted[i], item, cmp);
			sorted[i] = NULL;
		}
		sorted[i] = item;
	}
	for (i = 0; i < ARRAY_SIZE(sorted); i++)
		all = merge(priv, sorted[i], all, cmp);
	INIT_LIST_HEAD(head);
	for (item = all; item; item = next) {
		next = item->next;
		list_add_tail(item, head);
	}
}
