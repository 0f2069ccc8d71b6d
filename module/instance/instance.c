// SPDX-License-Identifier: GPL-2.0
/* Instances, see instance.h. */
#include "../event/registry.h"
#include "instance.h"

LIST_HEAD(instance_list);

struct instance main_instance = {
	.link = LIST_HEAD_INIT(main_instance.link),
	.files = LIST_HEAD_INIT(main_instance.files),
	.systems = LIST_HEAD_INIT(main_instance.systems),
};

void instance_init(void)
{
	list_add(&main_instance.link, &instance_list);
}
