/* Arrays on the stacks of threads: their memory is given back when the
 * procedure returns that they belong to, and no system call or allocator shows
 * that. */
#ifndef RT_STACK_H
#define RT_STACK_H

#include "Table.h"

/* Where the calling thread's stack begins, as an address behind it: stacks grow
 * downwards. NULL where it is not known. Which stack it is, too: no other has
 * the same one. */
const char *rt_stack_top(void);

/* The same for a signal's handler: NULL if the thread never asked before. */
const char *rt_known_stack_top(void);

/* For a new entry: does it lie on the calling thread's stack? */
void rt_note_stack(struct rt_entry *entry);

/* Was the entry on the stack of the calling thread, which is shorter now? */
bool rt_has_returned(const struct rt_entry *entry);

#endif
