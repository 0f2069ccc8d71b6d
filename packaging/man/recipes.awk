# SPDX-License-Identifier: GPL-2.0
# Makes the manual page histrig-recipes(5) of tools/recipes/README, a plain text
# file: paragraphs, headings without a full stop, and indented blocks.
# A heading begins a paragraph by itself.
function begin_paragraph() {
	if (!was_heading)
		print ".PP"
	was_heading = 0
}

function begin_block() {
	if (!block) {
		begin_paragraph()
		print ".RS 4\n.nf"
	}
	block = 1
}

function end_block() {
	if (block)
		print ".fi\n.RE"
	block = 0
}

function escaped(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/`/, "\"", text)
	return text ~ /^['.]/ ? "\\&" text : text
}

BEGIN {
	print ".\\\" SPDX-License-Identifier: GPL-2.0"
	print ".TH HISTRIG\\-RECIPES 5 2026-11-25 \"histrig\" \"File Formats\""
	print ".SH NAME\nhistrig\\-recipes \\- questions for histrig, as text files\n.SH DESCRIPTION"
	was_heading = 1
}

NR == 1 { next }

# Blocks and paragraphs are separated by empty lines, except for a heading's first
# block.
/^    / {
	begin_block()
	print escaped(substr($0, 5))
	was_empty = 0
	next
}

/^$/ {
	end_block()
	was_empty = 1
	next
}

/^[A-Z][^.:]*$/ && was_empty && length($0) < 50 {
	end_block()
	print ".SH " toupper($0)
	was_heading = 1
	was_empty = 0
	next
}

{
	end_block()
	if (was_empty)
		begin_paragraph()
	was_empty = 0
	print escaped($0)
}

END {
	end_block()
	print ".SH SEE ALSO\n.BR histrig (4),\n.BR histrig (8)"
}
