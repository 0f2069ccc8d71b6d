/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random commands. A seed gives the same steps on all machines: they depend on
 * earlier steps of the seed, but not on answers of the kernel.
 *
 * Most words of a command are valid, because a command with two errors only
 * shows which one is found first.
 */
#ifndef HISTRAND_GRAMMAR_H
#define HISTRAND_GRAMMAR_H

#include <stdarg.h>
#include <stdint.h>

#include "histdiff_tree.h"

#define MAX_STEPS	80

/* A write to a file of both trees or, if @file is NULL, hits for both. */
struct step {
	char *file;
	char *text;
	int flags;
};

/* An event. String fields are listed separately, because fewer commands accept them. */
struct event {
	const char *name;
	const char *numbers[6];
	const char *texts[3];
};

/* Events that the kernel does not fire while only this program runs. */
static const struct event pool[] = {
	{ "task/task_rename", { "pid", "oom_score_adj" }, { "oldcomm", "newcomm" } },
	{ "power/cpu_frequency", { "state", "cpu_id" } },
#ifdef __x86_64__
	{ "nmi/nmi_handler", { "handler", "delta_ns", "handled" } },
#else
	{ "power/clock_enable", { "state", "cpu_id" }, { "name" } },
#endif
	{ "net/netif_rx", { "skbaddr", "len" }, { "name" } },
	{ "signal/signal_generate", { "sig", "errno", "code", "pid", "group", "result" },
	  { "comm" } },
	/*
	 * This event is not among the first N_FIRED events, which are fired: its field
	 * action would point to a string of the firing module, about which the kernel's
	 * file trace prints a warning.
	 */
	{ "power/suspend_resume", { "val", "start" }, { "action" } },
	/* Steps may define these events, not always with all these fields. */
	{ "synthetic/e1", { "a", "b" }, { "c", "d" } },
	{ "synthetic/e2", { "a", "b" }, { "c", "d" } },
	{ "synthetic/e3", { "a", "b" }, { "c", "d" } },
};

#define N_POOL		(int)(sizeof(pool) / sizeof(pool[0]))
#define N_FIRED		5

static uint64_t rng;

static unsigned int roll(unsigned int n)
{
	rng ^= rng >> 12;
	rng ^= rng << 25;
	rng ^= rng >> 27;
	return (rng * 0x2545f4914f6cdd1dULL >> 33) % n;
}

static bool chance(unsigned int percent)
{
	return roll(100) < percent;
}

#define one_of(list) ((list)[roll(sizeof(list) / sizeof((list)[0]))])

static void say(struct text *t, const char *format, ...)
{
	char buf[256];
	va_list args;

	va_start(args, format);
	vsnprintf(buf, sizeof(buf), format, args);
	va_end(args);
	text_puts(t, buf);
}

/* The few events that most steps of a seed use. */
static const struct event *focus[3];
static bool time_stamps;

static void choose_focus(void)
{
	focus[0] = &pool[roll(N_FIRED)];
	focus[1] = &pool[roll(N_FIRED)];
	focus[2] = &pool[roll(N_POOL)];
	time_stamps = chance(15);
}

static const struct event *any_event(void)
{
	return chance(85) ? one_of(focus) : &pool[roll(N_POOL)];
}

static const struct event *fired_event(void)
{
	return chance(85) ? focus[roll(2)] : &pool[roll(N_FIRED)];
}

/* Appends "sys.event" or "sys:event". */
static void say_event(struct text *t, const struct event *e, char between)
{
	const char *slash = strchr(e->name, '/');

	say(t, "%.*s%c%s", (int)(slash - e->name), e->name, between, slash + 1);
}

static const char *one_name(const char *const *names, int max)
{
	int n = 0;

	while (n < max && names[n])
		n++;
	return n ? names[roll(n)] : NULL;
}

static const char *number_of(const struct event *e)
{
	static const char *const wrong[] = { "nosuch", "", "1x", "a-b", "pid.", "$" };

	if (chance(3))
		return one_of(wrong);
	if (chance(3))
		e = &pool[roll(N_POOL)];
	return one_name(e->numbers, 6);
}

static const char *field_of(const struct event *e)
{
	const char *text = chance(30) ? one_name(e->texts, 3) : NULL;

	return text ? text : number_of(e);
}

static const char *variable(void)
{
	static const char *const names[] = { "v", "w", "x", "y" };

	return one_of(names);
}

