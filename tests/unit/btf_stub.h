/* SPDX-License-Identifier: GPL-2.0 */
/* Types for tests of code that uses BTF; there are none before btf_stub_begin(). */
#ifndef UNIT_BTF_STUB_H
#define UNIT_BTF_STUB_H

#include <linux/types.h>

/* If set, the kernel has no BTF. */
extern bool btf_stub_missing;

void btf_stub_begin(void);
void btf_stub_end(void);

#endif /* UNIT_BTF_STUB_H */
