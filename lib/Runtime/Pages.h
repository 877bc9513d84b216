/* The pages that belong to one present array alone, and whether the program may
 * touch them (LOOPYRT_DEBUG): closed ones are those in which the device has
 * newer values. What shares its page with something else, at both ends of an
 * array, is always open. Under the table's lock. */
#ifndef RT_PAGES_H
#define RT_PAGES_H

#include "Place.h"
#include "Table.h"

enum rt_page {
  RT_OPEN,
  RT_CLOSED,
  RT_WRITTEN /* open since the program wrote it while it was closed */
};

struct rt_pages {
  char *first;
  size_t count, closed, written;
  struct rt_trace writer; /* of the first of `written`, if there are some */
  unsigned char states[]; /* enum rt_page */
};

/* Closes the pages that lie in the range, as far as the system lets it. */
void rt_close_pages(struct rt_entry *entry, const char *address, size_t bytes);

/* Opens the closed pages that the range touches; `as`: RT_OPEN (those that were
 * written, too, are that from now on) or RT_WRITTEN. */
void rt_open_pages(struct rt_entry *entry, const char *address, size_t bytes,
                   enum rt_page as);

/* Opens all, and forgets them. */
void rt_drop_pages(struct rt_entry *entry);

/* What the bytes from offset `from` on are, and where, before or at `end`, that
 * ends. */
enum rt_page rt_page_run(const struct rt_entry *entry, size_t from, size_t end,
                         size_t *run_end);

size_t rt_page_bytes(void);

/* For a signal's handler: is the address in a closed page? A page counts as
 * closed as long as a touch of it may be a fault. */
bool rt_is_closed(const struct rt_pages *pages, const char *address);

/* How often pages were closed until now; for any thread, at any time. */
unsigned rt_closings(void);

/* Opens all, in a handler or a child process, where nothing else changes them.
 */
void rt_open_pages_now(struct rt_pages *pages);

#endif