static void say_modifier(struct text *t)
{
	static const char *const right[] = {
		"hex", "sym", "sym-offset", "syscall", "execname", "log2", "log2",
		"usecs", "buckets=10", "buckets=3",
	};
	static const char *const wrong[] = {
		"nosuch", "hex.log2", "buckets", "buckets=0", "buckets=x", "", "HEX",
	};

	say(t, ".%s", chance(90) ? one_of(right) : one_of(wrong));
}

/*
 * Appends the name of a random field. The field holds a number; if @texts is true, it may
 * hold a string instead.
 */
static void say_field(struct text *t, const struct event *e, bool texts)
{
	static const char *const common[] = {
		"common_pid", "common_pid.execname", "common_cpu", "common_type",
		"common_preempt_count",
	};
	const char *text;

	if (chance(15)) {
		text_puts(t, one_of(common));
		return;
	}
	text = texts && chance(30) ? one_name(e->texts, 3) : NULL;
	text_puts(t, text ? text : number_of(e));
	if (chance(text ? 3 : 25))
		say_modifier(t);
}

static void say_keys(struct text *t, const struct event *e)
{
	int n = 1 + roll(10) / 6 + roll(10) / 8;

	if (chance(1))
		n = 0;
	say(t, chance(80) ? "keys=" : "key=");
	while (n--) {
		if (chance(4))
			text_puts(t, "stacktrace");
		else if (chance(2))
			say(t, "$%s", variable());
		else if (time_stamps && chance(4))
			text_puts(t, "common_timestamp");
		else
			say_field(t, e, true);
		if (n || chance(1))
			text_puts(t, ",");
	}
}

static void say_operand(struct text *t, const struct event *e)
{
	static const char *const numbers[] = {
		"0", "1", "2", "7", "100", "-3", "0x10", "4294967296", "1k", "08",
	};

	if (chance(25))
		say(t, "$%s", variable());
	else if (chance(25))
		text_puts(t, one_of(numbers));
	else if (time_stamps && chance(40))
		text_puts(t, chance(50) ? "common_timestamp" : "common_timestamp.usecs");
	else if (chance(4))
		text_puts(t, "hitcount");
	else
		say_field(t, e, false);
}

static void say_expression(struct text *t, const struct event *e)
{
	static const char *const operators[] = { "+", "-", "*", "/", "+", "-" };
	int n = chance(60) ? 0 : 1 + roll(3);

	if (chance(4))
		text_puts(t, "-");
	if (chance(6)) {
		text_puts(t, chance(50) ? "-(" : "(");
		say_operand(t, e);
		say(t, "%s", one_of(operators));
		say_operand(t, e);
		text_puts(t, chance(90) ? ")" : "");
	} else {
		say_operand(t, e);
	}
	while (n--) {
		text_puts(t, one_of(operators));
		say_operand(t, e);
	}
}

static void say_values(struct text *t, const struct event *e)
{
	int n = 1 + roll(3);

	say(t, chance(50) ? ":vals=" : chance(50) ? ":values=" : ":val=");
	while (n--) {
		if (chance(20))
			text_puts(t, "hitcount");
		else if (chance(5))
			say_expression(t, e);
		else
			say_field(t, e, chance(10));
		if (n || chance(1))
			text_puts(t, ",");
	}
}

/*
 * Appends one or two variables. Variables for strings are named s or r, and those for
 * numbers differ from these.
 */
static void say_variable(struct text *t, const struct event *e)
{
	int n = chance(85) ? 1 : 2;

	say(t, ":");
	while (n--) {
		if (e->texts[0] && chance(20)) {
			say(t, "%s=%s", chance(50) ? "s" : "r",
			    chance(80) ? one_name(e->texts, 3) : chance(50) ? "$s" : "$r");
		} else {
			say(t, "%s=", chance(97) ? variable() : number_of(e));
			say_expression(t, e);
		}
		if (n)
			text_puts(t, ",");
	}
}

static void say_sort(struct text *t, const struct event *e)
{
	static const char *const orders[] = {
		".ascending", ".descending", ".descending", "", "", ".upward",
	};
	int n = 1 + roll(10) / 7;

	text_puts(t, ":sort=");
	while (n--) {
		text_puts(t, chance(50) ? "hitcount" : chance(90) ? field_of(e) : "nosuch");
		text_puts(t, one_of(orders));
		if (n)
			text_puts(t, ",");
	}
}

