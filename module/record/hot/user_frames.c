// SPDX-License-Identifier: GPL-2.0
/*
 * User stacks as files and offsets, see user_frames.h.
 *
 * The mappings of a process are protected by its mmap_lock. A hit takes it for
 * reading if nobody has it or waits for it for writing; this is one
 * compare-and-swap, and never waits. Giving it back may wake a writer that came
 * meanwhile, for which the kernel takes locks of the scheduler. If interrupts
 * are off, the hit may be in code that holds those. Then an irq_work gives the
 * lock back as soon as interrupts are on again. The kernel's BPF does the same.
 */
#include <linux/fs.h>
#include <linux/hash.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "../../compat/workqueue.h"
#include "../user_frames.h"
#include "user_frames.h"
#include "user_stack.h"

struct user_file *user_files;

static u64 make_frame(unsigned int kind, u64 low)
{
	return (u64)kind << USER_FRAME_SHIFT | low;
}

static unsigned int end_stack(u64 *frames, unsigned int nr,
			      enum user_stack_end end)
{
	frames[nr] = make_frame(USER_FRAME_END, end);
	return nr + 1;
}

#if HAVE_USER_STACK

/* How far to look for a file in the table. */
#define PROBES_MAX	64

/**
 * struct late_unlock - the lock that a CPU has to give back
 * @irq_work: gives it back
 * @mm: whose lock it is, with a reference to the struct; NULL if there is none
 * @is_last: the reference is the last one, which only a worker can drop
 */
struct late_unlock {
	struct irq_work irq_work;
	struct mm_struct *mm;
	bool is_last;
};

static DEFINE_PER_CPU(struct late_unlock, late_unlocks);

/* One bit for each context in which the CPU walks a user stack. */
static DEFINE_PER_CPU(unsigned int, walking);

static void drop_last(struct work_struct *work)
{
	struct late_unlock *late;
	int cpu;

	for_each_possible_cpu(cpu) {
		late = per_cpu_ptr(&late_unlocks, cpu);
		/* Pairs with unlock_late(). */
		if (!smp_load_acquire(&late->is_last))
			continue;
		mmdrop(late->mm);
		late->is_last = false;
		/* Pairs with translate_locked(): the CPU may use it again. */
		smp_store_release(&late->mm, NULL);
	}
}

static DECLARE_WORK(drop_work, drop_last);

/* Runs on the CPU that has queued it. */
static void unlock_late(struct irq_work *irq_work)
{
	struct late_unlock *late =
		container_of(irq_work, struct late_unlock, irq_work);
	struct mm_struct *mm = late->mm;

	up_read_non_owner(&mm->mmap_lock);
	if (atomic_add_unless(&mm->mm_count, -1, 1)) {
		WRITE_ONCE(late->mm, NULL);
		return;
	}
	/* Pairs with drop_last(), which sees @mm. */
	smp_store_release(&late->is_last, true);
	queue_unbound_work(&drop_work);
}

void user_stacks_prepare(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		init_irq_work(&per_cpu(late_unlocks, cpu).irq_work,
			      unlock_late);
}

void user_stacks_settle(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		irq_work_sync(&per_cpu(late_unlocks, cpu).irq_work);
	flush_work(&drop_work);
}

/* A number that only one file has, of those that a machine maps. */
static u64 file_id(const struct inode *inode)
{
	u64 id = inode->i_ino * GOLDEN_RATIO_64;

	id ^= (u64)inode->i_sb->s_dev << 32 | inode->i_generation;
	id = (id ^ id >> 32) * GOLDEN_RATIO_64;
	return id ^ id >> 29 ?: 1;
}

/* Finds a file in the table, or adds it; mmap_lock keeps it meanwhile. */
static unsigned int file_kind(struct file *file)
{
	const u64 id = file_id(file_inode(file));
	unsigned int at = hash_64(id, ilog2(USER_FILES_MAX)), i;
	struct user_file *entry;
	u64 seen;

	for (i = 0; i < PROBES_MAX; i++, at++) {
		at &= USER_FILES_MAX - 1;
		entry = &user_files[at];
		seen = READ_ONCE(entry->id);
		if (!seen)
			seen = cmpxchg(&entry->id, 0, id);
		if (!seen) {
			get_file(file);
			/* Pairs with take_down(). */
			smp_store_release(&entry->file, file);
			irq_work_queue(&user_files_added);
			return USER_FRAME_FILE + at;
		}
		if (seen == id)
			return USER_FRAME_FILE + at;
	}
	return USER_FRAME_OTHER;
}

static unsigned int area_kind(const struct vm_area_struct *area)
{
	if (area->vm_file)
		return file_kind(area->vm_file);
	if (area->vm_start == (unsigned long)area->vm_mm->context.vdso)
		return USER_FRAME_VDSO;
	return USER_FRAME_ADDRESS;
}

/*
 * Turns addresses into frames. Code lies in mappings that can be executed, so
 * the first address elsewhere is none, and ends the stack. Returns the number of
 * frames.
 */
