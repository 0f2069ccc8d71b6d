// SPDX-License-Identifier: GPL-2.0
/*
 * Flame graphs; see export.h. Rows are merged into a tree of keys and functions. The width
 * of a node is the total weight of its rows. The outermost nodes are at the bottom.
 */
#include <stdlib.h>
#include <string.h>

#include "svg.h"

#define FRAME_HEIGHT	17
#define DEPTH_MAX	400
/* Frames narrower than this, in pixels, are left out: they are invisible and can be many. */
#define LEAST_WIDTH	0.1
#define CHAR_WIDTH	6.6
#define TABLE_SIZE	16384

/**
 * struct node - a frame of the picture
 * @text: its name
 * @kind: like struct export_frame
 * @total: the weight of all rows that contain it
 * @children: the frames above it
 * @next: the next frame with the same parent
 * @chain: the next frame in the same slot of the table
 * @parent: the frame below it
 */
struct node {
	const char *text;
	char kind;
	double total;
	struct node *children;
	struct node *next;
	struct node *chain;
	struct node *parent;
};

/**
 * struct flame - a flame graph
 * @arena: memory of nodes and their names
 * @root: the lowest node
 * @table: finds a node by its parent and its name
 * @depth: the deepest level that is shown
 * @cut: rows that were deeper than DEPTH_MAX
 * @narrow: nodes that were too narrow to be shown
 * @unit: unit of the weights
 * @out: output
 */
struct flame {
	struct arena arena;
	struct node root;
	struct node **table;
	unsigned int depth;
	unsigned long cut;
	unsigned long narrow;
	enum doc_unit unit;
	FILE *out;
};

static uint64_t hash_text(uint64_t value, const char *text)
{
	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 0x100000001b3ULL;
	return value ^ value >> 29;
}

static struct node *find_child(struct flame *flame, struct node *parent,
			       const struct export_frame *frame)
{
	const uint64_t hash = hash_text((uintptr_t)parent, frame->text);
	struct node **slot = &flame->table[hash % TABLE_SIZE], *node;

	for (node = *slot; node; node = node->chain)
		if (node->parent == parent && node->kind == frame->kind &&
		    !strcmp(node->text, frame->text))
			return node;
	node = arena_alloc(&flame->arena, sizeof(*node), 1);
	if (!node)
		return NULL;
	node->text = arena_strdup(&flame->arena, frame->text);
	node->kind = frame->kind;
	node->parent = parent;
	node->next = parent->children;
	parent->children = node;
	node->chain = *slot;
	*slot = node;
	return node->text ? node : NULL;
}

static bool flame_add_row(void *context, const struct export_frame *frames, size_t nr,
			  uint64_t weight)
{
	struct flame *flame = context;
	struct node *node = &flame->root;
	size_t i;

	node->total += weight;
	if (nr > DEPTH_MAX) {
		flame->cut++;
		nr = DEPTH_MAX;
	}
	for (i = 0; i < nr; i++) {
		node = find_child(flame, node, &frames[i]);
		if (!node)
			return false;
		node->total += weight;
	}
	if (nr > flame->depth)
		flame->depth = nr;
	return true;
}

/*
 * Functions of the kernel get warm colours, those of modules green, those of users yellow, keys
 * blue.
 */
static void flame_put_colour(FILE *out, const struct node *node)
{
	const uint64_t hash = hash_text(0xcbf29ce484222325ULL, node->text);
	const unsigned int a = hash % 40, b = hash / 64 % 30;

	switch (node->kind) {
	case 'k':
		fprintf(out, "hsl(%u,92%%,%u%%)", 12 + a, 64 + b / 3);
		break;
	case 'm':
		fprintf(out, "hsl(%u,55%%,%u%%)", 90 + a, 62 + b / 3);
		break;
	case 'u':
		fprintf(out, "hsl(%u,80%%,%u%%)", 44 + a / 4, 62 + b / 3);
		break;
	case 'l':
		fprintf(out, "hsl(%u,60%%,%u%%)", 195 + a / 2, 74 + b / 3);
		break;
	default:
		fprintf(out, "hsl(0,0%%,%u%%)", 76 + b / 3);
	}
}

