/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames of user stacks as files with offsets, which mean the same in all
 * processes, even after these have exited.
 *
 * A frame is one word. If its bit USER_FRAME_FILE is set, it is an offset in a
 * file of a table. The bits below contain the file's slot in the table, the
 * slot's life (a count of the files that the slot has had), and the offset.
 * Otherwise the frame's upper 16 bits are an enum user_frame_kind, which says
 * what the lower bits are. The highest bit is 0, unlike in addresses of the
 * kernel.
 *
 * The table is made for the first trigger that needs frames, and stays until
 * the module is unloaded. A hit that finds a new file adds it with a
 * reference, which a worker drops when it has stored the file's path. All
 * processes that map a file share its slot, because device, inode and generation
 * identify a file. These are mixed with a secret, because a filesystem that a
 * user serves may choose any numbers.
 *
 * When the table is nearly full, user_frames_tidy() frees the slots of files
 * that no frame in histograms or their copies refers to, and increments the
 * lives of these slots. So a frame that is stored elsewhere, for example in a
 * ring, does not name another file, at least for some hours. Each user but root
 * gets at most USER_FILES_SHARE slots, so that no user takes all; some slots
 * are reserved for root.
 *
 * If a stack could not be walked to its end, its last frame says why.
 */
#ifndef HISTRIG_USER_FRAMES_H
#define HISTRIG_USER_FRAMES_H

#include <linux/bits.h>
#include <linux/types.h>

/* Number of files in the table, and number of bits for the index of a slot. */
#define USER_FILES_MAX		4096U
#define USER_FILES_BITS		12

/* The bits of a frame below its kind. */
#define USER_FRAME_SHIFT	48
#define USER_FRAME_LOW		((1ULL << USER_FRAME_SHIFT) - 1)

/* The parts of a frame with USER_FRAME_FILE. */
#define USER_FRAME_FILE		BIT_ULL(62)
#define USER_FRAME_SLOT_SHIFT	(62 - USER_FILES_BITS)
#define USER_FRAME_OFFSET_BITS	36
#define USER_FRAME_OFFSET	((1ULL << USER_FRAME_OFFSET_BITS) - 1)
#define USER_FRAME_LIFE		((1U << (USER_FRAME_SLOT_SHIFT - \
					 USER_FRAME_OFFSET_BITS)) - 1)

/**
 * enum user_frame_kind - kinds of frames without USER_FRAME_FILE
 * @USER_FRAME_ADDRESS: an address that is in no file, or too far from the start
 *	of its file
 * @USER_FRAME_OTHER: an offset in a file that did not fit into the table
 * @USER_FRAME_SHARE: an offset in a file that is not in the table, because the
 *	user of the task has used up their share
 * @USER_FRAME_VDSO: an offset in the code that the kernel maps into processes
 * @USER_FRAME_END: no frame, but an enum user_stack_end
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
 * @USER_STACK_WHOLE: the stack is complete; no frame contains this value
 * @USER_STACK_NMI: the hit is in an NMI
 * @USER_STACK_NONE: the task has no user stack: a kernel thread, or exiting
 * @USER_STACK_FAULT: the next frame is not in memory
 * @USER_STACK_LOST: the word on the stack is not a return address
 * @USER_STACK_BUSY: the process is changing its mappings
 * @USER_STACK_NESTED: the hit interrupts another one that walks a user stack
 * @USER_STACK_COMPAT: the process runs 32-bit code
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
 * struct user_frame - a decoded frame
 * @name: the file's path, or a name in brackets; if @is_end, why there are no
 *	more frames; NULL for an address
 * @in_file: @offset is an offset in the file @name
 * @is_end: @name says why there are no more frames
 * @offset: the offset or the address
 */
struct user_frame {
	const char *name;
	bool in_file;
	bool is_end;
	u64 offset;
};

/**
 * typedef user_frames_marker - calls user_frames_mark() for all words that may
 * be frames
 * @used: passed to user_frames_mark()
 */
typedef void (*user_frames_marker)(unsigned long *used);

/**
 * user_frames_want() - begin to keep the files of frames that hits load
 * @marker: marks the files that frames refer to; the same in every call
 *
 * Pairs with user_frames_done(). Call it before hits may load frames.
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int user_frames_want(user_frames_marker marker);

/*
 * user_frames_done() - undo user_frames_want()
 *
 * Context: process, event_mutex held, no hit that loads frames is running.
 */
void user_frames_done(void);

/*
 * user_frames_sync() - wait until the paths of all files that hits have added
 * are stored
 */
void user_frames_sync(void);

/*
 * user_frames_tidy() - if the table is nearly full, remove unused files
 *
 * Call it after entries with frames were removed.
 *
 * Context: process, event_mutex held. Waits for hits if the table is nearly
 * full.
 */
void user_frames_tidy(void);

/* user_frames_were_short() - has a hit ever failed to add a file? */
bool user_frames_were_short(void);

/**
 * user_frames_mark() - mark the files that some words refer to
 * @used: the argument of the user_frames_marker
 * @words: frames and other numbers; one that looks like a frame also keeps a
 *	file
 * @nr: number of @words
 *
 * Context: process, event_mutex held, only from a user_frames_marker.
 */
void user_frames_mark(unsigned long *used, const u64 *words, unsigned int nr);

/*
 * user_frames_exit() - forget all files, after the last use of a frame
 *
 * Context: process, event_mutex not held.
 */
void user_frames_exit(void);

/* is_user_frame() - is a word a user frame and not a kernel address? */
static inline bool is_user_frame(u64 word)
{
	return word >> USER_FRAME_SHIFT && !(word & BIT_ULL(63));
}

/**
 * user_frames_load() - walk the user stack of the current task
 * @frames: filled with frames, innermost first; the last one may say why there
 *	are no more
 * @max: maximum number of frames, at least two
 *
 * Code without a table (unwind_tables.h) is walked by frame pointers, so callers of code that was
 * compiled without them may be missing.
 *
 * Context: any, preemption off. Takes the task's mmap_lock for reading if it is
 * free, and releases it later if interrupts are off.
 * Return: the number of frames, not zero.
 */
unsigned int user_frames_load(u64 *frames, unsigned int max);

/**
 * user_frame_read() - decode a frame
 * @frame: the frame
 *
 * Context: any, event_mutex or rcu_read_lock() held while the result is used.
 */
struct user_frame user_frame_read(u64 frame);

/**
 * user_frame_build_id() - find the build id of the file of a frame
 * @frame: the frame
 * @id: set to the build id; HISTRIG_UNWIND_BUILD_ID bytes
 *
 * It is known if a table for walks (unwind_tables.h) was written for the file as it is now, and
 * hits have found no other version of the file.
 *
 * Context: process, event_mutex held.
 * Return: its length in bytes, or 0.
 */
unsigned int user_frame_build_id(u64 frame, u8 *id);

#endif /* HISTRIG_USER_FRAMES_H */
