# SPDX-License-Identifier: GPL-2.0
# Runs tests in guests: tests/guest/NAME.sh. Sourced after tests/lib.sh. Tests with
# the same settings share a boot, and each boot is a worker. If a test crashes its
# guest, the remaining tests run in a new boot.

# settings TEST: print the words of the test's `# guest:` comments.
settings() { sed -n 's/^# guest: *//p' "$TOP/tests/guest/$1.sh" | tr '\n' ' '; }

# boot_key TEST: print the settings that tests in one boot share: all except the
# time limit, needs, and those that have their default.
boot_key() {
	local word default
	guest_defaults
	for word in $(settings "$1"); do
		default=guest_${word%%=*}
		case $word in
		timeout=* | needs=*) ;;
		*) [ "${word#*=}" = "${!default-}" ] || echo "$word" ;;
		esac
	done | sort | tr '\n' ' '
}

# lacks KERNEL-FOLDER TEST: if the test cannot run on this kernel, print why.
#	needs=native-hist	compares with the kernel's own hist triggers
#	needs=native-6.1	compares texts of the kernel's own tree. Ours has
#				the options of 6.1; older kernels know fewer,
#				newer kernels more
#	needs=native-columns	compares lines of the kernel's trace, which has
#				fewer columns before 6.1, and more on real-time
#				kernels
#	needs=nmi		the host can send NMIs, and the kernel has events of them
#	needs=CONFIG_NAME	the kernel has this option
lacks() {
	local need
	for need in $(settings "$2" | tr ' ' '\n' | sed -n 's/^needs=//p' | tr ',' ' '); do
		case $need in
		native-hist)
			grep -qx CONFIG_HIST_TRIGGERS=y "$1/headers/.config" ||
				echo "this kernel has no hist triggers of its own" ;;
		native-6.1 | native-columns)
			case $need/$(cat "$1/release") in
			*-rt-*) echo "this kernel's own tree has more columns" ;;
			native-6.1/6.1.*) ;;
			native-6.1/*) echo "texts of this kernel's own tree differ from those of 6.1" ;;
			*/5.*) echo "this kernel's own tree has fewer columns" ;;
			esac ;;
		nmi)
			grep -qx CONFIG_X86=y "$1/headers/.config" ||
				echo "this architecture has no NMIs in QEMU" ;;
		CONFIG_*)
			grep -qx "$need=y" "$1/headers/.config" || echo "this kernel has no $need" ;;
		*) echo "the test has an unknown needs=$need" ;;
		esac
	done
}

guest_tests() { # PATTERNS
	local f name pattern patterns
	read -ra patterns <<<"$1"
	for f in "$TOP"/tests/guest/*.sh; do
		name=${f##*/} name=${name%.sh}
		[ "$name" != lib ] || continue # not a test: all tests source it
		for pattern in "${patterns[@]}"; do
			# shellcheck disable=SC2254
			case $name in $pattern) echo "$name"; break ;; esac
		done
	done
}

