/* SPDX-License-Identifier: GPL-2.0 */
/* Names of functions in user stacks of documents. */
#ifndef TOOL_FUNCTIONS_H
#define TOOL_FUNCTIONS_H

struct hist_doc;

/**
 * functions_name() - name the functions of a document's user stacks
 * @doc: a document that this machine has just made
 *
 * Changes what frames are shown as: FUNCTION+0xOFFSET, or FILE+0xOFFSET without the folders of
 * the file. Functions are found by the symbol tables of the files, which are kept for the next
 * document.
 */
void functions_name(struct hist_doc *doc);

#endif /* TOOL_FUNCTIONS_H */
