#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Passes the tool's exports to the programs that they are for. Prints KTAP.
#
#	tests/export.sh		promtool and a strict parser of OpenMetrics
#	tests/export.sh -a	also a real Prometheus that scrapes a node exporter, and Chromium,
#				which opens the pictures; by hand, because it needs Debian's
#				package chromium. Leaves screenshots in build/pictures.
#
# Programs of packages are unpacked in the cache instead of being installed, because
# installing them would start services on this system.
set -eu
. "$(dirname "$0")/lib.sh"

work=$(scratch export)
documents=$TOP/tests/unit/seeds/fuzz_doc
all=
[ "${1:-}" != -a ] || all=1

within() { # SECONDS COMMAND...
	local end=$((SECONDS + $1 * scale))
	shift
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.2
	done
}

# unpacked PACKAGE: print the folder where a package is unpacked.
unpacked() {
	local dir=$CACHE/packages/$1
	(
		locked packages
		[ ! -d "$dir" ] || exit 0
		apt_update
		rm -rf "$dir.tmp"
		mkdir -p "$dir.tmp/root"
		cd "$dir.tmp"
		apt_quiet download "$1" >&2
		dpkg -x ./*.deb root
		mv root "$dir"
		rm -rf "$dir.tmp"
	) || die "the package $1 could not be fetched"
	echo "$dir"
}

need_pkgs python3
build_tool OUT="$work" || die "histrig did not build"
histrig=$work/histrig
prometheus=$(unpacked prometheus)
client=$(unpacked python3-prometheus-client)

for_each_document() { # COMMAND...
	local file
	for file in "$documents"/*.json; do
		"$@" "$file" || { echo "$file"; return 1; }
	done
}

promtool_accepts() {
	"$histrig" export --openmetrics "$1" >"$work/metrics"
	"$prometheus/usr/bin/promtool" check metrics <"$work/metrics"
}

strict_accepts() {
	"$histrig" export --openmetrics=1.0 "$1" >"$work/metrics"
	PYTHONPATH=$client/usr/lib/python3/dist-packages python3 -c '
import sys
from prometheus_client.openmetrics.parser import text_fd_to_metric_families
list(text_fd_to_metric_families(sys.stdin))' <"$work/metrics"
}

is_svg() { # FORMAT-OPTIONS FILE
	"$histrig" export --svg "$1" >"$work/picture.svg"
	python3 -c '
import sys
import xml.etree.ElementTree
root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag' "$work/picture.svg"
}

echo "KTAP version 1"
check "promtool accepts the metrics of recorded documents" for_each_document promtool_accepts
check "a strict parser of OpenMetrics reads metrics of recorded documents" for_each_document strict_accepts
check "an XML parser reads pictures of recorded documents" for_each_document is_svg

# latencies TIME: print a document with 100 latencies up to 8 us and 300 up to 1,024
# us.
latencies() {
	cat <<-END
		{"version":1,"event":"synthetic:lats","instance":null,"clock":"global","time":$1,"uptime":1.0,"histograms":[
		{"name":null,"trigger":"hist:keys=disk,lat.log2","paused":false,"clock":null,
		"hits":400,"entries":2,"dropped":0,"without_bucket":0,"lost_actions":0,
		"fields":[
		{"name":"disk","kind":"key","type":"string","modifier":null,"unit":null},
		{"name":"lat","kind":"key","type":"number","modifier":"log2","unit":"us"},
		{"name":"hitcount","kind":"value","type":"number","modifier":null,"unit":null}],
		"rows":[
		{"keys":["a\"b\\\\c",{"value":3,"text":"~ 2^3","low":5,"high":8}],"values":[100]},
		{"keys":["a\"b\\\\c",{"value":10,"text":"~ 2^10","low":513,"high":1024}],"values":[300]}]}]}
	END
}

# ---- Prometheus

pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT

# asked QUERY: print the values of Prometheus's answer.
asked() {
	python3 - "$1" <<-'END'
		import json, sys, urllib.parse, urllib.request
		url = "http://127.0.0.1:19090/api/v1/query?" + urllib.parse.urlencode({"query": sys.argv[1]})
		for one in json.load(urllib.request.urlopen(url))["data"]["result"]:
		    print(one["metric"].get("disk"), float(one["value"][1]))
	END
}
answers() { [ "$(asked "$1" 2>&1)" = "$2" ]; }

with_prometheus() {
	local exporter
	exporter=$(unpacked prometheus-node-exporter)
	mkdir -p "$work/textfile" "$work/data"
	cat >"$work/prometheus.yml" <<-END
		scrape_configs:
		  - job_name: node
		    scrape_interval: 1s
		    static_configs: [{targets: ['127.0.0.1:19100']}]
	END
	"$exporter/usr/bin/prometheus-node-exporter" --collector.disable-defaults --collector.textfile \
		--collector.textfile.directory="$work/textfile" --web.listen-address=127.0.0.1:19100 >"$work/exporter.log" 2>&1 &
	pids+=($!)
	"$prometheus/usr/bin/prometheus" --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" \
		--web.listen-address=127.0.0.1:19090 --web.console.templates="$work" --web.console.libraries="$work" >"$work/prometheus.log" 2>&1 &
	pids+=($!)
	latencies 1795480179.5 >"$work/lats.json"
	"$histrig" export --openmetrics -o "$work/textfile/histrig.prom" "$work/lats.json"
	check "Prometheus scrapes a counter through the node exporter" \
		within 60 answers 'histrig_counted_hits_total{event="synthetic:lats"}' "None 400.0"
	check "Prometheus computes a quantile of a histogram" \
		within 20 answers 'histogram_quantile(0.25, histrig_synthetic_lats_lat_seconds_bucket)' 'a"b\c 8e-06'
	check "the node exporter has no fault with the file" \
		within 20 answers 'node_textfile_scrape_error' "None 0.0"
}

# ---- Chromium

pictures=$BUILD/pictures

# opened SVG WHAT: open a picture in Chromium, run a script in it, and print the
# result.
opened() {
	sed "s|</svg>|<script><![CDATA[$2]]></script></svg>|" "$1" >"$work/driven.svg"
	timeout $((60 * scale)) chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
		--window-size=1220,${3:-640} --screenshot="$1.png" "file://$work/driven.svg" >"$work/chromium.log" 2>&1
	timeout $((60 * scale)) chromium --headless=new --no-sandbox --disable-gpu --dump-dom "file://$work/driven.svg" 2>>"$work/chromium.log"
}
search="by('search').value='%s';by('search').dispatchEvent(new Event('input'));"

with_chromium() {
	local i
	need_pkgs chromium fonts-dejavu-core
	mkdir -p "$pictures"
	for i in 1 2 3 4 5; do latencies 179548018$i; done >"$work/lats.json"
	"$histrig" export --svg --takes -o "$pictures/heat.svg" "$work/lats.json"
	"$histrig" export --svg -o "$pictures/keys.svg" "$documents/two-keys-values-with-modifiers-top-and-a-filter-and-three-histograms.json"
	"$histrig" export --svg -o "$pictures/flame.svg" "$documents/stacks-of-kernel-functions.json"
	opened "$pictures/flame.svg" "$(printf "$search" vfs_WRITE)" >"$work/dom"
	check "a search in a flame graph says how much it has found" grep -q 'id="found"[^>]*>1 found, 100.00 %<' "$work/dom"
	check "a search in a flame graph marks what it has found" grep -q '<g class="f hit"[^>]*><title>vfs_write' "$work/dom"
	opened "$pictures/keys.svg" "all.find(f=>f.name==='4').g.dispatchEvent(new MouseEvent('click',{bubbles:true}));" >"$work/dom"
	check "a click into a flame graph zooms" grep -q 'id="reset"[^>]*visibility: visible' "$work/dom"
	check "what is beside a zoomed frame is hidden" grep -q '<g class="f"[^>]*display: none' "$work/dom"
	opened "$pictures/heat.svg" "$(printf "$search" '5 µs')all[0].c.dispatchEvent(new MouseEvent('mouseover',{bubbles:true}));" >"$work/dom"
	check "a search in a heat map says how much it has found" grep -q 'id="found"[^>]*>5 found, 25.00 % of the hits<' "$work/dom"
	check "the mouse over a cell of a heat map shows what it is" \
		grep -q 'id="details"[^>]*>[0-9:.]* to [0-9:.]*: 5 µs to 8 µs: 100, 25.00 %<' "$work/dom"
	note "# look at $pictures/*.png"
}

if [ -n "$all" ]; then
	with_prometheus
	with_chromium
fi
echo "1..$results"
