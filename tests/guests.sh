# SPDX-License-Identifier: GPL-2.0
# The tests that run in a guest: tests/guest/NAME.sh, sourced after tests/lib.sh.
# Those with the same settings share a boot; if one of them takes the guest down,
# the others go on in a new one.

# settings TEST: the words of its `# guest:` comments.
settings() { sed -n 's/^# guest: *//p' "$TOP/tests/guest/$1.sh" | tr '\n' ' '; }

# What decides which boot a test goes to: all settings but its time limit.
boot_key() { settings "$1" | tr ' ' '\n' | grep -vE '^(timeout=|$)' | sort | tr '\n' ' ' || true; }

guest_tests() { # PATTERNS
	local f name pattern patterns
	read -ra patterns <<<"$1"
	for f in "$TOP"/tests/guest/*.sh; do
		name=${f##*/} name=${name%.sh}
		[ "$name" != lib ] || continue
		for pattern in "${patterns[@]}"; do
			# shellcheck disable=SC2254
			case $name in $pattern) echo "$name"; break ;; esac
		done
	done
}

# What guest tests bring along: /tests/guest, /tests/bin (prog/*.c, static) and
# /tests/kmod (kmod/*.c, built for this kernel).
guest_payload() { # KERNEL-FOLDER: print the folder
	local made root
	made=$BUILD/payload-$(cat "$1/release")
	root=$(scratch payload)
	mkdir -p "$made" "$root/tests"/{bin,kmod}
	cp -r "$TOP/tests/guest" "$root/tests/"
	(
		flock 9
		build_programs "$made"
		build_kmods "$1" "$made"
		find "$made/bin" -type f -exec cp -t "$root/tests/bin" {} +
		find "$made/kmod" -name '*.ko' -exec cp -t "$root/tests/kmod" {} +
	) 9>"$made/.lock" >&2 || return 1
	echo "$root"
}

build_programs() {
	local src bin
	rm -rf "$1/bin"
	mkdir -p "$1/bin"
	for src in "$TOP"/tests/guest/prog/*.c; do
		[ -e "$src" ] || continue
		bin=$1/bin/$(basename "$src" .c)
		gcc -O2 -Wall -static -pthread -o "$bin" "$src" || die "$src did not build"
	done
}

build_kmods() {
	local src kmod=$2/kmod names=
	mkdir -p "$kmod"
	for src in "$TOP"/tests/guest/kmod/*.[ch]; do
		[ -e "$src" ] || continue
		cmp -s "$src" "$kmod/${src##*/}" || cp "$src" "$kmod/"
		case $src in *.c) names="$names $(basename "$src" .c).o" ;; esac
	done
	[ -n "$names" ] || return 0
	# A module may define tracepoints from a header beside it.
	printf 'obj-m :=%s\nccflags-y := -I$(src)\n' "$names" >"$kmod/Kbuild.new"
	cmp -s "$kmod/Kbuild.new" "$kmod/Kbuild" || mv "$kmod/Kbuild.new" "$kmod/Kbuild"
	make -s -C "$1/headers" M="$kmod" -j"$JOBS" modules >"$2/kmod.log" 2>&1 || {
		tail -n 20 "$2/kmod.log"
		die "the guest tests' kernel modules did not build"
	}
}

# run_guests KERNEL PATTERN: all that match, grouped by their settings.
run_guests() {
	local kernel ko payload test key keys=() k
	local -A group=()
	need_pkgs qemu-system-x86 gcc libc6-dev
	kernel=$(kernel_dir "$1") || { fail "kernel $1"; return 0; }
	ko=$(module_for "$kernel") || { fail "build for $1"; return 0; }
	payload=$(guest_payload "$kernel") || { fail "guest tests' programs"; return 0; }
	for test in $(guest_tests "$2"); do
		key="settings: $(boot_key "$test")"
		[ -n "${group[$key]+set}" ] || keys+=("$key")
		group[$key]+=" $test"
	done
	for k in ${keys[@]+"${keys[@]}"}; do
		run_group "$1" "$kernel" "$ko" "$payload" "${k#settings: }" "${group[$k]}"
	done
}

# run_group NAME KERNEL KO PAYLOAD SETTINGS TESTS
run_group() {
	local name=$1 kernel=$2 ko=$3 payload=$4 left=$6 dir test missing
	guest_defaults
	# shellcheck disable=SC2086
	guest_set $5 ${HISTRIG_GUEST_SET:-}
	while [ -n "${left// /}" ]; do
		boots=$((${boots:-0} + 1))
		dir=$(scratch "$name-$boots")
		guest_conf "$dir" mode=tests "tests=$left" "modules=${guest_modules//,/ }"
		missing=$("$TOP/initramfs/build" -k "$kernel" -o "$dir/initrd.gz" -H "$ko" \
			-m "$guest_modules" -a "$payload" -a "$dir/conf" | tr '\n' ' ')
		if [ -n "$missing" ]; then
			for test in $left; do
				skip "guest $test: this kernel has no module $missing"
			done
			return 0
		fi
		run_boot "$name" "$dir" "$kernel" "$left"
		left=$not_run
	done
}

# run_boot NAME FOLDER KERNEL TESTS: one boot; $not_run is what it did not get to.
run_boot() {
	local dir=$2 ok=1
	current='' fatal='' not_run=$4 kernel_name=$1
	boot "$dir" "$3" $((60 * scale)) on_guest_line || ok=
	[ -z "$current" ] || ktap_end 1 || true
	if [ -z "$ok" ]; then
		fail "guest ${current:-boot}: ${fatal:-$boot_end without the success word} (logs in $dir)"
		[ -z "$fatal" ] || grep -v '^@@' "$dir/results.log" | tail -n 40 | sed 's/^/  /'
		tr -d '\r' <"$dir/console.log" | tail -n 40 | sed 's/^/  | /'
		# Nothing can be learnt from the others if the guest did not get to any.
		[ -n "$current" ] || [ "$not_run" != "$4" ] || not_run=
	fi
	scan_console "$dir" || fail "guest: the kernel log is not clean (logs in $dir)"
	rm -f "$dir/initrd.gz"
}

on_guest_line() {
	local word rest limit
	case $1 in
	"@@ begin "*)
		current=${1#@@ begin }
		not_run=" ${not_run} "
		not_run=${not_run/ $current / }
		limit=$(settings "$current" | tr ' ' '\n' | sed -n 's/^timeout=//p')
		deadline=$((SECONDS + ${limit:-$guest_timeout} * scale)) test_start=$SECONDS
		ktap_begin "$kernel_name $current"
		;;
	"@@ end "*)
		ktap_end "${1##* }" $((SECONDS - test_start)) || true
		current='' deadline=$((SECONDS + 60 * scale))
		;;
	"@@ fatal "*) fatal=${1#@@ fatal } ;;
	*) [ -z "$current" ] || ktap_line "$1" ;;
	esac
}
