#define _DEFAULT_SOURCE /* msync in strict C11 */
#include "Gone.h"
#include "Arrival.h"
#include "Error.h"
#include "Pages.h"
#include "Remedy.h"
#include "Residency.h"
#include "Settings.h"

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

/* "h (4000 bytes at 0x...), which entered at step.f90:12, was deallocated AT
 * while it is present; ..." */
static void write_line(const struct rt_entry *entry, const char *at,
                       char line[LINE]) {
  char name[RT_SHAPE_SIZE], entered[RT_ENTERED_SIZE];
  char remedy[RT_REMEDY_SIZE + 8];
  snprintf(line, LINE,
           "%s (%zu bytes at %p)%s was deallocated%s while it is present; %s",
           rt_name_of(entry, "an array", name), entry->bytes,
           (void *)entry->base,
           rt_entered_at(entry, ", which entered at ", ",", entered), at,
           remedy_of(entry, remedy));
}

static void forget(struct rt_entry *entry) {
  rt_free_memory(entry);
  rt_remove(entry);
}

int rt_check_memory(void) {
  struct rt_entry *entry;
  char line[LINE];
  if (!rt_settings()->debug)
    return LOOPYRT_SUCCESS;
  for (size_t i = 0; (entry = rt_entry_at(i)); ++i) {
    bool told = entry->gone;
    if (entry->uses || !(told || is_unmapped(entry)))
      continue;
    write_line(entry, "", line);
    forget(entry);
    if (!told)
      return rt_fail(LOOPYRT_ERROR_DEALLOCATED, "%s", line);
    --i;
  }
  return LOOPYRT_SUCCESS;
}

void rt_tell_memory(const char *kind) {
  struct rt_entry *entry;
  char line[LINE];
  for (size_t i = 0; (entry = rt_entry_at(i)); ++i)
    if (!entry->gone && is_unmapped(entry)) {
      write_line(entry, "", line);
      rt_print_now(kind, "%s", line);
      entry->gone = true;
    }
}

enum rt_verdict rt_tell_deallocated(struct rt_entry *entry,
                                    const struct rt_trace *trace, bool before) {
  bool goes_on = rt_settings()->heal && !is_unmapped(entry);
  char line[LINE], place[RT_PLACE_SIZE], at[RT_PLACE_SIZE + 8];
  snprintf(at, sizeof at, " %s %s", before ? "before" : "at",
           rt_place_text(trace, place));
  write_line(entry, at, line);
  rt_print_now(goes_on ? "warning" : "error", "%s", line);
  entry->gone = true;
  if (!goes_on)
    return RT_STOP;
  /* The thread that waits may have locked the allocator: nothing is freed. */
  rt_open_pages(entry, entry->base, entry->bytes, RT_OPEN);
  return RT_GO_ON;
}
