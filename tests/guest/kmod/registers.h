/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of a function's first arguments, in definitions of probes. Programs use it, too. */
#ifndef HISTRIG_TEST_REGISTERS_H
#define HISTRIG_TEST_REGISTERS_H

#ifdef __aarch64__
#define ARG1	"%x0"
#define ARG2	"%x1"
#define ARG3	"%x2"
#else
#define ARG1	"%di"
#define ARG2	"%si"
#define ARG3	"%dx"
#endif

#endif
