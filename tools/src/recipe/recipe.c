// SPDX-License-Identifier: GPL-2.0
/* Finds and parses recipes; see recipe.h. plan.c works out their steps. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../text.h"
#include "recipe.h"

/* Maximum size of a recipe in bytes; a larger file is not a recipe. */
#define RECIPE_SIZE_MAX	65536

static const char * const statements[] = {
	"about", "argument", "needs", "if", "else", "end", "set", "fail", "synthetic", "probe",
	"functions", "trigger", "filter", "enable", "others", "show", "join", "lines", "title", "unit",
	"names",
};

char *recipe_word(char **at)
{
	char *word = *at + strspn(*at, " \t"), *end = word + strcspn(word, " \t");

	*at = end + strspn(end, " \t");
	*end = '\0';
	return word;
}

static bool is_name(const char *text)
{
	const char *at = text;

	if (!isalpha((unsigned char)*at))
		return false;
	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	return !*at && at - text < 32;
}

static bool refuse(char *error, const char *path, unsigned int nr, const char *why,
		   const char *what)
{
	snprintf(error, RECIPE_ERROR_MAX, "%.200s, line %u: %s%.100s", path, nr, why, what);
	return false;
}

/* Statement: argument NAME[=DEFAULT] DESCRIPTION */
static bool parse_arg(struct recipe *recipe, struct recipe_arg ***last, char *rest,
		      unsigned int nr, char *error)
{
	struct recipe_arg *arg = arena_alloc(&recipe->arena, sizeof(*arg), 1), *other;
	char *name = recipe_word(&rest), *equals = strchr(name, '=');

	if (equals)
		*equals++ = '\0';
	if (!is_name(name))
		return refuse(error, recipe->path, nr, "names of arguments must begin with a letter and have at most 31 letters, digits and _; rename this one: ",
			      name);
	for (other = recipe->args; other; other = other->next)
		if (!strcmp(other->name, name))
			return refuse(error, recipe->path, nr, "rename one of the two arguments called ",
				      name);
	arg->name = name;
	arg->standard = equals;
	arg->about = rest;
	arg->number = equals && text_is_number(equals);
	**last = arg;
	*last = &arg->next;
	return true;
}

/*
 * Cuts off the next statement. Skips comments and empty lines; a backslash at the end joins a
 * line with the next one. Returns NULL at the end.
 */
static char *statement(char **at, unsigned int *nr, unsigned int *first)
{
	char *line, *end, *next, *to;

	for (;;) {
		if (!**at)
			return NULL;
		*first = ++*nr;
		line = *at;
		end = strchrnul(line, '\n');
		while (*end && end > line && end[-1] == '\\') {
			next = end + 1 + strspn(end + 1, " \t");
			end[-1] = ' ';
			memmove(end, next, strlen(next) + 1);
			++*nr;
			end = strchrnul(end, '\n');
		}
		*at = *end ? end + 1 : end;
		*end = '\0';
		line += strspn(line, " \t\r");
		for (to = end; to > line && strchr(" \t\r", to[-1]);)
			*--to = '\0';
		if (*line && *line != '#')
			return line;
	}
}

static bool known(const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(statements); i++)
		if (!strcmp(statements[i], word))
			return true;
	return false;
}

static bool parse(struct recipe *recipe, char *text, char *error)
{
	struct recipe_line **last = &recipe->lines, *line;
	struct recipe_arg **last_arg = &recipe->args;
	unsigned int nr = 0, first;
	char *at, *word;

	while ((at = statement(&text, &nr, &first))) {
		word = recipe_word(&at);
		if (!known(word))
			return refuse(error, recipe->path, first, "unknown statement, correct or remove it: ",
				      word);
		if (!strcmp(word, "about")) {
			recipe->about = at;
			continue;
		}
		if (!strcmp(word, "argument")) {
			if (!parse_arg(recipe, &last_arg, at, first, error))
				return false;
			continue;
		}
		line = arena_alloc(&recipe->arena, sizeof(*line), 1);
		line->word = word;
		line->rest = at;
		line->nr = first;
		*last = line;
		last = &line->next;
	}
	if (!recipe->about)
		return refuse(error, recipe->path, nr, "the statement \"about\" is missing; add a line \"about WHAT IT SHOWS\"",
			      "");
	return true;
}

struct recipe *recipe_parse(const char *name, const char *path, const char *text, char *error)
{
	struct recipe *recipe = xalloc(1, sizeof(*recipe));

	recipe->name = arena_strdup(&recipe->arena, name);
	recipe->path = arena_strdup(&recipe->arena, path);
	if (!parse(recipe, arena_strdup(&recipe->arena, text), error)) {
		recipe_free(recipe);
		return NULL;
	}
	return recipe;
}

void recipe_free(struct recipe *recipe)
{
	if (!recipe)
		return;
	arena_free(&recipe->arena);
	free(recipe);
}

/* ---- folders */

static void own_folder(struct text *folder)
{
	char path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (len <= 0)
		return;
	path[len] = '\0';
	*strrchr(path, '/') = '\0';
	text_puts(folder, path);
}

