/* Where reports go: stderr, or a file that a setting names. */
#ifndef RT_OUTPUT_H
#define RT_OUTPUT_H

#include <stdio.h>

/* `pattern` is a path in which %r stands for the MPI process's rank; "":
 * stderr. Where the file cannot be written, a warning ends with `follows`. */
FILE *rt_open_output(const char *pattern, const char *follows);
void rt_close_output(FILE *out);

#endif
