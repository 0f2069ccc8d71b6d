#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# checkpatch --strict, sparse and kernel-doc over the module, each without a word; the
# length of files, the direction of includes, what the code of hits calls. Prints KTAP.
# With words, only those steps:
#	tests/lint.sh includes kernel-doc
set -eu
. "$(dirname "$0")/lib.sh"

need_pkgs sparse perl xz-utils
kernel=$(kernel_dir "${KERNEL:-cloud}")
lint=$(scratch lint)

# checkpatch and its word lists come from Debian's kernel source: installed, kept
# from an earlier run, or the one file out of the package.
checkpatch() {
	local dir=$CACHE/checkpatch tarball deb
	tarball=$(find /usr/src/linux-source-6.1.tar.xz "$CACHE"/source/linux-source-6.1-*/usr/src \
		-name 'linux-source-6.1.tar.xz' 2>/dev/null | head -n 1)
	if [ ! -e "$dir/checkpatch.pl" ]; then
		rm -rf "$dir.tmp"
		mkdir -p "$dir.tmp"
		if [ -z "$tarball" ]; then
			apt_update
			say "downloading linux-source-6.1 for checkpatch"
			(cd "$dir.tmp" && apt_quiet download linux-source-6.1 >/dev/null)
			deb=$(echo "$dir.tmp"/*.deb)
			dpkg --fsys-tarfile "$deb" | tar -xO "./usr/src/linux-source-6.1.tar.xz" >"$dir.tmp/src.tar.xz"
			tarball=$dir.tmp/src.tar.xz
		fi
		xz -dcT0 "$tarball" | tar -x -C "$dir.tmp" --strip-components=2 --wildcards \
			'*/scripts/checkpatch.pl' '*/scripts/spelling.txt' \
			'*/scripts/const_structs.checkpatch'
		rm -f "$dir.tmp"/*.deb "$dir.tmp/src.tar.xz"
		mv "$dir.tmp" "$dir"
	fi
	: >"$lint/checkpatch.log"
	(cd "$TOP" && module_files | grep -vE "$macro_files" | run_checkpatch "$dir" || true
		module_files | grep -E "$macro_files" |
			run_checkpatch "$dir" --ignore "$macro_types" || true
		loops_left_out <"$lint/checkpatch.log" >"$lint/checkpatch.rest")
	mv "$lint/checkpatch.rest" "$lint/checkpatch.log"
	[ ! -s "$lint/checkpatch.log" ]
}

# Macros for loops name their variables more than once, as all of the kernel's do.
loops_left_out() {
	awk -F: '/MACRO_ARG_REUSE/ {
			for (n = 0; n < $2 && (getline text <$1) > 0; n++)
				;
			close($1)
			if (text ~ /^#define for_each_/)
				next
		}
		{ print }'
}

# What headers of events are re-expanded with is a language of macros: its words
# stand for declarations, lists and whole functions, and name files.
macro_files='^module/event/(include|stages|prelude)'
macro_types=COMPLEX_MACRO,MACRO_ARG_PRECEDENCE,MACRO_ARG_REUSE
macro_types=$macro_types,MULTISTATEMENT_MACRO_USE_DO_WHILE,NEW_TYPEDEFS,SPACING
macro_types=$macro_types,TRAILING_SEMICOLON,BRACES

run_checkpatch() { # FOLDER [OPTION...]
	local dir=$1
	shift
	xargs -d '\n' perl "$dir/checkpatch.pl" --no-tree --strict --terse --no-summary \
		--show-types "$@" --file >>"$lint/checkpatch.log" 2>&1
}

module_files() { (list_sources) | grep -E '\.[ch]$'; }

# What sparse says of the kernel's own headers is not ours to mend.
sparse_run() {
	local out
	out=$BUILD/module-$(cat "$kernel/release")
	"$TOP/initramfs/build-module" "$kernel" "$out" W=1 C=2 >/dev/null || return 1
	grep -E "^($out/src/)?(module|include)/.*(warning|error):" "$out/build.log" |
		sort -u >"$lint/sparse.log" || true
	[ ! -s "$lint/sparse.log" ]
}

file_lengths() {
	(cd "$TOP" && list_sources && git ls-files tests initramfs 2>/dev/null) | sort -u |
		grep -E '\.(c|h|sh)$' | while read -r f; do
		[ ! -f "$TOP/$f" ] || echo "$(wc -l <"$TOP/$f") $f"
	done | awk '$1 > 700' >"$lint/length.log"
	[ ! -s "$lint/length.log" ]
}

# Kernel versions are told apart in compat alone, and by feature.
version_tests() {
	(cd "$TOP" && module_files | grep -v compat |
		xargs -d '\n' grep -nE 'LINUX_VERSION_CODE|KERNEL_VERSION\(') >"$lint/version.log" || true
	[ ! -s "$lint/version.log" ]
}

# Includes go one way, see includes.awk. It must find one that points back.
includes() {
	local here=$TOP/tests/lint/includes.awk
	echo 'module/ring/page.c:1:#include "../hist/map.h"' | awk -f "$here" |
		grep -q 'ring comes before hist' || { echo "$here is blind" >"$lint/includes.log"; return 1; }
	(cd "$TOP" && module_files | grep '^module/' | xargs -d '\n' grep -Hn '^#include "') |
		awk -f "$here" >"$lint/includes.log"
	[ ! -s "$lint/includes.log" ]
}

# What hits run calls nothing else of ours, see hot.awk: over what sparse_run built.
hot_calls() {
	local here=$TOP/tests/lint/hot.awk out
	out=$BUILD/module-$(cat "$kernel/release")/src
	printf '%s\n' 'hist/hot/a.o: U b' 'hist/read/b.o:0000000000000000 T b' | awk -f "$here" |
		grep -q 'hot/a.o: calls b()' || { echo "$here is blind" >"$lint/hot.log"; return 1; }
	(cd "$out" && find module -name '*.c' ! -path 'module/*/gen/*' | sed 's/c$/o/' |
		while read -r object; do [ ! -e "$object" ] || nm -A "$object"; done) |
		awk -f "$here" | sort >"$lint/hot.log"
	[ ! -s "$lint/hot.log" ]
}

# Comments of headers for other files describe each parameter and member.
kernel_doc() {
	local script
	script=$(readlink -f "$kernel/headers/scripts/kernel-doc")
	(cd "$TOP" && module_files | grep '\.h$' |
		xargs -d '\n' -r perl "$script" -none) >"$lint/kernel-doc.log" 2>&1 || return 1
	[ ! -s "$lint/kernel-doc.log" ]
}

# Documents name files and functions that there are, see docs.sh. It must miss one.
documents() {
	local here=$TOP/tests/lint/docs.sh
	printf '`no_such_function()`\n' >"$lint/blind.md"
	"$here" "$lint/blind.md" | grep -q 'no function no_such_function' ||
		{ echo "$here is blind" >"$lint/docs.log"; return 1; }
	"$here" >"$lint/docs.log"
	[ ! -s "$lint/docs.log" ]
}

# Comments and messages name their subject, and say "like the kernel". The list has
# words that a reader has to read twice.
unclear='natively|[Ww]hoever|\<Who |is to be had|\<who (is|was|has|reads|wants|asks|prints|takes|does|gives|uses|waits|counts|makes|sees)\>'
words() {
	echo '/* Whoever reads it natively. */' | grep -qE "$unclear" || return 1
	(cd "$TOP" && module_files |
		xargs -d '\n' grep -nE "$unclear") >"$lint/words.log" || true
	[ ! -s "$lint/words.log" ]
}

# check NAME STEP COMMAND: unless other steps were asked for.
steps=${*:-checkpatch sparse length version includes hot kernel-doc docs words}
n=0
check() {
	case " $steps " in *" $2 "*) ;; *) return 0 ;; esac
	n=$((n + 1))
	if "$3"; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		head -n 20 "$lint/$2.log" || true
		echo "($(cat "$lint/$2.log" | wc -l) lines in all)"
	fi
}

echo "KTAP version 1"
echo "1..$(wc -w <<<"$steps")"
check "checkpatch --strict" checkpatch checkpatch
check "sparse" sparse sparse_run
check "no file over 700 lines" length file_lengths
check "no kernel version tests outside compat" version version_tests
check "includes of headers go one way" includes includes
check "what hits run calls nothing that commands run" hot hot_calls
check "kernel-doc of headers" kernel-doc kernel_doc
check "documents name what there is" docs documents
check "words that hide the subject" words words
