#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Checks the sources: checkpatch --strict, sparse and kernel-doc must print nothing;
# files have a maximum length; includes point one way; hot code calls only hot code.
# Prints KTAP. Arguments select steps:
#	tests/lint.sh includes kernel-doc
set -eu
. "$(dirname "$0")/lib.sh"

need_pkgs sparse perl xz-utils
kernel=$(kernel_dir "${KERNEL:-cloud}")
lint=$(scratch lint)

# checkpatch and its word lists are part of Debian's kernel source: from the
# installed package, an earlier run, or a downloaded package.
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
	(cd "$TOP" && module_files | grep -vE "$macro_files|^tools/" | run_checkpatch "$dir" || true
		module_files | grep '^tools/' | run_checkpatch "$dir" --ignore "$tool_types" || true
		module_files | grep -E "$macro_files" |
			run_checkpatch "$dir" --ignore "$macro_types" || true
		loops_left_out <"$lint/checkpatch.log" >"$lint/checkpatch.rest")
	mv "$lint/checkpatch.rest" "$lint/checkpatch.log"
	[ ! -s "$lint/checkpatch.log" ]
}

# Leaves out loop macros: like those of the kernel, they use an argument twice.
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

# These headers are expanded several times for each event. Their macros form a
# language: they expand to declarations, lists or whole functions, or name files.
# Some rules of checkpatch do not apply to them.
macro_files='^module/event/(include|stages|prelude)'
macro_types=COMPLEX_MACRO,MACRO_ARG_PRECEDENCE,MACRO_ARG_REUSE
macro_types=$macro_types,MULTISTATEMENT_MACRO_USE_DO_WHILE,NEW_TYPEDEFS,SPACING
macro_types=$macro_types,TRAILING_SEMICOLON,BRACES

# The tool's messages are sentences for users, longer than a line. The tool is a program:
# it has a volatile flag for its signal handler, and lacks the kernel's macros. libelf's types
# have names like Elf_Data.
tool_types=SPLIT_STRING,LONG_LINE_STRING,VOLATILE,PREFER_DEFINED_ATTRIBUTE_MACRO,BIT_MACRO,CAMELCASE

run_checkpatch() { # FOLDER [OPTION...]
	local dir=$1
	shift
	xargs -d '\n' perl "$dir/checkpatch.pl" --no-tree --strict --terse --no-summary \
		--show-types "$@" --file >>"$lint/checkpatch.log" 2>&1
}

module_files() { (list_sources) | grep -E '\.[ch]$'; }

