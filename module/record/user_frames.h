/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames of user stacks that mean the same in all processes, even after these
 * have exited: files with offsets.
 *
 * A frame is one word. If USER_FRAME_FILE is its highest bit, it is an offset in
 * one of the files of a table: from the top come the file's slot, the slot's life,
 * and the offset. Otherwise its upper 16 bits say what the lower ones are: enum
 * user_frame_kind. No frame has the highest bit, which all addresses of the kernel
 * have.
 *
 * The table is made for the first trigger that needs frames, and stays until the
 * module is unloaded. A hit that finds a file for the first time adds it, and holds the file
 * until a worker has taken down its path. A file is known by its device, inode and
 * generation, so that all processes that map it share its slot. They are mixed with
 * a secret: a filesystem that a user serves may have any numbers.
 *
 * When the table is nearly full, user_frames_tidy() frees the slots of files that no
 * frame in histograms and copies of them refers to. The slot then begins another
 * life, so a frame that is still in a ring, for example, names no other file for some
 * hours at least. A user other than root has no more than a share of the table, so
 * that a user who maps many files takes no slots from others, and some slots are for
 * root alone.
 *
 * A stack that could not be walked to its end has a last frame that says why.
 */
#ifndef HISTRIG_USER_FRAMES_H
#define HISTRIG_USER_FRAMES_H

#include <linux/bits.h>
#include <linux/types.h>

/* The number of files in the table, and the bits of their numbers. */
#define USER_FILES_MAX		4096U
#define USER_FILES_BITS		12

/* The bits of a frame below its kind. */
#define USER_FRAME_SHIFT	48
#define USER_FRAME_LOW		((1ULL << USER_FRAME_SHIFT) - 1)

/* The parts of a frame in a file. */
#define USER_FRAME_FILE		BIT_ULL(62)
#define USER_FRAME_SLOT_SHIFT	(62 - USER_FILES_BITS)
#define USER_FRAME_OFFSET_BITS	36
#define USER_FRAME_OFFSET	((1ULL << USER_FRAME_OFFSET_BITS) - 1)
#define USER_FRAME_LIFE		((1U << (USER_FRAME_SLOT_SHIFT - \
					 USER_FRAME_OFFSET_BITS)) - 1)

/**
 * enum user_frame_kind - frames that are not an offset in a file of the table
 * @USER_FRAME_ADDRESS: an address that lies in no file, or too far from its start
 * @USER_FRAME_OTHER: an offset in a file that did not fit into the table
 * @USER_FRAME_SHARE: an offset in a file beyond the share of its user
 * @USER_FRAME_VDSO: an offset in the code that the kernel maps into processes
 * @USER_FRAME_END: no frame, but the reason why there are no more: enum
 *	user_stack_end
 */
enum user_frame_kind {
	USER_FRAME_ADDRESS,
	USER_FRAME_OTHER,
	USER_FRAME_SHARE,
	USER_FRAME_VDSO,
	USER_FRAME_END,
};

/**
 * enum user_stack_end - why a user stack has no more frames
 * @USER_STACK_WHOLE: it has none; there is no such frame
 * @USER_STACK_NMI: the hit is in an NMI
 * @USER_STACK_NONE: the task has none: it is a kernel thread, or exiting
 * @USER_STACK_FAULT: the next frame is not in memory
 * @USER_STACK_LOST: the word on the stack is not a return address
 * @USER_STACK_BUSY: the process is changing its mappings
 * @USER_STACK_NESTED: the hit interrupts another one that walks a user stack
 * @USER_STACK_COMPAT: the process has 32 bits
 * @USER_STACK_UNKEPT: no trigger needs the table
 */
enum user_stack_end {
	USER_STACK_WHOLE,
	USER_STACK_NMI,
	USER_STACK_NONE,
	USER_STACK_FAULT,
	USER_STACK_LOST,
	USER_STACK_BUSY,
	USER_STACK_NESTED,
	USER_STACK_COMPAT,
	USER_STACK_UNKEPT,
};

/**
 * struct user_frame - what a reader makes of a frame
 * @name: the file's path, or a name in brackets; why there are no more frames;
 *	NULL for an address
 * @in_file: whether @offset is an offset in the file @name
 * @is_end: whether @name says why there are no more frames
 * @offset: the offset or the address
 */
struct user_frame {
	const char *name;
	bool in_file;
	bool is_end;
	u64 offset;
};

/**
 * typedef user_frames_marker - calls user_frames_mark() for all words that may be
 * frames
 * @used: to be handed on to user_frames_mark()
 */
typedef void (*user_frames_marker)(unsigned long *used);

/**
 * user_frames_want() - begin to keep files for hits
 * @marker: marks the files that are still referred to; the same in each call
 *
 * Pairs with user_frames_done(). Call it before hits may load frames.
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int user_frames_want(user_frames_marker marker);

/**
 * user_frames_done() - undo user_frames_want()
 *
 * Context: process, event_mutex held, no hit that loads frames is running.
 */
void user_frames_done(void);

/* user_frames_sync() - wait until all files that hits have added have paths */
void user_frames_sync(void);

/**
 * user_frames_tidy() - remove files that nothing refers to, if the table is
 * nearly
 *	full
 *
 * Call it after entries with frames were removed.
 *
 * Context: process, event_mutex held. Waits for hits if the table is nearly full.
 */
void user_frames_tidy(void);

/**
 * user_frames_were_short() - has the table ever been full?
 *
 * Context: process.
 * Return: false if no frame is USER_FRAME_OTHER or USER_FRAME_SHARE.
 */
bool user_frames_were_short(void);

/**
 * user_frames_mark() - mark the files that some words refer to
 * @used: the argument of the user_frames_marker
 * @words: frames and other numbers; a number that looks like a frame keeps a
 *	file
 * @nr: number of @words
 *
 * Context: process, event_mutex held, only from a user_frames_marker.
 */
void user_frames_mark(unsigned long *used, const u64 *words, unsigned int nr);

/**
 * user_frames_exit() - forget all files
 *
 * Context: process, event_mutex not held; nobody loads or reads frames any more.
 */
void user_frames_exit(void);

/*
 * is_user_frame() - distinguish a user frame from an address in the kernel's
 * code
 */
static inline bool is_user_frame(u64 word)
{
	return word >> USER_FRAME_SHIFT && !(word & BIT_ULL(63));
}

/**
 * user_frame_read() - decode a frame
 * @frame: the frame
 *
 * Context: any, event_mutex or rcu_read_lock() held as long as the result is used.
 */
struct user_frame user_frame_read(u64 frame);

#endif /* HISTRIG_USER_FRAMES_H */
