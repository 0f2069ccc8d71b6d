/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Breakpoints in user code, which the kernel calls uprobes.
 *
 * Before 6.12 a breakpoint was identified by its file and its offset, and removing one waited
 * for its hits. Since then there is a handle, and one call waits for the hits of all removed
 * breakpoints. Since 6.13 the two hits of a call, at entry and at return, share a word.
 */
#ifndef HISTRIG_COMPAT_UPROBE_H
#define HISTRIG_COMPAT_UPROBE_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/ptrace.h>
#include <linux/uprobes.h>

#include "gen/features.h"

/* 1 if the hits at the entry and at the return of a call share a word, see @word below. */
#ifdef HAVE_UPROBE_HANDLER_DATA
#define UPROBE_HITS_SHARE_WORD	1
#else
#define UPROBE_HITS_SHARE_WORD	0
#endif

/**
 * struct breakpoint - a breakpoint in user code
 * @consumer: what the kernel calls on hits
 * @uprobe: the kernel's handle
 * @inode: the file
 * @offset: offset of the instruction in the file, in bytes
 */
struct breakpoint {
	struct uprobe_consumer consumer;
#ifdef HAVE_UPROBE_HANDLE
	struct uprobe *uprobe;
#else
	struct inode *inode;
	loff_t offset;
#endif
};

/*
 * DEFINE_BREAKPOINT_HITS() - define the functions that the kernel calls on hits
 * @entry: void (struct breakpoint *, struct pt_regs *, u64 *word)
 * @ret: void (struct breakpoint *, unsigned long function, struct pt_regs *,
 *	u64 *word)
 *
 * Both must be inline. @word is NULL if UPROBE_HITS_SHARE_WORD is 0. The caller is the task
 * that executes the code; it may sleep. Before 6.12 the task holds a semaphore of the uprobe
 * for reading, and breakpoint_remove() waits for this semaphore, with event_mutex held. So a
 * hit takes no lock of ours except raw spinlocks and that of a struct call_part.
 */
#ifdef HAVE_UPROBE_HANDLER_DATA
#define DEFINE_BREAKPOINT_HITS(entry, ret)				\
static int entry##_handler(struct uprobe_consumer *consumer,		\
			   struct pt_regs *regs, __u64 *word)		\
{									\
	entry(container_of(consumer, struct breakpoint, consumer),	\
	      regs, word);						\
	return 0;							\
}									\
static int ret##_handler(struct uprobe_consumer *consumer,		\
			 unsigned long function,			\
			 struct pt_regs *regs, __u64 *word)		\
{									\
	ret(container_of(consumer, struct breakpoint, consumer),	\
	    function, regs, word);					\
	return 0;							\
}
#else
#define DEFINE_BREAKPOINT_HITS(entry, ret)				\
static int entry##_handler(struct uprobe_consumer *consumer,		\
			   struct pt_regs *regs)			\
{									\
	entry(container_of(consumer, struct breakpoint, consumer),	\
	      regs, NULL);						\
	return 0;							\
}									\
static int ret##_handler(struct uprobe_consumer *consumer,		\
			 unsigned long function, struct pt_regs *regs)	\
{									\
	ret(container_of(consumer, struct breakpoint, consumer),	\
	    function, regs, NULL);					\
	return 0;							\
}
#endif

/**
 * breakpoint_insert() - insert a breakpoint in all programs that map the file
 * @at: the breakpoint; its @consumer contains the functions to call
 * @inode: the file, which stays while the breakpoint is inserted
 * @offset: offset of the instruction in the file, in bytes
 * @counter: offset of a word that the kernel increases in each program while
 *	the breakpoint is inserted, 0 for none
 *
 * Context: process, sleeps.
 * Return: 0 or an errno.
 */
static inline int breakpoint_insert(struct breakpoint *at, struct inode *inode,
				    loff_t offset, loff_t counter)
{
#ifdef HAVE_UPROBE_HANDLE
	at->uprobe = uprobe_register(inode, offset, counter, &at->consumer);
	return PTR_ERR_OR_ZERO(at->uprobe);
#else
	at->inode = inode;
	at->offset = offset;
	return uprobe_register_refctr(inode, offset, counter, &at->consumer);
#endif
}

/* breakpoint_remove() - remove a breakpoint; hits may run until breakpoints_sync(); sleeps */
static inline void breakpoint_remove(struct breakpoint *at)
{
#ifdef HAVE_UPROBE_HANDLE
	uprobe_unregister_nosync(at->uprobe, &at->consumer);
#else
	uprobe_unregister(at->inode, at->offset, &at->consumer);
#endif
}

/* breakpoints_sync() - wait for the hits of removed breakpoints; sleeps */
static inline void breakpoints_sync(void)
{
#ifdef HAVE_UPROBE_HANDLE
	uprobe_unregister_sync();
#endif
}

#endif /* HISTRIG_COMPAT_UPROBE_H */
