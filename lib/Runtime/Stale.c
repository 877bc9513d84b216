#include "Stale.h"
#include "Allocator.h"
#include "Arrival.h"
#include "Error.h"
#include "Fault.h"
#include "Gone.h"
#include "Healing.h"
#include "Remedy.h"
#include "Settings.h"
#include "Stream.h"

#include <stdlib.h>

/* --- A read --- */

static void tell_read(const struct rt_entry *entry,
                      const struct rt_fault *fault) {
  char name[RT_SHAPE_SIZE], element[RT_ELEMENT_SIZE], place[RT_PLACE_SIZE];
  bool by_calls = !rt_uses_directives(entry);
  const char *called = rt_name_of(entry, "an array", name);
  size_t offset = (size_t)(fault->address - entry->base);
  bool heals = rt_settings()->heal;
  if (!heals)
    rt_place_text(&fault->trace, place);
  else if (!rt_is_new_warning(entry, &fault->trace, place))
    return;
  rt_print_now(
      heals ? "warning" : "error",
      "%s: %s is read at %s, while the device has a newer value%s; put "
      "'!$loopy update host: %s' before that line%s",
      called, rt_element_text(&entry->shape, offset, entry->bytes, element),
      place, heals ? ", which is brought now" : "",
      entry->name[0] ? entry->name : "NAME",
      by_calls ? ", or call loopyrt_update_host" : "");
}

static enum rt_verdict cannot_look(const struct rt_entry *entry) {
  char name[RT_SHAPE_SIZE];
  rt_print_now("error", "%s: the device's values are not known: %s",
               rt_name_of(entry, "an array", name), loopyrt_error_message());
  return RT_STOP;
}

/* The value that a read at `offset` is about. */
static void around(const struct rt_entry *entry, size_t offset, size_t *begin,
                   size_t *end) {
  size_t unit = rt_value_bytes(entry);
  *begin = offset / unit * unit;
  *end = rt_smaller(*begin + unit, entry->bytes);
}

/* Opens what is closed for nothing: pages from this one on that the device has
 * as the host has them, or this one if it is the same where it is read. */
static bool open_same(struct rt_entry *entry, const struct rt_values *values,
                      size_t offset, size_t page, size_t end) {
  size_t size = rt_page_bytes(), same = page, first, last;
  while (same < end && rt_is_same(entry, values, same, same + size))
    same += size;
  if (same == page) {
    around(entry, offset, &first, &last);
    first = first < page ? page : first;
    last = rt_smaller(last, page + size);
    if (!rt_is_same(entry, values, first, last))
      return false;
    same += size;
    if (rt_settings()->heal) /* for what is read next there */
      rt_bring_values(entry, values, page, same, RT_OPEN);
  }
  rt_open_pages(entry, entry->base + page, same - page, RT_OPEN);
  return true;
}

static enum rt_verdict judge_read(struct rt_entry *entry,
                                  const struct rt_fault *fault) {
  size_t offset = (size_t)(fault->address - entry->base), end, page;
  struct rt_values values;
  bool same;
  page =
      offset - (size_t)(fault->address - entry->pages->first) % rt_page_bytes();
  rt_page_run(entry, page, rt_smaller(page + RT_WINDOW, entry->bytes), &end);
  if (rt_fetch_values(entry, rt_stream(), page, end, &values) !=
      LOOPYRT_SUCCESS) {
    free(values.bytes);
    return cannot_look(entry);
  }
  same = open_same(entry, &values, offset, page, end);
  free(values.bytes);
  if (same)
    return RT_GO_ON;
  tell_read(entry, fault);
  if (!rt_settings()->heal)
    return RT_STOP;
  return rt_heal(entry, rt_stream()) == LOOPYRT_SUCCESS ? RT_GO_ON
                                                        : cannot_look(entry);
}

/* --- A write --- */