void recipe_folders(struct text *folders)
{
	const char *given = getenv("HISTRIG_RECIPES"), *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");
	struct text own = {};

	if (given && *given) {
		text_puts(folders, given);
		return;
	}
	if (config && *config == '/')
		text_printf(folders, "%s/histrig/recipes:", config);
	else if (home && *home == '/')
		text_printf(folders, "%s/.config/histrig/recipes:", home);
	text_puts(folders, "/etc/histrig/recipes:");
	own_folder(&own);
	if (own.at)
		text_printf(folders, "%s/recipes:%s/../share/histrig/recipes:", own.at, own.at);
	text_puts(folders, "/usr/share/histrig/recipes");
	text_free(&own);
}

static bool has_controls(const struct text *text)
{
	size_t i;

	for (i = 0; i < text->len; i++)
		if (iscntrl((unsigned char)text->at[i]) && !strchr("\t\r\n", text->at[i]))
			return true;
	return text->len != (text->at ? strlen(text->at) : 0);
}

static struct recipe *read_recipe(const char *name, const char *path, char *error)
{
	struct recipe *recipe = NULL;
	struct text text = {};
	char part[4096];
	struct stat st;
	size_t len;
	FILE *file;

	*error = '\0';
	file = fopen(path, "re");
	if (!file) {
		if (errno != ENOENT && errno != ENOTDIR)
			snprintf(error, RECIPE_ERROR_MAX, "cannot read the recipe %.200s: %s",
				 path, strerror(errno));
		return NULL;
	}
	if (!fstat(fileno(file), &st) && S_ISDIR(st.st_mode)) {
		fclose(file);
		return NULL;
	}
	while ((len = fread(part, 1, sizeof(part), file)) && text.len < RECIPE_SIZE_MAX)
		text_add(&text, part, len);
	fclose(file);
	if (text.len >= RECIPE_SIZE_MAX || has_controls(&text))
		snprintf(error, RECIPE_ERROR_MAX, "the recipe %.200s is too large or not a text file; recipes have at most 64 KB",
			 path);
	else
		recipe = recipe_parse(name, path, text.at ? text.at : "", error);
	text_free(&text);
	return recipe;
}

static bool recipe_name(const char *name)
{
	const char *at;

	for (at = name; isalnum((unsigned char)*at) || strchr("_-", *at); at++)
		if (!*at)
			break;
	return !*at && isalpha((unsigned char)*name) && at - name < 64;
}

struct recipe *recipe_find(const char *name, char *error)
{
	struct text folders = {}, path = {};
	struct recipe *recipe = NULL;
	char *folder, *save;
	struct stat st;

	*error = '\0';
	if (strchr(name, '/'))
		return read_recipe(strrchr(name, '/') + 1, name, error);
	if (!recipe_name(name))
		return NULL;
	recipe_folders(&folders);
	for (folder = strtok_r(folders.at, ":", &save); folder && !recipe && !*error;
	     folder = strtok_r(NULL, ":", &save)) {
		text_clear(&path);
		text_printf(&path, "%s/%s", folder, name);
		/* Opening a pipe without a writer would block. */
		if (!stat(path.at, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
			snprintf(error, RECIPE_ERROR_MAX, "%.200s is not a regular file; move it to another folder",
				 path.at);
		else
			recipe = read_recipe(name, path.at, error);
	}
	text_free(&folders);
	text_free(&path);
	return recipe;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

size_t recipe_names(char ***names)
{
	struct text folders = {};
	size_t nr = 0, capacity = 0, i, kept;
	struct dirent *entry;
	char *folder, *save;
	DIR *dir;

	*names = NULL;
	recipe_folders(&folders);
	for (folder = strtok_r(folders.at, ":", &save); folder;
	     folder = strtok_r(NULL, ":", &save)) {
		dir = opendir(folder);
		while (dir && (entry = readdir(dir))) {
			if (!recipe_name(entry->d_name) || !strcmp(entry->d_name, "README"))
				continue;
			if (nr == capacity) {
				capacity = capacity ? 2 * capacity : 64;
				*names = realloc(*names, capacity * sizeof(**names));
				if (!*names)
					abort();
			}
			(*names)[nr++] = xstrdup(entry->d_name);
		}
		if (dir)
			closedir(dir);
	}
	text_free(&folders);
	if (nr)
		qsort(*names, nr, sizeof(**names), by_name);
	for (i = kept = 0; i < nr; i++) {
		if (kept && !strcmp((*names)[kept - 1], (*names)[i]))
			free((*names)[i]);
		else
			(*names)[kept++] = (*names)[i];
	}
	return kept;
}

/* Counts the characters to change, add or remove to turn one word into the other. */
static size_t distance(const char *a, const char *b)
{
	size_t row[64], i, j, diagonal, above, lenb = strlen(b);

	if (lenb >= ARRAY_SIZE(row))
		return SIZE_MAX;
	for (j = 0; j <= lenb; j++)
		row[j] = j;
	for (i = 1; a[i - 1]; i++) {
		diagonal = row[0];
		row[0] = i;
		for (j = 1; j <= lenb; j++) {
			above = row[j];
			row[j] = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < row[j])
				row[j] = above + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			diagonal = above;
		}
	}
	return row[lenb];
}

void recipe_like(const char *word, struct text *name)
{
	size_t best = strlen(word) / 3 + 1, i, nr, other;
	const char *found = NULL;
	char **names;

	nr = recipe_names(&names);
	for (i = 0; i < nr; i++) {
		other = distance(word, names[i]);
		if (other < best || (other == best && !found)) {
			best = other;
			found = names[i];
		}
	}
	if (found)
		text_puts(name, found);
	for (i = 0; i < nr; i++)
		free(names[i]);
	free(names);
}
