/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in definitions of probes: their texts, and the error log.
 *
 * The log shows a refused definition with its words separated by single blanks,
 * whatever the user wrote between them, and a caret below the place of the
 * error; the kernel does the same.
 */
#ifndef HISTRIG_PROBE_REPORT_H
#define HISTRIG_PROBE_REPORT_H

/**
 * struct probe_words - the words of a definition
 * @place: what the error log calls the type of probe, such as "trace_kprobe"
 * @nr: number of words
 * @word: the words; parsers do not change them
 * @at: index of the word being parsed; @nr or more means the end of the line
 */
struct probe_words {
	const char *place;
	int nr;
	char **word;
	int at;
};

/* Why a definition is refused. probe_error_texts[] has the texts. */
enum probe_error {
	PROBE_FILE_NOT_FOUND,
	PROBE_NO_REGULAR_FILE,
	PROBE_BAD_REFCNT,
	PROBE_REFCNT_OPEN_BRACE,
	PROBE_BAD_REFCNT_SUFFIX,
	PROBE_BAD_UPROBE_OFFS,
	PROBE_BAD_MAXACT_TYPE,
	PROBE_MAXACT_NOT_EXIT,
	PROBE_BAD_MAXACT,
	PROBE_MAXACT_TOO_BIG,
	PROBE_BAD_PROBE_ADDR,
	PROBE_NON_UNIQ_SYMBOL,
	PROBE_BAD_RETPROBE,
	PROBE_NO_TRACEPOINT,
	PROBE_BAD_TP_NAME,
	PROBE_BAD_ADDR_SUFFIX,
	PROBE_NO_GROUP_NAME,
	PROBE_GROUP_TOO_LONG,
	PROBE_BAD_GROUP_NAME,
	PROBE_NO_EVENT_NAME,
	PROBE_EVENT_TOO_LONG,
	PROBE_BAD_EVENT_NAME,
	PROBE_EVENT_EXIST,
	PROBE_RETVAL_ON_PROBE,
	PROBE_NO_RETVAL,
	PROBE_BAD_STACK_NUM,
	PROBE_BAD_ARG_NUM,
	PROBE_BAD_VAR,
	PROBE_BAD_REG_NAME,
	PROBE_BAD_MEM_ADDR,
	PROBE_BAD_IMM,
	PROBE_IMMSTR_NO_CLOSE,
	PROBE_FILE_ON_KPROBE,
	PROBE_BAD_FILE_OFFS,
	PROBE_SYM_ON_UPROBE,
	PROBE_TOO_MANY_OPS,
	PROBE_DEREF_NEED_BRACE,
	PROBE_BAD_DEREF_OFFS,
	PROBE_DEREF_OPEN_BRACE,
	PROBE_COMM_CANT_DEREF,
	PROBE_BAD_FETCH_ARG,
	PROBE_ARRAY_NO_CLOSE,
	PROBE_BAD_ARRAY_SUFFIX,
	PROBE_BAD_ARRAY_NUM,
	PROBE_ARRAY_TOO_BIG,
	PROBE_BAD_TYPE,
	PROBE_BAD_STRING,
	PROBE_BAD_SYMSTRING,
	PROBE_BAD_BITFIELD,
	PROBE_ARG_NAME_TOO_LONG,
	PROBE_NO_ARG_NAME,
	PROBE_BAD_ARG_NAME,
	PROBE_USED_ARG_NAME,
	PROBE_ARG_TOO_LONG,
	PROBE_NO_ARG_BODY,
	PROBE_BAD_INSN_BNDRY,
	PROBE_FAIL_REG_PROBE,
	PROBE_DIFF_PROBE_TYPE,
	PROBE_DIFF_ARG_TYPE,
	PROBE_SAME_PROBE,
	PROBE_NO_EVENT_INFO,
	PROBE_BAD_ATTACH_EVENT,
	PROBE_BAD_ATTACH_ARG,
	PROBE_NO_EP_FILTER,
	PROBE_NOSUP_BTFARG,
	PROBE_NO_BTFARG,
	PROBE_NO_BTF_ENTRY,
	PROBE_BAD_VAR_ARGS,
	PROBE_NOFENTRY_ARGS,
	PROBE_DOUBLE_ARGS,
	PROBE_ARGS_2LONG,
	PROBE_ARGIDX_2BIG,
	PROBE_NO_PTR_STRCT,
	PROBE_NOSUP_DAT_ARG,
	PROBE_BAD_HYPHEN,
	PROBE_NO_BTF_FIELD,
	PROBE_BAD_BTF_TID,
	PROBE_BAD_TYPE4STR,
	PROBE_NEED_STRING_TYPE,
	PROBE_TOO_MANY_ARGS,
	PROBE_TOO_MANY_EARGS,
	PROBE_EVENT_TOO_BIG,
	PROBE_TYPECAST_NOT_EVENT,
	PROBE_NO_DURATION,
	PROBE_MARKER_OPERAND,
	PROBE_MARKER_REG,
	PROBE_MARKER_SYMBOL,
	PROBE_MANY_RETURNS,
	PROBE_ERRORS,
};

/* The texts, most of them the kernel's. */
extern const char *const probe_error_texts[PROBE_ERRORS];

/**
 * probe_report() - add an entry to the error log of the main instance
 * @words: the definition
 * @offset: place of the error in words->word[words->at], in bytes; ignored if
 *	words->at is past the last word
 * @error: why it is refused
 *
 * Context: process, may sleep.
 */
void probe_report(const struct probe_words *words, unsigned int offset,
		  enum probe_error error);

#endif /* HISTRIG_PROBE_REPORT_H */
