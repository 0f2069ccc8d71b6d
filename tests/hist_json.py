#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# hist_json.py SCHEMA JSON TEXT: compare a document of hist_json with the schema,
# and with the output of hist for the same histograms.
import ipaddress
import json
import re
import sys

import jsonschema


STYLES = ("ipv4", "ipv6", "mac", "dev", "oct", "signed")


# Members about losses, and their lines in the totals.
LOSSES = {
    "dropped": "Dropped",
    "missed": "Missed by probes",
    "lost_arming": "Lost while arming",
    "without_bucket": "Values without a bucket",
    "lost_actions": "Lost actions",
    "lost_beginnings": "Beginnings without room",
    "lost_files": "Stacks in files without room",
    "lost_shares": "Stacks in files over a share",
}


def once(pairs):
    """Refuses a name that an object has twice."""
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError(f"a name comes twice: {names}")
    return dict(pairs)


def must(what, is_true):
    if not is_true:
        sys.exit(what)


def styled(modifier, key):
    """The text of a key or value whose modifier only says how it is printed."""
    if modifier == "ipv6":
        address = ipaddress.IPv6Address(bytes(key["bytes"]))
        return f"::ffff:{address.ipv4_mapped}" if address.ipv4_mapped else str(address)
    if modifier == "mac":
        return bytes(key["bytes"]).hex(":")
    if modifier is None:
        return bytes(key["bytes"]).hex()
    value = key["value"]
    if modifier == "ipv4":
        return str(ipaddress.IPv4Address((value & 0xffffffff).to_bytes(4, "little")))
    if modifier == "dev":
        return f"{(value & 0xffffffff) >> 20}:{value & 0xfffff}"
    return f"{value:o}" if modifier == "oct" else str(value)


def escaped(text):
    """A text as rows show it: control characters in octal."""
    return re.sub("[\x01-\x1f\x7f]", lambda match: f"\\{ord(match[0]):03o}", text)


def user_frame(frame):
    """What hist prints of a frame of a user stack."""
    if "end" in frame:
        return f"         ({frame['end']})"
    if frame["file"] is None:
        return f"         {frame['address']:#x}"
    return f"         {escaped(frame['file'])}+{frame['offset']:#x}"


def shown_key(field, key):
    """What hist prints of a key."""
    name, modifier = field["name"] + ": ", field["modifier"]
    if field["type"] == "user_stack":
        return [field["name"]] + [user_frame(frame) for frame in key]
    if field["type"] == "stack":
        lines = [f"{frame['symbol']}+{frame['offset']:#x}/" if frame["symbol"] else f"{frame['address']:#x}"
                 for frame in key]
        return [field["name"]] + lines
    if isinstance(key, (int, str)):
        return [f"{name}{key:>10}" if isinstance(key, int) else name + escaped(key)]
    if "comm" in key:
        return [f"{name}{escaped(key['comm']):<16}[{key['value']:>10}]"]
    if "syscall" in key:
        return [f"{name}{key['syscall'] or 'unknown_syscall':<30}[{key['value']:>3}]"]
    if modifier == "path":
        return [f"{name}{escaped(key['text']):<30}[{key['value']:>3}]"]
    if modifier == "flags":
        return [f"{name}{key['text']:<30}["]
    if "symbol" in key:
        symbol = key["symbol"]
        if not symbol:
            symbol = f"{key['value']:#x}"
        elif modifier == "sym-offset":
            symbol += f"+{key['offset']:#x}"
        return [f"{name}[{key['value']:x}] {symbol}"]
    must(f"{key} is not what {field} says", ("bytes" in key) == (field["type"] == "bytes"))
    if "bytes" in key or modifier in STYLES:
        must(f"{key} is not {modifier}", key["text"] == styled(modifier, key))
        return [f"{name}{key['text']:>10}" if modifier == "signed" else name + key["text"]]
    if modifier == "hex":
        must(f"{key} is not hexadecimal", key["text"] == f"{key['value']:x}")
    elif modifier == "buckets":
        must(f"{key} is not a range", key["text"] == f"~ {key['low']}-{key['high']}")
    elif modifier == "log2" and "parameter" in field:
        must(f"{key} is not a range", key["text"] == f"~ {key['low']}-{key['high']}")
    elif modifier == "log2":
        must(f"{key} is no power of two", key["text"] == f"~ 2^{key['value']}" and
             key["high"] == 2 ** key["value"])
    return [name + key["text"]]


def shown_value(field, value):
    """What hist prints of a value, in the row itself."""
    name = field["name"]
    # A statistic like .avg, whose modifier is part of the name.
    if field["modifier"] and not isinstance(value, dict) and field["modifier"] != "usecs":
        name += "." + field["modifier"]
    if field["type"] == "distribution":
        return f"{name}.dist: {value['count']:>10}"
    if isinstance(value, int):
        return f"{name}: {value:>10}"
    if field["modifier"] in STYLES:
        must(f"{value} is not {field}", value["text"] == styled(field["modifier"], value))
        return f"{name}: {value['text']:>10}"
    if field["modifier"] == "percent":
        return f"{name} (%): {value['text']:>6}"
    if field["modifier"] == "hex":
        must(f"{value} is not hexadecimal", int(value["text"], 16) == value["value"])
        return f"{name}: {value['text']:>10}"
    if field["modifier"] == "graph":
        return f"{name}: {value['text']}"
    # A statistic, whose second modifier is not in the document.
    return f"{name}.{field['modifier']}: {value['text']:>10}"


