# SPDX-License-Identifier: GPL-2.0
"""The parts of a hist trigger: what is written, and what it means for a record.

Nothing is parsed here. The generator makes objects; each can write itself as a
trigger says it (text) and work out what it means (load, matches)."""
import fnmatch
import ipaddress
import operator
from dataclasses import dataclass, field
from typing import Callable

U64 = (1 << 64) - 1


def signed(word):
    return word - (1 << 64) if word >> 63 else word


def with_sign(word, size):
    """What .signed makes of a number of so many bytes."""
    return word | U64 << 8 * size & U64 if word >> 8 * size - 1 & 1 else word


@dataclass
class Field:
    """A field of an event: how its type is written, and what can be done with it."""
    name: str
    type: str
    size: int = 8
    is_signed: bool = False
    kind: str = "number"        # or text, bytes, pointer
    unknown: bool = False       # a time, which the model cannot know


def fields(*rows):
    return {row[0]: Field(*row) for row in rows}


# histrig_model_events.h declares them.
MODEL = fields(
    ("seq", "u64"), ("own", "u64"), ("mine", "long", 8, True), ("shared", "u64"),
    ("wide", "u64"), ("swide", "s64", 8, True), ("word", "u32", 4), ("sword", "s32", 4, True),
    ("half", "u16", 2), ("shalf", "s16", 2, True), ("byte", "u8", 1), ("sbyte", "s8", 1, True),
    ("ip4", "u32", 4), ("kind", "u32", 4), ("bits", "u32", 4),
    ("title", "char[16]", 16, False, "text"), ("mac", "u8[6]", 6, False, "bytes"),
    ("ip6", "u8[16]", 16, False, "bytes"), ("ptr", "const char *", 8, False, "pointer"),
    ("label", "char[]", 0, False, "text"))


class Hit:
    """What a trigger sees of one hit: the record, and variables that it has read or set."""

    def __init__(self, record, refs=None):
        self.record = record
        self.refs = refs or {}
        self.own = {}


@dataclass
class Number:
    """A field, variable, constant or expression; load() gives 64 bits. refs are variables
    of other triggers; once has those of them that are read in an expression."""
    text: str
    load: Callable
    is_signed: bool = False
    field: Field = None
    refs: tuple = ()
    once: tuple = ()
    constant: bool = False
    unknown: bool = False

    @property
    def is_expression(self):
        return self.text.strip("$").isidentifier() is False and not self.constant


def of_field(f):
    """A field as it is: a number, or a text for an action or a variable."""
    if f.kind != "number":
        return Number(f.name, lambda hit: hit.record[f.name], field=f)
    return Number(f.name, lambda hit: hit.record[f.name] & U64, f.is_signed, f, unknown=f.unknown)


def time_stamp(modifier):
    return Number("common_timestamp" + modifier, lambda hit: 0, unknown=True)


def constant(number):
    return Number(str(number), lambda hit: number, constant=True)


def var_of(name, number, own=False):
    """A variable, which the trigger sets itself (own) or another one has set."""
    if own:
        return Number(f"${name}", lambda hit: hit.own[name], number.is_signed, unknown=number.unknown)
    return Number(f"${name}", lambda hit: hit.refs[name], number.is_signed, refs=(name,),
                  unknown=number.unknown)


