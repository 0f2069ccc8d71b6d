# SPDX-License-Identifier: GPL-2.0
"""Makes random triggers. Each case is some triggers that belong together.

CPUs hit at once, so a case whose answers depend on the order of hits has keys
that begin with `own` (or `mine`, for forget() alone): each value of these is hit
by one CPU only, in the order of its records."""
from language import (MODEL, Action, ArrayKey, Field, Key, Trigger, Value, both, compare_number,
                      compare_text, constant, either, fields, negated, negative,
                      of_field, operation, time_stamp, var_of)

EVENTS = ("model_a", "model_b", "model_c")
TASK = fields(("common_pid", "int", 4, True), ("common_cpu", "int", 4, False))
STATS = ("min", "max", "avg", "stddev", "dist", "p0", "p1", "p25", "p50", "p90", "p99", "p999",
         "p99_99", "p100")
# Fields with numbers, for keys and values. seq is left out: it differs for each hit.
NUMBERS = ("shared", "own", "wide", "swide", "word", "sword", "half", "shalf", "byte", "sbyte",
           "kind", "bits", "ip4")
FEW = ("shared", "own", "kind", "bits", "byte", "sbyte")


class Generator:
    def __init__(self, random, batch):
        self.random, self.batch = random, batch
        self.names = 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.batch}_{self.names}"

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def some(self, choices, most):
        return self.random.sample(choices, self.random.randint(1, min(most, len(choices))))

    # ---- parts

    def number(self, table, names=NUMBERS):
        return of_field(table[self.random.choice([n for n in names if n in table])])

    def limit(self):
        return self.random.randrange(1, 1 << self.random.choice((3, 8, 20, 32, 40)))

    def expression(self, table, first=None):
        """An expression of 8 bytes, like its first operand. * and / bind tighter, so they
        come first."""
        operators = self.random.choice(("+", "-", "*", "/", "*+", "/-", "+-", "*-+", "**"))
        left = first or self.number(table, ("wide", "own", "swide", "shared"))
        for operator in operators:
            right = constant(self.limit()) if self.chance(40) else self.number(table)
            left = operation(operator, left, right)
        return negative(left) if not left.refs and "-" not in operators and self.chance(10) else left

    def key(self, table):
        word = self.random.choice(("few", "few", "plain", "text", "bytes", "style", "range", "task",
                                   "expression", "flags"))
        if word == "text" and "title" in table:
            return ArrayKey(table[self.random.choice([n for n in ("title", "label", "ptr") if n in table])])
        if word == "bytes" and "mac" in table:
            return self.random.choice((ArrayKey(table["mac"], "mac"), ArrayKey(table["mac"]),
                                       ArrayKey(table["ip6"], "ipv6"), ArrayKey(table["ip6"])))
        if word == "flags" and "mac" in table:
            return Key(of_field(table[self.random.choice(("kind", "bits"))]), "flags")
        if word == "range":
            if self.chance(30):
                return Key(self.number(table), "buckets", self.random.choice((2, 10, 100, 4096, 1 << 40)))
            return Key(self.number(table), "log2", self.random.choice((None, 1, 2, 3, 8)))
        if word == "task":
            number = of_field(TASK[self.random.choice(("common_cpu", "common_pid"))])
            return Key(number, "execname" if number.text == "common_pid" and self.chance(50) else None)
        if word == "expression":
            return Key(self.expression(table))
        if word == "style":
            number = self.number(table)
            styles = ["hex", "oct", "signed"] + ["dev"] * (number.field.size == 4) + \
                ["ipv4"] * (number.field.name == "ip4")
            return Key(number, self.random.choice(styles))
        return Key(self.number(table, FEW if word == "few" else NUMBERS))

    def keys(self, table):
        keys = {}
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 4, 8))):
            key = self.key(table)
            keys.setdefault(key.text, key)
        return list(keys.values())

    def value(self, table):
        if self.chance(8):
            return Value(None, modifier=self.random.choice(("percent", "graph")))
        if self.chance(8):
            return Value(self.expression(table))
        number = self.number(table)
        stat = self.random.choice(STATS) if self.chance(60) else ""
        styles = ["", "", "", "signed"] + ([] if stat else ["hex", "oct", "percent", "graph"])
        return Value(number, stat, self.random.choice(styles))

    def vals(self, table):
        vals = {}
        for _ in range(self.random.choice((0, 1, 1, 2, 3, 5, 8))):
            value = self.value(table)
            vals.setdefault(value.text, value)
        return list(vals.values())

    def sort(self, keys, vals):
        """Fields whose names are unique, because sort= takes the first of a name."""
        choices = [f for f in keys + vals if f.name and
                   [o.name for o in keys + vals].count(f.name) == 1]
        choices = [f for f in choices if f in keys or f.is_shown]
        if not any(f.name == "hitcount" for f in choices):
            choices.append(Value(None))
        if not choices or self.chance(40):
            return []
        return [(f, self.chance(50)) for f in self.some(choices, 3)]

    def comparison(self, table):
        texts = [n for n in ("title", "label") if n in table]
        if texts and self.chance(25):
            operator = self.random.choice(("==", "!=", "~"))
            text = self.random.choice(("t*", "*a*", "t[0-2]", "?", "mod*") if operator == "~" else
                                      ("t1", "model", "a"))
            return compare_text(table[self.random.choice(texts)], operator, text)
        number = self.number(table)
        bits = self.random.choice((2, 4, 7, 15, 31, 63))
        limit = self.random.randrange(1 << min(bits, 8 * number.field.size - 1))
        if number.is_signed and self.chance(50):
            limit = -limit
        operator = self.random.choice(("==", "!=", "<", "<=", ">", ">=", "&"))
        return compare_number(number, operator, abs(limit) if operator == "&" else limit)

    def filter(self, table, depth=2):
        if not depth or self.chance(50):
            return self.comparison(table)
        if self.chance(20):
            return negated(self.filter(table, depth - 1))
        return self.random.choice((both, either))(self.filter(table, depth - 1),
                                                  self.filter(table, depth - 1))

    def plain(self, event, table, **more):
        keys = more.pop("keys", None) or self.keys(table)
        vals = self.vals(table)
        trigger = Trigger(event, keys, vals, sort=self.sort(keys, vals), **more)
        if self.chance(50):
            trigger.filter = self.filter(table)
        if self.chance(30):
            trigger.size = self.random.choice((128, 256, 4096))
        if self.chance(15):
            trigger.top = self.random.choice((1, 3, 50))
        if any(v.is_shown for v in vals) and self.chance(10):
            trigger.nohitcount = True
        return trigger

    # ---- cases

    def own_keys(self, first="own"):
        keys = [Key(of_field(MODEL[first]))]
        if self.chance(30):
            keys.append(Key(of_field(MODEL["kind"])))
        if self.chance(15):
            keys.append(ArrayKey(MODEL["title"]))
        return keys

    def case_plain(self):
        trigger = self.plain(self.random.choice(EVENTS), MODEL)
        if self.chance(10):
            trigger.interval = self.random.choice(("1h", "24h", "600s"))
        elif self.chance(15):
            trigger.pause = True
        return [trigger]

    def case_deviation(self):
        """Sums of large squares, and few values, with the same keys on all CPUs."""
        event = self.random.choice(EVENTS)
        keys = self.random.choice(([Key(constant(1))], [Key(of_field(MODEL["kind"]))]))
        names = self.some(("wide", "word", "swide", "sword", "half"), 2)
        stats = ("stddev", "avg", "min", "max", "p0", "p50", "p100")
        return [Trigger(event, keys, [Value(of_field(MODEL[n]), s) for n in names
                                      for s in self.some(stats, 4)])]

    def case_named(self):
        """Two events that feed one histogram."""
        first, second = self.random.sample(EVENTS, 2)
        one = self.plain(first, MODEL, name=self.name("n"))
        one.top = 0
        two = Trigger(second, one.keys, one.vals, one.vars, one.sort, name=one.name, size=one.size,
                      nohitcount=one.nohitcount)
        if self.chance(50):
            two.filter = self.filter(MODEL)
        return [one, two]

    def setter(self, first="own"):
        """A trigger with variables; the first may be read in expressions, see reader()."""
        trigger = Trigger(self.random.choice(EVENTS), self.own_keys(first), self.vals(MODEL))
        for _ in range(self.random.randint(1, 3)):
            number = self.expression(MODEL) if self.chance(40) else \
                self.number(MODEL, ("wide", "swide", "own", "seq"))
            trigger.vars[self.name("v")] = number
        if len(trigger.vars) > 1 and self.chance(50):
            # Put the string between the numbers, so that it is neither the first nor the last.
            first, *others = trigger.vars.items()
            text = MODEL[self.random.choice(("title", "label"))]
            trigger.vars = dict([first, (self.name("v"), of_field(text)), *others])
        if self.chance(30):
            trigger.filter = self.filter(MODEL)
        return trigger

    def var(self, trigger, index=-1, own=False):
        name = list(trigger.vars)[index]
        return var_of(name, trigger.vars[name], own)

    def reader(self, setter):
        """Reads variables of the setter: plainly all but the first, the first in expressions."""
        event = self.random.choice(EVENTS)
        keys = list(setter.keys)
        if self.chance(30):
            keys.append(Key(of_field(MODEL["byte"])))
        trigger = Trigger(event, keys, self.vals(MODEL)[:5])
        if len(setter.vars) > 1:
            if self.chance(60):
                trigger.vals.append(Value(self.var(setter), self.random.choice(("", *STATS))))
            if self.chance(40):
                trigger.vars[self.name("v")] = self.var(setter)
            if self.chance(50):
                trigger.filter = both(self.var_filter(self.var(setter)), self.filter(MODEL, 1))
        if self.chance(60) or not trigger.refs:
            trigger.vars[self.name("v")] = self.expression(MODEL, self.var(setter, 0))
        return trigger

    def var_filter(self, var):
        limit = self.random.randrange(1 << self.random.choice((3, 10, 31, 62)))
        return compare_number(var, self.random.choice(("==", "!=", "<", ">", ">=", "<=")), limit)

    def case_variables(self):
        setter = self.setter()
        reader = self.reader(setter)
        case = [setter, reader]
        if reader.vars and self.chance(60):
            case += self.act(setter, reader)
        elif reader.vars and self.chance(50):
            more = Trigger(self.random.choice(EVENTS), list(reader.keys))
            if len(reader.vars) > 1:
                more.vals = [Value(self.var(reader), self.random.choice(STATS))]
            else:
                more.vars = {self.name("v"): operation("-", self.var(reader, 0), constant(1))}
            case.append(more)
        if self.chance(30):
            setter.name = self.name("n")
            others = [e for e in EVENTS if e != setter.event]
            case.append(Trigger(self.random.choice(others), setter.keys, setter.vals, setter.vars,
                                name=setter.name))
        return case

    def case_latency(self):
        """The time between two events, for which hits run special functions."""
        now = time_stamp(self.random.choice(("", ".usecs")))
        setter = Trigger(self.random.choice(EVENTS), self.own_keys(), vars={self.name("v"): now})
        reader = Trigger(self.random.choice(EVENTS), setter.keys)
        reader.vars[self.name("v")] = operation("-", now, self.var(setter))
        if self.chance(30):
            reader.filter = self.filter(MODEL)
        return [setter, reader, *self.act(setter, reader)]

    def case_own_condition(self):
        """A filter with a variable of the trigger itself."""
        trigger = self.setter()
        trigger.filter = self.var_filter(self.var(trigger, own=True))
        if self.chance(50):
            trigger.filter = self.random.choice((both, either))(trigger.filter, self.filter(MODEL, 1))
        return [trigger]

    def act(self, setter, reader):
        """onmatch().trace(), with a synthetic event that has histograms."""
        table, params = {}, []
        for name in self.some([n for n in MODEL if n not in ("ptr", "mac", "ip6", "own", "mine")], 4):
            table[name] = MODEL[name]
            params.append(of_field(MODEL[name]))
        var = self.var(reader, own=True)
        kind = "s64" if var.is_signed else "u64"
        table["from_var"] = Field("from_var", kind, 8, var.is_signed, unknown=var.unknown)
        params.append(var)
        for name, number in setter.vars.items():
            if number.field and number.field.kind == "text" and self.chance(70):
                table["text"] = Field("text", number.field.type, number.field.size, False, "text")
                params.append(var_of(name, number))
        synth = self.name("syn")
        reader.actions.append(Action("onmatch", setter.event, "trace", params, synth))
        counted = [n for n, f in table.items() if f.kind == "number"]
        known = [n for n in counted if not table[n].unknown]
        keys = [Key(of_field(table[n])) for n in self.some(known, 2)] if known else [Key(constant(1))]
        vals = [Value(of_field(table[n]), self.random.choice(("", *STATS))) for n in self.some(counted, 3)]
        names = [n for n, f in table.items() if f.kind == "text"]
        keys += [ArrayKey(table[n]) for n in names]
        return [("synth", synth, list(table.values())), Trigger(synth, keys, vals)]

    def case_track(self):
        """onmax() and onchange() with save() or with a synthetic event."""
        trigger = self.setter()
        trigger.vars = {name: number for name, number in list(trigger.vars.items())[:1]}
        name = next(iter(trigger.vars))
        handler = self.random.choice(("onmax", "onchange"))
        if self.chance(30):
            return [trigger, *self.act_tracked(trigger, name, handler)]
        saved = self.some([n for n in MODEL if n not in ("ptr", "mac", "ip6")], 4)
        params = [of_field(MODEL[n]) for n in saved]
        trigger.actions.append(Action(handler, name, "save", params))
        return [trigger]

    def act_tracked(self, trigger, name, handler):
        synth = self.name("syn")
        table = [Field("number", "s64" if trigger.vars[name].is_signed else "u64", 8,
                       trigger.vars[name].is_signed), MODEL["label"]]
        trigger.actions.append(Action(handler, name, "trace",
                                      [self.var(trigger, 0, own=True), of_field(MODEL["label"])], synth))
        return [("synth", synth, table),
                Trigger(synth, [ArrayKey(MODEL["label"])],
                        [Value(of_field(table[0]), s) for s in self.some(STATS, 3)])]

    def case_snapshot(self):
        trigger = self.setter()
        trigger.actions.append(Action("onmax", list(trigger.vars)[0], "snapshot"))
        return [trigger]

    def case_forget(self):
        """An event whose hits are forgotten by another one; also with statistics."""
        setter = self.setter("mine")
        others = [event for event in EVENTS if event != setter.event]
        other = Trigger(self.random.choice(others), setter.keys, size=128 if self.chance(30) else 0)
        other.actions.append(Action("onmatch", setter.event, "forget"))
        return [setter, other]

    def case_circle(self):
        """A named histogram whose filter would read a variable that depends on the histogram."""
        one, two, three = self.random.sample(EVENTS, 3)
        keys = [Key(of_field(MODEL["own"]))]
        first = Trigger(one, keys, vars={self.name("v"): of_field(MODEL["wide"])}, name=self.name("n"))
        number = operation("-", of_field(MODEL["wide"]), self.var(first))
        second = Trigger(two, keys, vars={self.name("v"): number})
        third = Trigger(three, keys, vars=first.vars, name=first.name, may_fail=True,
                        filter=self.var_filter(self.var(second)))
        return [first, second, third]

    def case(self, seen):
        """A random case; some kinds can be in a batch once only."""
        kinds = {"plain": 10, "deviation": 2, "named": 3, "variables": 6, "latency": 2, "own_condition": 2,
                 "track": 3, "snapshot": 1, "forget": 2, "circle": 1}
        for once in ("snapshot", "forget", "circle"):
            if once in seen:
                del kinds[once]
        kind = self.random.choices(list(kinds), list(kinds.values()))[0]
        seen.add(kind)
        return getattr(self, f"case_{kind}")()
