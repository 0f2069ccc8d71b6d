/* SPDX-License-Identifier: GPL-2.0 */
/* Files that control recording: tracing_on, trace_clock and their like. */
#ifndef HISTRIG_CONTROL_FILES_H
#define HISTRIG_CONTROL_FILES_H

struct instance;

/* control_files_make() - make them in the directory of an instance */
void control_files_make(struct instance *instance);

#endif /* HISTRIG_CONTROL_FILES_H */
