// SPDX-License-Identifier: GPL-2.0
/*
 * Documents of the tool. The documents in this file are written with ' instead
 * of ". The folder DOCUMENTS contains documents that a guest has recorded.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include <glob.h>
#include <stdlib.h>

#include "../../tools/src/doc/doc.h"
#include "test.h"

#define HEAD	"{'version':1,'event':'s:e','instance':null,'clock':'local'," \
		"'time':1795480179.323592210,'uptime':532.5,'histograms':["
#define HIST	"{'name':null,'trigger':'hist:keys=a','paused':false,'clock':null," \
		"'hits':7,'entries':2,'dropped':0,'without_bucket':0,'lost_actions':3,"
#define KEY(type)	"{'name':'a','kind':'key','type':'" type "','modifier':null,'unit':null}"
#define COUNT	",{'name':'hitcount','kind':'value','type':'number','modifier':null,'unit':null}"
#define ONE(type, key)	HEAD HIST "'fields':[" KEY(type) COUNT "],'rows':[{'keys':[" key "],'values':[7]}]}]}"
#define SAVED(stack)	HEAD HIST "'fields':[" KEY("number") COUNT "],'rows':[{'keys':[1],'values':[7]," \
		"'tracked':[{'handler':'onmax','variable':'$d','value':9," \
		"'saved':[{'name':'s'," stack "}]}]}]}]}"

static char error[DOC_ERROR_MAX];

/* Parses a copy without a zero byte, so that ASan reports each read beyond its end. */
static struct hist_doc *parse(const char *quoted)
{
	const size_t len = strlen(quoted);
	char *text = malloc(len + !len);
	struct hist_doc *doc;
	size_t i;

	for (i = 0; i < len; i++)
		text[i] = quoted[i] == '\'' ? '"' : quoted[i];
	error[0] = '\0';
	doc = doc_parse(text, len, error);
	free(text);
	CHECK(!doc == !!*error);
	return doc;
}

/* Checks the text of a document's only key. */
static void check_key(const char *quoted, const char *wanted)
{
	struct hist_doc *doc = parse(quoted);
	char text[80];

	if (!doc) {
		CHECK_STR(error, wanted, "a document");
		return;
	}
	doc_cell_text(&doc->hists[0].fields[0], &doc->hists[0].rows[0].keys[0], text, sizeof(text));
	CHECK_STR(text, wanted, quoted);
	doc_free(doc);
}

static void members(void)
{
	struct hist_doc *doc = parse(ONE("number", "5"));
	const struct doc_hist *hist;

	if (!doc) {
		CHECK_STR(error, "", "a document");
		return;
	}
	CHECK_STR(doc->event, "s:e", "event");
	CHECK(!doc->instance);
	CHECK_STR(doc->clock, "local", "clock");
	CHECK_EQ(doc->time, 1795480179323592210LL);
	CHECK_EQ(doc->uptime, 532500000000LL);
	CHECK_EQ(doc->nr_hists, 1);
	hist = &doc->hists[0];
	CHECK(!hist->name && !hist->clock && !hist->paused && !hist->has_interval);
	CHECK_STR(hist->trigger, "hist:keys=a", "trigger");
	CHECK_EQ(hist->hits, 7);
	CHECK_EQ(hist->entries, 2);
	CHECK_EQ(hist->lost[DOC_LOST_ACTIONS], 3);
	CHECK_EQ(hist->lost[DOC_LOST_MISSED], 0);
	CHECK_EQ(hist->nr_keys, 1);
	CHECK_EQ(hist->nr_values, 1);
	CHECK_EQ(hist->nr_rows, 1);
	CHECK(hist->fields[0].is_key && !doc_values(hist)->is_key);
	CHECK_STR(doc_values(hist)->name, "hitcount", "value");
	CHECK_EQ(hist->rows[0].values[0].number.bits, 7);
	doc_free(doc);
}

static void numbers(void)
{
	check_key(ONE("number", "0"), "0");
	check_key(ONE("number", "9223372036854775807"), "9223372036854775807");
	check_key(ONE("number", "9223372036854775808"), "9223372036854775808");
	check_key(ONE("number", "18446744073709551615"), "18446744073709551615");
	check_key(ONE("number", "-1"), "-1");
	check_key(ONE("number", "-9223372036854775808"), "-9223372036854775808");
	/*
	 * A number of more than 64 bits, which no kernel prints, becomes the
	 * nearest one.
	 */
	check_key(ONE("number", "18446744073709551616"), "18446744073709551615");
	check_key(ONE("number", "-9223372036854775809"), "-9223372036854775808");
}