static void say_action(struct text *t, const struct event *e)
{
	static const char *const synthetic[] = { "e1", "e1", "e2", "e3", "nosuch" };
	int n = roll(4), kind = roll(10);

	if (kind == 0) {
		text_puts(t, "snapshot()");
		return;
	}
	if (kind == 1) {
		text_puts(t, chance(50) ? "nosuch()" : "trace(");
		return;
	}
	if (kind < 5)
		text_puts(t, "save(");
	else if (kind < 8)
		say(t, "trace(%s%s", one_of(synthetic), n ? "," : "");
	else
		say(t, "%s(", one_of(synthetic));
	while (n--) {
		if (chance(45) && kind >= 5)
			say(t, "$%s", chance(80) ? variable() : chance(50) ? "s" : "r");
		else
			text_puts(t, field_of(e));
		if (chance(3))
			say_modifier(t);
		if (n)
			text_puts(t, ",");
	}
	text_puts(t, chance(97) ? ")" : "");
}

static void say_handler(struct text *t, const struct event *e)
{
	text_puts(t, ":");
	switch (roll(8)) {
	case 0:
	case 1:
	case 2:
		text_puts(t, "onmatch(");
		say_event(t, any_event(), chance(97) ? '.' : ':');
		text_puts(t, ").");
		break;
	case 3:
	case 4:
		say(t, "onmax($%s).", variable());
		break;
	case 5:
	case 6:
		say(t, "onchange($%s).", variable());
		break;
	default:
		say(t, chance(50) ? "onmax(%s)." : "onmax($%s)", variable());
	}
	say_action(t, e);
}

static void say_predicate(struct text *t, const struct event *e)
{
	static const char *const operators[] = {
		"==", "!=", "<", "<=", ">", ">=", "&", "~", "==", "==", "=", "===",
	};
	static const char *const operands[] = {
		"0", "1", "2", "100", "101", "0x64", "-1", "99999999999", "\"fire0\"",
		"\"fire*\"", "fire1", "\"*1\"", "'fire0'", "\"open", "x", "", "1 2",
	};

	if (chance(12))
		text_puts(t, "!");
	if (chance(6))
		text_puts(t, chance(50) ? "CPU" : chance(50) ? "comm" : "COMM");
	else if (chance(6))
		text_puts(t, chance(50) ? "common_pid" : "cpu");
	else
		text_puts(t, field_of(e));
	say(t, chance(80) ? " %s " : "%s", one_of(operators));
	text_puts(t, chance(60) ? operands[roll(6)] : one_of(operands));
}

static void say_filter(struct text *t, const struct event *e)
{
	static const char *const joints[] = { " && ", " || ", "&&", "||", " & ", " " };
	int n = chance(60) ? 0 : 1 + roll(3), open = 0;

	for (;;) {
		if (chance(15)) {
			text_puts(t, chance(30) ? "!(" : "(");
			open++;
		}
		say_predicate(t, e);
		if (open && chance(50)) {
			text_puts(t, ")");
			open--;
		}
		if (!n--)
			break;
		text_puts(t, chance(95) ? joints[roll(4)] : one_of(joints));
	}
	while (open--)
		text_puts(t, chance(95) ? ")" : "");
	if (chance(2))
		text_puts(t, ")");
}

static void say_condition(struct text *t, const struct event *e)
{
	text_puts(t, chance(97) ? " if " : chance(50) ? " " : " if");
	say_filter(t, e);
}

static void say_hist(struct text *t, const struct event *e)
{
	static const char *const wrong[] = {
		":", ":foo=bar", ":foo", ":size=128", ":keys=", ":sort=", ":name=",
		":pause=1", ":vals", ":onmatch", ":v=", ":=1", ":nosuch()",
	};
	int n;

	text_puts(t, "hist:");
	if (chance(12))
		say(t, "name=n%u:", 1 + roll(2));
	say_keys(t, e);
	if (chance(40))
		say_values(t, e);
	for (n = roll(10) < 5 ? 0 : 1 + roll(2); n--;)
		say_variable(t, e);
	if (chance(25))
		say_sort(t, e);
	if (chance(60))
		text_puts(t, chance(95) ? ":size=128" : chance(50) ? ":size=100" : ":size=x");
	if (chance(6))
		text_puts(t, chance(50) ? ":pause" : chance(50) ? ":cont" : ":clear");
	for (n = roll(10) < 6 ? 0 : 1 + roll(2); n--;)
		say_handler(t, e);
	if (chance(5))
		text_puts(t, one_of(wrong));
	if (chance(20))
		say_condition(t, e);
}

