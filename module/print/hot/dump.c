// SPDX-License-Identifier: GPL-2.0
/* Hits that ask for a dump, see ../dump.h. */
#include <linux/irq_work.h>
#include <linux/smp.h>

#include "../../instance/hot/state.h"
#include "../../instance/instance.h"
#include "../../ring/ring.h"
#include "../dump.h"

void dump_from_hit(bool one_cpu)
{
	const int cpu = one_cpu ? raw_smp_processor_id() : RING_ALL;

	instance_set_on(&main_instance, false);
	if (cmpxchg(&dump_request, DUMP_NOTHING, cpu) == DUMP_NOTHING)
		irq_work_queue(&dump_work);
}
