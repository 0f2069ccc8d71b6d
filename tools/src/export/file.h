/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that the tool writes. It runs as root and may have to write into a folder that
 * belongs to another user, like that of the node exporter's metrics. So there it makes
 * and replaces files, and neither follows nor opens what others have put there.
 */
#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * file_replace() - write a file in one step
 * @path: the file
 * @text: what to write
 * @len: how many bytes
 *
 * A reader finds the old file or the new one, whole. Devices, FIFOs and what symbolic
 * links name are written to instead, if nobody but root and the caller can change the
 * folder. If the program is killed, the old file stays, and no other one beside it unless
 * the filesystem has no files without a name. Prints a message if the file cannot be written.
 *
 * Return: true if all was written; otherwise errno says why not.
 */
bool file_replace(const char *path, const char *text, size_t len);

#endif /* TOOL_FILE_H */