static void compared(void)
{
	static const struct doc_number order[] = {
		{ 1ULL << 63, true }, { -2ULL, true }, { -1ULL, true }, { 0, false },
		{ 1, false }, { 1ULL << 63, false }, { -1ULL, false },
	};
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		for (j = 0; j < ARRAY_SIZE(order); j++) {
			CHECK_EQ(doc_compare(order[i], order[j]), (i > j) - (i < j));
			CHECK_EQ(doc_double(order[i]) < doc_double(order[j]), i < j);
		}
}

static void cells(void)
{
	check_key(ONE("string", "'a b'"), "a b");
	check_key(ONE("string", "'\\u0001\\n<\xc3\xa4'"), "\x01\n<\xc3\xa4");
	check_key(ONE("number", "{'value':12,'comm':'a;b'}"), "a;b [12]");
	check_key(ONE("number", "{'value':0,'syscall':'sys_read'}"), "sys_read");
	check_key(ONE("number", "{'value':777,'syscall':null}"), "syscall 777");
	check_key(ONE("number", "{'value':255,'text':'ff'}"), "ff");
	check_key(ONE("number", "{'value':5,'text':'~ 4-7','low':4,'high':7}"), "~ 4-7");
	check_key(ONE("number", "{'value':4096,'symbol':'f','offset':18,'module':'m'}"), "f");
	check_key(ONE("number", "{'value':4096,'symbol':null,'offset':null,'module':null}"), "0x1000");
	check_key(ONE("bytes", "{'bytes':[10,0,0,1],'text':'10.0.0.1'}"), "10.0.0.1");
	check_key(ONE("stack", "[]"), "");
	check_key(ONE("stack", "[{'address':1,'symbol':'in','offset':0,'module':null},"
		      "{'address':171,'symbol':null,'offset':null,'module':null},"
		      "{'address':3,'symbol':'out','offset':9,'module':'m'}]"),
		  "out [m];0xab;in");
	check_key(ONE("user_stack", "[{'file':'/bin/x','offset':4660},{'file':null,'address':171},"
		      "{'file':'/lib/y','offset':18446744073709551615},{'end':'page fault'}]"),
		  "(page fault);/lib/y+0xffffffffffffffff;0xab;/bin/x+0x1234");
}

static void bands(void)
{
#define BANDS(bands)	HEAD HIST "'fields':[" KEY("number") COUNT "],'rows':[{'keys':[5],'values':[7],'bands':" bands "}]}]}"
	struct hist_doc *doc = parse(BANDS("[[-3,18446744073709551615]]"));
	const struct doc_cell *cell;

	CHECK(doc);
	cell = doc ? &doc->hists[0].rows[0].values[0] : NULL;
	CHECK(cell && cell->has_band && cell->low.negative && cell->low.bits == -3ULL &&
	      cell->high.bits == -1ULL && !cell->high.negative);
	doc_free(doc);
	doc = parse(BANDS("[null]"));
	CHECK(doc && !doc->hists[0].rows[0].values[0].has_band);
	doc_free(doc);
	CHECK(!parse(BANDS("[]")));
	CHECK(!parse(BANDS("[[1]]")));
	CHECK(!parse(BANDS("[[1,'2']]")));
	CHECK(!parse(BANDS("[5]")));
}

static void long_texts(void)
{
	struct hist_doc *doc = parse(ONE("string", "'ab\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa7z'"));
	static const char *const wanted[] = {
		"", "a", "ab", "ab", "ab\xc3\xa4", "ab\xc3\xa4", "ab\xc3\xa4",
		"ab\xc3\xa4\xe2\x82\xac", "ab\xc3\xa4\xe2\x82\xac", "ab\xc3\xa4\xe2\x82\xac",
		"ab\xc3\xa4\xe2\x82\xac", "ab\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa7",
		"ab\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa7z",
	};
	char text[32];
	size_t i;

	for (i = 0; doc && i < ARRAY_SIZE(wanted); i++) {
		doc_cell_text(&doc->hists[0].fields[0], &doc->hists[0].rows[0].keys[0], text, i + 1);
		CHECK_STR(text, wanted[i], "a text that is cut off");
	}
	CHECK(doc);
	doc_free(doc);
}

