/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal: shows canvases and reads keys, by means of ncurses. ncurses writes to a file
 * in memory, which out_try() copies to the terminal. So the program can end while a terminal
 * accepts no output.
 */
#ifndef TOOL_SCREEN_H
#define TOOL_SCREEN_H

#include <stddef.h>

struct canvas;

/*
 * Ends the program with a message if there is no terminal. Call this before sessions begin,
 * because stop_catch() expects SIGWINCH to be blocked.
 */
void screen_prepare(void);

/*
 * Takes over the terminal until exit, or until a message is printed. Ends the program with a
 * message if the terminal cannot move its cursor. Does nothing if it is called again.
 */
void screen_open(void);

/* Restores the terminal. */
void screen_close(void);

/* Begins a picture: empties a canvas and gives it the terminal's size. */
void screen_begin(struct canvas *canvas);

/* Shows a picture. */
void screen_show(const struct canvas *canvas);

/* Returns a file for stop_wait(). It has input when a key is typed or the size changes. */
int screen_fd(void);

/* Returns the next key, a character or an enum input; INPUT_NONE if there is none. */
int screen_key(void);

#endif /* TOOL_SCREEN_H */
