#define _DEFAULT_SOURCE /* mprotect's flags in strict C11 */
#include "Pages.h"
#include "Arrival.h"
#include "Error.h"
#include "Watched.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

size_t rt_page_bytes(void) {
  static size_t bytes;
  if (!bytes)
    bytes = (size_t)sysconf(_SC_PAGESIZE);
  return bytes;
}

static char *page_at_or_before(const char *address) {
  return (char *)((uintptr_t)address & ~(uintptr_t)(rt_page_bytes() - 1));
}

static char *page_at_or_behind(const char *address) {
  return page_at_or_before(address + rt_page_bytes() - 1);
}

/* --- Which there are --- */

static struct rt_pages *find_pages(struct rt_entry *entry) {
  char *first = page_at_or_behind(entry->base);
  char *end = page_at_or_before(entry->base + entry->bytes);
  size_t count = first < end ? (size_t)(end - first) / rt_page_bytes() : 0;
  struct rt_pages *pages = rt_map_apart(sizeof *pages + count);
  if (!pages)
    return NULL;
  pages->first = first;
  pages->count = count;
  return pages;
}

/* The number of the page, of those behind the last: their count. */
static size_t number_of(const struct rt_pages *pages, const char *page) {
  size_t number;
  if (page <= pages->first)
    return 0;
  number = (size_t)(page - pages->first) / rt_page_bytes();
  return number < pages->count ? number : pages->count;
}

static size_t same_until(const struct rt_pages *pages, size_t number,
                         size_t end) {
  size_t next = number + 1;
  while (next < end && pages->states[next] == pages->states[number])
    ++next;
  return next;
}

enum rt_page rt_page_run(const struct rt_entry *entry, size_t from, size_t end,
                         size_t *run_end) {
  const struct rt_pages *pages = entry->pages;
  const char *begin = entry->base + from, *last = entry->base + end, *stop;
  enum rt_page state = RT_OPEN;
  if (!pages || begin >= pages->first + pages->count * rt_page_bytes()) {
    stop = last;
  } else if (begin < pages->first) {
    stop = pages->first;
  } else {
    size_t number = number_of(pages, begin);
    state = pages->states[number];
    stop = pages->first +
           same_until(pages, number, pages->count) * rt_page_bytes();
  }
  *run_end = stop < last ? (size_t)(stop - entry->base) : end;
  return state;
}

/* The state is also read by handlers, which have no lock. */
bool rt_is_closed(const struct rt_pages *pages, const char *address) {
  size_t number = number_of(pages, address);
  return address >= pages->first && number < pages->count &&
         __atomic_load_n(&pages->states[number], __ATOMIC_ACQUIRE) == RT_CLOSED;
}

/* --- Opening and closing them --- */

static bool protect(struct rt_pages *pages, size_t from, size_t to, int how) {
  return mprotect(pages->first + from * rt_page_bytes(),
                  (to - from) * rt_page_bytes(), how) == 0;
}

static void count(struct rt_pages *pages, unsigned char state, size_t number,
                  bool more) {
  size_t *counter = state == RT_CLOSED    ? &pages->closed
                    : state == RT_WRITTEN ? &pages->written
                                          : NULL;
  if (counter)
    *counter += more ? number : -number;
}

static void set(struct rt_pages *pages, size_t from, size_t to,
                enum rt_page state) {
  count(pages, pages->states[from], to - from, false);
  count(pages, state, to - from, true);
  memset(pages->states + from, state, to - from);
}

static atomic_uint closings;

unsigned rt_closings(void) { return atomic_load(&closings); }

/* Pages of one state. They are called closed before they are. */
static bool close_run(struct rt_pages *pages, size_t from, size_t to) {
  enum rt_page before = pages->states[from];
  atomic_fetch_add(&closings, 1);
  set(pages, from, to, RT_CLOSED);
  if (protect(pages, from, to, PROT_NONE))
    return true;
  set(pages, from, to, before);
  return false;
}

static struct rt_pages *pages_of(struct rt_entry *entry) {
  if (entry->pages)
    return entry->pages;
  entry->pages = find_pages(entry);
  rt_publish_watched();
  return entry->pages;
}

void rt_close_pages(struct rt_entry *entry, const char *address, size_t bytes) {
  struct rt_pages *pages = pages_of(entry);
  char name[RT_SHAPE_SIZE];
  size_t end;
  if (!pages || pages->closed == pages->count)
    return;
  end = number_of(pages, page_at_or_before(address + bytes));
  for (size_t n = number_of(pages, page_at_or_behind(address)), next; n < end;
       n = next) {
    next = same_until(pages, n, end);
    if (pages->states[n] == RT_CLOSED)
      continue;
    if (!close_run(pages, n, next)) {
      rt_log(1,
             "%s: stale reads are not found: the system protects no more "
             "pages",
             rt_name_of(entry, "an array", name));
      return;
    }
  }
}

/* A hole in a closed range is one more for the system, and there may be too
 * many: then all of the array is opened, which makes them fewer. An array whose
 * memory is the program's no more has nothing to be opened. */
static void open_run(struct rt_pages *pages, size_t from, size_t to) {
  if (protect(pages, from, to, PROT_READ | PROT_WRITE))
    return;
  protect(pages, 0, pages->count, PROT_READ | PROT_WRITE);
  for (size_t n = 0, next; n < pages->count; n = next) {
    next = same_until(pages, n, pages->count);
    if (pages->states[n] == RT_CLOSED)
      set(pages, n, next, RT_OPEN);
  }
}

void rt_open_pages(struct rt_entry *entry, const char *address, size_t bytes,
                   enum rt_page as) {
  struct rt_pages *pages = entry->pages;
  size_t end;
  if (!pages || !bytes || pages->closed + pages->written == 0)
    return;
  end = number_of(pages, page_at_or_behind(address + bytes));
  for (size_t n = number_of(pages, page_at_or_before(address)), next; n < end;
       n = next) {
    next = same_until(pages, n, end);
    if (pages->states[n] == RT_CLOSED)
      open_run(pages, n, next);
    if (pages->states[n] == RT_CLOSED || as == RT_OPEN)
      set(pages, n, next, as);
  }
}

void rt_drop_pages(struct rt_entry *entry) {
  struct rt_pages *pages = entry->pages;
  if (!pages)
    return;
  rt_open_pages(entry, entry->base, entry->bytes, RT_OPEN);
  entry->pages = NULL;
  rt_publish_watched();
  rt_unmap_apart(pages, sizeof *pages + pages->count);
}

void rt_open_pages_now(struct rt_pages *pages) {
  protect(pages, 0, pages->count, PROT_READ | PROT_WRITE);
  memset(pages->states, RT_OPEN, pages->count);
  pages->closed = pages->written = 0;
}