static enum rt_verdict judge_write(struct rt_entry *entry,
                                   const struct rt_fault *fault) {
  struct rt_pages *pages = entry->pages;
  size_t in_page = (size_t)(fault->address - pages->first) % rt_page_bytes();
  const char *page = fault->address - in_page;
  size_t begin = (size_t)(page - entry->base);
  if (!pages->written)
    pages->writer = fault->trace;
  /* What the program leaves in the page is to be the device's. */
  if (rt_settings()->heal &&
      rt_bring(entry, rt_stream(), begin, begin + rt_page_bytes(),
               RT_WRITTEN) != LOOPYRT_SUCCESS)
    return cannot_look(entry);
  rt_open_pages(entry, page, rt_page_bytes(), RT_WRITTEN);
  return RT_GO_ON;
}

/* --- Faults --- */

/* A stack that ends in the array has lost the procedure that it belongs to. */
static bool is_in_stack(const struct rt_entry *entry,
                         const struct rt_fault *fault) {
  return entry->base < fault->stack &&
         fault->stack < entry->base + entry->bytes;
}

static enum rt_verdict judge_locked(const struct rt_fault *fault) {
  struct rt_entry *entry;
  size_t offset, end;
  if (rt_find(fault->address, 1, &entry) != RT_INSIDE) {
    rt_tell_memory("note");
    return RT_NOT_OURS;
  }
  if (fault->unmapped)
    return rt_tell_deallocated(entry, &fault->trace, RT_BEFORE);
  offset = (size_t)(fault->address - entry->base);
  if (rt_page_run(entry, offset, offset + 1, &end) != RT_CLOSED)
    return RT_AGAIN;
  if (is_in_stack(entry, fault))
    return rt_tell_deallocated(entry, &fault->trace, RT_BY_RETURN);
  if (rt_is_in_allocator(&fault->trace))
    return rt_tell_deallocated(entry, &fault->trace, RT_AT);
  return fault->writes ? judge_write(entry, fault) : judge_read(entry, fault);
}

/* Who holds the lock may wait for the thread that was stopped, as for a
 * driver's that copies to unmapped memory. The program is at its end then, and
 * so little is lost if the lock is only held for long. */
static bool lock_for_unmapped(const struct rt_fault *fault) {
  enum { SECONDS = 5 };
  if (rt_lock_within(SECONDS))
    return true;
  rt_print_now("error",
               "there is no memory at %p, where an array is present: it was "
               "deallocated; let arrays leave before (exit data)",
               (const void *)fault->address);
  return false;
}

/* A closed page is the runtime's, and no driver's thread meets one. */
static void lock_for_closed(const struct rt_fault *fault) {
  enum { SECONDS = 60 };
  if (rt_lock_within(SECONDS))
    return;
  rt_print_now("note",
               "a thread that touches a present array, at %p, waits for "
               "another one's transfer",
               (const void *)fault->address);
  rt_lock();
}

static enum rt_verdict judge(const struct rt_fault *fault) {
  enum rt_verdict verdict;
  if (!fault->unmapped)
    lock_for_closed(fault);
  else if (!lock_for_unmapped(fault))
    return RT_NOT_OURS;
  verdict = judge_locked(fault);
  rt_unlock();
  return verdict;
}

void rt_host_is_stale(struct rt_entry *entry, const char *address,
                      size_t bytes) {
  if (entry->shadow && rt_catch_faults(judge))
    rt_close_pages(entry, address, bytes);
}

/* --- The runtime's own touches --- */

static int open_block(const struct rt_block *b, void *context) {
  struct rt_entry *entry = context;
  for (size_t slice = 0; slice < b->slices; ++slice)
    for (size_t row = 0; row < b->rows; ++row)
      rt_open_pages(entry,
                    entry->base + b->offset + slice * b->slice_stride +
                        row * b->row_stride,
                    b->run, RT_OPEN);
  return 0;
}

void rt_open_host(const struct rt_section *section) {
  struct rt_entry *entry;
  if (!rt_settings()->debug || !section->span ||
      rt_find(section->first, section->span, &entry) != RT_INSIDE ||
      !entry->pages)
    return;
  rt_each_block(section, rt_offset(section, entry->base), open_block, entry);
}
