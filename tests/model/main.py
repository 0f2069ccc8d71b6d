#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""main.py plan SEED TRIGGERS: prints the commands for the guest.
main.py check SEED TRIGGERS ANSWERS: compares the guest's answers with the model, and
prints KTAP. SEED and TRIGGERS give the same commands each time."""
import random
import sys
from dataclasses import dataclass

import steps
from compare import Wrong
from generate import EVENTS, Generator
from language import MODEL, Key, Trigger, Value, of_field
from model import World

CPUS = 4
A_BATCH = 20        # triggers


class Batch:
    """Triggers that exist at once, and what happens to them."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.generate = Generator(self.random, number)
        self.number, self.triggers, self.steps, self.cases = number, 0, [], []
        self.bits = self.random.choice((0, 4, 8, 16, 32, 63, 64, 64))
        self.keys = self.random.choice((1, 3, 20, 200))

    def fire(self, cpu=None, count=None):
        if cpu is None:
            cpu = self.random.choice((-1, -1, -1, 0, 1, 2, 3))
        count = count or self.random.randint(20, 100)
        return CPUS, cpu, count, self.keys, self.bits, self.random.randrange(1 << 60)

    def add(self, case):
        self.cases.append([t for t in case if isinstance(t, Trigger)])
        self.triggers += len(self.cases[-1])
        self.steps += [steps.Define(*part[1:]) for part in case if not isinstance(part, Trigger)]
        self.steps += [steps.Command(part) for part in self.cases[-1]]

    def events(self):
        synths = [s.name for s in self.steps if isinstance(s, steps.Define)]
        return list(EVENTS) + synths

    def control(self):
        """Changes a trigger that no other one needs. If it has variables, it can only be
        removed: like the kernel, the other commands would define them once more."""
        case = self.random.choice(self.cases)
        trigger = case[0]
        if len(case) > 1:
            return steps.Fire(*self.fire())
        control = self.random.choice(("!",) if trigger.vars else (":pause", ":cont", ":clear", "!"))
        if control == "!":
            self.cases.remove(case)
        return steps.Command(trigger, control)

    def step(self):
        kind = self.random.choice(("fire", "fire", "control", "take", "takes"))
        event = self.random.choice(self.events())
        if kind == "control" and self.cases:
            self.steps.append(self.control())
        elif kind == "take":
            self.steps.append(steps.Read(event, True))
        elif kind == "takes":
            self.steps.append(steps.Read(event, True))
            self.steps.append(steps.TakesMeanwhile(event, *self.fire(-1, 200)))
        else:
            self.steps.append(steps.Fire(*self.fire()))

    def fill(self, triggers):
        seen = set()
        while self.triggers < triggers:
            self.add(self.generate.case(seen))
        self.steps.append(steps.Fire(*self.fire(-1)))
        for _ in range(self.random.randint(1, 4)):
            self.step()
        self.finish()
        return self

    def tidy(self):
        triggers = [s.trigger for s in self.steps if isinstance(s, steps.Command) and not s.control]
        return steps.Tidy(self.events(), triggers)

    def finish(self):
        self.steps += [steps.Read(event) for event in self.events()]
        self.steps.append(self.tidy())

    def fill_special(self):
        """What takes long and is done once."""
        trigger = Trigger("model_a", [Key(of_field(MODEL["shared"]))],
                          [Value(of_field(MODEL["wide"]), s) for s in ("", "max", "dist")], interval="1s")
        self.bits, self.keys = 40, 20
        self.add([trigger])
        self.steps.append(steps.Intervals(trigger, *self.fire(-1, 1500)))
        self.steps.append(self.tidy())
        self.steps.append(steps.Growing(10000, self.random.randrange(1 << 60)))
        return self


def batches(seed, triggers):
    number = 0
    while triggers > 0:
        batch = Batch(seed, number).fill(min(A_BATCH, triggers))
        triggers -= batch.triggers
        number += 1
        yield batch
    yield Batch(seed, number).fill_special()


def plan(seed, triggers):
    for batch in batches(seed, triggers):
        for number, step in enumerate(batch.steps):
            print(f"step {number}; {step.shell()}")
        print("records")
    print("finish")


@dataclass
class Answer:
    status: int
    text: str


class Records:
    """The records of a batch, in the order of the hits."""

    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.records = sorted((steps.parse_record(line) for line in lines), key=lambda r: r[1]["seq"])
        self.at = 0

    def take(self, count):
        some = self.records[self.at:self.at + count]
        self.at += count
        if len(some) != count or some[-1][1]["seq"] - some[0][1]["seq"] != count - 1:
            raise Wrong(f"the ring lost records: {len(some)} of {count}")
        return some


def read_answers(name):
    """Yields the answers of each batch, by the number of the step: a line @STEP, then
    the text, then a line @= STATUS. The records are the last."""
    answers, step, text = {}, None, []
    with open(name, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            if line.startswith("@= "):
                answers[step] = Answer(int(line[3:]), "".join(text))
                if step == "records":
                    yield answers
                    answers = {}
            elif line.startswith("@"):
                step, text = line[1:].strip(), []
            else:
                text.append(line)


def check_batch(batch, answers, world):
    if answers is None:
        raise Wrong("the guest ended before the end of the batch")
    world.records = Records(answers["records"].text)
    for number, step in enumerate(batch.steps):
        step.check(world, answers[str(number)])
    if world.wrong:
        raise Wrong("\n".join(world.wrong))


def check(seed, triggers, name):
    answers, wrong, number = read_answers(name), 0, 0
    print("KTAP version 1")
    for number, batch in enumerate(batches(seed, triggers), 1):
        what = f"{number} - {batch.triggers} random triggers say what the model says " \
            f"(seed {seed}, batch {batch.number})"
        world = World()
        try:
            check_batch(batch, next(answers, None), world)
            print(f"ok {what}")
        except Wrong as error:
            wrong += 1
            print(f"not ok {what}")
            print("\n".join(f"# {line}" for line in str(error).splitlines()))
            if world.left:
                break
    print(f"1..{number}")
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "plan":
        plan(int(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(bool(check(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
