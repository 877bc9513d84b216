#include "Healing.h"
#include "Error.h"
#include "Residency.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- The device's values --- */

int rt_fetch_values(struct rt_entry *entry, int stream, size_t begin,
                    size_t end, struct rt_values *values) {
  size_t whole = entry->layout ? entry->layout->element : 1;
  values->begin = begin / whole * whole;
  values->end = rt_smaller((end + whole - 1) / whole * whole, entry->bytes);
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

/* --- In open pages: instead of what is as it was, value by value --- */

size_t rt_value_bytes(const struct rt_entry *entry) {
  enum { NUMBER = 8, LARGE = 16 };
  size_t element = entry->shape.element;
  return element && element <= LARGE ? element : NUMBER;
}

/* *host := value if it is still *before, in one step: another thread may store
 * there. */
#define REPLACE(TYPE)                                                          \
  do {                                                                         \
    TYPE expected, desired;                                                    \
    memcpy(&expected, before, sizeof expected);                                \
    memcpy(&desired, value, sizeof desired);                                   \
    return __atomic_compare_exchange_n((TYPE *)host, &expected, desired,       \
                                       false, __ATOMIC_RELAXED,                \
                                       __ATOMIC_RELAXED);                      \
  } while (0)

static bool replace(char *host, const char *before, const char *value,
                    size_t bytes) {
  bool aligned = (uintptr_t)host % bytes == 0;
  if (aligned && bytes == sizeof(uint64_t))
    REPLACE(uint64_t);
  if (aligned && bytes == sizeof(uint32_t))
    REPLACE(uint32_t);
  if (aligned && bytes == sizeof(uint16_t))
    REPLACE(uint16_t);
  if (bytes == sizeof(uint8_t))
    REPLACE(uint8_t);
  if (memcmp(host, before, bytes) != 0) /* larger ones take two steps */
    return false;
  memcpy(host, value, bytes);
  return true;
}

static void replace_unchanged(struct rt_entry *entry,
                              const struct rt_values *values, size_t begin,
                              size_t end) {
  size_t unit = rt_value_bytes(entry);
  for (size_t at = begin, next; at < end; at = next) {
    char *before = entry->shadow + at;
    const char *value = value_at(values, at);
    next = rt_smaller((at / unit + 1) * unit, end);
    if (memcmp(before, value, next - at) != 0 &&
        replace(entry->base + at, before, value, next - at))
      memcpy(before, value, next - at);
  }
}

/* --- In closed pages --- */

/* How much of it the system let be written without opening anything: it lets a
 * process into its own memory, whatever that is protected from. */
static size_t write_closed(char *to, const char *from, size_t bytes) {
  int memory = open("/proc/thread-self/mem", O_WRONLY | O_CLOEXEC);
  size_t done = 0;
  ssize_t more = memory >= 0;
  while (more > 0 && done < bytes) {
    more = pwrite(memory, from + done, bytes - done, (off_t)(to + done));
    done += more > 0 ? (size_t)more : 0;
  }
  if (memory >= 0)
    close(memory);
  return done;
}

void rt_bring_values(struct rt_entry *entry, const struct rt_values *values,
                     size_t begin, size_t end, enum rt_page as) {
  size_t written =
      write_closed(entry->base + begin, value_at(values, begin), end - begin);
  memcpy(entry->shadow + begin, value_at(values, begin), written);
  rt_open_pages(entry, entry->base + begin, end - begin, as);
  replace_unchanged(entry, values, begin + written, end);
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

/* --- Everywhere --- */

static int heal_run(struct rt_entry *entry, int stream, enum rt_page state,
                    size_t begin, size_t end) {
  struct rt_values values;
  int status = rt_fetch_values(entry, stream, begin, end, &values);
  if (status == LOOPYRT_SUCCESS && state == RT_CLOSED)
    rt_bring_values(entry, &values, begin, end, RT_OPEN);
  else if (status == LOOPYRT_SUCCESS)
    replace_unchanged(entry, &values, begin, end);
  free(values.bytes);
  return status;
}

int rt_heal(struct rt_entry *entry, int stream) {
  int status = LOOPYRT_SUCCESS;
  for (size_t at = 0, next; at < entry->bytes && status == LOOPYRT_SUCCESS;
       at = next) {
    enum rt_page state =
        rt_page_run(entry, at, rt_smaller(at + RT_WINDOW, entry->bytes), &next);
    status = heal_run(entry, stream, state, at, next);
  }
  return status;
}

/* --- Warnings that were given: one for each array and line --- */

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
