/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a filter is refused: FILTER_ERROR(NAME, TEXT) for each enum filter_error, in the kernel's
 * words. filter.h and parse.c define the macro. For NONE, the kernel returns an errno
 * without a message.
 */
FILTER_ERROR(NONE, "Error")
FILTER_ERROR(OPERATOR, "Invalid operator")
FILTER_ERROR(OPEN, "Too many '('")
FILTER_ERROR(CLOSE, "Too few '('")
FILTER_ERROR(QUOTE, "Missing matching quote")
FILTER_ERROR(BRACE_OPEN, "Missing '{'")
FILTER_ERROR(BRACE_CLOSE, "Missing '}'")
FILTER_ERROR(TOO_LONG, "Operand too long")
FILTER_ERROR(WANT_STRING, "Expecting string field")
FILTER_ERROR(WANT_NUMBER, "Expecting numeric field")
FILTER_ERROR(FIELD_OPERATOR, "Illegal operation for field type")
FILTER_ERROR(FIELD, "Field not found")
FILTER_ERROR(NUMBER, "Illegal integer value")
FILTER_ERROR(SUBSYSTEM, "Couldn't find or set field in one of a subsystem's events")
FILTER_ERROR(TERMS, "Too many terms in predicate expression")
FILTER_ERROR(MEANINGLESS, "Meaningless filter expression")
FILTER_ERROR(CPUS, "Invalid cpulist")
FILTER_ERROR(VALUE, "Invalid value (did you forget quotes)?")
FILTER_ERROR(FUNCTION, "Function not found")
FILTER_ERROR(EMPTY, "No filter found")
#undef FILTER_ERROR