/* Prints the part of a name that fits into its frame, as the picture's script does. */
static void flame_put_label(FILE *out, const char *text, double width)
{
	const size_t columns = width > 6 ? (width - 6) / CHAR_WIDTH : 0;
	char label[256];
	size_t i, chars = 0;

	if (columns < 3)
		return;
	for (i = 0; text[i] && i + 8 < sizeof(label); i++) {
		chars += (text[i] & 0xc0) != 0x80;
		if (chars > columns)
			break;
		label[i] = text[i];
	}
	if (text[i])
		while (i && (label[i - 1] & 0xc0) == 0x80)
			i--;
	if (text[i] && i)
		i--;
	label[i] = '\0';
	export_xml(out, label);
	if (text[i])
		fputs("\xe2\x80\xa6", out);
}

static void flame_put_node(struct flame *flame, const struct node *node, double offset,
			   unsigned int level)
{
	const double scale = (SVG_WIDTH - 2 * SVG_MARGIN) / flame->root.total;
	const double x = SVG_MARGIN + offset * scale, width = node->total * scale;
	const double y = SVG_TOP + (flame->depth - level) * FRAME_HEIGHT;
	char amount[32];

	export_amount(amount, node->total, flame->unit);
	fprintf(flame->out, "<g class=\"f\" data-o=\"%.17g\" data-v=\"%.17g\"><title>", offset,
		node->total);
	export_xml(flame->out, node->text);
	fprintf(flame->out, "\n%s, %.2f %%</title><rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\""
		" rx=\"1\" fill=\"", amount, 100 * node->total / flame->root.total, x, y, width,
		FRAME_HEIGHT - 1);
	flame_put_colour(flame->out, node);
	fprintf(flame->out, "\"/><text x=\"%.2f\" y=\"%.0f\">", x + 3, y + 12);
	flame_put_label(flame->out, node->text, width);
	fputs("</text></g>\n", flame->out);
}

static int compare_nodes(const void *a, const void *b)
{
	const struct node *one = *(struct node *const *)a, *other = *(struct node *const *)b;
	const int order = strcmp(one->text, other->text);

	return order ? order : one->kind - other->kind;
}

/* Prints a node and all nodes above it, from left to right. */
static bool flame_put_tree(struct flame *flame, const struct node *node, double offset,
			   unsigned int level)
{
	struct node **children, *child;
	size_t i, nr = 0;

	if (node->total * (SVG_WIDTH - 2 * SVG_MARGIN) < LEAST_WIDTH * flame->root.total) {
		flame->narrow++;
		return true;
	}
	flame_put_node(flame, node, offset, level);
	for (child = node->children; child; child = child->next)
		nr++;
	children = arena_alloc(&flame->arena, sizeof(*children), nr);
	if (!children)
		return false;
	nr = 0;
	for (child = node->children; child; child = child->next)
		children[nr++] = child;
	qsort(children, nr, sizeof(*children), compare_nodes);
	for (i = 0; i < nr; i++) {
		if (!flame_put_tree(flame, children[i], offset, level + 1))
			return false;
		offset += children[i]->total;
	}
	return true;
}

