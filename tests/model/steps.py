# SPDX-License-Identifier: GPL-2.0
"""What a batch does, step by step: each step has a line of shell for the guest, and
a check of what the guest answered, which brings the model along."""
import json
import re

from compare import Wrong, check, merged
from language import MODEL

RECORD = re.compile(r"^ *(.*)-(\d+) +\[(\d+)\] .*: (model_[abc]): (seq=.*)$")


def parse_record(line):
    """A line of trace. Returns the event and the record."""
    found = RECORD.match(line)
    if not found:
        raise Wrong(f"this record cannot be read: {line}")
    comm, pid, cpu, event, text = found.groups()
    record = {"common_comm": comm, "common_pid": int(pid), "common_cpu": int(cpu)}
    for word in text.split()[:len(MODEL) - 1]:
        name, _, value = word.partition("=")
        kind = MODEL[name].kind
        record[name] = {"number": int, "bytes": bytes.fromhex}.get(kind, str)(value)
    record["ptr"] = record["label"]
    return event, record


class Step:
    def quoted(self, *words):
        return " ".join(f"'{word}'" for word in words)


class Define(Step):
    """A synthetic event."""

    def __init__(self, name, table):
        self.name, self.table = name, table

    def shell(self):
        kinds = {"char[]": "char {}[]", "char[16]": "char {}[16]"}
        text = "; ".join(kinds.get(f.type, f.type + " {}").format(f.name) for f in self.table)
        return "define " + self.quoted(f"{self.name} {text}")

    def check(self, world, answer):
        if answer.status:
            raise Wrong(f"synthetic event {self.name} is refused: {answer.text}")
        world.synths[self.name] = self.table


class Command(Step):
    """A trigger, or a change of one by pause, cont, clear or !."""

    def __init__(self, trigger, control=""):
        self.trigger, self.control = trigger, control

    def text(self):
        if self.control == "!":
            return "!" + self.trigger.command()
        return self.trigger.command(self.control) if self.control else self.trigger.text

    def shell(self):
        return "trigger " + self.quoted(self.trigger.event, self.text())

    def check(self, world, answer):
        if answer.status:
            if not self.trigger.may_fail:
                raise Wrong(f"{self.text()} of {self.trigger.event} is refused: {answer.text}")
            return
        if not self.control:
            world.add(self.trigger)
        elif self.control == "!":
            world.remove(self.trigger)
        elif self.control == ":clear":
            world.hists[id(self.trigger)].clear()
        else:
            world.paused[id(self.trigger)] = self.control == ":pause"


class Fire(Step):
    """Hits: COUNT on one CPU, or with CPU -1 on each of them at once."""

    def __init__(self, cpus, cpu, count, keys, bits, seed, events=7):
        self.order = (events, cpu, count, keys, bits, seed)
        self.hits = count * (cpus if cpu < 0 else 1)

    def shell(self):
        return "fire " + " ".join(map(str, self.order))

    def check(self, world, answer):
        if answer.status:
            raise Wrong(f"fire: {answer.text}")
        for event, record in world.records.take(self.hits):
            world.record(event, record)


class Read(Step):
    """Reads hist_json or hist_take_json of an event."""

    def __init__(self, event, take=False):
        self.event, self.take = event, take

    def shell(self):
        return "answer " + self.quoted(self.event, "hist_take_json" if self.take else "hist_json")

    def check(self, world, answer):
        hists = world.hists_of(self.event)
        if self.take:
            hists = [(t, h) for t, h in hists if not t.interval]
        answers = histograms(answer.text)
        if len(answers) != len(hists):
            raise Wrong(f"{self.event} has {len(answers)} histograms, wanted {len(hists)}")
        for (trigger, hist), got in zip(hists, answers):
            blame(world, trigger, hist, got)
        if self.take:
            take(hists, answers)


class TakesMeanwhile(Fire):
    """Takes an event's histograms while hits go on: the sum of all takes is the whole."""

    def __init__(self, event, *order):
        super().__init__(*order)
        self.event = event

    def shell(self):
        return "takes_meanwhile " + self.quoted(self.event, *self.order)

    def check(self, world, answer):
        super().check(world, answer)
        documents = [histograms(line) for line in answer.text.split("\f")]
        hists = [(t, h) for t, h in world.hists_of(self.event) if not t.interval]
        for i, (trigger, hist) in enumerate(hists):
            if id(hist) not in world.forgotten() and not trigger.top:
                whole = merged(trigger, [document[i] for document in documents])
                blame(world, trigger, hist, whole, False)
        for document in documents:
            take(hists, document)


class Growing(Step):
    """Reads a histogram of percentiles while it grows. Each entry has one hit, so all
    percentiles are close to that hit's value, which .max has exactly."""

    def __init__(self, count, seed):
        self.count, self.seed = count, seed

    def shell(self):
        return f"growing {self.count} {self.seed}"

    def check(self, world, answer):
        trigger = "hist:keys=seq:vals=wide.p50,wide.max:size=131072 of model_a"
        for line in answer.text.split("\f"):
            rows = histograms(line)[0]["rows"]
            # A reader may see a hit in its entry before the value is in a bucket.
            wrong = [row for row in rows if abs(row["values"][1] - row["values"][2]) * 16 > row["values"][2]]
            if len(wrong) > 4:
                raise Wrong(f"{trigger}: {len(wrong)} of {len(rows)} entries have a wrong p50, as {wrong[0]}")


class Intervals(Fire):
    """Reads each interval while hits go on: the sum of all intervals is the whole."""

    def __init__(self, trigger, *order):
        super().__init__(*order)
        self.trigger = trigger

    def shell(self):
        return "intervals " + self.quoted(self.trigger.event, *self.order)

    def check(self, world, answer):
        super().check(world, answer)
        hist = world.hists[id(self.trigger)]
        last = {}
        for line in answer.text.split("\f"):
            for got in histograms(line):
                last[got["start"]] = got
        spans = [(got["start"], got["end"]) for _, got in sorted(last.items())]
        if any(before[1] != after[0] for before, after in zip(spans, spans[1:])):
            print(f"# intervals were missed: {spans}")
            return
        blame(world, self.trigger, hist, merged(self.trigger, list(last.values())), False)


class Tidy(Step):
    """Removes everything; nothing may be left."""

    def __init__(self, events, triggers):
        self.events, self.triggers = events, triggers

    def shell(self):
        newest_first = [word for t in reversed(self.triggers) for word in (t.event, "!" + t.command())]
        return f"events={self.quoted(' '.join(self.events))}; tidy_batch " + self.quoted(*newest_first)

    def check(self, world, answer):
        if answer.text.strip():
            world.wrong.append("triggers that nobody can remove:\n" + answer.text)
            world.left = True


def histograms(text):
    """The histograms of a document, without those that only carry fields elsewhere."""
    try:
        found = json.loads(text)["histograms"]
    except ValueError as error:
        raise Wrong(f"the answer is not JSON: {error}: {text[:200]}") from error
    return [h for h in found if not re.search(r"synthetic\d*_", h["trigger"].split(" if ")[0])]


def take(hists, answers):
    """A named histogram is taken once for all of an event's triggers that feed it."""
    taken = {id(hist): (hist, answer) for (_, hist), answer in zip(hists, answers)}
    for hist, answer in taken.values():
        hist.take(answer["lost_actions"])


def blame(world, trigger, *args):
    """Compares a histogram, and keeps what is wrong."""
    try:
        check(trigger, *args)
    except Wrong as wrong:
        world.wrong.append(f"{trigger.command()} of {trigger.event}:\n  {wrong}")
