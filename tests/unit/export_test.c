// SPDX-License-Identifier: GPL-2.0
/*
 * Documents in the formats of other programs. The documents in this file are
 * written with ' instead of ". The folder DOCUMENTS contains documents that a
 * guest has recorded.
 */
#include <stdio.h>

#include <glob.h>
#include <stdlib.h>

#include "../../tools/src/export/heat.h"
#include "test.h"
#include "xml_check.h"

#define HEAD	"{'version':1,'event':'sys:ev','instance':null,'clock':'local'," \
		"'time':1795480179.5,'uptime':532.5,'histograms':["
#define HIST	"{'name':null,'trigger':'hist:keys=a','paused':false,'clock':null," \
		"'hits':7,'entries':2,'dropped':1,'without_bucket':0,'lost_actions':0,"
#define FIELD(name, kind, type, modifier, unit) "{'name':'" name "','kind':'" kind "','type':'" type \
		"','modifier':" modifier ",'unit':" unit "}"
#define HITS	FIELD("hitcount", "value", "number", "null", "null")
#define ONE(fields, rows) HEAD HIST "'fields':[" fields "],'rows':[" rows "]}]}"
#define EVIL	"<script>\\\"&'\\n\\u001b\\u202e]]>;x\\\\"

static struct hist_doc *parse(const char *quoted)
{
	char error[DOC_ERROR_MAX] = "", *text = strdup(quoted), *at;
	struct hist_doc *doc;

	/* An apostrophe after & stands for itself. */
	for (at = text; *at; at++)
		if (*at == '\'' && (at == text || at[-1] != '&'))
			*at = '"';
	doc = doc_parse(text, strlen(text), error);
	CHECK_STR(error, "", quoted);
	free(text);
	return doc;
}

typedef bool print_fn(FILE *out, const struct export_source *sources, size_t nr);

static bool prometheus(FILE *out, const struct export_source *sources, size_t nr)
{
	return export_metrics(out, sources, nr, EXPORT_PROMETHEUS);
}

static bool openmetrics(FILE *out, const struct export_source *sources, size_t nr)
{
	return export_metrics(out, sources, nr, EXPORT_OPENMETRICS);
}

static bool folded(FILE *out, const struct export_source *sources, size_t nr)
{
	return nr == 1 && export_folded(out, sources);
}

static bool flame(FILE *out, const struct export_source *sources, size_t nr)
{
	return nr == 1 && export_flame(out, sources);
}

static bool heat(FILE *out, const struct export_source *sources, size_t nr)
{
	return export_heat(out, sources, nr, false);
}

static char *printed(print_fn *print, const struct export_source *sources, size_t nr)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	CHECK(print(out, sources, nr));
	fclose(out);
	return text;
}

static char *one(print_fn *print, const char *quoted, struct export_source source)
{
	struct hist_doc *doc = parse(quoted);
	char *text;

	source.doc = doc;
	text = doc ? printed(print, &source, 1) : strdup("");
	doc_free(doc);
	return text;
}

/* Checks the output after the totals, which all documents have. */
static void check_metrics(print_fn *print, const char *quoted, struct export_source source,
			  const char *wanted)
{
	char *text = one(print, quoted, source), *at = strstr(text, "histrig_read_time_seconds{");

	at = at ? strchr(at, '\n') : NULL;
	CHECK_STR(at ? at + 1 : text, wanted, quoted);
	free(text);
}

static const struct export_source by_event;

/* A service may run a recipe several times, so its arguments are part of the output. */
static void arguments(void)
{
	struct recipe_arg top = { .name = "top" }, comm = { .name = "comm", .next = &top };
	struct recipe_arg ms = { .name = "ms", .next = &comm };
	const char *values[] = { NULL, "a\"b", "20" };
	struct export_source source = { .name = "r", .args = &ms, .values = values };
	char *text = one(prometheus, ONE(FIELD("a", "key", "number", "null", "null") "," HITS,
					 "{'keys':[1],'values':[2]}"), source);

	CHECK(strstr(text, "arg_comm=\"a\\\"b\""));
	CHECK(!strstr(text, "arg_ms"));
	CHECK(!strstr(text, "arg_top"));
	free(text);
}