# Keeps only warnings about our files. sparse also warns about kernel headers.
sparse_run() {
	local out
	out=$BUILD/module-$(cat "$kernel/release")
	# shellcheck disable=SC2046
	"$TOP/initramfs/build-module" "$kernel" "$out" $(build_flags "$kernel") C=2 >/dev/null || return 1
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

# Only compat may distinguish kernels, and it tests for features, not versions.
version_tests() {
	(cd "$TOP" && module_files | grep -v compat |
		xargs -d '\n' grep -nE 'LINUX_VERSION_CODE|KERNEL_VERSION\(') >"$lint/version.log" || true
	[ ! -s "$lint/version.log" ]
}

# Only compat/arch may name architectures. First makes sure that the check finds a name.
architectures='\<CONFIG_(X86|ARM|RISCV|S390|PPC|LOONGARCH|MIPS|SPARC|PARISC)[A-Z0-9_]*|__(x86_64|i386|aarch64|arm|riscv|s390x?|powerpc(64)?|loongarch)(__)?\>|\<X86_FEATURE_'
arch_names() {
	echo '#ifdef CONFIG_X86_64' | grep -qE "$architectures" || return 1
	(cd "$TOP" && (list_sources) | grep -E '^Kbuild$|^(module|include)/.*(\.[ch]|\.mk)$' | grep -v '^module/compat/arch/' |
		xargs -d '\n' grep -nE "$architectures") >"$lint/arch.log" || true
	[ ! -s "$lint/arch.log" ]
}

# Includes must point one way, see includes.awk. First makes sure that the script
# finds an include that points back.
includes() {
	local here=$TOP/tests/lint/includes.awk
	echo 'module/ring/page.c:1:#include "../hist/map.h"' | awk -f "$here" |
		grep -q 'ring comes before module/hist' || { echo "$here does not find the fault of its sample" >"$lint/includes.log"; return 1; }
	(list_sources) | (cd "$TOP" && grep -E '^(module|tools/src)/.*\.[ch]$' | xargs -d '\n' grep -Hn '^#include "') |
		awk -f "$here" >"$lint/includes.log"
	[ ! -s "$lint/includes.log" ]
}

# No function is declared in a folder below the one that defines it, see
# declared.awk. The exceptions are these three: hits call them, and a pointer instead
# would cost an indirect call. First makes sure that the check finds them.
static_hooks='event_hit|event_hit_lost|event_hit_partial'
declared() {
	(cd "$TOP" && module_files | grep '^module/' | grep -vE '^module/((bridge/none|compat/probes/.*)\.c$|compat/arch/)' |
		xargs -d '\n' awk -f tests/lint/declared.awk | awk -f tests/lint/includes.awk) >"$lint/all.log"
	grep -vE " for ($static_hooks)\(\)" "$lint/all.log" >"$lint/declared.log" || true
	[ "$(grep -cE " for ($static_hooks)\(\)" "$lint/all.log")" = 3 ] || echo "the check does not find the three exceptions" >>"$lint/declared.log"
	[ ! -s "$lint/declared.log" ]
}

# Hot code may call only hot code, see hot.awk. Reads the objects that sparse_run
# built.
hot_calls() {
	local here=$TOP/tests/lint/hot.awk out
	out=$BUILD/module-$(cat "$kernel/release")/src
	printf '%s\n' 'hist/hot/a.o: U b' 'hist/read/b.o:0000000000000000 T b' | awk -f "$here" |
		grep -q 'hot/a.o: calls b()' || { echo "$here does not find the fault of its sample" >"$lint/hot.log"; return 1; }
	[ -e "$out/module/hist/read/show.o" ] ||
		{ echo "the files of folders are compiled as one: build with HISTRIG_SPLIT=1" >"$lint/hot.log"; return 1; }
	(cd "$out" && find module -name '*.c' ! -path 'module/*/gen/*' | sed 's/c$/o/' |
		while read -r object; do [ ! -e "$object" ] || nm -A "$object"; done) |
		awk -f "$here" | sort >"$lint/hot.log"
	# With lockdep, these call kernel functions that can be traced.
	(cd "$TOP" && grep -nE '\brcu_dereference(_sched|_bh|_check)?\(' module/*/hot/*.[ch]) >>"$lint/hot.log" || true
	[ ! -s "$lint/hot.log" ]
}

# Functions that build a part of a record make no calls, see partial.awk.
partial_calls() {
	local here=$TOP/tests/lint/partial.awk gen
	gen=$BUILD/module-$(cat "$kernel/release")/src/module/event/gen
	printf '%s\n' '0000 <histrig_partial_a>:' '	1: R_X86_64_PLT32	b-0x4' | awk -f "$here" |
		grep -q 'histrig_partial_a: calls b()' || { echo "$here does not find the fault of its sample" >"$lint/partial.log"; return 1; }
	(cd "$gen" && grep -l histrig_partial_ ./*.o | xargs -r objdump -dr --no-show-raw-insn) |
		awk -f "$here" | sort -u >"$lint/partial.log"
	[ ! -s "$lint/partial.log" ]
}

# Distributions may enable fprobes in a kernel whose fprobes have no data for a
# call. Compiles the code that uses fprobes as for such a kernel.
old_fprobes() {
	local out object
	out=$BUILD/module-$(cat "$kernel/release")/src/module/compat
	! grep -q CALL_DATA "$out/gen/features.h" || return 0
	: >"$lint/fprobes.log"
	for object in returns hot/returns; do
		(cd "$kernel/headers" && sh -c "$(sed -n '1s/^[^=]*:= *//p' "$out/hot/.returns.o.cmd" |
			sed "s/ -o [^ ]*/ -fsyntax-only -DCONFIG_FPROBE=1/; s/;.*//; s,hot/returns[.]c,$object.c,")") >>"$lint/fprobes.log" 2>&1 || return 1
	done
}

# Comments in headers must describe all parameters and members. W=1 checks this for
# all files, but builds of tests leave it to this step, see build_flags().
kernel_doc() {
	local script
	script=$(readlink -f "$kernel/headers/scripts/kernel-doc")
	(cd "$TOP" && module_files |
		xargs -d '\n' -r perl "$script" -none) >"$lint/kernel-doc.log" 2>&1 || return 1
	[ ! -s "$lint/kernel-doc.log" ]
}

# Documents may name only files and functions that exist, see docs.sh. First
# makes sure that the script finds a function that does not exist.
documents() {
	local here=$TOP/tests/lint/docs.sh
	printf '`no_such_function()`\n' >"$lint/blind.md"
	"$here" "$lint/blind.md" | grep -q 'no function no_such_function' ||
		{ echo "$here does not find the fault of its sample" >"$lint/docs.log"; return 1; }
	"$here" >"$lint/docs.log"
	[ ! -s "$lint/docs.log" ]
}

# dkms.conf has the version: compares all other places that name it. Also compares those
# that name the version of hist_json. lint/api-N lists the functions of version N of the
# interface for modules, which must stay.
versions() {
	local version json api
	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$TOP/dkms.conf")
	json=$(sed -n 's/.*"version": {.*"const": \([0-9]*\) }.*/\1/p' "$TOP/docs/hist_json.schema.json")
	api=$TOP/tests/lint/api-$(sed -n 's/^#define HISTRIG_API_VERSION[ \t]*//p' "$TOP/include/histrig.h")
	{
		(cd "$TOP" && grep -noE 'histrig[-/ ][0-9]+\.[0-9]+\.[0-9]+' README.md packaging/man/*)
		(cd "$TOP" && grep -nm1 '^## ' CHANGELOG.md && grep -nm1 '^histrig (' packaging/debian/changelog)
	} | grep -vwF "$version" >"$lint/versions.log" || true
	(cd "$TOP" && grep -oh 'hist_json: the histograms of an event, version [0-9]*' docs/hist_json.schema.json
		grep -h '^#define SCHEMA_VERSION' module/hist/*/*.c
		grep -h '^#define DOC_VERSION' tools/src/doc/*.h) >"$lint/json"
	[ "$(grep -cw "$json" "$lint/json")" = 3 ] ||
		{ echo "not all three say version $json of hist_json:" && cat "$lint/json"; } >>"$lint/versions.log"
	declarations <"$TOP/include/histrig.h" | sort >"$lint/api"
	sort "$api" | comm -23 - "$lint/api" | sed 's/^/missing in this version: /' >>"$lint/versions.log"
	sort "$api" | comm -13 - "$lint/api" | sed "s|^|add to ${api#"$TOP"/}: |" >>"$lint/versions.log"
	[ -n "$json" ] && [ -s "$api" ] && [ ! -s "$lint/versions.log" ]
}

# Prints the functions of a header, the types of functions and the heads of macros,
# one a line, except those that begin with "__".
declarations() {
	sed -z 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/::g; s/\\\n/ /g; s/,\n[ \t]*/, /g; s/ \*\n/ */g' |
		sed -nE 's/^(#define[ \t]+histrig_[a-z_]*(\([^)]*\))?).*/\1/p; /^[a-z].*\);$/p' |
		tr -s ' \t' ' ' | grep -vE '[ *]__histrig'
}

# The figures of hits in the documents are those of the commit that cost.md names. A
# note says how much code that hits run is newer; the benchmark checks whether this
# has changed a row (bench/documents).
figures() {
	local measured nr
	measured=$(sed -n 's/.*measured at commit `\([0-9a-f]*\)`.*/\1/p' "$TOP/docs/cost.md")
	[ -n "$measured" ] || { echo "docs/cost.md names no commit" >"$lint/figures.log"; return 1; }
	cd "$TOP" && git cat-file -e "$measured^{commit}" 2>/dev/null || { echo "# the history of git lacks the commit of the figures"; return 0; }
	nr=$(git diff -M -U0 "$measured" -- ':(glob)module/**/hot/*.[ch]' ':(glob)module/event/stages/*' |
		grep -cE '^[-+][ \t]*[^-+/* \t]' || true)
	[ "$nr" = 0 ] ||
		echo "# README.md and docs/cost.md: $nr lines that hits run have changed since they were measured; run make bench"
}

# Comments and messages must name their subject, and say "like the kernel". This is
# a list of words that make a sentence hard to read.
unclear='natively|[Ww]hoever|\<Who |is to be had|\<who (is|was|has|reads|wants|asks|prints|takes|does|gives|uses|waits|counts|makes|sees)\>'
words() {
	echo '/* Whoever reads it natively. */' | grep -qE "$unclear" || return 1
	(cd "$TOP" && module_files |
		xargs -d '\n' grep -nE "$unclear") >"$lint/words.log" || true
	new_words >>"$lint/words.log"
	[ ! -s "$lint/words.log" ]
}

# Words for which docs/CONTRIBUTING.md has better ones. Old code contains many of them, so
# only check lines that the commit below does not have.
foreign='(^|[^[:alnum:]_@>.])([Bb]ehind|[Bb]lanks?|[Rr]oom|[Aa]new|[Mm]eanwhile|(has|have|is|are) gone|of (its|their) own[].,;:)])($|[^[:alnum:]_])'
foreign_since=686cc1b71d6501ba42d1ebdb4cac2b557267e0ca
new_words() {
	echo ' * begins anew behind the blank' | grep -qE "$foreign" || echo "the check of new words does not find the words of its sample"
	cd "$TOP" && git cat-file -e "$foreign_since^{commit}" 2>/dev/null || return 0
	git grep -hE "$foreign" "$foreign_since" -- '*.[ch]' '*.md' tests/guest | sed 's/^[ \t]*//' >"$lint/words.old"
	# Of code, only comments and strings count.
	(list_sources; git ls-files '*.md' tests/guest) | grep -E '\.([ch]|md|sh)$' | sort -u |
		xargs -d '\n' grep -nE "$foreign" 2>/dev/null |
		awk 'NR == FNR { old[$0] = 1; next }
			{ text = $0; sub(/^[^:]*:[^:]*:[ \t]*/, "", text) }
			/^[^:]*\.[ch]:/ && text !~ /^\*|\/\*|"/ { next }
			!(text in old)' "$lint/words.old" - | grep -v '^docs/CONTRIBUTING.md:' || true
}

# No function's name is defined twice, neither in the module nor in the tool, see
# names.awk. Leaves out sources that replace others where these cannot be built, and
# compat's probes. First makes sure that the script finds a second definition.
names() {
	local here=$TOP/tests/lint/names.awk
	printf 'static void\nstart(int cpu)\n{\n}\n' | tee "$lint/a.c" >"$lint/b.c"
	awk -f "$here" "$lint/a.c" "$lint/b.c" | grep -q '^start() is defined in .*a.c:1 and in .*b.c:1$' ||
		{ echo "$here does not find the fault of its sample" >"$lint/names.log"; return 1; }
	(cd "$TOP" && module_files | grep '^module/' | grep -vE '^module/((bridge/none|compat/probes/.*)\.c$|compat/arch/)' |
		xargs -d '\n' awk -f "$here"
		module_files | grep '^tools/src/' | xargs -d '\n' awk -f "$here") >"$lint/names.log"
	[ ! -s "$lint/names.log" ]
}

# Messages get the module's name from compat/log.h. As in the kernel, lines of a
# dump have none. First makes sure that the check finds a file without the header.
log_prefix() {
	echo 'pr_warn("text\n");' >"$lint/blind.c"
	without_prefix "$lint/blind.c" | grep -q blind.c || { echo "the check does not find a file without the header" >"$lint/log.log"; return 1; }
	(cd "$TOP" && without_prefix $(module_files | grep '^module/' | grep -v '/print/dump.c$')) >"$lint/log.log"
	[ ! -s "$lint/log.log" ]
}

without_prefix() { # FILE...
	{ grep -lE '\<pr_(emerg|alert|crit|err|warn|notice|info|debug)[a-z_]*\(|\<printk\(' "$@" || true; } |
		xargs -r grep -LE '^#include "([./]*compat/)?log\.h"' || true
}

# check NAME STEP COMMAND: run a step, unless the arguments select other steps.
steps=${*:-$(sed -n 's/^check ".*" \([a-z-]*\) [a-z_]*$/\1/p' "$0" | tr '\n' ' ')}
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
check "sparse reports nothing" sparse sparse_run
check "no file over 700 lines" length file_lengths
check "no kernel version tests outside compat" version version_tests
check "no names of architectures outside compat/arch" arch arch_names
check "includes of headers go one way" includes includes
check "no function is declared below where it is defined" declared declared
check "what hits run calls nothing that commands run" hot hot_calls
check "what builds a part of a record makes no calls" partial partial_calls
check "the module compiles for kernels whose fprobes have no data for a call" fprobes old_fprobes
check "kernel-doc" kernel-doc kernel_doc
check "documents name only files and functions that exist" docs documents
check "all files name the same version" versions versions
check "the documents say which commit their figures are of" figures figures
check "no words that hide the subject" words words
check "no function name is defined twice" names names
check "messages begin with the module's name" log log_prefix
