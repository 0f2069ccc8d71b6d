/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames of user stacks that mean the same in all processes, and after they are
 * gone: files with offsets.
 *
 * A frame is one word. Its upper 16 bits say what the lower ones are: an address
 * that lies in no file, or an offset in one of the files of a table. The table
 * exists while somebody wants frames. A hit that finds a file for the first time
 * adds it, and holds the file until a worker has taken down its path. Files that
 * are in the table stay in it. A file is known by its device, inode and
 * generation, so that all processes that map it share its entry.
 *
 * A stack that could not be walked to its end has a last frame that says why.
 */
#ifndef HISTRIG_USER_FRAMES_H
#define HISTRIG_USER_FRAMES_H

#include <linux/types.h>

struct file;

/* The bits of a frame below its kind. */
#define USER_FRAME_SHIFT	48
#define USER_FRAME_LOW		((1ULL << USER_FRAME_SHIFT) - 1)

/* How many files the table has room for; a power of two. */
#define USER_FILES_MAX		4096

/**
 * enum user_frame_kind - what a frame is; smaller ones are files in the table
 * @USER_FRAME_ADDRESS: an address that lies in no file
 * @USER_FRAME_FILE: the first file
 * @USER_FRAME_OTHER: an offset in a file that the table had no room for
 * @USER_FRAME_VDSO: an offset in the code that the kernel maps into processes
 * @USER_FRAME_END: no frame, but why there are no more: enum user_stack_end
 */
enum user_frame_kind {
	USER_FRAME_ADDRESS = 0,
	USER_FRAME_FILE = 1,
	USER_FRAME_OTHER = USER_FRAME_FILE + USER_FILES_MAX,
	USER_FRAME_VDSO,
	USER_FRAME_END,
};

/**
 * enum user_stack_end - why a user stack has no more frames
 * @USER_STACK_WHOLE: it has none; there is no such frame
 * @USER_STACK_NMI: the hit is in an NMI
 * @USER_STACK_NONE: the task has none: it is a kernel thread, or exiting
 * @USER_STACK_FAULT: the next frame is not in memory
 * @USER_STACK_LOST: what lies on the stack is no return address
 * @USER_STACK_BUSY: the process is changing its mappings
 * @USER_STACK_NESTED: the hit comes from another one that walks a user stack
 * @USER_STACK_COMPAT: the process has 32 bits
 * @USER_STACK_UNKEPT: nobody keeps files
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
 * struct user_file - a file of the table
 * @id: its device, inode and generation, mixed into one number; 0 if the entry
 *	is free. A hit that takes the entry sets it, and it stays
 * @file: the file, until the worker has taken down its path
 * @path: its path when it was first seen, or NULL
 */
struct user_file {
	u64 id;
	struct file *file;
	char *path;
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
 * user_frames_want() - begin to keep files for hits
 *
 * Pairs with user_frames_done(). Call it before hits may load frames.
 *
 * Context: process, event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int user_frames_want(void);

/**
 * user_frames_done() - undo user_frames_want()
 *
 * The last one forgets all files.
 *
 * Context: process, event_mutex held, no hit that loads frames is running.
 */
void user_frames_done(void);

/* user_frames_settle() - wait until all files that hits have added have paths */
void user_frames_settle(void);

/**
 * user_frame_read() - tell what a frame is
 * @frame: the frame
 *
 * Context: process, between user_frames_want() and user_frames_done().
 */
struct user_frame user_frame_read(u64 frame);

#endif /* HISTRIG_USER_FRAMES_H */
