/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parts of SVG pictures. A picture is a single file with its styles and script, and loads no
 * other file.
 */
#ifndef TOOL_SVG_H
#define TOOL_SVG_H

#include "export_parts.h"

/**
 * svg_begin() - print the beginning of a picture
 * @out: output
 * @height: height of the picture, in pixels
 * @title: in large letters
 * @subtitle: in small letters
 * @hint: shown in the search field
 *
 * Includes the line that describes the element under the mouse.
 */
void svg_begin(FILE *out, double height, const char *title, const char *subtitle,
	       const char *hint);

/* Prints the end of a picture. @script is what this kind of picture adds to the common script. */
void svg_end(FILE *out, const char *script);

/* Sizes in a picture, in pixels. */
#define SVG_WIDTH	1200
#define SVG_MARGIN	10
#define SVG_TOP		64
#define SVG_BOTTOM	34

#endif /* TOOL_SVG_H */
