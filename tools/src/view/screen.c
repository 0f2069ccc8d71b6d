// SPDX-License-Identifier: GPL-2.0
/* The terminal, by means of ncurses; see screen.h. */
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include <errno.h>
#include <fcntl.h>
#include <ncurses.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "../stop.h"
#include "canvas.h"
#include "input.h"
#include "screen.h"

/* How long screen_close() waits for a slow terminal, in nanoseconds. */
#define CLOSE_TIME	1000000000ull

static struct {
	SCREEN *curses;
	int terminal;		/* output, does not block */
	FILE *output;		/* the file in memory that ncurses writes to */
	struct termios termios;	/* settings that the terminal had before */
	struct sigaction suspend;
	sigset_t mask;		/* blocks SIGWINCH */
	int events;		/* epoll of keys, and of changes of the size */
	int sizes;
	bool open;
	bool colours;
} screen;

/* ---- what ncurses has written */

/*
 * Sends the output of ncurses to the terminal. Waits for a slow terminal until @until, or
 * until a signal ends the program.
 */
static void flush(uint64_t until)
{
	int fd = fileno(screen.output);
	char part[4096];
	off_t at = 0;
	ssize_t n;

	fflush(screen.output);
	while ((n = pread(fd, part, sizeof(part), at)) > 0) {
		if (!out_try(screen.terminal, part, n, until))
			break;
		at += n;
	}
	if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
		stop_now();
}

/* ---- size */

static void terminal_size(int *lines, int *columns)
{
	struct winsize size = {};
	const char *given;

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	*lines = size.ws_row;
	*columns = size.ws_col;
	/* A serial console may report no size. Then use that of the environment. */
	given = getenv("LINES");
	if (!*lines)
		*lines = given ? atoi(given) : 0;
	given = getenv("COLUMNS");
	if (!*columns)
		*columns = given ? atoi(given) : 0;
	if (*lines < 1 || *lines > 1000)
		*lines = 24;
	if (*columns < 1 || *columns > 1000)
		*columns = 80;
}

static void follow_size(void)
{
	int lines, columns;

	terminal_size(&lines, &columns);
	if (lines != LINES || columns != COLS)
		resizeterm(lines, columns);
}

/* ---- terminals */

/* The makefile generates this table of terminal descriptions. */
static const struct {
	const char *prefix;
	const char *name;
	const char *description;
} terms[] = {
#include "terms.h"
};

/* Uses a built-in description of the terminal: an initramfs has no terminfo database. */
static bool use_own_description(const char *term)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(terms); i++) {
		if (strncmp(term, terms[i].prefix, strlen(terms[i].prefix)))
			continue;
		setenv("TERMINFO", terms[i].description, 1);
		screen.curses = newterm(terms[i].name, screen.output, stdin);
		return screen.curses;
	}
	return false;
}

static void open_curses(void)
{
	const char *term = getenv("TERM");
	int fd = memfd_create("screen", MFD_CLOEXEC), lines, columns;
	char number[16];

	screen.output = fd < 0 ? NULL : fdopen(fd, "w");
	if (!screen.output)
		die("cannot create the screen's buffer: %s. End other programs and try again",
		    strerror(errno));
	if (!term || !*term || !strcmp(term, "dumb") || !strcmp(term, "unknown"))
		die("TERM says that this terminal cannot move its cursor; if it can, set TERM=vt100");
	/* ncurses writes to a file in memory, so it cannot ask the terminal for its size. */
	terminal_size(&lines, &columns);
	snprintf(number, sizeof(number), "%d", lines);
	setenv("LINES", number, 1);
	snprintf(number, sizeof(number), "%d", columns);
	setenv("COLUMNS", number, 1);
	screen.curses = newterm(term, screen.output, stdin);
	if (!screen.curses && !use_own_description(term))
		die("the terminal TERM=%s is unknown; TERM=vt100 works on most terminals", term);
	/* How long to wait after Esc for the rest of a key's sequence, in milliseconds. */
	set_escdelay(50);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	typeahead(-1);
	if (!tigetstr("cup") || tigetstr("cup") == (char *)-1)
		die("the terminal %s cannot move its cursor; histrig RECIPE INTERVAL prints line by line",
		    term);
}

