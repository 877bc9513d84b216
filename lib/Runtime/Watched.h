/* What a signal's handler may know of present arrays (LOOPYRT_DEBUG): it can
 * take no lock, and so reads a copy of the table's ranges, which is replaced as
 * a whole when they change. */
#ifndef RT_WATCHED_H
#define RT_WATCHED_H

#include <stdbool.h>
#include <stddef.h>

enum rt_watch {
  RT_ELSEWHERE, /* in no page of a present array */
  RT_IN_OPEN,
  RT_IN_CLOSED
};

/* For any thread, at any time. A judge is to find out about RT_IN_CLOSED. */
enum rt_watch rt_watch_at(const char *address);

/* Opens all pages of the array around the address; false if there is none. For
 * a handler of the thread that holds the table's lock. */
bool rt_open_watched_around(const char *address);

/* The table's ranges, or their pages, are others now. When it returns, no
 * handler looks at the former ones. Under the table's lock. */
void rt_publish_watched(void);

/* Memory for what handlers read, zeros; NULL if there is none. It is apart from
 * the heap, which a program or kernel may have overwritten before it faults. */
void *rt_map_apart(size_t bytes);
void rt_unmap_apart(void *memory, size_t bytes);

/* For a child process that has this thread alone: opens all pages there. */
void rt_open_watched_in_child(void);

#endif
