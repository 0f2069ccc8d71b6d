/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal: shows canvases and reads keys, with the help of ncurses, which sends only
 * what has changed since the last picture. ncurses writes to a file in memory, and
 * out_try() copies that to the terminal. So a terminal that accepts no output cannot keep
 * the program from ending.
 */
#ifndef TOOL_SCREEN_H
#define TOOL_SCREEN_H

#include <stddef.h>

struct canvas;

/**
 * screen_prepare() - make sure that there is a terminal
 *
 * Ends the program with a message if there is none. Must be called before sessions begin:
 * stop_catch() expects SIGWINCH to be blocked.
 */
void screen_prepare(void);

/**
 * screen_open() - take over the terminal
 *
 * Ends the program with a message if the terminal cannot move its cursor. Restores the
 * terminal at exit, and before a message is printed. May be called twice.
 */
void screen_open(void);

/**
 * screen_close() - restore the terminal
 */
void screen_close(void);

/**
 * screen_begin() - begin a picture
 * @canvas: gets empty, and as large as the terminal
 */
void screen_begin(struct canvas *canvas);

/**
 * screen_show() - show a picture
 * @canvas: the picture
 */
void screen_show(const struct canvas *canvas);

/**
 * screen_fd() - get the file that has input when a key is typed or the size changes
 *
 * Return: the file, for stop_wait().
 */
int screen_fd(void);

/**
 * screen_key() - read a key
 *
 * Return: a character or an enum input; INPUT_NONE if there is no further key.
 */
int screen_key(void);

#endif /* TOOL_SCREEN_H */