/* Defines the shades of heat maps: as backgrounds with 256 colours, else as foregrounds. */
static void open_colours(void)
{
	static const short many[CANVAS_SHADES] = { 0, 17, 18, 54, 90, 126, 162, 203, 215, 227 };
	static const short few[CANVAS_SHADES] = {
		0, COLOR_BLUE, COLOR_BLUE, COLOR_CYAN, COLOR_CYAN, COLOR_GREEN, COLOR_GREEN,
		COLOR_YELLOW, COLOR_YELLOW, COLOR_RED,
	};
	short i;

	if (!has_colors() || start_color() == ERR || COLORS < 8 ||
	    COLOR_PAIRS <= CANVAS_SHADES)
		return;
	use_default_colors();
	for (i = 1; i < CANVAS_SHADES; i++) {
		if (COLORS >= 256)
			init_pair(i, many[i], many[i]);
		else
			init_pair(i, few[i], -1);
	}
	screen.colours = true;
}

/* Sets up the terminal. ncurses does not do this, because its terminal is a file. */
static void open_terminal(void)
{
	struct termios raw;

	/* Open the terminal again: O_NONBLOCK on the shell's file would affect the shell. */
	screen.terminal = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (screen.terminal < 0)
		screen.terminal = STDOUT_FILENO;
	tcgetattr(STDIN_FILENO, &screen.termios);
	raw = screen.termios;
	raw.c_lflag &= ~(ICANON | ECHO);
	raw.c_oflag &= ~ONLCR;
	raw.c_iflag &= ~INLCR;
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	/* Disable suspending, because a stopped program would leave its triggers armed. */
	raw.c_cc[VSUSP] = _POSIX_VDISABLE;
	tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	sigaction(SIGTSTP, &(struct sigaction){ .sa_handler = SIG_IGN }, &screen.suspend);
}

void screen_prepare(void)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		die("input or output is not a terminal; use histrig RECIPE INTERVAL for files and pipes");
	sigemptyset(&screen.mask);
	sigaddset(&screen.mask, SIGWINCH);
	sigprocmask(SIG_BLOCK, &screen.mask, NULL);
	/* From now on, signals only ask the program to stop. */
	stop_catch();
}

static void open_events(void)
{
	struct epoll_event keys = { .events = EPOLLIN, .data.fd = STDIN_FILENO };
	struct epoll_event sizes = { .events = EPOLLIN };

	screen.sizes = signalfd(-1, &screen.mask, SFD_CLOEXEC | SFD_NONBLOCK);
	screen.events = epoll_create1(EPOLL_CLOEXEC);
	sizes.data.fd = screen.sizes;
	if (screen.sizes < 0 || screen.events < 0 ||
	    epoll_ctl(screen.events, EPOLL_CTL_ADD, STDIN_FILENO, &keys) ||
	    epoll_ctl(screen.events, EPOLL_CTL_ADD, screen.sizes, &sizes))
		die("cannot wait for keys: %s. histrig RECIPE INTERVAL needs none",
		    strerror(errno));
}

void screen_open(void)
{
	if (screen.open)
		return;
	open_events();
	open_curses();
	open_terminal();
	screen.open = true;
	stop_before_message(screen_close);
	atexit(screen_close);
	open_colours();
}

void screen_close(void)
{
	if (!screen.open)
		return;
	screen.open = false;
	endwin();
	/* A terminal that accepts no output must not delay the cleanup. */
	flush(stop_clock() + CLOSE_TIME);
	tcsetattr(STDIN_FILENO, TCSANOW, &screen.termios);
	sigaction(SIGTSTP, &screen.suspend, NULL);
}

