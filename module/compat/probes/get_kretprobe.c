// SPDX-License-Identifier: GPL-2.0
/* Since 5.11 the probe of a pending return may be gone. */
#include <linux/kprobes.h>

struct kretprobe *probe(struct kretprobe_instance *ri);
struct kretprobe *probe(struct kretprobe_instance *ri)
{
	return get_kretprobe(ri);
}