/*
 * The buffer for a title has about 300 bytes. A longer title must not be cut within a
 * character, because the XML would be invalid.
 */
static void cut_texts(void)
{
	char event[400], *text;
	size_t i;

	for (i = 200; i < 320; i++) {
		struct export_source source = { .name = event };

		memset(event, 'a', i);
		strcpy(event + i, "\xf0\x9f\x90\x9b and more");
		text = one(flame, ONE(FIELD("a", "key", "number", "null", "null") "," HITS,
				      "{'keys':[1],'values':[2]}"), source);
		CHECK(xml_is_good(text));
		free(text);
	}
}

static void counters(void)
{
	static const char quoted[] = ONE(FIELD("a", "key", "number", "null", "null") ","
		FIELD("call", "key", "number", "'sym'", "null") "," HITS ","
		FIELD("bytes_req", "value", "number", "null", "null") ","
		FIELD("lat", "value", "number", "'usecs'", "'us'") ","
		FIELD("lat", "value", "number", "'p99'", "'us'"),
		"{'keys':[1,{'value':9,'symbol':'f','offset':1,'module':null}],'values':[2,100,1500000,7]},"
		"{'keys':[1,{'value':8,'symbol':'f','offset':0,'module':null}],'values':[5,1,1,9]}");

	check_metrics(prometheus, quoted, by_event,
		      "# HELP histrig_sys_ev_hits_total Hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_hits_total counter\n"
		      "histrig_sys_ev_hits_total{a=\"1\",call=\"f\"} 7\n"
		      "# HELP histrig_sys_ev_bytes_req_bytes_total Sum of bytes_req over the hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_bytes_req_bytes_total counter\n"
		      "histrig_sys_ev_bytes_req_bytes_total{a=\"1\",call=\"f\"} 101\n"
		      "# HELP histrig_sys_ev_lat_seconds_total Sum of lat over the hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_lat_seconds_total counter\n"
		      "histrig_sys_ev_lat_seconds_total{a=\"1\",call=\"f\"} 1.500001\n"
		      "# HELP histrig_sys_ev_lat_p99_seconds Statistic of lat over the hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_lat_p99_seconds gauge\n"
		      "histrig_sys_ev_lat_p99_seconds{a=\"1\",call=\"f\"} 7e-06\n"
		      "histrig_sys_ev_lat_p99_seconds{a=\"1\",call=\"f\",entry=\"2\"} 9e-06\n"
		      "# EOF\n");
}

static void openmetrics_names(void)
{
	check_metrics(openmetrics,
		      ONE(FIELD("a", "key", "number", "null", "null") "," HITS ","
			  FIELD("lat", "value", "number", "'usecs'", "'us'"),
			  "{'keys':[18446744073709551615],'values':[18446744073709551615,5]}"),
		      by_event,
		      "# HELP histrig_sys_ev_hits Hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_hits counter\n"
		      "histrig_sys_ev_hits_total{a=\"18446744073709551615\"} 18446744073709551615\n"
		      "# HELP histrig_sys_ev_lat_seconds Sum of lat over the hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_lat_seconds counter\n"
		      "# UNIT histrig_sys_ev_lat_seconds seconds\n"
		      "histrig_sys_ev_lat_seconds_total{a=\"18446744073709551615\"} 5e-06\n"
		      "# EOF\n");
}

