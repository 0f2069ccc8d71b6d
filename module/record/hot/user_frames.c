// SPDX-License-Identifier: GPL-2.0
/*
 * User stacks as files and offsets, see user_frames.h.
 *
 * A hit walks under mmap_lock, because the mapping of an address says which table describes the
 * code there. It tries to take mmap_lock for reading, but does not wait for it.
 * Releasing mmap_lock may wake a writer, for which the kernel takes locks of
 * the scheduler. If interrupts are off, the hit may be in code that holds those
 * locks. So an irq_work releases mmap_lock as soon as interrupts are on again,
 * as in the kernel's BPF.
 */
#include <linux/bits.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/hash.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/siphash.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "../../compat/context.h"
#include "../../compat/user_stack.h"
#include "../../compat/workqueue.h"
#include "../../event/hot/memory.h"
#include "../user_files.h"
#include "../user_frames.h"
#include "unwind.h"

struct user_files *user_files;

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

u64 user_file_state(const struct inode *inode)
{
	const u64 state = siphash_3u64(inode->i_ino, inode->i_sb->s_dev,
				       inode->i_generation, &user_files->secret);

	return (state ?: 2) | USER_FILE_USED;
}

#if HAVE_USER_STACK

/* How many slots to search for a file. */
#define PROBES_MAX	64

/* How often to try the table's lock. count_shares() holds it the longest. */
#define LOCK_TRIES	10000

/**
 * struct late_unlock - the mmap_lock that a CPU has to release
 * @irq_work: releases it
 * @mm: the process, with a reference to the struct; NULL if there is none
 * @is_locked: the CPU still holds the mmap_lock of @mm
 * @is_last: the reference is the last one, which only a worker can drop
 */
struct late_unlock {
	struct irq_work irq_work;
	struct mm_struct *mm;
	bool is_locked;
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
		/* Pairs with unlock_late(), so that we see @mm. */
		if (!smp_load_acquire(&late->is_last))
			continue;
		mmdrop(late->mm);
		late->is_last = false;
		/* Pairs with user_walk_locked(), which may use @late again. */
		smp_store_release(&late->mm, NULL);
	}
}

static DECLARE_WORK(drop_work, drop_last);

/*
 * Releases the mmap_lock that user_walk_locked() took. Runs on the CPU that
 * queued the irq_work.
 */
