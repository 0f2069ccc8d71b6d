// SPDX-License-Identifier: GPL-2.0
/* Errors in definitions of probes, see report.h. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../instance/instance.h"
#include "report.h"

const char *const probe_error_texts[PROBE_ERRORS] = {
	[PROBE_FILE_NOT_FOUND] = "Failed to find the given file",
	[PROBE_NO_REGULAR_FILE] = "Not a regular file",
	[PROBE_BAD_REFCNT] = "Invalid reference counter offset",
	[PROBE_REFCNT_OPEN_BRACE] = "Reference counter brace is not closed",
	[PROBE_BAD_REFCNT_SUFFIX] = "Reference counter has wrong suffix",
	[PROBE_BAD_UPROBE_OFFS] = "Invalid uprobe offset",
	[PROBE_BAD_MAXACT_TYPE] = "Maxactive is not for kprobe",
	[PROBE_MAXACT_NOT_EXIT] = "Maxactive is only for function exit",
	[PROBE_BAD_MAXACT] = "Invalid maxactive number",
	[PROBE_MAXACT_TOO_BIG] = "Maxactive is too big",
	[PROBE_BAD_PROBE_ADDR] = "Invalid probed address or symbol",
	[PROBE_NON_UNIQ_SYMBOL] = "The symbol is not unique",
	[PROBE_BAD_RETPROBE] = "Retprobe address must be an function entry",
	[PROBE_NO_TRACEPOINT] = "Tracepoint is not found",
	[PROBE_BAD_TP_NAME] = "Invalid character in tracepoint name",
	[PROBE_BAD_ADDR_SUFFIX] = "Invalid probed address suffix",
	[PROBE_NO_GROUP_NAME] = "Group name is not specified",
	[PROBE_GROUP_TOO_LONG] = "Group name is too long",
	[PROBE_BAD_GROUP_NAME] =
		"Group name must follow the same rules as C identifiers",
	[PROBE_NO_EVENT_NAME] = "Event name is not specified",
	[PROBE_EVENT_TOO_LONG] = "Event name is too long",
	[PROBE_BAD_EVENT_NAME] =
		"Event name must follow the same rules as C identifiers",
	[PROBE_EVENT_EXIST] =
		"Given group/event name is already used by another event",
	[PROBE_RETVAL_ON_PROBE] = "$retval is not available on probe",
	[PROBE_NO_RETVAL] = "This function returns 'void' type",
	[PROBE_BAD_STACK_NUM] = "Invalid stack number",
	[PROBE_BAD_ARG_NUM] = "Invalid argument number",
	[PROBE_BAD_VAR] = "Invalid $-variable specified",
	[PROBE_BAD_REG_NAME] = "Invalid register name",
	[PROBE_BAD_MEM_ADDR] = "Invalid memory address",
	[PROBE_BAD_IMM] = "Invalid immediate value",
	[PROBE_IMMSTR_NO_CLOSE] = "String is not closed with '\"'",
	[PROBE_FILE_ON_KPROBE] = "File offset is not available with kprobe",
	[PROBE_BAD_FILE_OFFS] = "Invalid file offset value",
	[PROBE_SYM_ON_UPROBE] = "Symbol is not available with uprobe",
	[PROBE_TOO_MANY_OPS] = "Dereference is too much nested",
	[PROBE_DEREF_NEED_BRACE] = "Dereference needs a brace",
	[PROBE_BAD_DEREF_OFFS] = "Invalid dereference offset",
	[PROBE_DEREF_OPEN_BRACE] = "Dereference brace is not closed",
	[PROBE_COMM_CANT_DEREF] = "$comm can not be dereferenced",
	[PROBE_BAD_FETCH_ARG] = "Invalid fetch argument",
	[PROBE_ARRAY_NO_CLOSE] = "Array is not closed",
	[PROBE_BAD_ARRAY_SUFFIX] = "Array has wrong suffix",
	[PROBE_BAD_ARRAY_NUM] = "Invalid array size",
	[PROBE_ARRAY_TOO_BIG] = "Array number is too big",
	[PROBE_BAD_TYPE] = "Unknown type is specified",
	[PROBE_BAD_STRING] = "String accepts only memory argument",
	[PROBE_BAD_SYMSTRING] = "Symbol String doesn't accept data/userdata",
	[PROBE_BAD_BITFIELD] = "Invalid bitfield",
	[PROBE_ARG_NAME_TOO_LONG] = "Argument name is too long",
	[PROBE_NO_ARG_NAME] = "Argument name is not specified",
	[PROBE_BAD_ARG_NAME] =
		"Argument name must follow the same rules as C identifiers",
	[PROBE_USED_ARG_NAME] = "This argument name is already used",
	[PROBE_ARG_TOO_LONG] = "Argument expression is too long",
	[PROBE_NO_ARG_BODY] = "No argument expression",
	[PROBE_BAD_INSN_BNDRY] = "Probe point is not an instruction boundary",
	[PROBE_FAIL_REG_PROBE] = "Failed to register probe event",
	[PROBE_DIFF_PROBE_TYPE] = "Probe type is different from existing probe",
	[PROBE_DIFF_ARG_TYPE] =
		"Argument type or name is different from existing probe",
	[PROBE_SAME_PROBE] = "There is already the exact same probe event",
	[PROBE_NO_EVENT_INFO] =
		"This requires both group and event name to attach",
	[PROBE_BAD_ATTACH_EVENT] = "Attached event does not exist",
	[PROBE_BAD_ATTACH_ARG] = "Attached event does not have this field",
	[PROBE_NO_EP_FILTER] = "No filter rule after 'if'",
	[PROBE_NOSUP_BTFARG] = "BTF is not available or not supported",
	[PROBE_NO_BTFARG] = "This variable is not found at this probe point",
	[PROBE_NO_BTF_ENTRY] = "No BTF entry for this probe point",
	[PROBE_BAD_VAR_ARGS] =
		"$arg* must be an independent parameter without name etc.",
	[PROBE_NOFENTRY_ARGS] =
		"$arg* can be used only on function entry or exit",
	[PROBE_DOUBLE_ARGS] = "$arg* can be used only once in the parameters",
	[PROBE_ARGS_2LONG] =
		"$arg* failed because the argument list is too long",
	[PROBE_ARGIDX_2BIG] = "$argN index is too big",
	[PROBE_NO_PTR_STRCT] = "This is not a pointer to union/structure.",
	[PROBE_NOSUP_DAT_ARG] =
		"Non pointer structure/union argument is not supported.",
	[PROBE_BAD_HYPHEN] = "Failed to parse single hyphen. Forgot '>'?",
	[PROBE_NO_BTF_FIELD] = "This field is not found.",
	[PROBE_BAD_BTF_TID] = "Failed to get BTF type info.",
	[PROBE_BAD_TYPE4STR] = "This type does not fit for string.",
	[PROBE_NEED_STRING_TYPE] =
		"$comm and immediate-string only accepts string type",
	[PROBE_TOO_MANY_ARGS] = "Too many arguments are specified",
	[PROBE_TOO_MANY_EARGS] = "Too many entry arguments specified",
	[PROBE_EVENT_TOO_BIG] = "Event too big (too many fields?)",
	[PROBE_TYPECAST_NOT_EVENT] = "Typecasts are only for eprobe fields",
	[PROBE_NO_DURATION] = "$duration is only available on return probes",
	[PROBE_MARKER_OPERAND] =
		"The marker has this argument in a form that is not supported",
	[PROBE_MARKER_REG] =
		"The marker has this argument in a register that probes cannot read",
	[PROBE_MARKER_SYMBOL] =
		"The marker has this argument at a symbol that the file does not have",
	[PROBE_MANY_RETURNS] = "Too many functions or maxactive for function exit",
};

/* Appends the words, separated by blanks, and returns the place of word @at. */
static unsigned int join_words(const struct probe_words *words, char *to)
{
	unsigned int at = 0, len = 0;
	int i;

	for (i = 0; i < words->nr; i++) {
		if (i == words->at)
			at = len;
		len += sprintf(to + len, "%s ", words->word[i]);
	}
	to[len - 1] = '\0';
	return words->at < words->nr ? at : len;
}

void probe_report(const struct probe_words *words, unsigned int offset,
		  enum probe_error error)
{
	unsigned int size = 1, column;
	char *text;
	int i;

	if (words->nr <= 0)
		return;
	for (i = 0; i < words->nr; i++)
		size += strlen(words->word[i]) + 1;
	text = kmalloc(size, GFP_KERNEL);
	if (!text)
		return;

	column = join_words(words, text);
	if (words->at < words->nr)
		column += offset;
	error_log_add(&main_instance.errors, words->place, text,
		      probe_error_texts[error], column);
	kfree(text);
}