static void names(void)
{
	/* Names change if a part looks like a unit or a type, or if their ending has a meaning. */
	check_metrics(prometheus,
		      ONE(FIELD("le", "key", "string", "null", "null") ","
			  FIELD("le", "key", "number", "null", "null") ","
			  FIELD("9-x", "key", "number", "null", "null") ","
			  FIELD("common_pid", "key", "number", "'execname'", "null") ","
			  FIELD("$Foo.us", "value", "number", "null", "null") ","
			  FIELD("counter_count", "value", "number", "null", "null") ","
			  FIELD("q", "value", "number", "'max'", "null"),
			  "{'keys':['" EVIL "',2,3,{'value':7,'comm':'c'}],'values':[1,2,3]}"),
		      (struct export_source){ .name = "my-Recipe" },
		      "# HELP histrig_my_recipe_foo_usvalue_total Sum of $Foo.us over the hits of my-Recipe.\n"
		      "# TYPE histrig_my_recipe_foo_usvalue_total counter\n"
		      "histrig_my_recipe_foo_usvalue_total{le_key=\"<script>\\\"&'\\n\\\\x1b\\\\u202e]]>;x\\\\\","
		      "le_key_2=\"2\",key_9_x=\"3\",common_pid=\"7\",common_pid_comm=\"c\"} 1\n"
		      "# HELP histrig_my_recipe_countervalue_count_value_total Sum of counter_count over the hits of my-Recipe.\n"
		      "# TYPE histrig_my_recipe_countervalue_count_value_total counter\n"
		      "histrig_my_recipe_countervalue_count_value_total{le_key=\"<script>\\\"&'\\n\\\\x1b\\\\u202e]]>;x\\\\\","
		      "le_key_2=\"2\",key_9_x=\"3\",common_pid=\"7\",common_pid_comm=\"c\"} 2\n"
		      "# HELP histrig_my_recipe_q_max Statistic of q over the hits of my-Recipe.\n"
		      "# TYPE histrig_my_recipe_q_max gauge\n"
		      "histrig_my_recipe_q_max{le_key=\"<script>\\\"&'\\n\\\\x1b\\\\u202e]]>;x\\\\\","
		      "le_key_2=\"2\",key_9_x=\"3\",common_pid=\"7\",common_pid_comm=\"c\"} 3\n"
		      "# EOF\n");
}

static void negative_names(void)
{
	static struct plan_name name = { .field = "ret", .value = -13, .text = "EACCES" };
	static struct plan plan = { .names = &name };

	check_metrics(prometheus,
		      ONE(FIELD("ret", "key", "number", "'signed'", "null") "," HITS,
			  "{'keys':[-13],'values':[10]},{'keys':[-14],'values':[4]}"),
		      (struct export_source){ .name = "stat", .plan = &plan },
		      "# HELP histrig_stat_hits_total Hits of stat.\n"
		      "# TYPE histrig_stat_hits_total counter\n"
		      "histrig_stat_hits_total{ret=\"EACCES\"} 10\n"
		      "histrig_stat_hits_total{ret=\"-14\"} 4\n"
		      "# EOF\n");
}

static void ranges(void)
{
	static struct plan_column column = { .field = "lat", .unit = "ms" };
	static struct plan_name name = { .field = "dev", .value = 2, .text = "disk" };
	static struct plan plan = { .columns = &column, .names = &name };

	check_metrics(prometheus,
		      ONE(FIELD("dev", "key", "number", "null", "null") ","
			  FIELD("lat", "key", "number", "'log2'", "null") "," HITS,
			  "{'keys':[2,{'value':3,'text':'~ 2^3','low':5,'high':8}],'values':[10]},"
			  "{'keys':[2,{'value':1,'text':'~ 2^1','low':2,'high':2}],'values':[4]},"
			  "{'keys':[3,{'value':3,'text':'~ 2^3','low':5,'high':8}],'values':[1]}"),
		      (struct export_source){ .name = "bio", .plan = &plan },
		      "# HELP histrig_bio_lat_seconds Distribution of lat over the hits of bio.\n"
		      "# TYPE histrig_bio_lat_seconds histogram\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"disk\",le=\"0.001\"} 0\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"disk\",le=\"0.002\"} 4\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"disk\",le=\"0.004\"} 4\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"disk\",le=\"0.008\"} 14\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"disk\",le=\"+Inf\"} 14\n"
		      "histrig_bio_lat_seconds_count{dev=\"disk\"} 14\n"
		      "histrig_bio_lat_seconds_sum{dev=\"disk\"} 0.073\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"3\",le=\"0.001\"} 0\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"3\",le=\"0.002\"} 0\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"3\",le=\"0.004\"} 0\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"3\",le=\"0.008\"} 1\n"
		      "histrig_bio_lat_seconds_bucket{dev=\"3\",le=\"+Inf\"} 1\n"
		      "histrig_bio_lat_seconds_count{dev=\"3\"} 1\n"
		      "histrig_bio_lat_seconds_sum{dev=\"3\"} 0.0065\n"
		      "# EOF\n");
	/* A value that is named like the key is its sum, so the exported sum is exact. */
	check_metrics(prometheus,
		      ONE(FIELD("n", "key", "number", "'buckets'", "null") "," HITS ","
			  FIELD("n", "value", "number", "null", "null"),
			  "{'keys':[{'value':10,'text':'~ 10-19','low':10,'high':19}],'values':[2,23]}"),
		      by_event,
		      "# HELP histrig_sys_ev_n Distribution of n over the hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_n histogram\n"
		      "histrig_sys_ev_n_bucket{le=\"19.0\"} 2\n"
		      "histrig_sys_ev_n_bucket{le=\"+Inf\"} 2\n"
		      "histrig_sys_ev_n_count 2\n"
		      "histrig_sys_ev_n_sum 23.0\n"
		      "# EOF\n");
}