static void say_trigger(struct text *t, const struct event *e)
{
	static const char *const simple[] = {
		"traceon", "traceoff", "snapshot", "stacktrace", "nosuch", "hist",
		"stacktrace", "",
	};
	static const char *const switches[] = {
		"enable_event", "disable_event", "enable_hist", "disable_hist",
	};
	static const char *const counts[] = { "1", "2", "3", "0", "-1", "x", "" };

	if (chance(15))
		text_puts(t, "!");
	if (chance(50)) {
		text_puts(t, one_of(simple));
	} else {
		say(t, "%s:", one_of(switches));
		say_event(t, any_event(), chance(97) ? ':' : '.');
	}
	if (chance(35))
		say(t, ":%s", chance(85) ? counts[roll(3)] : one_of(counts));
	if (chance(20))
		say_condition(t, e);
}

static void say_definition(struct text *t)
{
	static const char *const types[] = {
		"u64", "s64", "u32", "s32", "int", "unsigned long", "pid_t", "u8", "gfp_t",
		"bool", "s16",
	};
	static const char *const wrong[] = { "u63", "char", "", "unsigned" };
	static const char *const arrays[] = { "[16]", "[]", "[]", "[64]" };
	unsigned int i, n = 1 + roll(4), event = 1 + roll(3);

	if (chance(20)) {
		say(t, "!e%u", event);
		if (chance(60))
			return;
	} else {
		say(t, "e%u", event);
	}
	for (i = 0; i < n; i++) {
		text_puts(t, i ? "; " : " ");
		if (i < 2)
			say(t, "%s %c", chance(97) ? one_of(types) : one_of(wrong),
			    chance(97) ? 'a' + i : 'a');
		else
			say(t, "char %c%s", 'a' + i, chance(97) ? one_of(arrays) : "[x]");
	}
	if (chance(3))
		text_puts(t, ";");
}

static void say_set_event(struct text *t)
{
	static const char *const rare[] = {
		"task_rename", "cpu_freq*", "task:*rename", "nosuch:event", "task:nosuch",
		"synthetic:*", "", "task", "task:", "nmi:*",
	};

	if (chance(20))
		text_puts(t, "!");
	if (chance(30))
		text_puts(t, one_of(rare));
	else
		say_event(t, any_event(), ':');
}

static void say_fire(struct text *t, const struct event *e)
{
	const char *slash = strchr(e->name, '/');

	say(t, "fire %.*s %s count=%u keys=%u val=%d", (int)(slash - e->name), e->name,
	    slash + 1, 1 + roll(5), 1 + roll(4), chance(70) ? 100 : (int)roll(2000) - 1000);
}

/* Repeats a trigger of an earlier step, with a `!` before it or a word after it. */
static bool say_again(struct text *t, const struct step *steps, int n, char *file)
{
	static const char *const words[] = {
		":pause", ":cont", ":clear", ":continue", "", "", ":sort=hitcount",
	};
	const struct step *s;
	const char *condition;

	if (!n)
		return false;
	s = &steps[roll(n)];
	if (!s->file || !strstr(s->file, "/trigger") || s->text[0] == '!')
		return false;
	strcpy(file, s->file);
	if (chance(50)) {
		say(t, "!");
		text_puts(t, s->text);
		return true;
	}
	condition = strstr(s->text, " if ");
	text_add(t, s->text, condition ? condition - s->text : strlen(s->text));
	text_puts(t, one_of(words));
	if (condition && chance(70))
		text_puts(t, condition);
	return true;
}

/* Generates the next step, its file and text. Returns true for hits. */
static bool say_step(struct text *t, char *file, const struct step *steps, int n)
{
	static const char *const switches[] = { "1", "0", "1", "2", "x", "" };
	const struct event *e = any_event();
	unsigned int kind = roll(100);

	sprintf(file, "events/%s/trigger", e->name);
	if (kind < 12 && say_again(t, steps, n, file))
		return false;
	if (kind < 50) {
		say_hist(t, e);
	} else if (kind < 63) {
		say_trigger(t, e);
	} else if (kind < 70) {
		strcpy(file, "synthetic_events");
		say_definition(t);
	} else if (kind < 76) {
		sprintf(file, "events/%s/filter", e->name);
		if (chance(15))
			text_puts(t, "0");
		else
			say_filter(t, e);
	} else if (kind < 82) {
		sprintf(file, "events/%s/enable", e->name);
		if (chance(25))
			sprintf(strchr(file + 7, '/'), "/enable");
		text_puts(t, chance(90) ? switches[roll(3)] : one_of(switches));
	} else if (kind < 85) {
		strcpy(file, "set_event");
		say_set_event(t);
	} else {
		say_fire(t, fired_event());
		return true;
	}
	return false;
}

