# SPDX-License-Identifier: GPL-2.0
# histrig export and histrig flame: recipes as metrics, JSON, folded stacks and
# pictures.
# guest: timeout=180 needs=CONFIG_KALLSYMS
. /tests/guest/lib.sh
quick_rcu

insmod /tests/kmod/histrig_fire.ko || exit 1
F=$kmods/histrig_fire
export HISTRIG_RECIPES=/tmp/recipes
mkdir -p $HISTRIG_RECIPES
cat >$HISTRIG_RECIPES/states <<'END'
about States of CPUs, as if they were times
trigger power/cpu_frequency hist:keys=cpu_id,state.log2:sort=cpu_id
show power/cpu_frequency
unit state us
END
cat >$HISTRIG_RECIPES/stacks <<'END'
about Where memory is allocated
trigger kmem/kmalloc hist:keys=common_stacktrace:vals=bytes_req if bytes_req == 100
show kmem/kmalloc
unit bytes_req bytes
END
cat >$HISTRIG_RECIPES/frequencies <<'END'
about How often each state was entered
trigger power/cpu_frequency hist:keys=state:vals=cpu_id
show power/cpu_frequency
END

instances() { ls $H/instances | wc -l; }
# armed EVENT: test whether an instance of a session has a trigger on the event.
armed() { ls $H/instances | grep -q '^tool-' && grep -q . $H/instances/tool-*/events/$1/trigger; }
export_in_background() { # EVENT WORDS...
	local event=$1
	shift
	/tests/bin/histrig export "$@" &
	tool=$!
	within 20 armed $event
}
end_of_tool() { # NAME
	kill -TERM $tool 2>/dev/null
	wait $tool
	is "$1" "$?" 0
}

# ---- metrics

export_in_background power/cpu_frequency --openmetrics -o /tmp/m.prom --interval 200ms frequencies
echo 'fire power cpu_frequency count=30 keys=3' >$F
has_thirty() { grep -q '^histrig_counted_hits_total{recipe="frequencies"} 30$' /tmp/m.prom; }
check "a file of metrics is written again and again" within 20 has_thirty
check "an entry is a counter with its keys as labels" grep -q '^histrig_frequencies_hits_total{state="1"} 10$' /tmp/m.prom
check "metrics end with a line EOF" grep -q '^# EOF$' /tmp/m.prom
check "anybody may read a file of metrics" [ "$(stat -c %a /tmp/m.prom)" = 644 ]
echo 'fire power cpu_frequency count=30 keys=3' >$F
has_sixty() { grep -q '^histrig_frequencies_hits_total{state="1"} 20$' /tmp/m.prom; }
check "counters only grow" within 20 has_sixty
end_of_tool "SIGTERM ends an export as usual"
is "an export removes its instance" "$(instances)" 0
is "no temporary file is left" "$(ls -A /tmp | grep -c '^\.m\.prom')" 0

printf '# recipes\nfrequencies\n\nstacks # where\n' >/tmp/list
export_in_background power/cpu_frequency --openmetrics -o /tmp/m.prom --interval 200ms --list /tmp/list
echo 'fire power cpu_frequency count=5' >$F
has_both() { grep -q '^histrig_counted_hits_total{recipe="frequencies"} 5$' /tmp/m.prom && grep -q '^histrig_counted_hits_total{recipe="stacks"}' /tmp/m.prom; }
check "a list of recipes is exported to one file" within 20 has_both
end_of_tool "an export of a list ends on SIGTERM"
is "an export of a list removes its instances" "$(instances)" 0

printf 'frequencies\nno_such_recipe\nfunccount no_such_function\nstacks\n' >/tmp/list
export_in_background power/cpu_frequency --openmetrics -o /tmp/m.prom --interval 200ms --list /tmp/list 2>/tmp/error
echo 'fire power cpu_frequency count=5' >$F
check "wrong lines of a list do not stop the others" within 20 has_both
end_of_tool "an export of a list with wrong lines ends on SIGTERM"
is "wrong lines of a list are named" "$(sed -n 's/.*\(list, line [0-9]*\).*/\1/p' /tmp/error | xargs)" "list, line 2 list, line 3"
is "wrong lines of a list leave nothing" "$(instances) $(grep -c tool_ $H/dynamic_events)" "0 0"

