# SPDX-License-Identifier: GPL-2.0
"""Compares what hist_json says with the model."""
import math

from language import STYLES, U64, Value, signed

BOUND = 16      # percentiles are off by at most this part of the true value


class Wrong(Exception):
    """An answer that is not what the model says: what, wanted and got."""


def must_be(what, got, wanted):
    if got != wanted:
        raise Wrong(f"{what}: got {got}, wanted {wanted}")


def plain(answer):
    return answer["value"] if isinstance(answer, dict) else answer


def canonical(key, answer):
    """Returns the number, text or bytes of a key in an answer; checks how the answer shows
    it."""
    value, comm = answer, None
    if isinstance(answer, dict):
        value, comm = answer.get("value"), answer.get("comm")
        value = bytes(answer["bytes"]) if "bytes" in answer else value & U64
    must_be(f"key {key.text}", answer, key.shown(value, comm))
    return value


def true_percentile(stat, numbers):
    digits = stat[1:].replace("_", "")
    whole = 100 if digits == "100" else None
    parts = 10 ** 6 if whole else int(digits[:2]) * 10 ** 4 + int((digits[2:] + "0000")[:4])
    rank = max(-(-len(numbers) * parts // 10 ** 6), 1)
    return sorted(numbers)[rank - 1]


def check_stat(what, value, words, got):
    """A statistic over all hits of an entry, words being what they loaded."""
    numbers = [signed(w) for w in words] if value.is_signed else words
    total = sum(numbers)
    fits = -(1 << 63) <= total < 1 << 63 if value.is_signed else total <= U64
    if value.stat in ("min", "max"):
        must_be(what, got, min(numbers) if value.stat == "min" else max(numbers))
    elif value.stat == "avg":
        if fits:
            must_be(what, got, total // len(numbers) if total >= 0 else -(-total // len(numbers)))
    elif value.stat == "stddev":
        count, squares = len(numbers), sum(n * n for n in numbers)
        # Numbers with signs may have a sum of 64 bits and squares of more than 128.
        if fits and squares < 1 << 128:
            must_be(what, got, math.isqrt((squares * count - total * total) // (count * count)))
    else:
        true = true_percentile(value.stat, numbers)
        if abs(got - true) * BOUND > abs(true):
            raise Wrong(f"{what}: got {got}, wanted {true}")


def check_percentile(trigger, what, value, words, got, band):
    """A percentile lies in its band, and within the minimum and maximum that are shown."""
    numbers = [signed(w) for w in words] if value.is_signed else words
    beside = {v.stat for v in trigger.vals if v.number and v.number.text == value.number.text
              and v.is_signed == value.is_signed}
    low, high = band
    if not (low <= got <= high and low <= true_percentile(value.stat, numbers) <= high) or \
            ("min" in beside and low < min(numbers)) or ("max" in beside and high > max(numbers)):
        raise Wrong(f"{what}: got {got} in {band}, values are {min(numbers)} to {max(numbers)}")


def check_dist(what, value, words, got):
    """A distribution. Returns how many hits are in no bucket."""
    numbers = [signed(w) for w in words] if value.is_signed else words
    counted, last = 0, None
    for bucket in got["buckets"]:
        low, high, count = bucket["low"], bucket["high"], bucket["count"]
        inside = sum(low <= n <= high for n in numbers)
        if not 0 < count <= inside or (last is not None and low <= last):
            raise Wrong(f"{what}: only {inside} values are in bucket {bucket}")
        if high - low > max(min(abs(low), abs(high)) // 8, 0):
            raise Wrong(f"{what}: bucket {bucket} is too wide")
        counted, last = counted + count, high
    must_be(f"{what}: count", got["count"], counted)
    return len(numbers) - counted


def check_time(what, count, got):
    """Times are not known, but a negative one would be a large number."""
    if got is not None and not 0 <= (got["count"] if isinstance(got, dict) else got) < count << 42:
        raise Wrong(f"{what}: {got} cannot be a time of {count} hits")


def check_sum(what, value, words, got):
    total = sum(words) & U64
    if value.modifier == "signed":
        total = signed(total)
    must_be(what, plain(got), total)
    style = STYLES.get(value.modifier)
    if style:
        must_be(f"{what} as text", got["text"], style(total & U64))


def check_shares(trigger, entries, rows):
    """The texts of .percent and .graph, which depend on all entries."""
    shown = [v for v in trigger.vals if v.is_shown]
    for i, value in enumerate(shown, not trigger.nohitcount):
        if value.modifier not in ("percent", "graph"):
            continue
        at = trigger.vals.index(value)
        sums = [sum(hit[at] for hit in entry.values) & U64 for entry in entries.values()]
        whole = sum(sums) if value.modifier == "percent" else max(sums, default=0)
        for keys, row in rows:
            if whole <= U64:
                check_share(f"entry {keys} {value.text}", value.modifier, whole, row["values"][i])


def check_share(what, modifier, whole, got):
    if modifier == "percent":
        parts, text = 10000, round(float(got["text"]) * 100)
    else:
        parts, text = 20, len(got["text"])
    # Percentages and bars are rounded down, those of large numbers twice.
    wanted = got["value"] * parts // whole if whole else 0
    if not wanted - 1 <= text <= wanted + (got["value"] > U64 // 10000):
        raise Wrong(f"{what}: got {got}, wanted {wanted} of {parts} parts")


def check_row(trigger, what, entry, row, without_bucket):
    """Compares one row. Returns how many values are in no bucket, by number. Where
    values have no bucket, percentiles are left out."""
    missing = {}
    answers = list(row["values"])
    if not trigger.nohitcount:
        must_be(f"{what} hitcount", answers.pop(0), len(entry.values))
    for i, value in enumerate(trigger.vals):
        if not value.is_shown:
            continue
        words = [hit[i] for hit in entry.values]
        name, got = f"{what} {value.text}", answers.pop(0)
        if value.stat == "dist" and not value.number.unknown:
            missing[value.number.text] = check_dist(name, value, words, got)
        elif value.number and value.number.unknown:
            check_time(name, len(words), got)
        elif got is None or (without_bucket and is_percentile(value)):
            continue
        elif value.stat:
            check_stat(name, value, words, plain(got))
            if is_percentile(value):
                check_percentile(trigger, name, value, words, plain(got), row["bands"][-len(answers) - 1])
        else:
            check_sum(name, value, words, got)
    must_be(f"{what}: values left over", answers, [])
    check_tracked(trigger, what, entry, row)
    return missing


def check_tracked(trigger, what, entry, row):
    tracked = [(i, a) for i, a in enumerate(trigger.actions)
               if a.handler != "onmatch" and a.kind != "snapshot"]
    for (i, action), got in zip(tracked, row.get("tracked", [])):
        must_be(f"{what} {action.text}", got["value"], entry.tracked.get(i, 0))
        if action.kind == "save":
            saved = [s["value"] if "value" in s else s["text"] for s in got["saved"]]
            none = [None if p.field and p.field.kind != "number" else 0 for p in action.params]
            must_be(f"{what} {action.text}", saved, list(entry.saved.values()) or none)
    must_be(f"{what}: tracked", len(row.get("tracked", [])), len(tracked))


def rank(trigger, keys, row):
    """What an entry sorts by: the fields of sort=, or the hits, then the keys."""
    words = [reversed_rank(part, False) for part in
             (k.rank(v) for k, v in zip(trigger.keys, keys))]
    first = []
    answers = dict(zip([id(v) for v in trigger.vals if v.is_shown],
                       row["values"][not trigger.nohitcount:]))
    for field, descending in trigger.sort:
        if hasattr(field, "load") and field in trigger.keys:
            part = field.rank(keys[trigger.keys.index(field)])
        elif field.number is None:
            part = row["values"][0]
        else:
            part = answers[id(field)]
            part = part["count"] if isinstance(part, dict) and "count" in part else plain(part)
        first.append(reversed_rank(part, descending))
    if not trigger.sort:
        first = [row["values"][0]]
    return first, words


def reversed_rank(part, descending):
    if not descending:
        return part
    return -part if isinstance(part, int) else tuple(-byte for byte in part)


def check_order(trigger, rows):
    by_hits = not trigger.sort or any(f.name == "hitcount" for f, _ in trigger.sort)
    if trigger.nohitcount and by_hits:
        return
    ranks = [rank(trigger, keys, row) for keys, row in rows]
    for i in range(1, len(ranks)):
        if ranks[i - 1] > ranks[i]:
            raise Wrong(f"rows {i} and {i + 1} are in the wrong order")


def keys_of(trigger, row):
    must_be("number of keys", len(row["keys"]), len(trigger.keys))
    return tuple(canonical(k, a) for k, a in zip(trigger.keys, row["keys"]))


def merged(trigger, answers):
    """Adds up the answers of several takes. What cannot be added up, such as a mean,
    becomes None."""
    whole = dict(answers[-1], rows=[])
    for name in ("hits", "dropped", "without_bucket", "lost_actions"):
        whole[name] = sum(answer[name] for answer in answers)
    rows = {}
    for answer in answers:
        for row in answer["rows"]:
            rows[repr(row["keys"])] = add_rows(trigger, rows.get(repr(row["keys"])), row)
    whole["rows"] = list(rows.values())
    whole["entries"] = len(rows)
    return whole


def add_rows(trigger, one, two):
    values = [Value(None)] * (not trigger.nohitcount) + [v for v in trigger.vals if v.is_shown]
    if one is None:
        one = dict(two, values=[None if is_mean(v) else a for v, a in zip(values, two["values"])])
        return one
    sums = [add_values(v, a, b) for v, a, b in zip(values, one["values"], two["values"])]
    return dict(two, values=sums)


def is_mean(value):
    return value.stat in ("avg", "stddev") or is_percentile(value)


def is_percentile(value):
    return value.stat.startswith("p")


def add_values(value, one, two):
    if is_mean(value):
        return None
    if value.stat == "dist":
        return {"count": one["count"] + two["count"], "buckets": add_buckets(one, two)}
    if value.stat:
        return (min if value.stat == "min" else max)(plain(one), plain(two))
    total = plain(one) + plain(two) & U64
    total = signed(total) if value.modifier == "signed" else total
    style = STYLES.get(value.modifier)
    return {"value": total, "text": style(total & U64)} if style else total


def add_buckets(one, two):
    counts = {}
    for bucket in one["buckets"] + two["buckets"]:
        ends = bucket["low"], bucket["high"]
        counts[ends] = counts.get(ends, 0) + bucket["count"]
    return [{"low": low, "high": high, "count": count} for (low, high), count in sorted(counts.items())]


def check(trigger, hist, answer, ordered=True):
    """Compares a histogram as hist_json has it with the model's."""
    entries = hist.hit_entries()
    rows = [(keys_of(trigger, row), row) for row in answer["rows"]]
    missing = 0
    # After a take has freed entries, keys whose hits were dropped before get entries.
    complete = ordered or not answer["dropped"]
    for keys, row in rows:
        if keys not in entries:
            raise Wrong(f"entry {keys} was never hit, or was forgotten")
        if not complete:
            continue
        by_value = check_row(trigger, f"entry {keys}", entries[keys], row, answer["without_bucket"])
        missing += sum(by_value.values())
    must_be("number of different rows", len({keys for keys, _ in rows}), len(rows))
    if not trigger.top and not answer["dropped"]:
        for keys in entries:
            if keys not in dict(rows):
                raise Wrong(f"entry {keys} is missing")
    if ordered:
        check_order(trigger, rows)
        if not answer["dropped"]:
            check_shares(trigger, entries, rows)
    check_totals(trigger, hist, answer, len(rows))
    if complete and not trigger.top and any(v.stat == "dist" for v in trigger.vals):
        must_be("values without a bucket", answer["without_bucket"], missing)
    check_snapshot(trigger, hist, answer)


def check_totals(trigger, hist, answer, nr_rows):
    entries = hist.hit_entries()
    must_be("hits and dropped hits", answer["hits"] + answer["dropped"], hist.total)
    if answer["dropped"] and len(entries) <= (trigger.size or 2048):
        raise Wrong(f"{answer['dropped']} hits were dropped, though all {len(entries)} keys fit")
    if not answer["dropped"]:
        must_be("number of entries", answer["entries"], len(entries))
    wanted = min(trigger.top or answer["entries"], answer["entries"])
    must_be("number of rows", nr_rows, wanted)


def check_snapshot(trigger, hist, answer):
    """The snapshot is that of the greatest value. Only a hit that comes while another CPU
    takes a snapshot may lose its own, which counts as a lost action."""
    tries = list(hist.snapshot_tries())
    lost = hist.lost + answer["lost_actions"]
    if not tries:
        must_be("snapshot", answer.get("snapshot"), None)
        must_be("lost actions", lost, 0)
        return
    if "snapshot" not in answer:
        raise Wrong(f"no snapshot was taken in {len(tries)} tries")
    value, key = answer["snapshot"]["value"], keys_of(trigger, answer["snapshot"])
    if (value, key) not in tries:
        raise Wrong(f"no hit has the value and key of the snapshot: {value}, {key}")
    beyond = sum(v > value for v, _ in tries)
    if not beyond <= lost < len(tries):
        raise Wrong(f"{beyond} hits are beyond the snapshot's value {value}, lost {lost} actions")