static void distributions(void)
{
	static const char quoted[] = ONE(FIELD("a", "key", "number", "null", "null") ","
		FIELD("d", "value", "distribution", "null", "null") ","
		FIELD("d", "value", "distribution", "'usecs'", "'us'"),
		"{'keys':[1],'values':[{'count':8,'buckets':[{'low':-6,'high':-6,'count':1},"
		"{'low':0,'high':0,'count':2},{'low':6,'high':6,'count':4},"
		"{'low':17293822569102704640,'high':18446744073709551615,'count':1}]},{'count':0,'buckets':[]}]}");
	char *text = one(prometheus, quoted, by_event);

	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"-5.0\"} 1\n"));
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"0.0\"} 3\n"));
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"3.0\"} 3\n"));
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"7.0\"} 7\n"));
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"+Inf\"} 8\n"));
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_count{a=\"1\"} 8\n"));
	CHECK(!strstr(text, "histrig_sys_ev_dvalue_seconds"));
	free(text);
	/* OpenMetrics allows no count and no sum if negative values may decrease the sum. */
	text = one(openmetrics, quoted, by_event);
	CHECK(strstr(text, "\nhistrig_sys_ev_dvalue_bucket{a=\"1\",le=\"7.0\"} 7\n"));
	CHECK(!strstr(text, "dvalue_count") && !strstr(text, "dvalue_sum"));
	free(text);
}

static void intervals(void)
{
	check_metrics(prometheus,
		      HEAD HIST "'start':1.0,'end':2.0,'fields':["
		      FIELD("n", "key", "number", "'buckets'", "null") "," HITS "],'rows':["
		      "{'keys':[{'value':10,'text':'~ 10-19','low':10,'high':19}],'values':[2]}]}]}",
		      by_event,
		      "# HELP histrig_sys_ev_hits Hits of sys:ev.\n"
		      "# TYPE histrig_sys_ev_hits gauge\n"
		      "histrig_sys_ev_hits{n=\"~ 10-19\"} 2\n"
		      "# EOF\n");
}

static void later_documents(void)
{
	static const char row[] = ONE(FIELD("a", "key", "number", "null", "null") "," HITS,
				      "{'keys':[1],'values':[5]}");
	struct hist_doc *docs[3] = { parse(row), parse(row), parse(row) };
	struct export_source sources[3];
	char *text;
	int i;

	docs[0]->time++;
	docs[2]->instance = "i";
	for (i = 0; i < 3; i++)
		sources[i] = (struct export_source){ .doc = docs[i] };
	text = printed(prometheus, sources, 3);
	CHECK(strstr(text, "histrig_sys_ev_hits_total{a=\"1\"} 5\n"));
	CHECK(strstr(text, "histrig_sys_ev_hits_total{a=\"1\",tracing_instance=\"i\"} 5\n"));
	free(text);
	for (i = 0; i < 3; i++)
		doc_free(docs[i]);
}

#define STACK	"[{'address':1,'symbol':'in;ner','offset':0,'module':null}," \
		"{'address':255,'symbol':null,'offset':null,'module':null}," \
		"{'address':3,'symbol':'out','offset':9,'module':'m'}]"

static void folded_stacks(void)
{
	static const char quoted[] = ONE(FIELD("c", "key", "string", "null", "null") ","
		FIELD("stacktrace", "key", "stack", "null", "null") "," HITS ","
		FIELD("off", "value", "number", "null", "null"),
		"{'keys':['a b'," STACK "],'values':[3,500]},{'keys':['x\\n'," STACK "],'values':[2,0]}");
	char *text = one(folded, quoted, by_event);

	CHECK_STR(text, "a b;out [m];0xff;in:ner 500\n", "by the last sum");
	free(text);
	text = one(folded, quoted, (struct export_source){ .weight = "hitcount" });
	CHECK_STR(text, "a b;out [m];0xff;in:ner 3\nx\\x0a;out [m];0xff;in:ner 2\n", "by hits");
	free(text);
}