# There is enough memory for each of two recipes, but not for both.
memory=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
entries=131072
triggers=$((memory * 6 / 10 / (entries * (200 + 16 * $(nproc)) / 1024)))
{
	echo 'about Large tables'
	for n in $(seq $triggers); do
		echo "trigger power/cpu_frequency hist:keys=state:size=$entries if cpu_id != $((1000 + n))"
	done
	echo 'show power/cpu_frequency 1'
} >$HISTRIG_RECIPES/large
cp $HISTRIG_RECIPES/large $HISTRIG_RECIPES/other
export_of_list() { # RECIPE...
	printf '%s\n' "$@" >/tmp/list
	rm -f /tmp/m.prom
	/tests/bin/histrig export --openmetrics -o /tmp/m.prom --interval 200ms --list /tmp/list 2>/tmp/error &
	tool=$!
}
has_frequencies() { grep -q '^histrig_counted_hits_total{recipe="frequencies"}' /tmp/m.prom; }
left_out() { sed -n 's/.*\(list, line [0-9]*: .* is skipped\).*/\1/p' /tmp/error | xargs; }
export_of_list large other frequencies
check "a recipe whose tables do not fit beside the others does not stop them" within $((20 * scale)) has_frequencies
check "a recipe whose tables fit is exported" grep -q '^histrig_counted_hits_total{recipe="large"}' /tmp/m.prom
is "a recipe whose tables do not fit beside the others is named" "$(left_out)" "list, line 2: other is skipped"
end_of_tool "an export that has left out a recipe ends on SIGTERM"

# A recipe whose table is full restarts, unless a file that it needs is missing.
cat >$HISTRIG_RECIPES/again <<'END'
about What cannot begin again
needs file /tmp/needed
trigger power/cpu_frequency hist:keys=state:size=128
trigger kmem/kmalloc hist:keys=bytes_req
show kmem/kmalloc
END
true >/tmp/needed
export HISTRIG_RENEW_AFTER=1ms
export_of_list again frequencies
unset HISTRIG_RENEW_AFTER
check "a recipe is exported that will not begin again" within $((20 * scale)) has_frequencies
rm /tmp/needed
echo 'fire power cpu_frequency count=300 keys=300' >$F
check "a recipe that cannot begin again is named" within $((20 * scale)) grep -q 'again could not be restarted' /tmp/error
rm /tmp/m.prom
check "a recipe that cannot begin again does not stop the others" within $((20 * scale)) has_frequencies
check "a recipe that cannot begin again is exported no more" [ $(grep -c again /tmp/m.prom) = 0 ]
end_of_tool "an export that has lost a recipe ends on SIGTERM"
is "recipes that were left out leave nothing" "$(instances)" 0

# The reader of the standard output ends before anything is written.
rm -f /tmp/m.prom
mkfifo /tmp/reader
true </tmp/reader &
export_in_background power/cpu_frequency --openmetrics -o /tmp/m.prom --interval 200ms frequencies >/tmp/reader
sleep 0.5
echo 'fire power cpu_frequency count=30 keys=3' >$F
check "an export to a file continues although no program reads the standard output" within $((20 * scale)) has_thirty
end_of_tool "an export to a file ends on SIGTERM although nobody reads the standard output"
{
	timeout $((20 * scale)) /tests/bin/histrig export --json -o /proc/self/fd/1 'hist:keys=state' power/cpu_frequency 100ms
	echo $? >/tmp/status
} | true
is "an export to a pipe ends when nobody reads it" "$(cat /tmp/status)" 1

export_in_background power/cpu_frequency --openmetrics states >/tmp/out
echo 'fire power cpu_frequency base=5 val=1' >$F
echo 'fire power cpu_frequency base=5 val=1' >$F
end_of_tool "an export without an interval ends on SIGTERM"
check "a range is a histogram in seconds" grep -q '^histrig_states_state_seconds_bucket{cpu_id="[0-9]*",le="8e-06"} 2$' /tmp/out
check "names of a session are not in metrics" [ $(grep -c 'tool_' /tmp/out) = 0 ]

# ---- JSON, stacks, pictures

export_in_background power/cpu_frequency --json 'hist:keys=state' power/cpu_frequency 300ms 3 >/tmp/out
wait $tool
is "each interval is a document" "$(grep -c '^{"version":1,"event":"power:cpu_frequency"' /tmp/out)" 3
/tests/bin/histrig export --json /tmp/out >/tmp/again
check "documents can be read again" cmp /tmp/out /tmp/again

export_in_background kmem/kmalloc --folded stacks >/tmp/out 2>/tmp/error
echo 'fire kmem kmalloc count=20 val=100 vstep=0' >$F
end_of_tool "an export of stacks ends on SIGTERM"
check "a folded stack ends with its weight" grep -qE '^[^;]+;.*;fire[^;]*\[histrig_fire\].* 2000$' /tmp/out

