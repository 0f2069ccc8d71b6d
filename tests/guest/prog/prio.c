// SPDX-License-Identifier: GPL-2.0
/*
 * prio POLICY PRIORITY COMMAND...: runs a command as a real-time task (fifo,
 * rr: priority 1 to 99), as a deadline task (deadline: microseconds of run time
 * in each 10 ms), or with a nice value (other).
 */
#include <err.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

/* The kernel's struct sched_attr, which C libraries do not declare. */
struct attributes {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
};

static void set_deadline(int microseconds)
{
	struct attributes attributes = {
		.size = sizeof(attributes),
		.policy = SCHED_DEADLINE,
		.runtime = microseconds * 1000LL,
		.deadline = 10000000,
		.period = 10000000,
	};

	if (syscall(SYS_sched_setattr, 0, &attributes, 0))
		err(1, "sched_setattr");
}

int main(int argc, char **argv)
{
	struct sched_param param = {};

	if (argc < 4)
		errx(2, "usage: prio POLICY PRIORITY COMMAND...");
	param.sched_priority = atoi(argv[2]);
	if (!strcmp(argv[1], "deadline"))
		set_deadline(param.sched_priority);
	else if (!strcmp(argv[1], "other"))
		setpriority(PRIO_PROCESS, 0, param.sched_priority);
	else if (sched_setscheduler(0, !strcmp(argv[1], "rr") ? SCHED_RR :
							 SCHED_FIFO, &param))
		err(1, "sched_setscheduler");
	execvp(argv[3], argv + 3);
	err(1, "%s", argv[3]);
}
