// SPDX-License-Identifier: GPL-2.0
/* Parts of SVG pictures; see svg.h. */
#include "svg.h"

static const char style[] =
"text{font:12px system-ui,'DejaVu Sans',sans-serif;fill:#222}\n"
".bg{fill:#fdfdfc}\n"
"#title{font-size:18px;font-weight:600}\n"
"#subtitle,#found,.axis{fill:#666}\n"
".axis{font-size:11px}\n"
".f,.c{cursor:pointer}\n"
".f text{font-size:11px;pointer-events:none}\n"
".f rect{stroke:#fdfdfc;stroke-width:.5}\n"
".f:hover rect,.c:hover{stroke:#000;stroke-width:1}\n"
".up{opacity:.45}\n"
".hit rect{fill:#c4f!important}\n"
".c.hit{stroke:#80f;stroke-width:2}\n"
"input{width:100%;box-sizing:border-box;font:12px system-ui,sans-serif;padding:2px 6px;\n"
"border:1px solid #bbb;border-radius:4px}\n"
"#reset{cursor:pointer;fill:#06c;visibility:hidden}\n";

/* The script of both kinds of pictures describes the element under the mouse. */
static const char script[] =
"const NS='http://www.w3.org/2000/svg',svg=document.documentElement;\n"
"const by=id=>document.getElementById(id);\n"
"const title=e=>e.querySelector('title').textContent;\n"
"const say=(id,text)=>{by(id).textContent=text};\n"
"svg.addEventListener('mouseover',e=>{const g=e.target.closest('.f,.c');\n"
"say('details',g?title(g).replace('\\n',': '):'')});\n"
"svg.addEventListener('mouseleave',()=>say('details',''));\n";

void svg_begin(FILE *out, double height, const char *title, const char *subtitle,
	       const char *hint)
{
	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\""
		" viewBox=\"0 0 %d %.0f\">\n<title>", SVG_WIDTH, height, SVG_WIDTH, height);
	export_xml(out, title);
	fprintf(out, "</title>\n<style>\n%s</style>\n"
		"<rect class=\"bg\" width=\"100%%\" height=\"100%%\"/>\n", style);
	fprintf(out, "<text id=\"title\" x=\"%d\" y=\"28\">", SVG_MARGIN);
	export_xml(out, title);
	fprintf(out, "</text>\n<text id=\"subtitle\" x=\"%d\" y=\"48\">", SVG_MARGIN);
	export_xml(out, subtitle);
	fprintf(out, "</text>\n<text id=\"reset\" x=\"%d\" y=\"28\">Reset</text>\n",
		SVG_WIDTH - 330);
	fprintf(out, "<foreignObject x=\"%d\" y=\"10\" width=\"270\" height=\"28\">"
		"<input xmlns=\"http://www.w3.org/1999/xhtml\" id=\"search\" type=\"search\""
		" placeholder=\"%s\"/></foreignObject>\n", SVG_WIDTH - 280, hint);
	fprintf(out, "<text id=\"found\" x=\"%d\" y=\"52\" text-anchor=\"end\"></text>\n"
		"<text id=\"details\" x=\"%d\" y=\"%.0f\"></text>\n",
		SVG_WIDTH - SVG_MARGIN, SVG_MARGIN, height - 10);
}

void svg_end(FILE *out, const char *more)
{
	fprintf(out, "<script><![CDATA[\n%s%s]]></script>\n</svg>\n", script, more);
}