# guest_payload KERNEL-FOLDER: make, once in a run, a folder with the files for
# guest tests, and print it: /tests/guest, /tests/language.md, /tests/start.md,
# /tests/bin (prog/*.c, static) and /tests/kmod (kmod/*.c and docs/example, built
# for this kernel).
guest_payload() {
	local made root programs
	made=$BUILD/payload-$(cat "$1/release")
	root=$run_dir/${made##*/}
	mkdir -p "$made"
	(
		flock 9
		[ ! -e "$root" ] || exit 0
		programs=$(guest_programs "$1") || exit 1
		build_kmods "$1" "$made"
		build_example "$1" "$made"
		mkdir -p "$root.new/tests/kmod"
		cp -r "$programs" "$root.new/tests/bin"
		cp -r "$TOP/tests/guest" "$root.new/tests/"
		cp "$TOP"/docs/{language,start}.md "$root.new/tests/"
		find "$made/kmod" "$made/example" -name '*.ko' -exec cp -t "$root.new/tests/kmod" {} +
		mv "$root.new" "$root"
	) 9>"$made/.lock" >&2 || return 1
	echo "$root"
}

# brought PACKAGE,... NAME: print a folder with the programs of these Debian
# packages, and with all libraries and plugins that they load. The packages are of the
# architecture that use_arch has set.
brought() {
	local root from='' package file
	root=$(scratch "brought-$2")
	if [ -n "$cross" ]; then
		# shellcheck disable=SC2086
		from=$("$TOP/initramfs/fetch-root" "$arch" ${1//,/ }) || return
	fi
	for package in ${1//,/ }; do
		contents "$package" "$from" | grep -E '^(/.*)?(/s?bin/.|\.so$)' | while read -r file; do
			bring_along "$root" "$file" "$from"
		done
	done
	echo "$root"
}

# contents PACKAGE ROOT: list the files of a package and of its plugins; ROOT is empty,
# or a folder of fetch-root.
contents() {
	if [ -n "$2" ]; then
		cat "$2/contents/$1" "$2"/contents/*-plugin 2>/dev/null
		return
	fi
	need_pkgs "$1" >&2
	# shellcheck disable=SC2046
	dpkg -L "$1" $(plugins_of "$1")
}

# plugins_of PACKAGE: print the packages with plugins that its programs load by
# name.
plugins_of() {
	apt-cache depends --installed "$1" | sed -n 's/^ *Depends: \(.*-plugin\)$/\1/p'
}

# bring_along FOLDER FILE ROOT: copy a file and the libraries that it is linked with
# from ROOT.
bring_along() {
	local file
	{ echo "$2"; linked "$3$2" "$3"; } | while read -r file; do
		mkdir -p "$1${file%/*}"
		cp -L "$3$file" "$1$file"
	done
}

# guest_programs KERNEL-FOLDER: build the programs for all kernels of one architecture,
# once in a run: those of guest tests and the tool. Print the folder.
guest_programs() {
	local dir
	use_arch "$1"
	dir=$run_dir/programs-$arch
	mkdir -p "$run_dir"
	(
		flock 6
		[ ! -e "$dir" ] || exit 0
		rm -rf "$dir.new"
		mkdir -p "$dir.new"
		build_programs "$dir.new"
		static_tool "$dir.new" || die "histrig did not build"
		mv "$dir.new" "$dir"
	) 6>"$run_dir/.lock-programs-$arch" >&2 || return 1
	echo "$dir"
}

# build_programs FOLDER: build prog/*.c. A program that needs libraries names
# their packages, without -dev, in a comment, and what they are linked with in another one.
# Others name their compiler, PACKAGE COMMAND, which is that of this machine, or how they are
# linked, if not static.
build_programs() {
	local src bin lib libs sysroot compiler
	sysroot=$(sysroot) || return
	for src in "$TOP"/tests/guest/prog/*.c; do
		[ -e "$src" ] || continue
		bin=$1/$(basename "$src" .c)
		libs=()
		read -r -a compiler <<<"$(sed -n 's/^ \* Compiler: //p' "$src")"
		if [ ${#compiler[@]} != 0 ]; then
			[ -z "$cross" ] || continue
			need_pkgs "${compiler[0]}"
		fi
		for lib in $(sed -n 's/^ \* Libraries: //p' "$src"); do
			[ -n "$sysroot" ] || need_pkgs "$lib-dev"
			libs+=("-I$sysroot/usr/include/${lib#lib}" "-l${lib#lib}")
		done
		# shellcheck disable=SC2207
		libs+=($(sed -n 's/^ \* Link with: //p' "$src"))
		# The linker would warn that libtraceevent loads plugins.
		"${compiler[1]:-${cross}gcc}" ${sysroot:+--sysroot="$sysroot"} -O2 -Wall \
			"-$(sed -n 's/^ \* Linked: //p' "$src" | grep . || echo static)" -pthread -o "$bin" "$src" \
			${libs[@]+"${libs[@]}" -Wl,--no-warnings} ||
			die "$src did not build"
	done
}

build_kmods() {
	local src kmod=$2/kmod names=
	mkdir -p "$kmod"
	for src in "$TOP"/tests/guest/kmod/*.[ch] "$TOP/include/histrig.h"; do
		[ -e "$src" ] || continue
		cmp -s "$src" "$kmod/${src##*/}" || cp "$src" "$kmod/"
		case $src in
		*/histrig_kprobe_*.c) # neither the kernel nor our module exports the calls without kprobes
			grep -qx CONFIG_KPROBE_EVENTS=y "$1/headers/.config" || continue ;;
		esac
		case $src in
		*/histrig_pair_one.c) names="$names histrig_pair.o" ;;
		*/histrig_pair_two.c) ;;
		*.c) names="$names $(basename "$src" .c).o" ;;
		esac
	done
	[ -n "$names" ] || return 0
	# Modules include their tracepoint headers from their own folder.
	printf '%s\n' "obj-m :=$names" 'ccflags-y := -I$(src)' \
		'histrig_pair-y := histrig_pair_one.o histrig_pair_two.o' >"$kmod/Kbuild.new"
	cmp -s "$kmod/Kbuild.new" "$kmod/Kbuild" || mv "$kmod/Kbuild.new" "$kmod/Kbuild"
	# Modules that do not use symbol_get() are linked against histrig. Its
	# symbols are in the modules' folder, the only one that all compilers see;
	# see kernel_make().
	cp "$(dirname "$(module_for "$1")")/Module.symvers" "$kmod/histrig.symvers"
	kernel_make "$1" "$kmod" -s KBUILD_EXTRA_SYMBOLS="$kmod/histrig.symvers" modules >"$2/kmod.log" 2>&1 || {
		tail -n 20 "$2/kmod.log"
		die "the guest tests' kernel modules did not build"
	}
}

