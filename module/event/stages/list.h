/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of pointers to what a header of events declares.
 *
 * The macros of a header expand to declarations, so they cannot fill the initializer of
 * an array. Instead HISTRIG_LIST_ADD() adds a pointer to part 1 of a section. Part 0 is
 * the label at the start of the list, part 2 the NULL that ends it. The assembler sorts
 * the parts by number, wherever the compiler emits the code, and keeps the pointers in
 * the order of the source. NULL ends the list, because only the assembler knows how many
 * entries HISTRIG_UNLESS() of map.h leaves.
 */
#define HISTRIG_LIST_PART(section, part)				\
	"\t.pushsection " section ", " part ", \"a\"\n"
#define HISTRIG_LIST(section)						\
	asm(HISTRIG_LIST_PART(section, "0")				\
	    "\t.balign " __stringify(__SIZEOF_POINTER__) "\n"		\
	    section "_start:\n"						\
	    "\t.popsection\n"						\
	    HISTRIG_LIST_PART(section, "2")				\
	    "\t.dc.a 0\n"						\
	    "\t.popsection\n")
#define HISTRIG_LIST_ADD(section, symbol)				\
	HISTRIG_LIST_PART(section, "1")					\
	"\t.dc.a " symbol "\n"						\
	"\t.popsection\n"
