/* Present arrays whose memory the program has given back, as far as that shows
 * (LOOPYRT_DEBUG): the system has unmapped it, as it does with large arrays, or
 * the allocator touches closed pages. Under the table's lock. */
#ifndef RT_GONE_H
#define RT_GONE_H

#include "Fault.h"
#include "Table.h"

/* 0, or an error that names an array that is unmapped. What was given back is
 * present no more. */
int rt_check_memory(void);

/* A line, "loopyrt: KIND: ...", for each that is unmapped. */
void rt_tell_memory(const char *kind);

/* An error, or (LOOPYRT_DEBUG=heal, where the program can go on) a warning: the
 * entry's memory was given back, by what the trace shows, or `before`. */
enum rt_verdict rt_tell_deallocated(struct rt_entry *entry,
                                    const struct rt_trace *trace, bool before);

#endif
