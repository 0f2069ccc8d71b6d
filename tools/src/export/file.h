/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes files. The tool runs as root and may have to write into a folder of another user,
 * like that of the node exporter's metrics. In such a folder it only creates and replaces
 * files: it follows no links and opens no files of that user.
 */
#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * file_replace() - replace a file atomically
 * @path: the file
 * @text: its new contents
 * @len: number of bytes
 *
 * A reader finds either the old file or the complete new one, also if the program is
 * killed. Devices, FIFOs and targets of symbolic links are written in place, but only in a
 * folder that nobody except root and the caller can change. A killed program may leave a
 * temporary file on filesystems that do not support unnamed files. Prints a message on failure.
 *
 * Return: true if all was written; otherwise errno has the reason.
 */
bool file_replace(const char *path, const char *text, size_t len);

#endif /* TOOL_FILE_H */
