/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded answers: they are recorded on a kernel with native tracefs, and
 * compared with those of histrig on other kernels.
 */
#ifndef HISTDIFF_ANSWERS_H
#define HISTDIFF_ANSWERS_H

/* Escapes control characters, so that an answer is one line. */
static void escape(const struct text *raw, struct text *out)
{
	char hex[8];
	size_t i;

	text_clear(out);
	for (i = 0; i < raw->len; i++) {
		unsigned char c = raw->s[i];

		if (c >= ' ' || c == '\n' || c == '\t') {
			text_add(out, raw->s + i, 1);
			continue;
		}
		snprintf(hex, sizeof(hex), "\\x%02x", c);
		text_puts(out, hex);
	}
}

static void look_up(struct one_case *c, const struct one_case *recorded, int n)
{
	int i;

	c->unknown = "no recorded answer";
	for (i = 0; i < n; i++)
		if (!strcmp(recorded[i].name, c->name)) {
			c->expected = recorded[i].expected;
			c->unknown = recorded[i].unknown;
		}
}

/* Prints a case with its answer, in the format of case files. */
static void record_case(struct one_case *c)
{
	static struct text shown;
	const char *s;
	int n;

	printf("[%s]\n", c->name);
	if (missing_event(c)) {
		printf("~ the kernel has no %s\n", missing_event(c));
		return;
	}
	if (c->depends) {
		printf("~ %s\n", c->depends);
		return;
	}
	reset();
	if (run_steps(c)) {
		escape(&sides[0].out, &shown);
		for (s = shown.s; *s; s += n + (s[n] == '\n')) {
			n = strcspn(s, "\n");
			printf("= %.*s\n", n, s);
		}
	} else {
		printf("~ it could not be done\n");
	}
	reset();
	fflush(stdout);
}

#endif
