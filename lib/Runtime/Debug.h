/* What programs must not do with present arrays: change the host's copy behind
 * the runtime's back (found with LOOPYRT_DEBUG=1), or use an array after its
 * exit. Under the table's lock. */
#ifndef RT_DEBUG_H
#define RT_DEBUG_H

#include "Section.h"
#include "Table.h"

/* From now on the host's copy differs only by the runtime's own writes ... */
void rt_watch_host(struct rt_entry *entry);

/* ... and by what the program has told, here for a section. */
void rt_host_written(struct rt_entry *entry, const struct rt_section *section);

/* 0, or an error that tells the first byte of the range in the entry that
 * changed. Of other parts nothing is said: another thread may be about to tell
 * what it changed there. */
int rt_check_host(const struct rt_entry *entry, const void *address,
                  size_t bytes);

/* Remembers that an array left; `lost`: the device's values were dropped. */
void rt_remember_exit(const struct rt_entry *entry, bool lost);

/* The range was entered: it is an array like any other. */
void rt_forget_exit(const void *address, size_t bytes);

/* Where did an array around the address leave some time ago? The directive's
 * place, "" if that was a call; NULL: it did not. */
const char *rt_left_at(const void *address);

/* 0, or an error if a kernel is about to read values of an array that the
 * device had, and the host never got (LOOPYRT_DEBUG=1). */
int rt_check_lost(const void *address, size_t bytes);

#endif
