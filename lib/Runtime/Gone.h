/* Present arrays whose memory the program has given back, as far as that shows
 * (LOOPYRT_DEBUG): the system has unmapped it, as it does with large arrays,
 * the allocator touches closed pages, or the stack that it lies on is shorter
 * now. Under the table's lock. */
#ifndef RT_GONE_H
#define RT_GONE_H

#include "Fault.h"
#include "Table.h"

/* 0, or an error that names an array that is unmapped, or on the calling
 * thread's stack behind its end (a warning with LOOPYRT_DEBUG=heal). What was
 * given back is present no more. */
int rt_check_memory(void);

/* A line, "loopyrt: KIND: ...", for each of them. */
void rt_tell_memory(const char *kind);

/* How the memory was given back: by what a trace shows, some time before that,
 * or by the return of a procedure, before that. */
enum rt_giving_back { RT_AT, RT_BEFORE, RT_BY_RETURN };

/* An error, or (LOOPYRT_DEBUG=heal, where the program can go on) a warning: the
 * entry's memory was given back. */
enum rt_verdict rt_tell_deallocated(struct rt_entry *entry,
                                    const struct rt_trace *trace,
                                    enum rt_giving_back how);

#endif
