// SPDX-License-Identifier: GPL-2.0
/* Since 5.11 a pending return may outlive its probe. */
#include <linux/kprobes.h>

struct kretprobe *probe(struct kretprobe_instance *ri);
struct kretprobe *probe(struct kretprobe_instance *ri)
{
	return get_kretprobe(ri);
}
