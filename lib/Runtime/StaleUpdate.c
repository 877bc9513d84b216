/* Updates of the device that would replace newer values by older ones. */
#include "Arrival.h"
#include "Error.h"
#include "Healing.h"
#include "Settings.h"
#include "Stale.h"

#include <stdlib.h>

struct touching {
  struct rt_entry *entry;
  int stream;
  bool written, closed;
  size_t at; /* the first byte that is older */
};

typedef int run_function(struct touching *, enum rt_page, size_t begin,
                         size_t end);

static int note_run(struct touching *t, enum rt_page state, size_t begin,
                    size_t end) {
  (void)begin;
  (void)end;
  t->written |= state == RT_WRITTEN;
  t->closed |= state == RT_CLOSED;
  return 0;
}

static int compare_run(struct touching *t, enum rt_page state, size_t begin,
                       size_t end) {
  for (size_t at = begin, next; state == RT_CLOSED && at < end; at = next) {
    struct rt_values values;
    int status;
    bool same;
    next = end - at > RT_WINDOW ? at + RT_WINDOW : end;
    status = rt_fetch_values(t->entry, t->stream, at, next, &values);
    same = status == LOOPYRT_SUCCESS && rt_is_same(t->entry, &values, at, next);
    if (status == LOOPYRT_SUCCESS && !same)
      for (t->at = at; rt_is_same(t->entry, &values, t->at, t->at + 1);)
        ++t->at;
    free(values.bytes);
    if (status != LOOPYRT_SUCCESS || !same)
      return status != LOOPYRT_SUCCESS ? status : LOOPYRT_ERROR_HOST_STALE;
  }
  return LOOPYRT_SUCCESS;
}

struct visiting {
  struct touching *touching;
  run_function *function;
};

static int visit_row(const struct visiting *v, size_t begin, size_t end) {
  int status = LOOPYRT_SUCCESS;
  for (size_t next; begin < end && status == LOOPYRT_SUCCESS; begin = next) {
    enum rt_page state = rt_page_run(v->touching->entry, begin, end, &next);
    status = v->function(v->touching, state, begin, next);
  }
  return status;
}

static int visit_block(const struct rt_block *b, void *context) {
  int status = LOOPYRT_SUCCESS;
  for (size_t slice = 0; slice < b->slices; ++slice)
    for (size_t row = 0; row < b->rows && status == LOOPYRT_SUCCESS; ++row) {
      size_t begin = b->offset + slice * b->slice_stride + row * b->row_stride;
      status = visit_row(context, begin, begin + b->run);
    }
  return status;
}

static int visit(const struct rt_section *section, struct touching *touching,
                 run_function *function) {
  struct visiting visiting = {touching, function};
  return rt_each_block(section, rt_offset(section, touching->entry->base),
                       visit_block, &visiting);
}

static int tell_update(const struct touching *t) {
  const struct rt_trace *writer = &t->entry->pages->writer;
  char name[RT_SHAPE_SIZE], element[RT_ELEMENT_SIZE], place[RT_PLACE_SIZE];
  rt_element_text(&t->entry->shape, t->at, t->entry->bytes, element);
  if (!rt_settings()->heal)
    return rt_fail(LOOPYRT_ERROR_HOST_STALE,
                   "%s is older than on the device, which the update would "
                   "replace; it was written on the host at %s, but not all of "
                   "it: update what was written alone, or put "
                   "loopyrt_update_host before that line",
                   element, rt_place_text(writer, place));
  if (rt_is_new_warning(t->entry, writer, place))
    rt_print_now("warning",
                 "%s: %s is older than on the device, and stays as it is "
                 "there; the update is to bring what was written at %s alone",
                 rt_name_of(t->entry, "an array", name), element, place);
  return rt_heal(t->entry, t->stream);
}

int rt_check_update(struct rt_entry *entry, int stream,
                    const struct rt_section *section) {
  struct touching touching = {.entry = entry, .stream = stream};
  int status;
  if (!entry->pages || !entry->pages->written || !entry->pages->closed)
    return LOOPYRT_SUCCESS;
  visit(section, &touching, note_run);
  if (!touching.written || !touching.closed)
    return LOOPYRT_SUCCESS;
  status = visit(section, &touching, compare_run);
  return status == LOOPYRT_ERROR_HOST_STALE ? tell_update(&touching) : status;
}
