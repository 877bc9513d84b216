#include "Healing.h"
#include "Error.h"
#include "Residency.h"

#include <stdlib.h>
#include <string.h>

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

int rt_fetch_values(struct rt_entry *entry, int stream, size_t begin,
                    size_t end, struct rt_values *values) {
  size_t whole = entry->layout ? entry->layout->element : 1;
  values->begin = begin / whole * whole;
  values->end = smaller((end + whole - 1) / whole * whole, entry->bytes);
  values->bytes = malloc(values->end - values->begin);
  return values->bytes ? rt_fetch(entry, stream, values->begin,
                                  values->end - values->begin, values->bytes)
                       : rt_out_of_memory();
}

static const char *value_at(const struct rt_values *values, size_t offset) {
  return values->bytes + (offset - values->begin);
}

/* What is closed is on the host as the shadow has it. */
bool rt_is_same(const struct rt_entry *entry, const struct rt_values *values,
                size_t begin, size_t end) {
  return memcmp(entry->shadow + begin, value_at(values, begin), end - begin) ==
         0;
}

void rt_bring_values(struct rt_entry *entry, const struct rt_values *values,
                     size_t begin, size_t end, enum rt_page as) {
  rt_open_pages(entry, entry->base + begin, end - begin, as);
  memcpy(entry->base + begin, value_at(values, begin), end - begin);
  memcpy(entry->shadow + begin, value_at(values, begin), end - begin);
}

int rt_bring(struct rt_entry *entry, int stream, size_t begin, size_t end,
             enum rt_page as) {
  struct rt_values values;
  int status = rt_fetch_values(entry, stream, begin, end, &values);
  if (status == LOOPYRT_SUCCESS)
    rt_bring_values(entry, &values, begin, end, as);
  free(values.bytes);
  return status;
}

/* May the device's values replace the host's there? Not those that the program
 * has changed, and may still tell of. */
static bool is_as_before(const struct rt_entry *entry, enum rt_page state,
                         size_t begin, size_t end) {
  return state == RT_CLOSED ||
         (state == RT_OPEN &&
          memcmp(entry->base + begin, entry->shadow + begin, end - begin) == 0);
}

int rt_heal(struct rt_entry *entry, int stream) {
  int status = LOOPYRT_SUCCESS;
  for (size_t at = 0, next; at < entry->bytes && status == LOOPYRT_SUCCESS;
       at = next) {
    enum rt_page state =
        rt_page_run(entry, at, smaller(at + RT_WINDOW, entry->bytes), &next);
    if (is_as_before(entry, state, at, next))
      status = rt_bring(entry, stream, at, next, RT_OPEN);
  }
  return status;
}

/* Warnings that were given: one for each array and line. */
struct warned {
  struct warned *next;
  const char *base;
  const void *instruction;
  char place[RT_PLACE_SIZE];
};
static struct warned *all_warned;

static const struct warned *
find_warning(const char *base, const void *instruction, const char *place) {
  const struct warned *w = all_warned;
  while (w && (w->base != base || (w->instruction != instruction &&
                                   (!place || strcmp(w->place, place) != 0))))
    w = w->next;
  return w;
}

bool rt_is_new_warning(const struct rt_entry *entry,
                       const struct rt_trace *trace,
                       char place[RT_PLACE_SIZE]) {
  const void *instruction = trace->frames[0];
  struct warned *warned;
  bool is_new;
  if (find_warning(entry->base, instruction, NULL))
    return false;
  rt_place_text(trace, place);
  is_new = !find_warning(entry->base, NULL, place);
  if (!(warned = malloc(sizeof *warned)))
    return is_new;
  *warned = (struct warned){all_warned, entry->base, instruction, ""};
  memcpy(warned->place, place, sizeof warned->place);
  all_warned = warned;
  return is_new;
}
