#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh [FILE...]: check that each file, function and word of code that the
# documents name in backquotes exists. Prints those that do not. Without FILE,
# checks all documents that name code.
set -eu
cd "$(dirname "$0")/../.."
[ $# != 0 ] || set -- docs/architecture.md docs/glossary.md docs/CONTRIBUTING.md README.md

# Names of the kernel and of tracefs.
theirs='CONFIG_CFI kprobe_mutex mmap_lock tracepoints_mutex trace_types_lock this_cpu_inc CONFIG_HIST_TRIGGERS
	instances/ events/'

here() { git grep -qwF -e "$1" -- module include Kbuild initramfs; }
path() { git ls-files --error-unmatch -- "$1" "module/$1" 2>/dev/null | grep -q . || [ -d "$1" ] || [ -d "module/$1" ]; }

for doc; do
	grep -v '^    ' "$doc" | grep -oE '`[^`]+`' | tr -d '`' | sort -u | while read -r word; do
		case " $(echo $theirs) " in *" $word "*) continue ;; esac
		case $word in
		*' '* | *NAME* | *=* | '$'* | *'*'*) continue ;;
		*.[ch] | *.sh | *.mk | *.awk | *.table | module/*/* | tests/* | docs/* | include/*)
			git ls-files -- "$word" "module/$word" "*/$word" | grep -q . || [ -d "$word" ] || [ -d "module/$word" ] ||
				echo "$doc: no file $word" ;;
		[a-z]*/) [ -d "$word" ] || [ -d "module/$word" ] || git ls-files | grep -qF "/$word" || echo "$doc: no folder $word" ;;
		*/*[a-z]) continue ;;
		*'()') here "${word%'()'}" || echo "$doc: no function $word" ;;
		[a-z]*_[a-z_]* | [A-Z]*_[A-Z_]*) here "$word" || echo "$doc: no $word" ;;
		esac
	done
	# Checks links to other documents and to sections in them.
	grep -oE '\]\([^)#]+[)#]' "$doc" | tr -d '])(#' | sort -u | while read -r link; do
		case $link in http*) continue ;; esac
		[ -e "$(dirname "$doc")/$link" ] || echo "$doc: no document $link"
	done
done

# A row of a table must be a single line, of any length.
git ls-files '*.md' | xargs -d '\n' grep -nE '^\|.*[^|]$' | sed 's/$/: a row of a table must end with |/'

# The tables of folders have the order of includes.awk.
diff <(sed -n 's/^| `\([a-z\/]*\)\/` .*/\1/p' docs/architecture.md) <(awk -v show=1 -f tests/lint/includes.awk </dev/null) |
	sed -n 's/^[<>]/docs\/architecture.md, against includes.awk: &/p'