static void halves_of_stacks(void)
{
	static const char user[] = FIELD("common_ustacktrace", "key", "user_stack", "null", "null");
	static const char kernel[] = FIELD("stacktrace", "key", "stack", "null", "null");
	static const char frames[] = "[{'file':'/bin/x','offset':16},{'file':'/lib/y','offset':32},"
		"{'end':'page fault'}]";
	static const char thread[] = "[{'end':'no user stack'}]";
	char *text, quoted[4096];

	snprintf(quoted, sizeof(quoted), ONE("%s,%s," HITS, "{'keys':[%s," STACK "],'values':[3]},"
		 "{'keys':[%s," STACK "],'values':[2]}"), user, kernel, frames, thread);
	text = one(folded, quoted, by_event);
	CHECK_STR(text, "(page fault);/lib/y+0x20;/bin/x+0x10;out [m];0xff;in:ner 3\n"
		  "out [m];0xff;in:ner 2\n", "the user's half first");
	free(text);
	snprintf(quoted, sizeof(quoted), ONE("%s,%s," HITS, "{'keys':[" STACK ",%s],'values':[3]}"),
		 kernel, user, frames);
	text = one(folded, quoted, by_event);
	CHECK_STR(text, "(page fault);/lib/y+0x20;/bin/x+0x10;out [m];0xff;in:ner 3\n",
		  "the kernel's half first");
	free(text);
}

static void flames(void)
{
	char *text = one(flame, ONE(FIELD("c", "key", "string", "null", "null") ","
		FIELD("stacktrace", "key", "stack", "null", "null") "," HITS,
		"{'keys':['" EVIL "'," STACK "],'values':[3]},{'keys':['plain'," STACK "],'values':[1]}"),
		(struct export_source){ .name = EVIL });

	CHECK(xml_is_good(text));
	CHECK(strstr(text, "<title>all\n4, 100.00 %</title>"));
	CHECK(strstr(text, "data-o=\"0\" data-v=\"3\"><title>&lt;script&gt;&quot;&amp;&#39;\\x0a\\x1b"
		     "\\xe2\\x80\\xae]]&gt;;x\\\n3, 75.00 %</title>"));
	CHECK(strstr(text, "data-o=\"3\" data-v=\"1\"><title>out [m]\n1, 25.00 %</title>"));
	free(text);
	text = one(flame, HEAD "]}", by_event);
	CHECK(xml_is_good(text) && strstr(text, "There are no hits."));
	free(text);
}

static void heat_maps(void)
{
	char *text = one(heat, ONE(FIELD("c", "key", "string", "null", "null") ","
		FIELD("lat", "key", "number", "'log2'", "'us'") "," HITS,
		"{'keys':['" EVIL "',{'value':3,'text':'~ 2^3','low':5,'high':8}],'values':[10]},"
		"{'keys':['x',{'value':64,'text':'~ 2^64','low':9223372036854775809,"
		"'high':18446744073709551615}],'values':[10]}"), by_event);

	CHECK(xml_is_good(text));
	CHECK(strstr(text, "]]&gt;;x\\\n5 \xc2\xb5s to 8 \xc2\xb5s: 10, 100.00 %</title>"));
	free(text);
	text = one(heat, HEAD "]}", by_event);
	CHECK(xml_is_good(text) && strstr(text, "There are no hits."));
	free(text);
}

#define SEEN(time, some, more) "{'version':1,'event':'s:e','instance':null,'clock':'local','time':" time \
	",'uptime':1.0,'histograms':[" HIST "'fields':[" FIELD("n", "key", "number", "'buckets'", "null") \
	"," HITS "],'rows':[{'keys':[{'value':0,'text':'','low':0,'high':9}],'values':[" some "]}," \
	"{'keys':[{'value':10,'text':'','low':10,'high':19}],'values':[" more "]}]}]}"

