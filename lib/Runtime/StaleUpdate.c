/* Updates of the device that would replace newer values by older ones.
 *
 * What is closed was not written: it is older where the device has another
 * value. In an open page, what is as it was may be left or written again, and
 * proves nothing; what is not as it was has been written. */
#include "Arrival.h"
#include "Error.h"
#include "Healing.h"
#include "Remedy.h"
#include "Settings.h"
#include "Stale.h"

#include <stdlib.h>
#include <string.h>

struct touching {
  struct rt_entry *entry;
  int stream;
  bool closed, written;     /* are there such pages? */
  bool changed;             /* elsewhere, since an update */
  size_t at_older, at_changed; /* the first bytes of such a kind */
};

typedef int run_function(struct touching *, enum rt_page, size_t begin,
                         size_t end);

static void note_changed(struct touching *t, size_t begin, size_t end) {
  const struct rt_entry *entry = t->entry;
  size_t at = begin;
  if (memcmp(entry->base + begin, entry->shadow + begin, end - begin) == 0)
    return;
  while (at + 1 < end && entry->base[at] == entry->shadow[at])
    ++at;
  t->changed = true;
  t->at_changed = at;
}

static int note_run(struct touching *t, enum rt_page state, size_t begin,
                    size_t end) {
  t->written |= state == RT_WRITTEN;
  t->closed |= state == RT_CLOSED;
  if (state == RT_OPEN && !t->changed)
    note_changed(t, begin, end);
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
      for (t->at_older = at;
           rt_is_same(t->entry, &values, t->at_older, t->at_older + 1);)
        ++t->at_older;
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

/* What was written, for messages: the line of a store that was seen, or else an
 * element that has changed. */
struct cause {
  struct rt_trace writer; /* empty: it was not seen */
  char place[RT_PLACE_SIZE], element[RT_ELEMENT_SIZE];
};

static bool find_cause(const struct touching *t, struct cause *cause) {
  const struct rt_entry *entry = t->entry;
  *cause = (struct cause){.writer = {.depth = 0}};
  if (t->written)
    cause->writer = entry->pages->writer;
  rt_element_text(&entry->shape, t->at_changed, entry->bytes, cause->element);
  return !rt_settings()->heal ||
         rt_is_new_warning(entry, &cause->writer, cause->place);
}

static int fail_update(const struct touching *t, struct cause *cause,
                       const char *older) {
  char remedy[RT_REMEDY_SIZE];
  rt_remedy(RT_UPDATE_HOST, t->entry, remedy);
  if (!t->written)
    return rt_fail(LOOPYRT_ERROR_HOST_STALE,
                   "%s is older than on the device, which the update would "
                   "replace; %s was changed on the host, but not all of it: "
                   "update what was written alone, or %s before",
                   older, cause->element, remedy);
  return rt_fail(LOOPYRT_ERROR_HOST_STALE,
                 "%s is older than on the device, which the update would "
                 "replace; it was written on the host at %s, but not all of "
                 "it: update what was written alone, or %s before that line",
                 older, rt_place_text(&cause->writer, cause->place), remedy);
}

static void warn_of_update(const struct touching *t, const struct cause *cause,
                           const char *older) {
  char name[RT_SHAPE_SIZE];
  rt_print_now("warning",
               "%s: %s is older than on the device, and stays as it is there; "
               "the update is to bring %s%s alone",
               rt_name_of(t->entry, "an array", name), older,
               t->written ? "what was written at " : cause->element,
               t->written ? cause->place : " and what else was written");
}

static int tell_update(const struct touching *t) {
  char older[RT_ELEMENT_SIZE];
  struct cause cause;
  bool tells = find_cause(t, &cause);
  rt_element_text(&t->entry->shape, t->at_older, t->entry->bytes, older);
  if (!rt_settings()->heal)
    return fail_update(t, &cause, older);
  if (tells)
    warn_of_update(t, &cause, older);
  return rt_heal(t->entry, t->stream);
}

int rt_check_update(struct rt_entry *entry, int stream,
                    const struct rt_section *section) {
  struct touching touching = {.entry = entry, .stream = stream};
  int status;
  if (!entry->pages || !entry->pages->closed)
    return LOOPYRT_SUCCESS;
  visit(section, &touching, note_run);
  if (!touching.closed || !(touching.written || touching.changed))
    return LOOPYRT_SUCCESS;
  status = visit(section, &touching, compare_run);
  return status == LOOPYRT_ERROR_HOST_STALE ? tell_update(&touching) : status;
}
