/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of pictures in SVG. A picture is one file, which contains its styles and script
 * and loads nothing.
 */
#ifndef TOOL_SVG_H
#define TOOL_SVG_H

#include "export_parts.h"

/**
 * svg_begin() - print the beginning of a picture: title, search field, and the line that
 * describes the element under the mouse
 * @out: where to
 * @height: of the picture, in pixels
 * @title: in large letters
 * @subtitle: in small ones
 * @hint: shown in the search field
 */
void svg_begin(FILE *out, double height, const char *title, const char *subtitle,
	       const char *hint);

/**
 * svg_end() - print the end of a picture
 * @out: where to
 * @script: of this kind of picture
 */
void svg_end(FILE *out, const char *script);

/* Of a picture, in pixels. */
#define SVG_WIDTH	1200
#define SVG_MARGIN	10
#define SVG_TOP		64
#define SVG_BOTTOM	34

#endif /* TOOL_SVG_H */
