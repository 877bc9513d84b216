/* What messages tell a program to do, in the words that it uses: directives, or
 * calls. Who knows is the thread that executes a directive; where a kernel or a
 * fault is at it, how the array entered. */
#ifndef RT_REMEDY_H
#define RT_REMEDY_H

#include "Table.h"

/* The directive that this thread executes, as stubs name it and its array:
 * "step.f90:31: update host", "h(:, 1)". Both stay the caller's, until ... */
void rt_begin_directive(const char *place, const char *name);
void rt_end_directive(void);

/* Between them, or NULL. */
const char *rt_directive(void);

/* A call of a data function, of a directive's or the program's own. */
void rt_begin_data(void);
void rt_end_data(void);

enum rt_remedy { RT_ENTER, RT_EXIT, RT_UPDATE_HOST, RT_UPDATE_DEVICE };
enum { RT_REMEDY_SIZE = 128 };

/* Is it by directives that the program handles the entry (or NULL)? */
bool rt_uses_directives(const struct rt_entry *entry);

/* "put '!$loopy enter data: h'", or "call loopyrt_enter_data", for the entry or
 * else the directive's array, whole. */
const char *rt_remedy(enum rt_remedy what, const struct rt_entry *entry,
                      char text[RT_REMEDY_SIZE]);

#endif
