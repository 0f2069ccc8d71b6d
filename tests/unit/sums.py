#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# sums.py PROGRAM: compare hits that several CPUs count with Python's integers.
# PROGRAM is sums_model. Prints KTAP.
import math
import random
import re
import subprocess
import sys

CPUS = 4
WORD = 1 << 64
STATISTICS = ("", "min", "max", "avg", "stddev")

# How numbers are chosen; the field q is signed.
SHAPES = {
    "small numbers": ("d", lambda: random.randrange(1000)),
    "numbers around 2^32": ("d", lambda: (1 << 32) + random.randrange(-1000, 1000)),
    "numbers of all sizes to 2^50": ("d", lambda: random.getrandbits(50) >> random.randrange(50)),
    "numbers of all sizes to 2^64": ("d", lambda: random.getrandbits(64) >> random.randrange(64)),
    "equal numbers near 2^53": ("d", lambda: (1 << 53) - 1),
    "signed numbers": ("q", lambda: random.randrange(-1 << 40, 1 << 40)),
    "negative numbers of all sizes": ("q", lambda: -(random.getrandbits(63) >> random.randrange(63))),
}


def wrapped(number, signed):
    number %= WORD
    return number - WORD if signed and number >= WORD // 2 else number


def expect(values, signed):
    """What a row says of these hits; None where the documents promise nothing."""
    total, nr = sum(values), len(values)
    fits = wrapped(total, signed) == total
    # nr^2 times the variance is a whole number.
    spread = nr * sum(v * v for v in values) - total * total
    return {
        "": wrapped(total, False),
        "min": min(values),
        "max": max(values),
        "avg": abs(total) // nr * (1 if total >= 0 else -1) if fits else None,
        "stddev": math.isqrt(spread // (nr * nr)) if fits else None,
    }


def check(row, field, values):
    for name, wanted in expect(values, field == "q").items():
        label = f"{field}.{name}" if name else field
        got = re.search(rf" {re.escape(label)}: *(-?\d+)", row)
        if not got:
            return f"no {label} in {row}"
        if wanted is not None and int(got[1]) != wanted:
            return f"{label} of {len(values)} values: {got[1]}, not {wanted}"
    if int(re.search(r"hitcount: *(\d+)", row)[1]) != len(values):
        return f"{len(values)} hits in {row}"
    return None


class Model:
    def __init__(self, program):
        self.run = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.run.stdin.write(line + "\n")

    def rows(self):
        self.say("show")
        self.run.stdin.flush()
        rows = {}
        for line in self.run.stdout:
            key = re.match(r"{ w: *(\d+) }", line)
            if not key:
                return rows
            rows[int(key[1])] = line
        sys.exit("the program has ended")


def compare(model, field, hits):
    rows = model.rows()
    if rows.keys() != hits.keys():
        return f"{len(rows)} rows, not {len(hits)}"
    for key, values in hits.items():
        fault = check(rows[key], field, values)
        if fault:
            return fault
    return None


def trial(model, field, draw, size, keys, nr):
    values = ",".join(f"{field}.{s}" if s else field for s in STATISTICS)
    model.say(f"new hist:keys=w:size={size}:vals={values}")
    hits = {}
    for part in range(3):
        for _ in range(nr):
            key, value = random.randrange(keys), draw()
            model.say(f"hit {random.randrange(CPUS)} {key} {value % WORD}")
            hits.setdefault(key, []).append(value)
        fault = compare(model, field, hits)
        if fault:
            return f"part {part}: {fault}"
        # From now on, all CPUs add to the same sums, which begin with the total.
        if part == 1:
            model.say(f"forget hist:keys=w:size={size}:onmatch(unit.world).forget()")
            fault = compare(model, field, hits)
            if fault:
                return f"shared: {fault}"
    return None


def main():
    seed = random.randrange(1 << 32)
    random.seed(seed)
    model = Model(sys.argv[1])
    print("KTAP version 1")
    failed = 0
    for n, (name, (field, draw)) in enumerate(SHAPES.items(), 1):
        # One entry; a few; and more than fit into a CPU's first array.
        fault = trial(model, field, draw, 128, 1, 3000) or \
            trial(model, field, draw, 2048, 50, 3000) or \
            trial(model, field, draw, 16384, 3000, 10000)
        print(f"{'not ok' if fault else 'ok'} {n} - sums of CPUs are those of Python's integers: {name}")
        if fault:
            failed = 1
            print(f"# seed {seed}: {fault}")
    print(f"1..{len(SHAPES)}")
    model.run.stdin.close()
    return model.run.wait() or failed


sys.exit(main())