def powers(buckets):
    """The counts of a distribution, for each power of two."""
    rows = {}
    for bucket in buckets:
        low = bucket["low"] if bucket["low"] >= 0 else ~bucket["high"]
        power = (bucket["low"] >= 0, low.bit_length())
        rows[power] = rows.get(power, 0) + bucket["count"]
    return list(rows.values())


def check_bands(fields, row):
    """Each percentile is in its band, which the minimum and the maximum of the field bound."""
    values = [value if isinstance(value, int) else value.get("value") for value in row["values"]]
    known = {(field["name"], field["modifier"]): value for field, value in zip(fields, values)}
    percentiles = [re.fullmatch(r"p\d.*", field["modifier"] or "") for field in fields]
    must(f"{row} has bands without percentiles, or none", any(percentiles) == ("bands" in row))
    if "bands" not in row:
        return
    must(f"{row} has not one band for each value", len(row["bands"]) == len(fields))
    for field, value, band, is_percentile in zip(fields, values, row["bands"], percentiles):
        must(f"{row}: {field['name']} has a band or lacks it", not band or is_percentile)
        if band:
            low, high = band
            least, most = known.get((field["name"], "min"), low), known.get((field["name"], "max"), high)
            must(f"{value} is not in {band} or not from {least} to {most}",
                 least <= low <= value <= high <= most)
            must(f"{band} is too wide", high - low <= max(abs(low), abs(high)) / 8)


def compare_row(fields, row, text):
    keys = [field for field in fields if field["kind"] == "key"]
    values = [field for field in fields if field["kind"] == "value"]
    must(f"{row} has not one key for each field", len(keys) == len(row["keys"]))
    must(f"{row} has not one value for each field", len(values) == len(row["values"]))
    check_bands(values, row)
    parts, counts = [], []
    for field, key in zip(keys, row["keys"]):
        parts += shown_key(field, key)
    for field, value in zip(values, row["values"]):
        parts.append(shown_value(field, value))
        if field["type"] == "distribution":
            must(f"{value} does not count its buckets",
                 value["count"] == sum(bucket["count"] for bucket in value["buckets"]))
            counts += powers(value["buckets"])
    for tracked in row.get("tracked", []):
        word = {"onmax": "max", "onchange": "changed"}[tracked["handler"]]
        parts.append(f"{word}: {tracked['value']:>10}")
        for saved in tracked["saved"]:
            if "value" in saved:
                parts.append(f"{saved['name']}: {saved['value']:>10}")
            elif "text" in saved:
                parts.append(f"{saved['name']}: {escaped(saved['text'] or '(null)'):<32}")
    at = 0
    for part in parts:
        found = text.find(part, at)
        must(f"hist has not {part!r} in {text!r}", found >= 0)
        at = found + len(part)
    seen = [int(count) for count in re.findall(r"^    \[.*\] +(\d+) \||^    \[.*\) +(\d+) \|", text, re.M)
            for count in count if count]
    must(f"buckets {counts} are not {seen}", counts == [count for count in seen if count])


def compare_hist(hist, text):
    state = "[paused]" if hist["paused"] else "[active]"
    must(f"hist has another trigger than {hist['trigger']}",
         f"# trigger info: {hist['trigger']} {state}\n#\n" in text)
    totals = re.search(r"\nTotals:\n((?:    [^:\n]+: \d+\n)*)", text)
    must("hist has no totals", totals)
    lines = dict(re.findall(r"    ([^:\n]+): (\d+)\n", totals.group(1)))
    wanted = {"Hits": hist["hits"], "Entries": hist["entries"]}
    wanted |= {line: hist[member] for member, line in LOSSES.items() if hist[member] or member == "dropped"}
    must(f"hist has other totals: {lines}", wanted == {line: int(n) for line, n in lines.items()})
    rows = re.split(r"^(?=\{ )", text[:totals.start()], flags=re.M)[1:]
    must(f"{len(hist['rows'])} rows, hist has {len(rows)}", len(rows) == len(hist["rows"]))
    for row, line in zip(hist["rows"], rows):
        compare_row(hist["fields"], row, line)


def main():
    with open(sys.argv[1], encoding="utf-8") as schema_file:
        schema = json.load(schema_file)
    with open(sys.argv[2], "rb") as document_file:
        document = json.loads(document_file.read().decode("utf-8"), object_pairs_hook=once)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.Draft7Validator(schema).validate(document)
    with open(sys.argv[3], "rb") as text_file:
        text = text_file.read().decode("utf-8", "surrogateescape")
    text = re.sub("[\udc80-\udcff]", "\ufffd", text)
    hists = text.split("# event histogram\n")[1:]
    must(f"{len(document['histograms'])} histograms, hist has {len(hists)}",
         len(hists) == len(document["histograms"]))
    for hist, part in zip(document["histograms"], hists):
        compare_hist(hist, part)


main()