check "an export that has lost nothing says nothing of losses" [ $(grep -c lost /tmp/error) = 0 ]
echo 'about A table that is full
trigger power/cpu_frequency hist:keys=state:size=128
show power/cpu_frequency' >$HISTRIG_RECIPES/full
export_in_background power/cpu_frequency --folded full >/tmp/out 2>/tmp/error
echo 'fire power cpu_frequency count=300 keys=300' >$F
end_of_tool "an export of a table that is full ends on SIGTERM"
check "an export of stacks says what was lost" grep -q 'lost: [0-9]* hits; the table was full' /tmp/error

/tests/bin/histrig flame stacks 2 >/tmp/out.svg &
tool=$!
within 20 armed kmem/kmalloc
echo 'fire kmem kmalloc count=20 val=100 vstep=0' >$F
wait $tool
is "a flame graph is drawn" "$?" 0
check "a flame graph has the functions" grep -q '<title>.*\[histrig_fire\]' /tmp/out.svg
check "a flame graph is whole" [ "$(tail -n 1 /tmp/out.svg)" = '</svg>' ]

/tests/bin/histrig export --svg states 300ms 4 >/tmp/out.svg &
tool=$!
within 20 armed power/cpu_frequency
echo 'fire power cpu_frequency count=2 base=5' >$F
wait $tool
is "a heat map is drawn" "$?" 0
check "a heat map has the range and its hits" grep -q '^5 .*s to 8 .*s: 2, 100.00 %' /tmp/out.svg
# lossy N: print a document of a table that has lost N hits.
lossy() {
	cat <<-END
		{"version":1,"event":"s:e","instance":null,"clock":"local","time":10.$1,"uptime":10.$1,"histograms":[
		{"name":null,"trigger":"hist:keys=us.log2","paused":false,"clock":null,"hits":9,"entries":1,
		"dropped":$1,"without_bucket":0,"lost_actions":0,"fields":[
		{"name":"us","kind":"key","type":"number","modifier":"log2","unit":null},
		{"name":"hitcount","kind":"value","type":"number","modifier":null,"unit":null}],
		"rows":[{"keys":[{"value":3,"text":"~ 2^3","low":5,"high":8}],"values":[2]}]}]}
	END
}
{ lossy 5; lossy 7; } >/tmp/lossy
/tests/bin/histrig export --svg /tmp/lossy 2>&1 >/tmp/out | grep -o 'lost: .* hits' >/tmp/error
is "a heat map says what was lost until its last document" "$(cat /tmp/error)" "lost: 7 hits"
/tests/bin/histrig export --svg --takes /tmp/lossy 2>&1 >/tmp/out | grep -o 'lost: .* hits' >/tmp/error
is "a heat map of takes says what all of them have lost" "$(cat /tmp/error)" "lost: 12 hits"
is "nothing is left in the tree" "$(instances) $(grep -c tool_ $H/synthetic_events)" '0 0'

# ---- errors

/tests/bin/histrig export --json /dev/null 2>/tmp/error
is "an export of a file that is none fails" "$?" 1
echo '{"version":' >/tmp/cut
/tests/bin/histrig export --json /tmp/cut 2>/tmp/error
check "a document that is cut off is refused with a reason" grep -q '/tmp/cut: the document is cut off' /tmp/error
/tests/bin/histrig export --openmetrics -o /nonexistent/m.prom frequencies 100ms 1 2>/tmp/error
is "an export that cannot write its file fails" "$?" 1
check "an export that cannot write its file says why" grep -q 'No such file or directory' /tmp/error
timeout $((20 * scale)) /tests/bin/histrig export --openmetrics -o /nonexistent/m.prom --interval 100ms frequencies 2>/tmp/error
is "an export ends if its first file cannot be written" "$?" 1
mknod /tmp/null c 1 3
/tests/bin/histrig export --json -o /tmp/null frequencies 100ms 1
check "an export to a device does not replace the device" [ -c /tmp/null ]
(umask 077; /tests/bin/histrig export --json -o /tmp/private frequencies 100ms 1)
is "an export's file has the mode that the user wants for files" "$(stat -c %a /tmp/private)" 600
mkdir /tmp/here
echo '{"no document' >/tmp/here/frequencies
mkfifo /tmp/here/states
check "a file of the current folder is not taken for a recipe" sh -c \
	"cd /tmp/here && /tests/bin/histrig export --json frequencies 100ms 1 | grep -q '^{\"version\":1'"
check "a pipe of the current folder is not taken for a recipe" sh -c \
	"cd /tmp/here && timeout -s KILL $((60 * scale)) /tests/bin/histrig export --json states 100ms 1 | grep -q '^{\"version\":1'"
rmmod histrig_fire
rm -rf /tmp/here /tmp/reader /tmp/status /tmp/null /tmp/private $HISTRIG_RECIPES /tmp/list /tmp/m.prom /tmp/out* /tmp/again /tmp/cut /tmp/lossy /tmp/error
