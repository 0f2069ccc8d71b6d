/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that the tool writes. The tool runs as root and may have to write into a folder
 * of another user, like that of the node exporter's metrics. There it only creates and
 * replaces files, and does not follow links or open files of others.
 */
#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * file_replace() - replace a file atomically
 * @path: the file
 * @text: what to write
 * @len: how many bytes
 *
 * A reader finds the old file or the new one, complete. Devices, FIFOs and targets of
 * symbolic links are written to instead, if only root and the caller can change the
 * folder. If the program is killed, the old file stays; a temporary file stays only on
 * filesystems that do not support unnamed files. Prints a message if the file cannot be
 * written.
 *
 * Return: true if all was written; otherwise errno says why not.
 */
bool file_replace(const char *path, const char *text, size_t len);

#endif /* TOOL_FILE_H */
