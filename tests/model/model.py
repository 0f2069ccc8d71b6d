# SPDX-License-Identifier: GPL-2.0
"""The reference model: histograms as lists of hits, in the order of the records."""
from language import Hit


class Entry:
    """Hits of one key: the loaded values of each, and what variables and actions keep."""

    def __init__(self):
        self.values = []        # one list of words a hit, in the order of the values
        self.vars = {}          # those that are set
        self.tracked = {}       # by action: the number that onmax() and onchange() compare with
        self.saved = {}         # name: number or text


class Histogram:
    def __init__(self, trigger):
        self.spec = trigger     # the first of its triggers
        self.entries = {}
        self.total = 0          # hits, also those that found no space
        self.snapshots = []     # (variable's value, key) in the order of hits
        self.lost = 0           # lost actions that takes have reported so far
        self.keep = bool(trigger.vars) or any(a.handler != "onmatch" for a in trigger.actions)

    def clear(self):
        self.entries, self.total, self.snapshots, self.lost = {}, 0, [], 0

    def take(self, lost):
        """Counting starts again from 0; variables, and what actions have saved, stay."""
        self.lost += lost
        if not self.keep:
            self.entries = {}
        for entry in self.entries.values():
            entry.values = []
        self.total = 0

    def snapshot_tries(self):
        """The hits of onmax() that exceed all earlier ones of their entry."""
        greatest = {}
        for value, key in self.snapshots:
            if value > greatest.get(key, 0):
                greatest[key] = value
                yield value, key

    def hit_entries(self):
        return {key: entry for key, entry in self.entries.items() if entry.values}


class World:
    """The triggers of all events, and what records do to them."""

    def __init__(self):
        self.wrong = []         # what answers differ in
        self.left = False       # triggers are left, which later batches would find
        self.triggers = {}      # event: triggers, the oldest first
        self.hists = {}         # id of a trigger: its histogram
        self.named = {}
        self.paused = {}
        self.vars = {}          # name of a variable: its histogram
        self.forgets = {}       # id of a trigger: histograms
        self.synths = {}        # name of a synthetic event: names of its fields

    def add(self, trigger):
        """A command was accepted."""
        hist = self.named.get(trigger.name) or Histogram(trigger)
        if trigger.name:
            self.named[trigger.name] = hist
        self.hists[id(trigger)] = hist
        self.paused[id(trigger)] = trigger.pause
        for name in trigger.vars:
            self.vars[name] = hist
        for action in trigger.actions:
            if action.kind == "forget":
                self.forgets[id(trigger)] = self.same_keys(action.of, trigger)
        self.triggers.setdefault(trigger.event, []).append(trigger)

    def same_keys(self, event, trigger):
        def types(t):
            return [getattr(getattr(k, "number", None), "field", None) or k for k in t.keys]

        return {id(h): h for h in (self.hists[id(t)] for t in self.triggers.get(event, [])
                                   if [getattr(f, "type", f) for f in types(t)] ==
                                   [getattr(f, "type", f) for f in types(trigger)])}.values()

    def remove(self, trigger):
        self.triggers[trigger.event].remove(trigger)
        hist = self.hists[id(trigger)]
        if not any(self.hists[id(t)] is hist for ts in self.triggers.values() for t in ts):
            self.named.pop(trigger.name, None)

    def forgotten(self):
        """The ids of all histograms that a forget() means."""
        return {id(h) for hists in self.forgets.values() for h in hists}

    def hists_of(self, event):
        """The histograms of an event, in the order of its files."""
        return [(t, self.hists[id(t)]) for t in self.triggers.get(event, [])]

    def record(self, event, record):
        for trigger in self.triggers.get(event, []):
            if not self.paused[id(trigger)]:
                self.hit(trigger, record)

    def read_vars(self, trigger, key):
        """The variables of other triggers, or None if one is not set."""
        refs = {}
        for name in trigger.refs:
            hist = self.vars[name]
            entry = hist.entries.get(key[:len(hist.spec.keys)])
            if not entry or name not in entry.vars:
                return None
            refs[name] = entry.vars[name]
        for name in trigger.once:
            hist = self.vars[name]
            del hist.entries[key[:len(hist.spec.keys)]].vars[name]
        return refs

    def hit(self, trigger, record):
        hit = Hit(record)
        # A filter without variables comes before anything is read.
        conditional = trigger.filter and ("$" in trigger.filter.text)
        if trigger.filter and not conditional and not trigger.filter.matches(hit):
            return
        key = tuple(k.load(hit) for k in trigger.keys)
        refs = self.read_vars(trigger, key)
        if refs is None:
            return
        hit.refs = refs
        for name, number in trigger.vars.items():
            hit.own[name] = number.load(hit)
        if conditional and not trigger.filter.matches(hit):
            return
        self.count(trigger, key, hit)

    def count(self, trigger, key, hit):
        hist = self.hists[id(trigger)]
        hist.total += 1
        entry = hist.entries.setdefault(key, Entry())
        entry.values.append([v.load(hit) for v in trigger.vals])
        entry.vars.update(hit.own)
        for i, action in enumerate(trigger.actions):
            self.act(trigger, hist, entry, key, hit, i, action)
        for other in self.forgets.get(id(trigger), ()):
            gone = other.entries.pop(key, None)
            if gone:
                other.total -= len(gone.values)

    def act(self, trigger, hist, entry, key, hit, i, action):
        if action.kind == "forget":
            return
        if action.handler != "onmatch":
            value = hit.own[action.of]
            if action.kind == "snapshot":
                hist.snapshots.append((value, key))
                return
            before = entry.tracked.get(i, 0)
            if value <= before if action.handler == "onmax" else value == before:
                return
            entry.tracked[i] = value
        if action.kind == "save":
            entry.saved = {p.text: p.load(hit) for p in action.params}
        else:
            self.generate(action, hit)

    def generate(self, action, hit):
        record = dict(hit.record)
        for f, param in zip(self.synths[action.synth], action.params):
            value = param.load(hit)
            if isinstance(value, int):
                value &= (1 << 8 * f.size) - 1
                if f.is_signed and value >> (8 * f.size - 1):
                    value -= 1 << 8 * f.size
            record[f.name] = value
        self.record(action.synth, record)