static int add_step(struct step *steps, int n, const char *file, const struct text *t)
{
	steps[n].file = file[0] ? strdup(file) : NULL;
	steps[n].text = strdup(t->s);
	steps[n].flags = file[0] && chance(15) ? O_TRUNC : O_APPEND;
	return n + 1;
}

static int add_hits(struct step *steps, int n, const struct event *e)
{
	static struct text t;

	text_clear(&t);
	say_fire(&t, e);
	return add_step(steps, n, "", &t);
}

/* Adds a histogram with onmax() or onchange(), and hits for it. */
static int add_maximum(struct step *steps, int n)
{
	const struct event *e = fired_event();
	static struct text t;
	char file[256];

	text_clear(&t);
	sprintf(file, "events/%s/trigger", e->name);
	say(&t, "hist:keys=%s:v=%s", chance(50) ? "common_pid" : one_name(e->numbers, 6),
	    one_name(e->numbers, 6));
	say(&t, ":%s($v).", chance(50) ? "onmax" : "onchange");
	if (chance(60))
		say(&t, "save(%s,%s)", field_of(e), field_of(e));
	else
		say_action(&t, e);
	n = add_step(steps, n, file, &t);
	n = add_hits(steps, n, e);
	return chance(50) ? add_hits(steps, n, e) : n;
}

/*
 * Adds a histogram of one event with a variable, and a histogram of another event with
 * the same keys that reads the variable.
 */
static int add_pair(struct step *steps, int n)
{
	static const char *const synthetic[] = { "e1", "e2", "e3" };
	const struct event *from = fired_event(), *to = fired_event();
	const char *event = one_of(synthetic);
	bool pid = chance(50);
	static struct text t;
	char file[256];

	text_clear(&t);
	say(&t, "%s u64 a; s32 b%s", event, chance(50) ? "; char c[16]" : "");
	n = add_step(steps, n, "synthetic_events", &t);
	sprintf(file, "events/%s/trigger", from->name);
	text_clear(&t);
	say(&t, "hist:keys=%s:v=%s", pid ? "common_pid" : one_name(from->numbers, 6),
	    one_name(from->numbers, 6));
	if (from->texts[0])
		say(&t, ":s=%s", one_name(from->texts, 3));
	n = add_step(steps, n, file, &t);
	sprintf(file, "events/%s/trigger", to->name);
	text_clear(&t);
	say(&t, "hist:keys=%s:w=%s-$v", pid ? "common_pid" : one_name(to->numbers, 6),
	    one_name(to->numbers, 6));
	if (chance(80)) {
		say(&t, ":onmatch(");
		say_event(&t, from, '.');
		say(&t, chance(50) ? ").trace(%s," : ").%s(", event);
		say(&t, "$w,%s", chance(50) ? "$v" : number_of(to));
		text_puts(&t, chance(50) ? ")" : from->texts[0] ? ",$s)" : ")");
	} else {
		say_handler(&t, to);
	}
	n = add_step(steps, n, file, &t);
	sprintf(file, "events/synthetic/%s/%s", event, chance(60) ? "trigger" : "enable");
	text_clear(&t);
	text_puts(&t, strstr(file, "enable") ? "1" : "hist:keys=a:vals=b");
	n = add_step(steps, n, file, &t);
	n = add_hits(steps, n, from);
	n = add_hits(steps, n, to);
	return n;
}

/* Generates @n or slightly more steps of a seed. Returns the number of steps. */
static int generate(struct step *steps, int n, uint64_t seed)
{
	static struct text t;
	char file[256];
	int i;

	rng = seed * 0x9e3779b97f4a7c15ULL + 1;
	for (i = 0; i < 8; i++)
		roll(2);
	choose_focus();
	for (i = 0; i < n;) {
		if (chance(5)) {
			i = add_pair(steps, i);
		} else if (chance(5)) {
			i = add_maximum(steps, i);
		} else {
			text_clear(&t);
			if (say_step(&t, file, steps, i))
				file[0] = '\0';
			i = add_step(steps, i, file, &t);
		}
	}
	return i;
}

#endif