# Builds docs/example, which shows how to link other modules against ours, in the
# documented way.
build_example() {
	local out=$2/example
	mkdir -p "$out/histrig/include"
	cp -u "$TOP"/docs/example/{Kbuild,*.c} "$out/"
	cp -u "$TOP/include/histrig.h" "$out/histrig/include/"
	cp "$(dirname "$(module_for "$1")")/Module.symvers" "$out/histrig/"
	kernel_make "$1" "$out" -s HISTRIG="$out/histrig" \
		KBUILD_EXTRA_SYMBOLS="$out/histrig/Module.symvers" modules >"$2/example.log" 2>&1 || {
		tail -n 20 "$2/example.log"
		die "docs/example did not build"
	}
}

# run_guests KERNEL PATTERN: start workers for all matching tests, grouped by their
# settings, the largest group first. workers_end waits for them.
run_guests() {
	local kernel ko payload test why key keys=() k n=0
	local -A group=()
	need_pkgs gcc libc6-dev python3-jsonschema
	kernel=$(kernel_dir "$1") || { fail "fetching the kernel $1"; return 0; }
	use_arch "$kernel"
	ko=$(module_for "$kernel") || { fail "building the module for the kernel $1"; return 0; }
	payload=$(guest_payload "$kernel") || { fail "building the programs of the guest tests for the kernel $1"; return 0; }
	for test in $(guest_tests "$2"); do
		why=$(lacks "$kernel" "$test" | head -n 1)
		if [ -n "$why" ]; then
			skip "guest $1 $test: $why"
			continue
		fi
		key="settings: $(boot_key "$test")"
		# Modules that a test loads would still be there in the next one.
		grep -qx CONFIG_MODULE_UNLOAD=y "$kernel/headers/.config" || key+="own=$test"
		[ -n "${group[$key]+set}" ] || keys+=("$key")
		group[$key]+=" $test"
	done
	mapfile -t keys < <(for k in ${keys[@]+"${keys[@]}"}; do
		echo "$(wc -w <<<"${group[$k]}") $k"
	done | sort -rns | cut -d ' ' -f 2-)
	for k in ${keys[@]+"${keys[@]}"}; do
		n=$((n + 1))
		worker "guests $1" run_group "$1" "$n" "$kernel" "$ko" "$payload" "${k#settings: }" "${group[$k]}"
	done
}

