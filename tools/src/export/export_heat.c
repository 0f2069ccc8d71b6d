// SPDX-License-Identifier: GPL-2.0
/*
 * Heat maps as pictures; see export.h. The x axis shows the columns, the y axis the numbers.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "heat.h"
#include "svg.h"

#define LEFT		90
#define RIGHT		1190
#define PLOT_HEIGHT	420
#define AXIS_HEIGHT	44
#define COLOURS		10
#define TEXT_MAX	400

/**
 * struct map - how numbers become coordinates
 * @heat: the heat map
 * @low: the coordinate of the least number, before scaling
 * @high: the coordinate above the greatest number, before scaling
 * @start: start of the first column, in nanoseconds since 1970
 * @end: end of the last column
 * @most: hits of the fullest cell
 * @out: output
 */
struct map {
	struct heat heat;
	double low;
	double high;
	uint64_t start;
	uint64_t end;
	uint64_t most;
	FILE *out;
};

/*
 * Returns a number's coordinate before scaling: logarithmic on both sides of 0, or linear
 * if all ranges have the same length.
 */
static double heat_place(const struct map *map, double number)
{
	if (map->heat.linear)
		return number;
	return number < 0 ? -log2(1 - number) : log2(1 + number);
}

static double y_of(const struct map *map, double number)
{
	return SVG_TOP +
	       PLOT_HEIGHT * (map->high - heat_place(map, number)) / (map->high - map->low);
}

static double x_of(const struct map *map, size_t column, bool end)
{
	const struct heat_column *c = &map->heat.columns[column];
	const double span = map->end > map->start ? map->end - map->start : 1;
	double part;

	if (c->label)
		part = (double)(column + end) / map->heat.nr;
	else
		part = ((double)(end ? c->end : c->start) - map->start) / span;
	return LEFT + (RIGHT - LEFT) * fmin(fmax(part, 0), 1);
}

static void heat_measure(struct map *map)
{
	size_t i, j;

	map->low = INFINITY;
	map->high = -INFINITY;
	map->start = UINT64_MAX;
	for (i = 0; i < map->heat.nr; i++) {
		const struct heat_column *c = &map->heat.columns[i];

		map->start = c->start < map->start ? c->start : map->start;
		map->end = c->end > map->end ? c->end : map->end;
		for (j = 0; j < c->nr; j++) {
			map->low = fmin(map->low, heat_place(map, doc_double(c->cells[j].low)));
			map->high = fmax(map->high,
					 heat_place(map, doc_double(c->cells[j].high) + 1));
			if (c->cells[j].count > map->most)
				map->most = c->cells[j].count;
		}
	}
}

/* Formats a time with milliseconds, in the local time zone. */
static void heat_time_text(char *text, size_t size, uint64_t ns)
{
	const time_t seconds = ns / 1000000000;
	struct tm tm = {};
	size_t len;

	localtime_r(&seconds, &tm);
	len = strftime(text, size, "%H:%M:%S", &tm);
	snprintf(text + len, size - len, ".%03u", (unsigned int)(ns / 1000000 % 1000));
}

static void heat_column_text(const struct heat_column *c, char *text, size_t size)
{
	char start[32], end[32];

	if (c->label) {
		snprintf(text, size, "%s", c->label);
		return;
	}
	heat_time_text(start, sizeof(start), c->start);
	heat_time_text(end, sizeof(end), c->end);
	snprintf(text, size, "%s to %s", start, end);
}

static void heat_put_cell(const struct map *map, size_t column, const struct heat_cell *cell)
{
	static const char *const colours[COLOURS] = {
		"#fff3b2", "#fee187", "#fec45f", "#fea446", "#fd8038",
		"#fc4f2a", "#e92720", "#cb0f23", "#a30126", "#6b0026",
	};
	const double x = x_of(map, column, false), end = x_of(map, column, true);
	const double top = y_of(map, doc_double(cell->high) + 1);
	const double bottom = y_of(map, doc_double(cell->low));
	const double part = map->most > 1 ? log((double)cell->count) / log((double)map->most) : 1;
	const struct heat_column *c = &map->heat.columns[column];
	char about[EXPORT_TEXT_MAX], low[32], high[32];

	heat_column_text(c, about, sizeof(about));
	export_amount(low, doc_double(cell->low), map->heat.unit);
	export_amount(high, doc_double(cell->high), map->heat.unit);
	fprintf(map->out, "<rect class=\"c\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\""
		" fill=\"%s\"><title>", x, top, fmax(end - x, 0.2), fmax(bottom - top, 0.2),
		colours[(int)(part * (COLOURS - 1) + 0.5)]);
	export_xml(map->out, about);
	fprintf(map->out, "\n%s to %s: %llu, %.2f %%</title></rect>\n", low, high,
		(unsigned long long)cell->count, 100.0 * cell->count / c->total);
}

static void heat_put_tick(const struct map *map, double number)
{
	const double y = y_of(map, number);
	char text[32];

	export_amount(text, number, map->heat.unit);
	fprintf(map->out, "<text class=\"axis\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>"
		"<path d=\"M%d %.1fH%d\" stroke=\"#0002\"/>\n", LEFT - 6, y + 4, text, LEFT - 4, y,
		RIGHT);
}

