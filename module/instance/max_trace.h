/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A description of the last snapshot: the task that it is about, and the time.
 *
 * A tracer that keeps the trace of the worst latency takes a snapshot whenever it finds a
 * worse one. As in the kernel, other snapshots are described by the task that took them.
 */
#ifndef HISTRIG_INSTANCE_MAX_TRACE_H
#define HISTRIG_INSTANCE_MAX_TRACE_H

#include <linux/sched.h>
#include <linux/types.h>
#include <linux/uidgid.h>

/**
 * struct instance_max_trace - description of a snapshot
 * @start: time by the ring's clock when the latency began; older records are not shown. 0 if
 *	no tracer took the snapshot
 * @latency: the latency in nanoseconds
 * @began_at: the code in which the latency began, or 0 if unknown
 * @ended_at: the code in which it ended, or 0
 * @cpu: the CPU
 * @one_cpu: only records of @cpu are shown
 * @pid: the task; this and the members below are its state at the end
 * @uid: the task's user
 * @nice: nice value
 * @policy: SCHED_*
 * @rt_priority: real-time priority
 * @comm: the task's name
 */
struct instance_max_trace {
	u64 start;
	unsigned long latency;
	unsigned long began_at;
	unsigned long ended_at;
	int cpu;
	bool one_cpu;
	int pid;
	kuid_t uid;
	int nice;
	unsigned int policy;
	unsigned int rt_priority;
	char comm[TASK_COMM_LEN];
};

#endif /* HISTRIG_INSTANCE_MAX_TRACE_H */
