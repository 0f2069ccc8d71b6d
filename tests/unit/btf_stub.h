/* SPDX-License-Identifier: GPL-2.0 */
/* Types for tests of what uses them; without btf_stub_begin() there are none. */
#ifndef UNIT_BTF_STUB_H
#define UNIT_BTF_STUB_H

#include <linux/types.h>

/* As if the kernel had no types. */
extern bool btf_stub_missing;

void btf_stub_begin(void);
void btf_stub_end(void);

#endif /* UNIT_BTF_STUB_H */
