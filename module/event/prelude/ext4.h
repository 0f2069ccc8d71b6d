/* SPDX-License-Identifier: GPL-2.0 */
/* The types of fs/ext4/ext4.h that the events use by value. */
#include <linux/fs.h>
#include <linux/falloc.h>
#include <linux/jbd2.h>

typedef int ext4_grpblk_t;
typedef unsigned long long ext4_fsblk_t;
typedef __u32 ext4_lblk_t;
typedef unsigned int ext4_group_t;