static void unlock_late(struct irq_work *irq_work)
{
	struct late_unlock *late =
		container_of(irq_work, struct late_unlock, irq_work);
	struct mm_struct *mm = late->mm;

	/* Waking a writer may cause a hit, which must not rely on the lock. */
	late->is_locked = false;
	barrier();
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

void user_stacks_sync(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		irq_work_sync(&per_cpu(late_unlocks, cpu).irq_work);
	flush_work(&drop_work);
}

struct user_share *user_files_share(u32 user)
{
	unsigned int at = hash_32(user, USER_FILES_BITS), i;
	struct user_share *share;

	lockdep_assert_held(&user_files->lock);
	for (i = 0; i < USER_FILES_MAX; i++, at++) {
		share = &user_files->shares[at & (USER_FILES_MAX - 1)];
		if (!share->nr || share->user == user)
			return share;
	}
	/*
	 * No share is free: count_shares() has still to remove those of users
	 * without slots.
	 */
	return NULL;
}

static u64 no_space(unsigned int kind)
{
	if (!READ_ONCE(user_files->is_short)) {
		WRITE_ONCE(user_files->was_short, 1);
		WRITE_ONCE(user_files->is_short, 1);
		irq_work_queue(&user_files_added);
	}
	return make_frame(kind, 0);
}

static u64 frame_in(const struct user_file *entry)
{
	return USER_FRAME_FILE |
	       (u64)(entry - user_files->files) << USER_FRAME_SLOT_SHIFT |
	       (u64)(entry->life & USER_FRAME_LIFE) << USER_FRAME_OFFSET_BITS;
}

/*
 * Finds the slot with @state, or returns NULL. A free slot does not end the
 * search, because slots get free in any order. Marks the slot as used, so that
 * it stays until the hit has ended, see user_frames_tidy().
 */
static struct user_file *find_slot(u64 state)
{
	unsigned int at = state >> (64 - USER_FILES_BITS), i;
	struct user_file *entry;
	u64 seen;

	for (i = 0; i < PROBES_MAX; i++, at++) {
		entry = &user_files->files[at & (USER_FILES_MAX - 1)];
		/* Pairs with fill_slot(), so that the slot is complete. */
		seen = smp_load_acquire(&entry->state);
		if ((seen | USER_FILE_USED) != state)
			continue;
		if (seen == state ||
		    cmpxchg(&entry->state, seen, state) == seen ||
		    READ_ONCE(entry->state) == state)
			return entry;
	}
	return NULL;
}

/* Some slots are reserved for root. */
static struct user_file *find_free(u64 state, u32 user)
{
	unsigned int at = state >> (64 - USER_FILES_BITS), i;
	struct user_file *entry;

	for (i = 0; i < PROBES_MAX; i++, at++) {
		if (user && at % USER_FILES_PARTS == 0)
			continue;
		entry = &user_files->files[at & (USER_FILES_MAX - 1)];
		/* Pairs with free_slot(), which changes the slot's life. */
		if (!smp_load_acquire(&entry->state))
			return entry;
	}
	return NULL;
}

/* Gives a free slot to @file, which mmap_lock protects until get_file(). */
static void fill_slot(struct user_file *entry, u64 state, struct file *file,
		      const struct user_file_version *version, u32 user)
{
	user_files->nr++;
	entry->user = user;
	entry->version = *version;
	entry->is_changed = false;
	if (!(entry->life & USER_FRAME_LIFE))
		entry->lap = jiffies;
	get_file(file);
	/* Pairs with take_down(), which drops the reference. */
	smp_store_release(&entry->file, file);
	/* Pairs with find_slot(), which then finds a complete slot. */
	smp_store_release(&entry->state, state);
}

/*
 * Adds a file, unless another hit has just added it. If the table has no slot
 * for it, returns NULL and sets @kind to the reason.
 */
static struct user_file *user_frames_add_file(struct file *file, u64 state,
					      const struct user_file_version *version,
					      enum user_frame_kind *kind)
{
	const u32 user = __kuid_val(current_uid());
	struct user_share *share;
	struct user_file *entry;

	lockdep_assert_held(&user_files->lock);
	entry = find_slot(state);
	if (entry)
		return entry;
	share = user ? user_files_share(user) : NULL;
	*kind = USER_FRAME_SHARE;
	if (user && (!share || share->nr >= USER_FILES_SHARE))
		return NULL;
	*kind = USER_FRAME_OTHER;
	entry = find_free(state, user);
	if (!entry)
		return NULL;
	if (share) {
		share->user = user;
		share->nr++;
	}
	fill_slot(entry, state, file, version, user);
	return entry;
}

/*
 * Returns false if another CPU has the lock. Otherwise sets @entry to the
 * file's slot, or to NULL and @kind to the reason.
 */
static bool try_add_file(struct file *file, u64 state, const struct user_file_version *version,
			 struct user_file **entry, enum user_frame_kind *kind)
{
	unsigned long flags;

	local_irq_save(flags);
	if (!raw_spin_trylock(&user_files->lock)) {
		local_irq_restore(flags);
		return false;
	}
	*entry = user_frames_add_file(file, state, version, kind);
	raw_spin_unlock_irqrestore(&user_files->lock, flags);
	return true;
}

/*
 * Returns the frame of offset 0 in a file with @state, and adds a new file to the table.
 * Tries the lock in a loop, because a wait would hit lock:contention_begin and,
 * with the lock held, lock:contention_end. A nested hit does not get here, see
 * user_frames_load().
 */
static u64 file_start(struct file *file, u64 state, const struct user_file_version *version)
{
	struct user_file *entry = find_slot(state);
	enum user_frame_kind kind = USER_FRAME_OTHER;
	unsigned int tries = LOCK_TRIES;

	if (entry) {
		if (unlikely(user_file_versions_differ(&entry->version, version))) {
			WRITE_ONCE(entry->is_changed, true);
			/* Pairs with user_frame_build_id(). */
			smp_wmb();
			entry->version = *version;
		}
		return frame_in(entry);
	}
	while (!try_add_file(file, state, version, &entry, &kind) && --tries)
		cpu_relax();
	if (!entry)
		return no_space(kind);
	irq_work_queue(&user_files_added);
	return frame_in(entry);
}

/**
 * struct user_area - code that a process has mapped
 * @begin: its first address
 * @size: its size in bytes; 0 if there is no code
 * @shift: what an address in it differs from the offset in its file, or in the vDSO
 * @start: the frame of offset 0 in that file; 0 for code in no file
 * @table: how to find callers, or NULL
 */
struct user_area {
	u64 begin;
	u64 size;
	u64 shift;
	u64 start;
	const struct unwind_table *table;
};

static __always_inline bool user_area_has(const struct user_area *area, u64 address)
{
	return address - area->begin < area->size;
}

static void user_area_identify(struct user_area *area, const struct vm_area_struct *vma)
{
	struct user_file_version version;
	const struct inode *inode;
	u64 state;

	area->begin = vma->vm_start;
	area->size = vma->vm_end - vma->vm_start;
	area->shift = vma->vm_start;
	area->start = 0;
	area->table = NULL;
	if (vma->vm_file) {
		inode = file_inode(vma->vm_file);
		state = user_file_state(inode);
		version = user_file_version(inode);
		area->shift -= (u64)vma->vm_pgoff << PAGE_SHIFT;
		area->start = file_start(vma->vm_file, state, &version);
		area->table = unwind_table_find(state);
		if (area->table && user_file_versions_differ(&area->table->version, &version))
			area->table = NULL;
	} else if (vma->vm_start == (unsigned long)vma->vm_mm->context.vdso) {
		area->start = make_frame(USER_FRAME_VDSO, 0);
		area->table = unwind_table_find(UNWIND_VDSO_STATE);
	}
}

/* Finds the code at an address, under mmap_lock. Returns false if there is no code. */
static noinline bool user_area_find(struct user_area *area, struct mm_struct *mm, u64 address)
{
	const struct vm_area_struct *vma = find_vma(mm, address);

	if (!vma || address < vma->vm_start || !(vma->vm_flags & VM_EXEC))
		return false;
	user_area_identify(area, vma);
	return true;
}

/* Turns an address into a frame, unless it is too far from the file's start. */
static __always_inline u64 user_area_frame(const struct user_area *area, u64 address)
{
	const u64 offset = address - area->shift;

	return area->start && offset <= USER_FRAME_OFFSET ? area->start | offset : address;
}

/*
 * Returns the rule for a place, or NULL. After a call, the rule is that of the call, because a
 * function that never returns may be called by the last instruction of another one.
 */
static __always_inline const struct histrig_unwind_rule *
user_area_rule(const struct user_area *area, const struct user_place *at)
{
	const u64 look = at->interrupted ? at->ip : at->ip - 1;

	if (likely(!area->table) || look < area->begin)
		return NULL;
	return unwind_rule_find(area->table, look - area->shift);
}

/**
 * struct user_walk - a walk of a user stack
 * @at: where it is
 * @frames: what it has found
 * @nr: number of @frames
 * @max: maximum number of @frames
 * @end: why there are no more
 */
struct user_walk {
	struct user_place at;
	u64 *frames;
	unsigned int nr;
	unsigned int max;
	enum user_stack_end end;
};

/*
 * Walks under mmap_lock. Code is in executable mappings, so an address elsewhere is not an
 * address of code, and ends the stack.
 */
static void user_walk_run(struct user_walk *walk, struct mm_struct *mm)
{
	enum user_stack_end end = USER_STACK_WHOLE;
	const struct histrig_unwind_rule *rule;
	struct user_place at = walk->at;
	u64 *to = walk->frames;
	u64 *const last = to + walk->max - 1;
	struct user_area area = {};
	unsigned int outer;
	bool found = true;

	if (!memory_reading_begin(&outer)) {
		walk->end = USER_STACK_NESTED;
		return;
	}
	while (at.ip && end == USER_STACK_WHOLE) {
		if (unlikely(!user_area_has(&area, at.ip))) {
			/* This may hit other events, which may read memory. */
			memory_reading_end(outer);
			found = at.ip <= USER_FRAME_LOW && user_area_find(&area, mm, at.ip);
			memory_reading_begin(&outer);
		}
		if (unlikely(!found)) {
			end = USER_STACK_LOST;
			break;
		}
		*to++ = user_area_frame(&area, at.ip);
		if (to > last)
			break;
		rule = user_area_rule(&area, &at);
		if (rule)
			end = user_place_by_rule(&at, rule);
		else if (at.link && area.table)
			end = user_place_by_link(&at);
		else
			end = user_place_by_pointer(&at);
	}
	memory_reading_end(outer);
	walk->nr = to - walk->frames;
	walk->end = end;
}

/*
 * Walks under the mmap_lock that an earlier hit keeps until unlock_late(). user_walk_locked()
 * has told lockdep that the lock is released, so tell lockdep that it is held.
 */
static void user_walk_again(struct user_walk *walk, struct mm_struct *mm)
{
	rwsem_acquire_read(&mm->mmap_lock.dep_map, 0, 1, _RET_IP_);
	user_walk_run(walk, mm);
	rwsem_release(&mm->mmap_lock.dep_map, _RET_IP_);
}

/* Walks under mmap_lock. Returns false if the lock cannot be taken at once. */
static bool user_walk_locked(struct user_walk *walk, struct mm_struct *mm)
{
	struct late_unlock *late = this_cpu_ptr(&late_unlocks);
	const bool is_late = irqs_disabled();

	/* On real-time kernels, an irq_work may release the lock very late. */
	if (is_late && IS_ENABLED(CONFIG_PREEMPT_RT))
		return false;
	/* Pairs with drop_last(), which uses @late until it clears @mm. */
	if (is_late && smp_load_acquire(&late->mm)) {
		if (late->mm != mm || !late->is_locked)
			return false;
		user_walk_again(walk, mm);
		return true;
	}
	if (!down_read_trylock(&mm->mmap_lock))
		return false;
	user_walk_run(walk, mm);
	if (!is_late) {
		up_read(&mm->mmap_lock);
		return true;
	}
	/* Keep @mm, as its last user may exit before the irq_work runs. */
	mmgrab(mm);
	late->mm = mm;
	late->is_locked = true;
	rwsem_release(&mm->mmap_lock.dep_map, _RET_IP_);
	irq_work_queue(&late->irq_work);
	return true;
}

static unsigned int user_frames_walk(u64 *frames, unsigned int max)
{
	struct pt_regs *regs = task_pt_regs(current);
	struct mm_struct *mm = current->mm;
	struct user_walk walk = {
		.at.ip = instruction_pointer(regs),
		.at.sp = user_stack_pointer(regs),
		.at.fp = user_frame_pointer(regs),
		.at.link = user_link_register(regs),
		.at.inner = true,
		.at.interrupted = true,
		.frames = frames,
		.max = max,
	};

	/* Workers of io_uring have the mm of a process, but no user stack. */
	if (current->flags & PF_KTHREAD || !mm || !user_mode(regs) ||
	    !instruction_pointer(regs))
		return end_stack(frames, 0, USER_STACK_NONE);
	if (user_regs_are_compat(regs))
		return end_stack(frames, 0, USER_STACK_COMPAT);
	if (!user_walk_locked(&walk, mm))
		return end_stack(frames, 0, USER_STACK_BUSY);
	if (walk.end != USER_STACK_WHOLE && walk.nr < max)
		return end_stack(frames, walk.nr, walk.end);
	return walk.nr;
}

unsigned int user_frames_load(u64 *frames, unsigned int max)
{
	unsigned int bit, nr;

	if (in_nmi())
		return end_stack(frames, 0, USER_STACK_NMI);
	/* Do not oops, even if the users of the table were miscounted. */
	if (unlikely(!user_files))
		return end_stack(frames, 0, USER_STACK_UNKEPT);
	/*
	 * Reading the stack may fault, and releasing mmap_lock may wake a task.
	 * Both may cause further hits in this context; these must not walk the
	 * stack again.
	 */
	bit = BIT(record_context());
	if (__this_cpu_read(walking) & bit)
		return end_stack(frames, 0, USER_STACK_NESTED);
	this_cpu_or(walking, bit);
	nr = user_frames_walk(frames, max);
	this_cpu_and(walking, ~bit);
	return nr;
}

#else

void user_stacks_prepare(void)
{
}

void user_stacks_sync(void)
{
}

unsigned int user_frames_load(u64 *frames, unsigned int max)
{
	return end_stack(frames, 0, USER_STACK_NONE);
}

#endif