/* Labels powers of ten (for bytes, of 1,024); on a linear axis, round numbers. */
static void heat_put_ticks(const struct map *map)
{
	const double base = map->heat.unit == DOC_UNIT_BYTES ? 1024 : 10;
	double number, step, last = INFINITY;
	int sign, i;

	if (map->heat.linear) {
		step = pow(10, floor(log10(fmax((map->high - map->low) / 4, 1))));
		/* Limit the number of steps: a step may be too small for floating point. */
		for (i = 0; i < 60; i++) {
			number = (ceil(map->low / step) + i) * step;
			if (number <= map->high && fabs(last - y_of(map, number)) > 24) {
				heat_put_tick(map, number);
				last = y_of(map, number);
			}
		}
		return;
	}
	if (map->low <= 0 && map->high > 0)
		heat_put_tick(map, 0);
	for (sign = -1; sign <= 1; sign += 2)
		for (number = 1; heat_place(map, number) < 70; number *= base) {
			const double at = heat_place(map, sign * number);

			if (at < map->low || at > map->high ||
			    fabs(y_of(map, sign * number) - y_of(map, 0)) < 14)
				continue;
			heat_put_tick(map, sign * number);
		}
}

/* Copies the part of a label that fits below a column, cut between characters. */
static void short_label(char *text, const char *label)
{
	size_t end = strnlen(label, 12);

	while (label[end] && (label[end] & 0xc0) == 0x80)
		end--;
	memcpy(text, label, end);
	text[end] = '\0';
}

static void heat_put_columns(const struct map *map)
{
	const unsigned int y = SVG_TOP + PLOT_HEIGHT + 16;
	double last = -INFINITY;
	char text[TEXT_MAX];
	size_t i;

	for (i = 0; i < map->heat.nr; i++) {
		const struct heat_column *c = &map->heat.columns[i];
		const double x = x_of(map, i, false);

		if (x - last < (c->label ? 70 : 110))
			continue;
		last = x;
		if (c->label)
			short_label(text, c->label);
		else
			heat_time_text(text, sizeof(text), c->start);
		fprintf(map->out, "<path d=\"M%.1f %uv4\" stroke=\"#888\"/>"
			"<text class=\"axis\" x=\"%.1f\" y=\"%u\">", x, y - 15, x, y);
		export_xml(map->out, text);
		fputs("</text>\n", map->out);
	}
}

static const char script[] =
"const all=[...document.querySelectorAll('.c')].map(c=>({c,text:title(c).toLowerCase(),\n"
"n:+title(c).match(/: (\\d+), [^:]*$/)[1]}));\n"
"const sum=all.reduce((s,c)=>s+c.n,0);\n"
"const find=()=>{const word=by('search').value.toLowerCase();let n=0,hits=0;\n"
"for(const c of all){const hit=!!word&&c.text.includes(word);c.c.classList.toggle('hit',hit);\n"
"if(hit){n++;hits+=c.n}}\n"
"say('found',word?n+' found, '+(100*hits/sum).toFixed(2)+' % of the hits':'')};\n"
"by('search').addEventListener('input',find);\n"
"svg.addEventListener('click',e=>{const c=e.target.closest('.c');if(!c)return;\n"
"by('search').value=title(c).split('\\n')[0];find()});\n"
"svg.addEventListener('keydown',e=>{if(e.key==='Escape'){by('search').value='';find()}});\n";

static void heat_put_map(struct map *map, const char *title)
{
	const double height = SVG_TOP + PLOT_HEIGHT + AXIS_HEIGHT + SVG_BOTTOM;
	char subtitle[TEXT_MAX];
	size_t i, j;

	heat_measure(map);
	if (!map->most) {
		svg_begin(map->out, height, title, "There are no hits.", "Search");
		svg_end(map->out, "");
		return;
	}
	snprintf(subtitle, sizeof(subtitle), "Vertical axis: %s. A cell has at most %llu hits.",
		 map->heat.field, (unsigned long long)map->most);
	if (map->heat.left_out)
		snprintf(subtitle + strlen(subtitle), sizeof(subtitle) - strlen(subtitle),
			 " %zu keys with fewer hits are left out.", map->heat.left_out);
	svg_begin(map->out, height, title, subtitle,
		  map->heat.columns[0].label ? "Search a key or range" : "Search a time or range");
	fprintf(map->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4f4f2\"/>\n",
		LEFT, SVG_TOP, RIGHT - LEFT, PLOT_HEIGHT);
	heat_put_ticks(map);
	heat_put_columns(map);
	for (i = 0; i < map->heat.nr; i++)
		for (j = 0; j < map->heat.columns[i].nr; j++)
			heat_put_cell(map, i, &map->heat.columns[i].cells[j]);
	svg_end(map->out, script);
}

bool export_heat(FILE *out, const struct export_source *sources, size_t nr, bool takes)
{
	struct map map = { .out = out };
	char title[300];
	bool good;

	good = heat_make(&map.heat, sources, nr, takes);
	export_title(title, sizeof(title), &sources[0]);
	if (good)
		heat_put_map(&map, title);
	heat_free(&map.heat);
	return good;
}