static const char script[] =
"const all=[...document.querySelectorAll('.f')].map(g=>({g,o:+g.dataset.o,v:+g.dataset.v,\n"
"name:title(g).split('\\n')[0],r:g.querySelector('rect'),t:g.querySelector('text')}));\n"
"all.forEach(f=>{f.y=+f.r.getAttribute('y');f.g.frame=f});\n"
"const root=all[0],W=1180,M=10;let at=root;\n"
"const fit=(f,w)=>{const n=Math.floor((w-6)/6.6),c=[...f.name];\n"
"f.t.textContent=n<3?'':c.length<=n?f.name:c.slice(0,n-1).join('')+'\\u2026'};\n"
"const zoom=to=>{at=to;const k=W/to.v,e=to.v*1e-9;\n"
"for(const f of all){const up=f.y>to.y&&f.o<=to.o+e&&f.o+f.v>=to.o+to.v-e;\n"
"const inside=f.y<=to.y&&f.o>=to.o-e&&f.o+f.v<=to.o+to.v+e;\n"
"f.g.style.display=up||inside?'':'none';f.g.classList.toggle('up',up&&f!==to);\n"
"if(!up&&!inside)continue;const x=up?M:M+(f.o-to.o)*k,w=up?W:f.v*k;\n"
"f.r.setAttribute('x',x);f.r.setAttribute('width',w);f.t.setAttribute('x',x+3);fit(f,w)}\n"
"by('reset').style.visibility=to===root?'hidden':'visible'};\n"
"svg.addEventListener('click',e=>{const g=e.target.closest('.f');if(g)zoom(g.frame)});\n"
"by('reset').addEventListener('click',()=>zoom(root));\n"
"svg.addEventListener('keydown',e=>{if(e.key==='Escape'){by('search').value='';find();zoom(root)}});\n"
"const find=()=>{const word=by('search').value.toLowerCase();let sum=0,end=-1;\n"
"for(const f of all)f.g.classList.toggle('hit',!!word&&f.name.toLowerCase().includes(word));\n"
"const hits=all.filter(f=>f.g.classList.contains('hit'))\n"
".sort((a,b)=>a.o-b.o||b.v-a.v);\n"
"for(const f of hits)if(f.o>=end*(1-1e-12)){sum+=f.v;end=f.o+f.v}\n"
"say('found',word?hits.length+' found, '+(100*sum/root.v).toFixed(2)+' %':'')};\n"
"by('search').addEventListener('input',find);\n";

static void flame_put_picture(struct flame *flame, const struct export_source *source, bool *good)
{
	const double height = SVG_TOP + (flame->depth + 1) * FRAME_HEIGHT + SVG_BOTTOM;
	char title[300], subtitle[300], amount[32];

	export_title(title, sizeof(title), source);
	export_amount(amount, flame->root.total, flame->unit);
	snprintf(subtitle, sizeof(subtitle), "%s in all. Click to zoom.", amount);
	if (!(flame->root.total > 0))
		snprintf(subtitle, sizeof(subtitle), "There are no hits.");
	svg_begin(flame->out, height, title, subtitle, "Search");
	*good = !(flame->root.total > 0) || flame_put_tree(flame, &flame->root, 0, 0);
	if (flame->narrow || flame->cut)
		fprintf(flame->out, "<text class=\"axis\" x=\"%d\" y=\"%.0f\" text-anchor=\"end\">"
			"%lu frames too narrow to see, %lu stacks cut off</text>\n",
			SVG_WIDTH - SVG_MARGIN, height - 10, flame->narrow, flame->cut);
	svg_end(flame->out, flame->root.total > 0 ? script : "");
}

/* Returns the unit of the weights, if all histograms have the same. */
static enum doc_unit flame_unit(const struct export_source *source)
{
	enum doc_unit unit = DOC_UNIT_NONE, other;
	size_t i;

	for (i = 0; i < source->doc->nr_hists; i++) {
		const struct doc_hist *hist = &source->doc->hists[i];
		const int weight = export_weight(hist, source->weight);

		if (weight < 0)
			continue;
		other = export_unit(source, &doc_values(hist)[weight]);
		if (i && other != unit)
			return DOC_UNIT_NONE;
		unit = other;
	}
	return unit;
}

bool export_flame(FILE *out, const struct export_source *source)
{
	struct flame flame = {
		.root = { .text = "all", .kind = 'a' },
		.unit = flame_unit(source), .out = out,
	};
	bool good;

	flame.table = arena_alloc(&flame.arena, sizeof(*flame.table), TABLE_SIZE);
	good = flame.table && export_rows(source, flame_add_row, &flame);
	if (good)
		flame_put_picture(&flame, source, &good);
	arena_free(&flame.arena);
	return good;
}
