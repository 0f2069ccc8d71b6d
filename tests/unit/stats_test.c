// SPDX-License-Identifier: GPL-2.0
/* Compares statistics with exact ones of the same numbers. */
#include <linux/kernel.h>
#include <linux/string.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../module/hist/sketch.h"
#include "test.h"
#include "world.h"

/*
 * A million values take too long with sanitizers. tests/unit/run also builds this test without
 * sanitizers, and with a million values.
 */
#ifndef NR
#define NR	50000
#endif

static struct world_record r;
static u64 seed = 88172645463325252ULL;
static u64 numbers[NR];

static u64 any(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static double unit(void)
{
	return (any() >> 11) * 0x1p-53;
}

static u64 uniform(void)
{
	return any() % 1000000;
}

static u64 exponential(void)
{
	return -log(1 - unit()) * 250000;
}

/* A few values make most of the sum. */
static u64 heavy(void)
{
	return 1000 / (1e-9 + unit());
}

static u64 two_peaks(void)
{
	return any() % 10 ? 1000 + any() % 100 : 5000000 + any() % 100000;
}

/* Values of all sizes up to 64 bits. */
static u64 everywhere(void)
{
	return any() >> any() % 64;
}

static u64 normal(void)
{
	double sum = 0;
	int i;

	for (i = 0; i < 12; i++)
		sum += unit();
	return (s64)((sum - 6) * 100000);
}

static int by_number(const void *a, const void *b)
{
	const u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static int by_signed(const void *a, const void *b)
{
	const s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return x < y ? -1 : x > y;
}

static void close_to(const char *what, double got, double exact, double error)
{
	const double limit = error * fabs(exact) + 1;

	if (fabs(got - exact) > limit)
		printf("# %s: %f, not %f\n", what, got, exact);
	CHECK(fabs(got - exact) <= limit);
}

static double as_double(u64 value, bool is_signed)
{
	return is_signed ? (double)(s64)value : (double)value;
}

/* Returns the number after "NAME: " in a row. */
static double number_of(const char *row, const char *name, bool is_signed)
{
	const char *at = strstr(row, name);

	if (!at) {
		CHECK(at);
		return 0;
	}
	at += strlen(name) + 2;
	if (is_signed)
		return strtoll(at, NULL, 10);
	return strtoull(at, NULL, 10);
}

static void check_quantile(const char *row, const char *field, const char *name,
			   double part, bool is_signed)
{
	char whole[32];
	size_t rank = ceil(part * NR);

	snprintf(whole, sizeof(whole), "%s.%s", field, name);
	close_to(whole, number_of(row, whole, is_signed),
		 as_double(numbers[rank ? rank - 1 : 0], is_signed), 1 / 16.);
}

static void check_moments(const char *row, const char *field, bool is_signed)
{
	long double sum = 0, squares = 0, mean;
	char name[32];
	size_t i;

	for (i = 0; i < NR; i++)
		sum += as_double(numbers[i], is_signed);
	mean = sum / NR;
	for (i = 0; i < NR; i++)
		squares += (as_double(numbers[i], is_signed) - mean) *
			   (as_double(numbers[i], is_signed) - mean);
	/* A sum this large may have wrapped around at 64 bits, so do not compare it. */
	if (fabsl(sum) > 1e18)
		return;
	snprintf(name, sizeof(name), "%s.avg", field);
	close_to(name, number_of(row, name, is_signed), mean, 1e-9);
	snprintf(name, sizeof(name), "%s.stddev", field);
	close_to(name, number_of(row, name, false), sqrtl(squares / NR), 1e-8);
}

static void check_shape(const char *field, u64 (*shape)(void), bool is_signed)
{
	char command[300], name[32];
	const char *row;
	size_t i;

	snprintf(command, sizeof(command),
		 "hist:keys=b:vals=%1$s.min,%1$s.max,%1$s.avg,%1$s.stddev,%1$s.p50,%1$s.p90,%1$s.p99_9,%1$s.p0001",
		 field);
	world_record_init(&r);
	CHECK_EQ(world_write(command), 0);
	for (i = 0; i < NR; i++) {
		numbers[i] = shape();
		r.d = numbers[i];
		r.q = numbers[i];
		world_fire(&r);
	}
	qsort(numbers, NR, sizeof(u64), is_signed ? by_signed : by_number);
	row = world_hist();
	snprintf(name, sizeof(name), "%s.min", field);
	close_to(name, number_of(row, name, is_signed),
		 as_double(numbers[0], is_signed), 0);
	snprintf(name, sizeof(name), "%s.max", field);
	close_to(name, number_of(row, name, is_signed),
		 as_double(numbers[NR - 1], is_signed), 1e-15);
	check_moments(row, field, is_signed);
	check_quantile(row, field, "p50", .5, is_signed);
	check_quantile(row, field, "p90", .9, is_signed);
	check_quantile(row, field, "p99_9", .999, is_signed);
	check_quantile(row, field, "p0001", .0001, is_signed);
	CHECK(!strstr(row, "without a bucket"));
	world_reset();
}

static void test_shapes(void)
{
	check_shape("d", uniform, false);
	check_shape("d", exponential, false);
	check_shape("d", heavy, false);
	check_shape("d", two_peaks, false);
	check_shape("d", everywhere, false);
	check_shape("q", normal, true);
	check_shape("q", everywhere, true);
}

/* Each bucket begins where the previous one ends, and is narrow enough. */
static void test_buckets(void)
{
	u64 value = 0, middle;
	unsigned int shift;
	u32 bucket;

	for (bucket = SKETCH_HALF; ; bucket++) {
		CHECK_EQ(sketch_bucket(value, false), bucket);
		CHECK_EQ(sketch_low(bucket, &shift), value);
		CHECK_EQ(sketch_bucket(value + (1ULL << shift) - 1, false), bucket);
		middle = sketch_middle(bucket);
		CHECK_EQ(sketch_bucket(middle, false), bucket);
		CHECK(middle - value <= value / 16);
		CHECK(value + (1ULL << shift) - 1 - middle <= value / 16);
		value += 1ULL << shift;
		if (!value)
			break;
	}
	CHECK(bucket < 1U << SKETCH_KEY_BITS);
	CHECK_EQ(sketch_bucket(-1, true), SKETCH_HALF - 1);
	CHECK_EQ((s64)sketch_middle(SKETCH_HALF - 1), -1);
	for (value = 1; value < 1ULL << 62; value += value / 16 + 1) {
		CHECK(sketch_bucket(-value, true) >= sketch_bucket(-value - 1, true));
		middle = -sketch_middle(sketch_bucket(-value, true));
		CHECK(middle <= value + value / 16 + 1);
		CHECK(middle >= value - value / 16 - 1);
	}
}

static void expect(const char *command, const s64 *values, unsigned int nr,
		   const char *rows)
{
	static char got[1 << 16];
	unsigned int i;
	char *end;

	world_record_init(&r);
	CHECK_EQ(world_write(command), 0);
	for (i = 0; i < nr; i++) {
		r.d = values[i];
		r.q = values[i];
		r.b = i;
		world_fire(&r);
	}
	strscpy(got, world_hist(), sizeof(got));
	end = strstr(got, "\nTotals:");
	if (end)
		*end = '\0';
	CHECK_STR(got, rows, command);
	world_reset();
}

static void test_text(void)
{
	static const s64 values[] = { -3, 7, 1, 1000, 2000, -3 };
	static const s64 wide[] = { -120, -120, -1020 };

	expect("hist:keys=d.log2=1:sort=d:vals=q.p50", values + 1, 4,
	       "{ d: ~ 1-1 } hitcount:          1  q.p50:          1\n"
	       "{ d: ~ 6-7 } hitcount:          1  q.p50:          7\n"
	       "{ d: ~ 768-1023 } hitcount:          1  q.p50:        992\n"
	       "{ d: ~ 1536-2047 } hitcount:          1  q.p50:       1984\n");
	expect("hist:keys=t:vals=q.dist,q.min,q.max.hex", values, 6,
	       "{ t:          0 } hitcount:          6  q.dist:          6  q.min:         -3  q.max:        7d0\n"
	       "    [-4, -2)                      2 |########################################|\n"
	       "    [-2]                          0 |                                        |\n"
	       "    [-1]                          0 |                                        |\n"
	       "    [0]                           0 |                                        |\n"
	       "    [1]                           1 |####################                    |\n"
	       "    [2, 4)                        0 |                                        |\n"
	       "    [4, 8)                        1 |####################                    |\n"
	       "    [8, 16)                       0 |                                        |\n"
	       "    [16, 32)                      0 |                                        |\n"
	       "    [32, 64)                      0 |                                        |\n"
	       "    [64, 128)                     0 |                                        |\n"
	       "    [128, 256)                    0 |                                        |\n"
	       "    [256, 512)                    0 |                                        |\n"
	       "    [512, 1K)                     1 |####################                    |\n"
	       "    [1K, 2K)                      1 |####################                    |\n");
	expect("hist:keys=t:vals=d.dist.usecs", values + 3, 2,
	       "{ t:          0 } hitcount:          2  d.dist:          2\n"
	       "    [512us, 1.02ms)               1 |########################################|\n"
	       "    [1.02ms, 2.04ms)              1 |########################################|\n");
	expect("hist:keys=b:vals=q.max:sort=q.max.descending:top=2", values, 5,
	       "{ b:          4 } hitcount:          1  q.max:       2000\n"
	       "{ b:          3 } hitcount:          1  q.max:       1000\n"
	       "\n... and 3 more entries\n");
	/* The result is off by one sixteenth at most, and within the minimum and the maximum. */
	expect("hist:keys=t:vals=q.p50", values + 3, 1,
	       "{ t:          0 } hitcount:          1  q.p50:        992\n");
	expect("hist:keys=t:vals=q.p50,q.min", values + 3, 1,
	       "{ t:          0 } hitcount:          1  q.p50:       1000  q.min:       1000\n");
	expect("hist:keys=t:vals=d.max,d.p50", values + 4, 1,
	       "{ t:          0 } hitcount:          1  d.max:       2000  d.p50:       1984\n");
	expect("hist:keys=t:vals=q.max,q.p0,q.p50,q.p100,q.min", wide, 3,
	       "{ t:          0 } hitcount:          3  q.max:       -120  q.p0:       -993  q.p50:       -120  q.p100:       -120  q.min:      -1020\n");
	expect("hist:keys=b:vals=q.min:sort=q.min", values, 2,
	       "{ b:          0 } hitcount:          1  q.min:         -3\n"
	       "{ b:          1 } hitcount:          1  q.min:          7\n");
}

/* As many sums as an entry can have. */
static void test_most(void)
{
	static const s64 values[] = { 1000, 3000 };

	expect("hist:keys=t:vals=d.stddev,q.stddev,d.stddev,q.stddev,d.stddev,q.stddev,d.stddev,q.stddev",
	       values, 2,
	       "{ t:          0 } hitcount:          2"
	       "  d.stddev:       1000  q.stddev:       1000  d.stddev:       1000  q.stddev:       1000"
	       "  d.stddev:       1000  q.stddev:       1000  d.stddev:       1000  q.stddev:       1000\n");
}

static void test_shares(void)
{
	static const s64 below[] = { -10, -20, -70 };
	static const s64 mixed[] = { -1, 100, -99, 0 };
	static const s64 least[] = { -S64_MAX - 1, 0 };
	static const s64 large[] = { -1, 1 };
	static const s64 huge[] = { -S64_MAX - 1, -S64_MAX - 1, 5, 0 };

	expect("hist:keys=b:sort=b:vals=q.avg.percent,q.avg.graph", below, 3,
	       "{ b:          0 } hitcount:          1  q.avg (%):  10.00  q.avg: ##                  \n"
	       "{ b:          1 } hitcount:          1  q.avg (%):  20.00  q.avg: #####               \n"
	       "{ b:          2 } hitcount:          1  q.avg (%):  70.00  q.avg: ####################\n");
	expect("hist:keys=b:sort=b:vals=d.min.signed.percent,q.min.graph", mixed, 4,
	       "{ b:          0 } hitcount:          1  d.min (%):   0.50  q.min:                     \n"
	       "{ b:          1 } hitcount:          1  d.min (%):  50.00  q.min: ####################\n"
	       "{ b:          2 } hitcount:          1  d.min (%):  49.50  q.min: ################### \n"
	       "{ b:          3 } hitcount:          1  d.min (%):   0.00  q.min:                     \n");
	expect("hist:keys=b:sort=b:vals=q.max.percent,q.max.graph", least, 2,
	       "{ b:          0 } hitcount:          1  q.max (%): 100.00  q.max: ####################\n"
	       "{ b:          1 } hitcount:          1  q.max (%):   0.00  q.max:                     \n");
	expect("hist:keys=b:sort=b:vals=q.max.percent", huge, 4,
	       "{ b:          0 } hitcount:          1  q.max (%):[ERROR]\n"
	       "{ b:          1 } hitcount:          1  q.max (%):[ERROR]\n"
	       "{ b:          2 } hitcount:          1  q.max (%):[ERROR]\n"
	       "{ b:          3 } hitcount:          1  q.max (%):[ERROR]\n");
	/* An unsigned statistic, and a sum even of a signed field, is a number from 0 on. */
	expect("hist:keys=b:sort=b:vals=d.max.graph,q.graph", large, 2,
	       "{ b:          0 } hitcount:          1  d.max: ####################  q: ####################\n"
	       "{ b:          1 } hitcount:          1  d.max:                       q:                     \n");
}

/*
 * Number of entries that hit_new() has added. While a reader allocates memory, hit_new() adds
 * entries faster than the reader can copy them.
 */
static unsigned int nr_new;

static void hit_new(void)
{
	unsigned int i;

	for (i = 0; i < 9000 && nr_new < 60000; i++) {
		r.w = nr_new++;
		r.d = 100;
		world_fire(&r);
	}
}

static void test_growth(void)
{
	const char *rows;

	world_record_init(&r);
	CHECK_EQ(world_write("hist:keys=w:size=65536:vals=d.p50:sort=d.p50:top=1"), 0);
	nr_new = 0;
	hit_new();
	shim_at_alloc = hit_new;
	rows = world_hist();
	shim_at_alloc = NULL;
	CHECK_EQ(nr_new, 60000);
	/* The row that was sorted first has the smallest percentile of all. */
	CHECK_EQ(number_of(rows, "d.p50", false), 100);
	CHECK(strstr(rows, " more entries"));
	world_reset();
}

static void refuse(const char *command, unsigned int column)
{
	CHECK_EQ(world_write(command), -EINVAL);
	CHECK_STR(world_error, "Invalid field modifier", command);
	CHECK_EQ(world_error_column, column);
}

static void test_errors(void)
{
	refuse("hist:keys=d.p50", 12);
	refuse("hist:keys=b:vals=d.p", 19);
	refuse("hist:keys=b:vals=d.p5x", 19);
	refuse("hist:keys=b:vals=d.p50.p90", 23);
	refuse("hist:keys=b:vals=hitcount.p50", 26);
	refuse("hist:keys=b:vals=d.p50+q", 19);
	refuse("hist:keys=b:x=d.max", 16);
	refuse("hist:keys=d.log2=9", 17);
	refuse("hist:keys=d.log2=0", 17);
	CHECK_EQ(world_write("hist:keys=b:vals=name.max"), -EINVAL);
	CHECK_STR(world_error, "String type can not be an operand in expression",
		  "name.max");
	CHECK_EQ(world_write("hist:keys=b:vals=d.max:sort=d.min"), -EINVAL);
	/* As in the kernel, this is the field "dist" of the event "some.b". */
	CHECK_EQ(world_write("hist:keys=b:vals=some.b.dist"), -EINVAL);
	CHECK_STR(world_error, "Couldn't find field", "some.b.dist");
	CHECK_EQ(world_error_column, 24);
}

const struct test tests[] = {
	{ "buckets of sketches are adjacent and within 1/16 of their values", test_buckets },
	{ "distributions, percentiles and the first entries are printed", test_text },
	{ "an entry may have eight standard deviations", test_most },
	{ "shares and bars of signed statistics are those of magnitudes", test_shares },
	{ "each entry has its percentiles while hits add entries", test_growth },
	{ "modifiers that are not statistics are refused", test_errors },
	{ "percentiles are within 1/16 of exact ones, and other statistics are exact", test_shapes },
	{ }
};