def divide(a, b, by_constant):
    """Division as the kernel does it: by small constants through a multiplication."""
    if not b:
        return U64
    if by_constant and b & (b - 1) and b <= 1 << 20 and a < 1 << 20:
        return a * ((1 << 20) // b) + (1 << 20) - 1 >> 20
    return a // b


def operation(sign, left, right):
    def load(hit):
        a, b = left.load(hit), right.load(hit)
        if sign == "/":
            return divide(a, b, right.constant)
        return {"+": a + b, "-": a - b, "*": a * b}[sign] & U64

    refs = left.refs + right.refs
    return Number(left.text + sign + right.text, load, left.is_signed, refs=refs, once=refs,
                  unknown=left.unknown or right.unknown)


def negative(n):
    return Number(f"-({n.text})", lambda hit: -n.load(hit) & U64, n.is_signed, refs=n.refs, once=n.once)


def log_range(value, bits):
    shift = max(value.bit_length() - 1 - bits, 0)
    return value >> shift << shift, (value >> shift << shift) + (1 << shift) - 1


# The names in the print format of the events.
KINDS = {0: "none", 1: "one", 2: "two"}
BITS = {1: "A", 2: "B", 4: "C"}


def flag_names(name, value):
    if name == "kind":
        return KINDS.get(value, f"{value:#x}")
    words = [word for bit, word in BITS.items() if value & bit]
    rest = value & ~7
    return "|".join(words + [f"{rest:#x}"] * bool(rest))


STYLES = {
    "hex": lambda n: f"{n:x}", "oct": lambda n: f"{n:o}", "signed": lambda n: str(signed(n)),
    "ipv4": lambda n: ".".join(str(b) for b in (n & 0xffffffff).to_bytes(4, "little")),
    "dev": lambda n: f"{(n & 0xffffffff) >> 20}:{n & 0xfffff}",
}


class Key:
    """A number as a key, with a modifier or without."""

    def __init__(self, number, modifier=None, parameter=None):
        self.number, self.modifier, self.parameter = number, modifier, parameter
        self.name = number.text
        self.text = number.text + (f".{modifier}" if modifier else "") + \
            (f"={parameter}" if parameter else "")
        f = number.field
        self.size = f.size if f else 8
        self.is_signed = (f or number).is_signed

    def load(self, hit):
        value = self.number.load(hit)
        if self.modifier == "signed":
            value = with_sign(value, self.size)
        elif self.modifier == "buckets":
            value -= value % self.parameter
        elif self.modifier == "log2" and self.parameter:
            value = log_range(value, self.parameter)[0]
        elif self.modifier == "log2":
            value = (value - 1).bit_length() if value else 0
        return value

    def rank(self, value):
        """A number by which entries sort, in the field's type."""
        if self.modifier == "ipv4":
            return int.from_bytes(value.to_bytes(8, "little")[:4], "big")
        if self.is_signed or self.modifier == "signed":
            return signed(value)
        return value & ((1 << 8 * self.size) - 1)

    def ends(self, value):
        """The smallest and the largest number in the range that a value stands for."""
        if self.modifier == "buckets":
            return value, min(value + self.parameter - 1, U64)
        if self.parameter:
            return log_range(value, self.parameter)
        return (1 << value - 1) + 1 if value else 0, min(1 << value, U64)

    def shown(self, value, comm=None):
        """What hist_json has for it; comm is a name that cannot be known."""
        if not self.modifier:
            return value
        answer = {"value": signed(value) if self.modifier == "signed" else value}
        if self.modifier in ("log2", "buckets"):
            low, high = answer["low"], answer["high"] = self.ends(value)
            plain = self.modifier == "log2" and not self.parameter
            # In the text the end of a bucket wraps, as in the kernel.
            end = value + self.parameter - 1 & U64 if self.modifier == "buckets" else high
            answer["text"] = f"~ 2^{value}" if plain else f"~ {low}-{end}"
        elif self.modifier == "execname":
            answer["comm"] = comm
        elif self.modifier == "flags":
            answer["text"] = flag_names(self.name, value)
        else:
            answer["text"] = STYLES[self.modifier](value)
        return answer


class ArrayKey:
    """A string, also one that a pointer leads to, or an array of bytes, also as an address."""

    def __init__(self, f, modifier=None):
        self.name, self.modifier = f.name, "string" if f.kind == "pointer" else modifier
        self.text = f.name + (f".{self.modifier}" if self.modifier else "")

    def load(self, hit):
        return hit.record[self.name]

    def rank(self, value):
        return tuple(value if isinstance(value, bytes) else value.encode()) + (0,)

    def shown(self, value, _):
        if isinstance(value, str):
            return value
        text = value.hex(":") if self.modifier == "mac" else value.hex()
        if self.modifier == "ipv6":
            text = str(ipaddress.IPv6Address(value))
        return {"bytes": list(value), "text": text}


@dataclass
class Value:
    """A value: a sum, or a statistic if it has one. The hit count has no number."""
    number: Number
    stat: str = ""
    modifier: str = ""

    @property
    def text(self):
        words = [self.number.text if self.number else "hitcount"]
        if self.number and self.number.is_expression:
            return words[0]
        return ".".join(words + [w for w in (self.stat, self.modifier) if w])

    @property
    def name(self):
        """What sort= calls it."""
        name = self.number.text.lstrip("$") if self.number else "hitcount"
        return f"{name}.{self.stat}" if self.stat else name

    @property
    def is_shown(self):
        return not (self.number and self.number.is_expression)

    @property
    def is_signed(self):
        if self.modifier == "signed":
            return True
        return bool(self.stat) and self.number.is_signed

    def load(self, hit):
        value = self.number.load(hit) if self.number else 1
        if self.modifier == "signed" and self.number.field:
            return with_sign(value, self.number.field.size)
        return value


@dataclass
class Filter:
    """A filter; matches() gives its answer. refs are the variables of other triggers."""
    text: str
    matches: Callable
    refs: tuple = ()


COMPARE = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
           ">": operator.gt, ">=": operator.ge, "&": lambda value, mask: bool(value & mask)}