static void distributions(void)
{
	struct hist_doc *doc = parse(HEAD HIST "'fields':[" KEY("number")
		",{'name':'lat','kind':'value','type':'distribution','modifier':'usecs','unit':'us'}],"
		"'rows':[{'keys':[1],'values':[{'count':11,'buckets':[{'low':-10,'high':-10,'count':1},"
		"{'low':17293822569102704640,'high':18446744073709551615,'count':10}]}]}]}]}");
	const struct doc_cell *cell;

	if (!doc) {
		CHECK_STR(error, "", "a document");
		return;
	}
	cell = &doc->hists[0].rows[0].values[0];
	CHECK_EQ(doc_values(&doc->hists[0])->unit, DOC_UNIT_US);
	CHECK_EQ(cell->count, 11);
	CHECK_EQ(cell->nr, 2);
	CHECK(cell->buckets[0].low.negative && (int64_t)cell->buckets[0].low.bits == -10);
	CHECK(!cell->buckets[1].high.negative && cell->buckets[1].high.bits == UINT64_MAX);
	CHECK_EQ(cell->buckets[1].count, 10);
	doc_free(doc);
}

static void tracked(void)
{
	struct hist_doc *doc = parse(HEAD HIST "'start':1.000000001,'end':2,'fields':[" KEY("number") COUNT
		"],'rows':[{'keys':[1],'values':[1],'tracked':[{'handler':'onmax','variable':'$d','value':9,"
		"'saved':[{'name':'v','value':9},{'name':'t','text':null},{'name':'s','stack':[]}]}]}],"
		"'snapshot':{'handler':'onmax','variable':'$d','value':8,'keys':[4]}}]}");
	const struct doc_tracked *t;

	if (!doc) {
		CHECK_STR(error, "", "a document");
		return;
	}
	CHECK(doc->hists[0].has_interval);
	CHECK_EQ(doc->hists[0].start, 1000000001);
	CHECK_EQ(doc->hists[0].end, 2000000000);
	CHECK_EQ(doc->hists[0].rows[0].nr_tracked, 1);
	t = doc->hists[0].rows[0].tracked;
	CHECK_STR(t->handler, "onmax", "handler");
	CHECK_EQ(t->nr_saved, 3);
	CHECK_EQ(t->saved[0].cell.number.bits, 9);
	CHECK(t->saved[1].cell.type == DOC_STRING && !t->saved[1].cell.text);
	CHECK(t->saved[2].cell.type == DOC_STACK && !t->saved[2].cell.nr);
	CHECK(doc->hists[0].snapshot && doc->hists[0].snapshot->value.bits == 8 &&
	      doc->hists[0].snapshot->keys[0].number.bits == 4);
	doc_free(doc);
}

/* A newer module may add members to any object and keep the version of documents. */
static void unknown_members(void)
{
	struct hist_doc *doc;

	doc = parse("{'new':[1,{'a':null}],'version':1,'event':'s:e','instance':null,'clock':'local',"
		    "'time':1.5,'uptime':1.5,'histograms':[{'new':'x','name':null,'trigger':'hist:keys=a',"
		    "'paused':false,'clock':null,'hits':7,'entries':2,'dropped':0,'without_bucket':0,"
		    "'lost_actions':3,'fields':[{'new':{},'name':'a','kind':'key','type':'number',"
		    "'modifier':'new','unit':null}" COUNT "],'rows':[{'new':true,'keys':[{'value':5,"
		    "'text':'five','new':0}],'values':[7]}]}]}");
	CHECK(doc);
	if (!doc)
		return;
	CHECK_EQ(doc->hists[0].rows[0].keys[0].number.bits, 5);
	CHECK_STR(doc->hists[0].fields[0].modifier, "new", "a modifier");
	doc_free(doc);
}

