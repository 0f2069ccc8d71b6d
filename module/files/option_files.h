/* SPDX-License-Identifier: GPL-2.0 */
/* The file trace_options and the folder options of an instance. */
#ifndef HISTRIG_OPTION_FILES_H
#define HISTRIG_OPTION_FILES_H

struct instance;

/* option_files_make() - make them in the directory of an instance */
void option_files_make(struct instance *instance);

#endif /* HISTRIG_OPTION_FILES_H */