def compare_number(number, sign, limit):
    def matches(hit):
        value = number.load(hit)
        return COMPARE[sign](signed(value) if number.is_signed and sign != "&" else value, limit)
    return Filter(f"{number.text} {sign} {limit}", matches, number.refs)


def compare_text(f, sign, text):
    def matches(hit):
        value = hit.record[f.name]
        return fnmatch.fnmatchcase(value, text) if sign == "~" else COMPARE[sign](value, text)
    return Filter(f'{f.name} {sign} "{text}"', matches)


def both(left, right):
    return Filter(f"{left.text} && {right.text}", lambda h: left.matches(h) and right.matches(h),
                  left.refs + right.refs)


def either(left, right):
    return Filter(f"({left.text} || {right.text})", lambda h: left.matches(h) or right.matches(h),
                  left.refs + right.refs)


def negated(inner):
    return Filter(f"!({inner.text})", lambda h: not inner.matches(h), inner.refs)


@dataclass
class Action:
    """HANDLER.ACTION; of is the event of onmatch() or the variable of the others."""
    handler: str
    of: str
    kind: str                   # trace, save, snapshot or forget
    params: list = field(default_factory=list)
    synth: str = ""

    @property
    def text(self):
        of = f"histrig_model.{self.of}" if self.handler == "onmatch" else f"${self.of}"
        words = ([self.synth] if self.kind == "trace" else []) + [p.text for p in self.params]
        return f":{self.handler}({of}).{self.kind}({','.join(words)})"


@dataclass
class Trigger:
    """A hist trigger of an event."""
    event: str
    keys: list
    vals: list = field(default_factory=list)
    vars: dict = field(default_factory=dict)
    sort: list = field(default_factory=list)     # (key or value, descending)
    filter: Filter = None
    actions: list = field(default_factory=list)
    name: str = ""
    size: int = 0
    top: int = 0
    interval: str = ""
    nohitcount: bool = False
    pause: bool = False
    may_fail: bool = False      # a command that may be refused

    @property
    def body(self):
        words = [f"keys={','.join(k.text for k in self.keys)}"]
        if self.vals:
            words.append(f"vals={','.join(v.text for v in self.vals)}")
        if self.vars:
            words.append(",".join(f"{name}={n.text}" for name, n in self.vars.items()))
        if self.sort:
            words.append("sort=" + ",".join(s.name + ".descending" * d for s, d in self.sort))
        words += [f"{word}={value}" for word, value in
                  (("size", self.size), ("top", self.top), ("interval", self.interval)) if value]
        words += ["nohitcount"] * self.nohitcount
        return ":".join(words)

    def command(self, control=""):
        return "hist:" + (f"name={self.name}:" if self.name else "") + self.body + control + \
            "".join(a.text for a in self.actions) + (f" if {self.filter.text}" if self.filter else "")

    @property
    def text(self):
        return self.command(":pause" * self.pause)

    def numbers(self):
        """All that may read variables of other triggers when hit."""
        return [n for n in (*self.vars.values(), *(k.number for k in self.keys if hasattr(k, "number")),
                            *(v.number for v in self.vals if v.number),
                            *(p for a in self.actions for p in a.params))]

    @property
    def refs(self):
        return {r for n in self.numbers() for r in n.refs} | set(self.filter.refs if self.filter else ())

    @property
    def once(self):
        return {r for n in self.numbers() for r in n.once}