static unsigned int translate(struct mm_struct *mm, u64 *frames,
			      unsigned int nr)
{
	const struct vm_area_struct *area = NULL;
	unsigned int i, kind = USER_FRAME_ADDRESS;
	u64 offset;

	for (i = 0; i < nr; i++) {
		if (!area || frames[i] < area->vm_start ||
		    frames[i] >= area->vm_end) {
			area = find_vma(mm, frames[i]);
			if (!area || frames[i] < area->vm_start ||
			    !(area->vm_flags & VM_EXEC))
				return end_stack(frames, i, USER_STACK_LOST);
			kind = area_kind(area);
		}
		if (kind == USER_FRAME_ADDRESS)
			continue;
		offset = frames[i] - area->vm_start;
		if (area->vm_file)
			offset += (u64)area->vm_pgoff << PAGE_SHIFT;
		frames[i] = make_frame(kind, offset & USER_FRAME_LOW);
	}
	return nr;
}

/* Translates under mmap_lock. Returns 0 if that is not free. */
static unsigned int translate_locked(struct mm_struct *mm, u64 *frames,
				     unsigned int nr)
{
	struct late_unlock *late = this_cpu_ptr(&late_unlocks);
	const bool is_late = irqs_disabled();

	/* On real-time kernels an irq_work may run late indeed. */
	if (is_late && IS_ENABLED(CONFIG_PREEMPT_RT))
		return 0;
	/* Pairs with drop_last(). */
	if (is_late && smp_load_acquire(&late->mm))
		return 0;
	if (!down_read_trylock(&mm->mmap_lock))
		return 0;
	nr = translate(mm, frames, nr);
	if (!is_late) {
		up_read(&mm->mmap_lock);
		return nr;
	}
	/* The task may run on another CPU and exit before the irq_work comes. */
	mmgrab(mm);
	late->mm = mm;
	rwsem_release(&mm->mmap_lock.dep_map, _RET_IP_);
	irq_work_queue(&late->irq_work);
	return nr;
}

/* Follows frame pointers, which grow from frame to frame. */
static enum user_stack_end collect(const struct pt_regs *regs, u64 *frames,
				   unsigned int max, unsigned int *nr)
{
	unsigned long at = regs->bp, least = regs->sp;
	struct {
		unsigned long next;
		unsigned long caller;
	} frame;

	frames[0] = regs->ip;
	for (*nr = 1; *nr < max && at; at = frame.next) {
		if (at < least || at >= TASK_SIZE_MAX)
			return USER_STACK_LOST;
		if (copy_from_user_nmi(&frame, (void __user *)at,
				       sizeof(frame)))
			return USER_STACK_FAULT;
		if (!frame.caller)
			break;
		if (frame.caller > USER_FRAME_LOW)
			return USER_STACK_LOST;
		frames[(*nr)++] = frame.caller;
		least = at + sizeof(frame);
	}
	return USER_STACK_WHOLE;
}

static unsigned int walk(u64 *frames, unsigned int max)
{
	struct pt_regs *regs = task_pt_regs(current);
	struct mm_struct *mm = current->mm;
	enum user_stack_end end;
	unsigned int nr, kept;

	/* Workers of io_uring have the mm of a process, but no user stack. */
	if (current->flags & PF_KTHREAD || !mm || !user_mode(regs) || !regs->ip)
		return end_stack(frames, 0, USER_STACK_NONE);
	if (!user_64bit_mode(regs))
		return end_stack(frames, 0, USER_STACK_COMPAT);
	/* With five levels of page tables, code may lie where frames keep the file. */
	if (regs->ip > USER_FRAME_LOW)
		return end_stack(frames, 0, USER_STACK_LOST);
	end = collect(regs, frames, max, &nr);
	kept = translate_locked(mm, frames, nr);
	if (!kept)
		return end_stack(frames, 0, USER_STACK_BUSY);
	if (end != USER_STACK_WHOLE && kept == nr && nr < max)
		return end_stack(frames, nr, end);
	return kept;
}

static unsigned int context_bit(void)
{
	return preempt_count() & HARDIRQ_MASK ? 4 : in_serving_softirq() ? 2 : 1;
}

unsigned int user_frames_load(u64 *frames, unsigned int max)
{
	unsigned int bit, nr;

	if (in_nmi())
		return end_stack(frames, 0, USER_STACK_NMI);
	/* A fault in the count of those who want files must be no oops. */
	if (unlikely(!user_files))
		return end_stack(frames, 0, USER_STACK_UNKEPT);
	/* Reading the stack may fault, and giving the lock back may wake a task. */
	bit = context_bit();
	if (__this_cpu_read(walking) & bit)
		return end_stack(frames, 0, USER_STACK_NESTED);
	this_cpu_or(walking, bit);
	nr = walk(frames, max);
	this_cpu_and(walking, ~bit);
	return nr;
}

#else

void user_stacks_prepare(void)
{
}

void user_stacks_settle(void)
{
}

unsigned int user_frames_load(u64 *frames, unsigned int max)
{
	return end_stack(frames, 0, USER_STACK_NONE);
}

#endif
