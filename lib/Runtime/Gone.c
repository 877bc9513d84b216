#define _DEFAULT_SOURCE /* msync in strict C11 */
#include "Gone.h"
#include "Arrival.h"
#include "Error.h"
#include "Pages.h"
#include "Remedy.h"
#include "Residency.h"
#include "Settings.h"
#include "Stack.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Asking for nothing tells whether there are pages. */
static bool is_unmapped(const struct rt_entry *entry) {
  size_t in_page = (uintptr_t)entry->base % rt_page_bytes();
  return msync(entry->base - in_page, entry->bytes + in_page, MS_ASYNC) != 0 &&
         errno == ENOMEM;
}

enum { LINE = 512 };

static const char *remedy_of(const struct rt_entry *entry,
                             char text[RT_REMEDY_SIZE]) {
  if (!rt_uses_directives(entry))
    return "let it leave before (exit data)";
  if (entry->in_region)
    return "let its region end before ('!$loopy end data')";
  rt_remedy(RT_EXIT, entry, text);
  return strcat(text, " before");
}

/* "h (4000 bytes at 0x...), which entered at step.f90:12, was deallocated at
 * step.f90:31 while it is present; ...": `when` is empty, or begins with a
 * blank. */
static void write_line(const struct rt_entry *entry, enum rt_giving_back how,
                       const char *when, char line[LINE]) {
  char name[RT_SHAPE_SIZE], entered[RT_ENTERED_SIZE];
  char remedy[RT_REMEDY_SIZE + 8];
  snprintf(line, LINE,
           "%s (%zu bytes at %p)%s was deallocated%s while it is present; %s%s",
           rt_name_of(entry, "an array", name), entry->bytes,
           (void *)entry->base,
           rt_entered_at(entry, ", which entered at ", ",", entered), when,
           remedy_of(entry, remedy),
           how == RT_BY_RETURN ? ": its procedure has returned" : "");
}

static void forget(struct rt_entry *entry) {
  rt_free_memory(entry);
  rt_remove(entry);
}

/* Does it show now? */
static bool is_gone(const struct rt_entry *entry, enum rt_giving_back *how) {
  *how = rt_has_returned(entry) ? RT_BY_RETURN : RT_BEFORE;
  return *how == RT_BY_RETURN || is_unmapped(entry);
}

/* A program that heals can go on where the memory is still its own. */
static int tell(const char *line, enum rt_giving_back how) {
  if (how != RT_BY_RETURN || !rt_settings()->heal)
    return rt_fail(LOOPYRT_ERROR_DEALLOCATED, "%s", line);
  rt_print_now("warning", "%s", line);
  return LOOPYRT_SUCCESS;
}

int rt_check_memory(void) {
  struct rt_entry *entry;
  char line[LINE];
  if (!rt_settings()->debug)
    return LOOPYRT_SUCCESS;
  for (size_t i = 0; (entry = rt_entry_at(i)); ++i) {
    enum rt_giving_back how;
    bool told = entry->gone;
    int status = LOOPYRT_SUCCESS;
    if (entry->uses || !(is_gone(entry, &how) || told))
      continue;
    write_line(entry, how, "", line);
    forget(entry);
    if (!told)
      status = tell(line, how);
    if (status != LOOPYRT_SUCCESS)
      return status;
    --i;
  }
  return LOOPYRT_SUCCESS;
}

void rt_tell_memory(const char *kind) {
  struct rt_entry *entry;
  enum rt_giving_back how;
  char line[LINE];
  for (size_t i = 0; (entry = rt_entry_at(i)); ++i)
    if (!entry->gone && is_gone(entry, &how)) {
      write_line(entry, how, "", line);
      rt_print_now(kind, "%s", line);
      entry->gone = true;
    }
}

enum rt_verdict rt_tell_deallocated(struct rt_entry *entry,
                                    const struct rt_trace *trace,
                                    enum rt_giving_back how) {
  bool goes_on = rt_settings()->heal && !is_unmapped(entry);
  char line[LINE], place[RT_PLACE_SIZE], when[RT_PLACE_SIZE + 16];
  snprintf(when, sizeof when, " %s %s", how == RT_AT ? "at" : "before",
           rt_place_text(trace, place));
  write_line(entry, how, when, line);
  rt_print_now(goes_on ? "warning" : "error", "%s", line);
  entry->gone = true;
  if (!goes_on)
    return RT_STOP;
  /* The thread that waits may have locked the allocator: nothing is freed. */
  rt_open_pages(entry, entry->base, entry->bytes, RT_OPEN);
  return RT_GO_ON;
}