static void heat_columns(void)
{
	struct hist_doc *docs[] = {
		parse(SEEN("10", "1", "5")), parse(SEEN("11", "1", "8")), parse(SEEN("12", "3", "2")),
	};
	struct export_source sources[3];
	struct heat map;
	int i;

	for (i = 0; i < 3; i++)
		sources[i] = (struct export_source){ .doc = docs[i] };
	/*
	 * The second document is compared with the first one. Before the third one the
	 * histogram was cleared, so all its hits are new.
	 */
	CHECK(heat_make(&map, sources, 3, false));
	CHECK_EQ(map.nr, 2);
	CHECK(map.linear);
	CHECK_EQ(map.columns[0].nr, 1);
	CHECK_EQ(map.columns[0].cells[0].low.bits, 10);
	CHECK_EQ(map.columns[0].cells[0].count, 3);
	CHECK_EQ(map.columns[0].start, 10000000000LL);
	CHECK_EQ(map.columns[0].end, 11000000000LL);
	CHECK_EQ(map.columns[1].total, 5);
	heat_free(&map);
	CHECK(heat_make(&map, sources, 3, true));
	CHECK_EQ(map.nr, 3);
	CHECK_EQ(map.columns[0].total, 6);
	CHECK_EQ(map.columns[0].start, 9000000000LL);
	CHECK_EQ(map.columns[1].total, 9);
	heat_free(&map);
	for (i = 0; i < 3; i++)
		doc_free(docs[i]);
}

static char *whole_file(const char *path)
{
	char *text = calloc(1, 1 << 20);
	FILE *file = fopen(path, "r");

	CHECK(file && fread(text, 1, (1 << 20) - 1, file));
	if (file)
		fclose(file);
	return text;
}

/* Exporting a recorded document as JSON does not change it. All other exports succeed. */
static void recorded(void)
{
	static print_fn *const all[] = { prometheus, openmetrics, folded, flame, heat };
	char path[4096], error[DOC_ERROR_MAX], *file, *text;
	struct export_source source = {};
	struct hist_doc *doc;
	size_t i, j, len;
	glob_t files;
	FILE *out;

	snprintf(path, sizeof(path), "%s/*.json", getenv("DOCUMENTS") ?: ".");
	CHECK(!glob(path, 0, NULL, &files) && files.gl_pathc > 20);
	for (i = 0; i < files.gl_pathc; i++) {
		file = whole_file(files.gl_pathv[i]);
		doc = doc_parse(file, strlen(file), error);
		CHECK(doc);
		if (!doc)
			continue;
		source.doc = doc;
		out = open_memstream(&text, &len);
		export_json(out, doc);
		fclose(out);
		CHECK_STR(text, file, files.gl_pathv[i]);
		free(text);
		for (j = 0; j < ARRAY_SIZE(all); j++) {
			text = printed(all[j], &source, 1);
			len = strlen(text);
			CHECK(j > 1 || (len >= 6 && !strcmp(text + len - 6, "# EOF\n")));
			CHECK(j < 3 || xml_is_good(text));
			free(text);
		}
		free(file);
		doc_free(doc);
	}
	globfree(&files);
}

const struct test tests[] = {
	{ "sums are counters, statistics are gauges, and equal labels are added up", counters },
	{ "arguments of recipes are labels", arguments },
	{ "texts that are cut within a character can be shown", cut_texts },
	{ "strict readers get units, and families of counters without _total", openmetrics_names },
	{ "names and labels of metrics are valid for all fields and keys", names },
	{ "negative numbers have the names that a recipe gives them", negative_names },
	{ "keys that are ranges are exported as histograms with a sum", ranges },
	{ "each distribution is exported once, as a histogram", distributions },
	{ "numbers of an interval are exported as gauges", intervals },
	{ "the latest document of an event replaces the earlier ones", later_documents },
	{ "folded stacks begin with the keys and end with the weight", folded_stacks },
	{ "the user's half of a stack is below the kernel's half", halves_of_stacks },
	{ "a flame graph escapes all characters of names", flames },
	{ "a heat map escapes all characters of keys, and shows numbers of 64 bits", heat_maps },
	{ "a column of a heat map has the hits of its time", heat_columns },
	{ "documents that a guest has recorded survive all exports", recorded },
	{ }
};
