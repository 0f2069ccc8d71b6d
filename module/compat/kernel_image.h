/* SPDX-License-Identifier: GPL-2.0 */
/* Recognizing memory of the kernel image, which is never freed. */
#ifndef HISTRIG_COMPAT_KERNEL_IMAGE_H
#define HISTRIG_COMPAT_KERNEL_IMAGE_H

#include <linux/types.h>

/**
 * in_kernel_image() - check whether an address is in the kernel image
 * @address: the address
 *
 * The image contains the kernel's code and its static data, but no allocated memory. The addresses
 * that its memory has in the linear map are not in the image.
 *
 * Context: process.
 * Return: true if it is.
 */
static inline bool in_kernel_image(unsigned long address);

#include "arch-image.h"

#endif /* HISTRIG_COMPAT_KERNEL_IMAGE_H */
