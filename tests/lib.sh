# SPDX-License-Identifier: GPL-2.0
# Counts test results. Sourced by scripts that run tests on the host. Needs bash.
. "$(dirname "${BASH_SOURCE[0]}")/../initramfs/host.sh"
. "$TOP/tests/qemu.sh"

# A run and the scripts that it calls have a common folder for logs. A later run
# removes the folder of a run that has ended.
export HISTRIG_RUN=${HISTRIG_RUN:-$$}
run_dir=$BUILD/run-$HISTRIG_RUN

# scratch NAME: make the empty folder NAME in $run_dir and print its path.
scratch() {
	local dir=$run_dir/$1
	rm -rf "$dir"
	mkdir -p "$dir"
	echo "$dir"
}

for old in "$BUILD"/run-*; do
	[ ! -d "$old" ] || kill -0 "${old##*-}" 2>/dev/null || rm -rf "$old"
done

passed=0 failed=0 skipped=0

# Time limits suit an idle machine. On a slow or busy host, set this factor.
scale=${HISTRIG_TIMEOUT_SCALE:-3}

note() { printf '%s\n' "$*"; }

pass() { passed=$((passed + 1)); note "ok   $*"; }
fail() { failed=$((failed + 1)); note "FAIL $*"; }
skip() { skipped=$((skipped + 1)); note "skip $*"; }

# try NAME COMMAND...: count one result; show the command's output if it fails.
try() {
	local name=$1 log
	shift
	mkdir -p "$run_dir/log"
	log=$run_dir/log/${name//[^a-zA-Z0-9]/-}.log
	if "$@" >"$log" 2>&1; then
		pass "$name"
	else
		fail "$name"
		tail -n 40 "$log" | sed 's/^/  /'
		return 1
	fi
}

# ktap_line LINE: count a line of a KTAP stream. The caller must call ktap_begin
# first and ktap_end last.
ktap_begin() { ktap_name=$1 ktap_plan='' ktap_seen=0 ktap_bad=0 ktap_skip=0 ktap_text=''; }

ktap_line() {
	case $1 in
	"ok "*"# SKIP"*) ktap_seen=$((ktap_seen + 1)); ktap_skip=$((ktap_skip + 1)) ;;
	"ok "*) ktap_seen=$((ktap_seen + 1)) ;;
	"not ok "*)
		ktap_seen=$((ktap_seen + 1)) ktap_bad=$((ktap_bad + 1))
		ktap_text+="  $1"$'\n' ;;
	"1..0 # SKIP"*) ktap_plan=1 ktap_seen=1 ktap_skip=1 ;;
	1..[0-9]*) ktap_plan=${1#1..}; ktap_plan=${ktap_plan%% *} ;;
	"KTAP version"* | "TAP version"* | @@*) ;;
	*) ktap_text+="  ${1:0:300}"$'\n' ;;
	esac
}

# ktap_end STATUS [TIME]: print the stream's result and its time. Fails if the plan is not
# fulfilled, or if the program failed without a failed test.
ktap_end() {
	local status=$1 good why=
	if [ "$ktap_seen" = 0 ]; then
		why="no results"
	elif [ "$ktap_plan" != "$ktap_seen" ]; then
		why="planned ${ktap_plan:-nothing}, ran $ktap_seen"
	elif [ "$status" != 0 ] && [ "$ktap_bad" = 0 ]; then
		why="ended with status $status"
	fi
	good=$((ktap_seen - ktap_bad - ktap_skip))
	passed=$((passed + good)) failed=$((failed + ktap_bad)) skipped=$((skipped + ktap_skip))
	[ -z "$why" ] || failed=$((failed + 1))
	if [ "$ktap_bad" = 0 ] && [ -z "$why" ]; then
		note "ok   $ktap_name: $good passed$([ "$ktap_skip" = 0 ] || echo ", $ktap_skip skipped")${2:+ ($2)}"
	else
		note "FAIL $ktap_name: $good passed, $ktap_bad failed${why:+; $why}"
		printf '%s' "$ktap_text" | tail -n 60
		return 1
	fi
}

# ktap_run NAME COMMAND...: run a program on the host that prints KTAP.
ktap_run() {
	local name=$1 line start=$SECONDS status=0
	shift
	mkdir -p "$run_dir/log"
	"$@" >"$run_dir/log/$name.log" 2>&1 || status=$?
	ktap_begin "$name"
	while IFS= read -r line || [ -n "$line" ]; do
		ktap_line "$line"
	done <"$run_dir/log/$name.log"
	ktap_end "$status" "$((SECONDS - start)) s"
}

# A suite prints KTAP with these functions, and "1..$results" before or after its
# results.
results=0
result() { # STATUS NAME
	results=$((results + 1))
	if [ "$1" = 0 ]; then echo "ok $results - $2"; else echo "not ok $results - $2"; fi
}

# check NAME COMMAND...: passes if the command succeeds. Shows its output if it
# fails.
check() {
	local name=$1 status=0 log=$run_dir/log/check-$$
	shift
	mkdir -p "$run_dir/log"
	"$@" >"$log" 2>&1 || status=$?
	result "$status" "$name"
	[ "$status" = 0 ] || tail -n 40 "$log" | sed 's/^/# /'
}