# run_group NAME NUMBER KERNEL KO PAYLOAD SETTINGS TESTS
run_group() {
	local name=$1 nr=$2 kernel=$3 ko=$4 left=$7 boots=0 dir test missing add=(-a "$5")
	guest_defaults
	# shellcheck disable=SC2086
	guest_set $6 ${HISTRIG_GUEST_SET:-}
	[ -z "$guest_bring" ] || add+=(-a "$(brought "$guest_bring" "$name-$nr")")
	while [ -n "${left// /}" ]; do
		boots=$((boots + 1))
		dir=$(scratch "$name-$nr-$boots")
		guest_conf "$dir" mode=tests "scale=$scale" "cfi=$(kernel_cfi "$kernel")" "tests=$left" "modules=${guest_modules//,/ }"
		missing=$("$TOP/initramfs/build" -k "$kernel" -o "$dir/initrd" -H "$ko" \
			-m "$guest_modules" "${add[@]}" -a "$dir/conf" | tr '\n' ' ')
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

# run_boot NAME FOLDER KERNEL TESTS: boot a guest that runs the tests. Sets $not_run
# to the tests that were not started.
run_boot() {
	local dir=$2 ok=1
	current='' fatal='' document='' not_run=$4 kernel_name=$1
	boot "$dir" "$3" $((60 * scale)) on_guest_line || ok=
	[ -z "$current" ] || ktap_end 1 || true
	if [ -z "$ok" ]; then
		fail "guest ${current:-boot}: ${fatal:-$boot_end before it reported success} (logs in $dir)"
		[ -z "$fatal" ] || grep -v '^@@' "$dir/results.log" | tail -n 40 | sed 's/^/  /'
		tr -d '\r' <"$dir/console.log" | tail -n 40 | sed 's/^/  | /'
		# If no test was started, a new boot would fail in the same way.
		[ -n "$current" ] || [ "$not_run" != "$4" ] || not_run=
	fi
	scan_console "$dir" || fail "guest: the kernel log is not clean (logs in $dir)"
	rm -f "$dir/initrd"
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
		qemu_seconds
		test_cpu=$qemu_seconds
		ktap_begin "$kernel_name $current"
		;;
	"@@ end "*)
		qemu_seconds
		ktap_end "${1##* }" \
			"$((SECONDS - test_start)) s, $((qemu_seconds - test_cpu)) s of CPU time" || true
		current='' deadline=$((SECONDS + 60 * scale))
		;;
	"@@ fatal "*) fatal=${1#@@ fatal } ;;
	"@@ document "*)
		document=json document_name=${1#@@ document }
		: >"$dir/document.json"
		: >"$dir/document.text" ;;
	"@@ document-text") document=text ;;
	"@@ document-end")
		document=''
		check_document "$dir" ;;
	*)
		if [ -n "$document" ]; then
			printf '%s\n' "$1" >>"$dir/document.$document"
		elif [ -n "$current" ]; then
			ktap_line "$1"
		fi ;;
	esac
}

# check_document FOLDER: check the hist_json and the hist that the guest has
# printed, see document in tests/guest/hist_json.sh. The result counts as that of a test
# of the guest.
check_document() {
	if "$TOP/tests/hist_json.py" "$TOP/docs/hist_json.schema.json" "$1"/document.{json,text} \
		>"$1/document.log" 2>&1; then
		ktap_line "ok $document_name"
	else
		ktap_line "not ok $document_name"
		ktap_text+=$(tail -n 10 "$1/document.log" | cut -c 1-300 | sed 's/^/  # /')$'\n'
		cp "$1/document.json" "$1/document-$((ktap_seen)).json"
		cp "$1/document.text" "$1/document-$((ktap_seen)).text"
	fi
}