/* ---- pictures */

static attr_t attributes(char style, bool *hide, short *pair)
{
	*pair = 0;
	*hide = false;
	switch (style) {
	case STYLE_BOLD:
		return A_BOLD;
	case STYLE_DIM:
		return A_DIM;
	case STYLE_HEADING:
	case STYLE_CURSOR:
		return A_REVERSE;
	case STYLE_PLAIN:
		return A_NORMAL;
	}
	if (screen.colours)
		*pair = style - STYLE_SHADE;
	/* With 256 colours, shades are backgrounds, so spaces replace the characters. */
	*hide = screen.colours && COLORS >= 256;
	return A_NORMAL;
}

static void show_line(const struct canvas_line *line, int y)
{
	const char *at = line->text.at ? line->text.at : "";
	size_t x = 0, columns, len;
	bool hide;
	short pair;

	move(y, 0);
	clrtoeol();
	for (; (len = canvas_char(at, &columns)); at += len, x += columns) {
		attr_t attrs = attributes(line->styles.at[x < line->styles.len ? x : x - 1],
					  &hide, &pair);

		attr_set(attrs, pair, NULL);
		if (hide && pair)
			addch(' ');
		else
			addnstr(at, len);
	}
	attr_set(A_NORMAL, 0, NULL);
}

void screen_begin(struct canvas *canvas)
{
	canvas_clear(canvas, COLS, LINES);
}

void screen_show(const struct canvas *canvas)
{
	size_t y;

	for (y = 0; y < canvas->height; y++)
		show_line(&canvas->lines[y], y);
	curs_set(canvas->x >= 0);
	move(canvas->x >= 0 ? canvas->y : 0, canvas->x >= 0 ? canvas->x : 0);
	refresh();
	flush(UINT64_MAX);
}

/* ---- keys */

int screen_fd(void)
{
	return screen.events;
}

/* Reads signals from signalfd, and tests whether the terminal was closed. */
static void take_events(void)
{
	struct epoll_event events[2];
	struct signalfd_siginfo info;
	int i, nr = epoll_wait(screen.events, events, 2, 0);

	for (i = 0; i < nr; i++) {
		if (events[i].data.fd == screen.sizes) {
			while (read(screen.sizes, &info, sizeof(info)) > 0)
				;
			follow_size();
		} else if (events[i].events & (EPOLLHUP | EPOLLERR)) {
			stop_now();
		}
	}
}

int screen_key(void)
{
	static const struct {
		int curses;
		int key;
	} keys[] = {
		{ KEY_UP, INPUT_UP }, { KEY_DOWN, INPUT_DOWN }, { KEY_LEFT, INPUT_LEFT },
		{ KEY_RIGHT, INPUT_RIGHT }, { KEY_PPAGE, INPUT_PAGE_UP },
		{ KEY_NPAGE, INPUT_PAGE_DOWN }, { KEY_HOME, INPUT_HOME }, { KEY_END, INPUT_END },
		{ KEY_BACKSPACE, INPUT_BACKSPACE }, { KEY_ENTER, INPUT_ENTER },
	};
	wint_t code;
	size_t i;
	int kind;

	take_events();
	for (;;) {
		kind = get_wch(&code);
		if (kind == ERR)
			return INPUT_NONE;
		if (kind != KEY_CODE_YES)
			break;
		for (i = 0; i < ARRAY_SIZE(keys); i++)
			if (code == (wint_t)keys[i].curses)
				return keys[i].key;
	}
	if (code == '\r')
		return INPUT_ENTER;
	if (code == 0x7f || code == '\b')
		return INPUT_BACKSPACE;
	/* The user types Ctrl-L if other output has overwritten the screen, so redraw all of it. */
	if (code == '\f') {
		clearok(curscr, TRUE);
		return INPUT_REDRAW;
	}
	return code;
}