static void refused(void)
{
	static const struct {
		const char *text;
		const char *error;
	} bad[] = {
		{ "", "the document is cut off; read the file hist_json again" },
		{ "null ", "the document is not a JSON object" },
		{ "5 ", "expected an object with \"version\", but found something else" },
		{ "{'version':2}",
		  "this tool reads version 1 of hist_json, but the document has version 2; use the histrig that wrote it" },
		{ "{'version':-1}", "\"version\" is less than 0" },
		{ "{'version':1}", "\"event\" is missing" },
		{ "{'version':1,'event':'a\\u0000b'}", "\"event\" has a zero byte" },
		{ HEAD "5]}", "histogram 1, expected an object with \"name\", but found something else" },
		{ HEAD HIST "'fields':[],'rows':[]}]}",
		  "histogram 1, \"fields\" has no key; at least one is needed" },
		{ ONE("number", "1.5"),
		  "histogram 1, row 1, a key or value is not a whole number, a string, an array or an object" },
		{ ONE("number", "null"),
		  "histogram 1, row 1, a key or value is not a whole number, a string, an array or an object" },
		{ ONE("number", "1,2"),
		  "histogram 1, row 1, it has 2 keys, but \"fields\" describes 1" },
		{ ONE("number", "'x'"),
		  "histogram 1, row 1, one of the keys has another type than \"fields\" says" },
		{ ONE("what", "1"), "histogram 1, \"type\" has the unknown value \"what\"" },
		{ ONE("bytes", "{'bytes':[],'text':''}"),
		  "histogram 1, row 1, \"bytes\" has 0 entries; 1 to 16 are allowed" },
		{ ONE("bytes", "{'bytes':[1,256],'text':''}"),
		  "histogram 1, row 1, an entry of \"bytes\" is greater than 255" },
		{ ONE("number", "{'value':5,'text':'','low':7,'high':4}"),
		  "histogram 1, row 1, \"low\" is greater than \"high\"" },
		{ ONE("stack", "[5]"),
		  "histogram 1, row 1, expected an object with \"address\", but found something else" },
		{ ONE("user_stack", "[{'file':'/x'}]"),
		  "histogram 1, row 1, \"offset\" is missing" },
		{ ONE("user_stack", "[{'file':null}]"),
		  "histogram 1, row 1, \"address\" is missing" },
		{ ONE("user_stack", "[{'file':5}]"),
		  "histogram 1, row 1, \"file\" is not a string" },
		{ SAVED("'user_stack':5"), "histogram 1, row 1, \"user_stack\" is not an array" },
		{ SAVED("'stack':5"), "histogram 1, row 1, \"stack\" is not an array" },
	};
	struct hist_doc *doc;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		doc = parse(bad[i].text);
		CHECK_STR(error, bad[i].error, bad[i].text);
		doc_free(doc);
	}
	/* The messages about these come from json-c, so do not compare them. */
	CHECK(!parse(ONE("string", "'\xff'")));
	CHECK(!parse(ONE("number", "1") "x"));
	CHECK(!parse(ONE("number", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")));
}

static void cut_off(void)
{
	static const char whole[] = ONE("number", "{'value':12,'comm':'a'}");
	char text[sizeof(whole)];
	size_t len;

	for (len = 0; len + 1 < sizeof(whole); len++) {
		memcpy(text, whole, len);
		text[len] = '\0';
		CHECK(!parse(text));
	}
}

static void recorded(void)
{
	char path[4096];
	glob_t files;
	size_t i;

	snprintf(path, sizeof(path), "%s/*.json", getenv("DOCUMENTS") ?: ".");
	CHECK(!glob(path, 0, NULL, &files) && files.gl_pathc > 20);
	for (i = 0; i < files.gl_pathc; i++) {
		struct hist_doc *doc = doc_read(files.gl_pathv[i], error);

		CHECK_STR(doc ? "" : error, "", files.gl_pathv[i]);
		doc_free(doc);
	}
	globfree(&files);
	CHECK(!doc_read("/nonexistent/file", error));
	CHECK_STR(error, "/nonexistent/file: No such file or directory", "no file");
	CHECK(!doc_read("/", error));
	CHECK_STR(error, "/: Is a directory", "a folder");
}

const struct test tests[] = {
	{ "a percentile may have a band", bands, NULL },
	{ "the members of a document are read", members },
	{ "numbers of 64 bits are exact", numbers },
	{ "signed and unsigned numbers are compared", compared },
	{ "cells of all kinds can be formatted", cells },
	{ "a formatted cell that does not fit is cut between characters", long_texts },
	{ "the buckets of a distribution are read", distributions },
	{ "values of actions and the ends of an interval are read", tracked },
	{ "members and modifiers that the tool does not know are ignored", unknown_members },
	{ "a document that is not valid is refused with a reason", refused },
	{ "a document that is cut off anywhere is refused", cut_off },
	{ "documents that a guest has recorded are read", recorded },
	{ }
};
