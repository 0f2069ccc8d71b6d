/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a hist command is refused: HIST_ERROR(NAME, TEXT) for each enum hist_error.
 * attrs.h and attrs.c define the macro.
 */
HIST_ERROR(NAMED_MISMATCH,
	   "Named hist trigger doesn't match existing named trigger (includes variables)")
HIST_ERROR(EXISTS, "Hist trigger already exists")
HIST_ERROR(NOT_THERE, "Can't clear or continue a nonexistent hist trigger")
HIST_ERROR(CLOCK, "Couldn't set trace_clock")
HIST_ERROR(MODIFIER, "Invalid field modifier")
HIST_ERROR(VAR_NOT_FOUND, "Couldn't find variable")
HIST_ERROR(FIELD_NOT_FOUND, "Couldn't find field")
HIST_ERROR(EMPTY_ASSIGNMENT, "Empty assignment")
HIST_ERROR(SORT_MODIFIER, "Invalid sort modifier")
HIST_ERROR(EMPTY_SORT, "Empty sort field")
HIST_ERROR(TOO_MANY_SORT, "Too many sort fields (Max = 8)")
HIST_ERROR(SORT_FIELD, "Sort field must be a key or a val")
HIST_ERROR(NUMBER, "Expecting numeric literal")
HIST_ERROR(NOHITCOUNT, "Non-hitcount value is required for 'nohitcount'")
HIST_ERROR(DUPLICATE_VAR, "Variable already defined")
HIST_ERROR(VAR_NOT_UNIQUE,
	   "Variable name not unique, need to use fully qualified name (subsys.event.var) for variable"
	   )
HIST_ERROR(TOO_MANY_VARS, "Too many variables defined")
HIST_ERROR(MALFORMED_ASSIGNMENT, "Malformed assignment")
HIST_ERROR(TOO_MANY_SUBEXPR, "Too many subexpressions (3 max)")
HIST_ERROR(TIMESTAMP_UNITS, "Timestamp units in expression don't match")
HIST_ERROR(OTHER_CLOCK,
	   "The variable's time is of another clock; give both commands the same clock=")
HIST_ERROR(TOO_MANY_FIELD_VARS, "Too many field variables defined")
HIST_ERROR(EVENT_FILE, "Event file not found")
HIST_ERROR(NO_MATCHING_HIST, "Matching event histogram not found")
HIST_ERROR(FIELD_HIST, "Couldn't create histogram for field")
HIST_ERROR(SYNTH_VAR, "Couldn't find synthetic variable")
HIST_ERROR(SYNTH_EVENT, "Couldn't find synthetic event")
HIST_ERROR(SYNTH_TYPE, "Param type doesn't match synthetic event field type")
HIST_ERROR(SYNTH_COUNT, "Param count doesn't match synthetic event field count")
HIST_ERROR(FIELD_VAR_PARSE, "Couldn't parse field variable")
HIST_ERROR(FIELD_VAR, "Couldn't create or find variable")
HIST_ERROR(TRACKED_NO_VAR, "For onmax(x) or onchange(x), x must be a variable")
HIST_ERROR(TRACKED_NOT_FOUND, "Couldn't find onmax or onchange variable")
HIST_ERROR(TRACKED_CREATE, "Couldn't create onmax or onchange variable")
HIST_ERROR(SAVE_FIELD, "Couldn't create field variable")
HIST_ERROR(TOO_MANY_PARAMS, "Too many action params")
HIST_ERROR(PARAM_NOT_FOUND, "Couldn't find param")
HIST_ERROR(INVALID_PARAM, "Invalid action param")
HIST_ERROR(NO_ACTION, "No action found")
HIST_ERROR(NO_SAVE_PARAMS, "No params found for save()")
HIST_ERROR(TOO_MANY_SAVES, "Can't have more than one save() action per hist")
HIST_ERROR(ACTION_MISMATCH, "Handler doesn't support action")
HIST_ERROR(NO_CLOSING_PAREN, "No closing paren found")
HIST_ERROR(NO_SUBSYSTEM, "Missing subsystem")
HIST_ERROR(NO_SUCH_EVENT, "Invalid subsystem or event name")
HIST_ERROR(KEY_REF, "Using variable references in keys not supported")
HIST_ERROR(STRING_OPERAND, "String type can not be an operand in expression")
HIST_ERROR(UNARY_MINUS, "Unary minus not supported in sub-expressions")
HIST_ERROR(DIVISION_BY_ZERO, "Division by zero")
HIST_ERROR(NO_NAMES, "The event's print format has no names for this field; leave out .flags")
HIST_ERROR(KEY_TOO_LONG, "Key is too long (Max = 2048 bytes); use fewer keys")
HIST_ERROR(FORGET_PARAMS, "forget() takes no params; leave them out")
HIST_ERROR(FORGET_SELF, "forget() needs a histogram of another event; name that event in onmatch()")
HIST_ERROR(FORGET_NEWER,
	   "forget() works only on histograms older than that of name=; remove all triggers of this name and add them again"
	   )
HIST_ERROR(VAR_NEWER,
	   "The variable's histogram must be older than that of name=; remove all triggers of this name and add them again"
	   )
HIST_ERROR(TOO_MANY_FORGETS,
	   "forget() matches too many histograms (Max = 16); remove some of these histograms"
	   )
#undef HIST_ERROR
