/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/sock_diag.h>

/* This header defines the macros by which TCP events print the names of socket states. */
#include <trace/events/sock.h>

/* sock_gen_cookie() is not exported, but sock_diag_save_cookie() calls it. */
static inline u64 histrig_sock_cookie(struct sock *sk)
{
	u32 cookie[2];

	sock_diag_save_cookie(sk, cookie);
	return cookie[0] | (u64)cookie[1] << 32;
}

#define sock_gen_cookie(sk)	histrig_sock_cookie(sk)
