/* SPDX-License-Identifier: GPL-2.0 */
/* Fires in NMIs; histrig_fire.c includes this. */
#ifdef CONFIG_X86
#include <asm/apic.h>
#include <asm/nmi.h>

#define HAS_NMIS	true

static DEFINE_PER_CPU(struct shooter *, nmi_shooter);

/* Sends an NMI to this CPU and waits until its handler has fired the shots. */
static void shoot_in_nmi(struct shooter *s)
{
	int cpu = get_cpu();

	WRITE_ONCE(s->nmi_pending, true);
	__this_cpu_write(nmi_shooter, s);
	apic->send_IPI(cpu, NMI_VECTOR);
	while (READ_ONCE(s->nmi_pending))
		cpu_relax();
	/* An external NMI must not use the shooter after it was freed. */
	__this_cpu_write(nmi_shooter, NULL);
	put_cpu();
}

/* Handles NMIs that shoot_in_nmi() sent; other handlers get all others. */
static int own_nmi(unsigned int type, struct pt_regs *regs)
{
	struct shooter *s = __this_cpu_read(nmi_shooter);

	if (!s || !READ_ONCE(s->nmi_pending))
		return NMI_DONE;
	shoot(s, s->batch);
	WRITE_ONCE(s->nmi_pending, false);
	return NMI_HANDLED;
}

/* Handles external NMIs, which no other handler claims. */
static int foreign_nmi(unsigned int type, struct pt_regs *regs)
{
	struct fire_job *job;

	rcu_read_lock();
	job = rcu_dereference(nmi_job);
	if (job) {
		atomic_long_inc(&nmi_count);
		shoot(job->shooters[0], job->count);
	}
	rcu_read_unlock();
	return job ? NMI_HANDLED : NMI_DONE;
}

static int take_nmis(void)
{
	int ret = register_nmi_handler(NMI_LOCAL, own_nmi, 0, "histrig_fire");

	if (ret)
		return ret;
	ret = register_nmi_handler(NMI_UNKNOWN, foreign_nmi, 0, "histrig_fire");
	if (ret)
		unregister_nmi_handler(NMI_LOCAL, "histrig_fire");
	return ret;
}

static void leave_nmis(void)
{
	unregister_nmi_handler(NMI_UNKNOWN, "histrig_fire");
	unregister_nmi_handler(NMI_LOCAL, "histrig_fire");
}
#else
#define HAS_NMIS	false

/* Shoots in an interrupt for which in_nmi() is true. */
static void false_nmi(struct irq_work *work)
{
	struct shooter *s = container_of(work, struct shooter, irq_work);

	__preempt_count_add(NMI_OFFSET);
	shoot(s, s->batch);
	__preempt_count_sub(NMI_OFFSET);
}

static void shoot_in_nmi(struct shooter *s)
{
	s->irq_work = IRQ_WORK_INIT_HARD(false_nmi);
	irq_work_queue(&s->irq_work);
	irq_work_sync(&s->irq_work);
}

static int take_nmis(void)
{
	return 0;
}

static void leave_nmis(void)
{
}
#endif
