/* SPDX-License-Identifier: GPL-2.0 */
#define set_current_oom_origin()	((void)0)
#define clear_current_oom_origin()	((void)0)