# same_series KERNEL: print the kernel of this machine's architecture with the same source.
same_series() {
	local name=${1#arm64}
	[ "$name" = "$1" ] || name=${name:--cloud}
	echo "${name#-}"
}

# features_are_right KERNEL FOLDER: compare the features that the build has found
# with tests/features, where each new probe needs a line.
features_are_right() {
	awk -v kernel="$(same_series "$1")" -v but="!${1%%-*}" '
		/^#/ { next }
		{
			has = "no"
			for (i = 2; i <= NF; i++)
				if ($i == kernel)
					has = "yes"
			print $1, $NF == but ? "no" : has
		}' \
		"$TOP/tests/features" | sort >"$2/features.wanted"
	(
		cd "$2/src/module/compat/gen"
		for have in *.have; do
			echo "${have%.have} $([ -s "$have" ] && echo yes || echo no)"
		done
	) | sort >"$2/features.found"
	diff "$2/features.wanted" "$2/features.found"
}

# program NAME COMMAND...: add the results of a program, and store its output in
# $OUT/NAME.log. If it exits with an error but no test has failed, add one failure.
program() {
	local name=$1 status=0 bad=0 line
	shift
	"$@" >"$OUT/$name.log" 2>&1 || status=$?
	while IFS= read -r line; do
		case $line in
		"ok "*) result 0 "$name: ${line#* - }" ;;
		"not ok "*) bad=1; result 1 "$name: ${line#* - }" ;;
		*) printf '# %s\n' "${line#\# }" ;;
		esac
	done <"$OUT/$name.log"
	[ "$status" = 0 ] || [ "$bad" = 1 ] || result 1 "$name ended with status $status"
}

# build_tool ARGUMENT...: run tools/build with the objects that all suites share.
build_tool() {
	mkdir -p "$BUILD/tools"
	(
		flock 7
		"$TOP/tools/build" BUILD="$BUILD/tools" "$@"
	) 7>"$BUILD/tools/.lock"
}

# build_tests FOLDER: build the FOLDER's *_test.c into $OUT, with sanitizers, with
# parts of the tool, and with tests/unit/test.h.
build_tests() {
	local src flags='-std=gnu11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all'
	build_tool SANITIZE=1 parts || return
	# shellcheck disable=SC2086
	gcc $flags -Wno-sign-compare -I"$TOP/tests/unit/include" -c "$TOP/tests/unit/test.c" -o "$OUT/test.o" ||
		return
	for src in "$1"/*_test.c; do
		# shellcheck disable=SC2086
		gcc $flags -I"$TOP/tools/src" -I"$TOP/tests/unit" "$src" "$OUT/test.o" \
			"$BUILD/tools/dynamic-sanitize/parts.a" -o "$OUT/$(basename "$src" .c)" \
			-ljson-c -lncursesw -ltinfo -lkmod -lm -ldw -lelf -liberty || return
	done
}

# cpu_seconds: set $cpu_seconds to the CPU time of this shell and its ended
# children.
cpu_seconds() {
	local file=$run_dir/times.$BASHPID
	mkdir -p "$run_dir"
	times >"$file"
	cpu_seconds=$(awk '{ gsub(/[ms]/, " "); seconds += $1 * 60 + $2 + $3 * 60 + $4 }
		END { printf "%d", seconds }' "$file")
}

# A worker is a shell that runs a suite or a guest in parallel with others.
# workers_end adds its results to ours. Guests sleep for a part of their time, so there
# is one worker more than CPUs, but at most five. Builds in the background count as one
# worker.
workers=()
declare -A cpu_by=()	# seconds of CPU time by what workers did

# worker WHAT COMMAND...: start a worker as soon as there are fewer than the
# maximum. WHAT is its row in the table of CPU times.
worker() {
	while [ "$(jobs -rp | wc -l)" -gt $((JOBS > 4 ? 4 : JOBS)) ]; do
		wait -n || true
	done
	start_worker "$@"
}

# start_worker WHAT COMMAND...: start a worker at once.
start_worker() {
	local counts=$run_dir/counts.${#workers[@]} what=$1
	shift
	mkdir -p "$run_dir"
	(
		passed=0 failed=0 skipped=0 workers=()
		trap 'status=$?; kill_qemu; cpu_seconds
			echo "$status $passed $failed $skipped $cpu_seconds $what" >"$counts"' EXIT
		trap 'exit 130' INT TERM
		"$@"
	) &
	workers+=($!)
}

# Workers write their exit status to a file, because bash forgets it after "wait -n" in
# worker().
workers_end() {
	local i status good bad left cpu what
	for i in ${workers[@]+"${!workers[@]}"}; do
		wait "${workers[i]}" 2>/dev/null || true
		if ! read -r status good bad left cpu what 2>/dev/null <"$run_dir/counts.$i"; then
			fail "worker $i was killed"
			continue
		fi
		passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
		cpu_by[$what]=$((${cpu_by[$what]:-0} + cpu))
		[ "$status" = 0 ] || [ "$bad" != 0 ] || fail "$what: the worker ended with status $status"
	done
	workers=()
}

# Kills the workers and the programs that they wait for; these then end their
# guests.
kill_workers() {
	local pid
	for pid in ${workers[@]+"${workers[@]}"}; do
		pkill -P "$pid" 2>/dev/null || true
		kill "$pid" 2>/dev/null || true
	done
}

# totals: wait for the workers and print the last line of every test command.
# Fails if nothing ran.
totals() {
	local text
	workers_end
	text="$passed passed, $failed failed"
	[ "$skipped" = 0 ] || text="$text, $skipped skipped"
	note "$text"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
