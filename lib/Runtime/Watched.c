#define _DEFAULT_SOURCE /* MAP_ANONYMOUS in strict C11 */
#include "Watched.h"
#include "Pages.h"
#include "Table.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

/* { begin <= address < end }: all pages that the array has a part of, of which
 * neighbours may share the outer ones. Ordered by `begin`. */
struct range {
  uintptr_t begin, end;
  struct rt_pages *pages; /* or NULL: none was closed yet */
};

struct ranges {
  size_t count;
  struct range all[];
};

static _Atomic(struct ranges *) published;
static atomic_bool unknown; /* there was no memory for them */
static atomic_int readers;

/* --- For handlers --- */

static const struct range *find_range(const struct ranges *ranges,
                                      uintptr_t address) {
  size_t low = 0, high = ranges ? ranges->count : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ranges->all[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low && address < ranges->all[low - 1].end ? &ranges->all[low - 1]
                                                   : NULL;
}

enum rt_watch rt_watch_at(const char *address) {
  const struct range *range;
  enum rt_watch watch = RT_ELSEWHERE;
  atomic_fetch_add(&readers, 1);
  range = find_range(atomic_load(&published), (uintptr_t)address);
  if (range)
    watch = range->pages && rt_is_closed(range->pages, address) ? RT_IN_CLOSED
                                                                : RT_IN_OPEN;
  atomic_fetch_sub(&readers, 1);
  return atomic_load(&unknown) ? RT_IN_CLOSED : watch;
}

bool rt_open_watched_around(const char *address) {
  const struct range *range;
  atomic_fetch_add(&readers, 1);
  range = find_range(atomic_load(&published), (uintptr_t)address);
  if (range && range->pages)
    rt_open_pages_now(range->pages);
  atomic_fetch_sub(&readers, 1);
  return range && range->pages;
}

/* --- For those that change the table --- */

void *rt_map_apart(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void rt_unmap_apart(void *memory, size_t bytes) {
  if (memory)
    munmap(memory, bytes);
}

static size_t count_entries(void) {
  size_t count = 0;
  while (rt_entry_at(count))
    ++count;
  return count;
}

static struct range range_of(const struct rt_entry *entry) {
  uintptr_t page = rt_page_bytes(), base = (uintptr_t)entry->base;
  return (struct range){base / page * page,
                        (base + entry->bytes + page - 1) / page * page,
                        entry->pages};
}

static size_t bytes_of(size_t count) {
  return sizeof(struct ranges) + count * sizeof(struct range);
}

void rt_publish_watched(void) {
  size_t count = count_entries();
  struct ranges *before, *now = rt_map_apart(bytes_of(count));
  if (now) {
    now->count = count;
    for (size_t i = 0; i < count; ++i)
      now->all[i] = range_of(rt_entry_at(i));
  }
  atomic_store(&unknown, !now);
  before = atomic_exchange(&published, now);
  while (atomic_load(&readers))
    sched_yield();
  if (before)
    rt_unmap_apart(before, bytes_of(before->count));
}

void rt_open_watched_in_child(void) {
  struct ranges *ranges = atomic_load(&published);
  atomic_store(&readers, 0); /* they are the parent's */
  for (size_t i = 0; ranges && i < ranges->count; ++i)
    if (ranges->all[i].pages)
      rt_open_pages_now(ranges->all[i].pages);
}
