/* Data directives of Fortran sources: what stubs call in their place. Errors
 * are the end of the program. `place` is the directive's, as "step.f90:31:
 * update host". */
#include "Data.h"
#include "Descriptor.h"
#include "Error.h"
#include "HostData.h"
#include "Remedy.h"

#include <stdlib.h>
#include <string.h>

#define RT_EXPORT __attribute__((visibility("default")))

/* --- Regions --- */

/* What the end of a region undoes, from the last to the mark of its begin. The
 * regions of a thread end in their order, for nothing jumps out of them. */
struct held {
  struct held *before;
  struct rt_section section;
  enum { BEGIN, EXIT_COPYOUT, EXIT_DELETE, STAGED } what;
  bool lends;    /* of a begin: of host_data */
  char name[64]; /* of the array; of a begin, its place */
};
static _Thread_local struct held *last_held;
static _Thread_local int lending; /* regions of host_data that are open */

static int hold(const struct rt_section *section, int what,
                const struct rt_descriptor *name) {
  struct held *held = calloc(1, sizeof *held);
  if (!held)
    return rt_out_of_memory();
  if (section)
    held->section = *section;
  held->what = what;
  rt_text_of(name, held->name);
  held->before = last_held;
  last_held = held;
  return LOOPYRT_SUCCESS;
}

static int undo(const struct held *held) {
  switch (held->what) {
  case EXIT_COPYOUT:
    return rt_exit(&held->section, LOOPYRT_COPYOUT);
  case EXIT_DELETE:
    return rt_exit(&held->section, LOOPYRT_DELETE);
  case STAGED:
    return rt_update(&held->section, RT_TO_DEVICE);
  case BEGIN:
    break;
  }
  return LOOPYRT_SUCCESS;
}

RT_EXPORT void loopyrt_fortran_begin_region(const struct rt_descriptor *place) {
  char text[64];
  rt_require(hold(NULL, BEGIN, place), rt_text_of(place, text), NULL);
}

RT_EXPORT void loopyrt_fortran_end_region(const struct rt_descriptor *place) {
  for (bool more = last_held; more;) {
    struct held *held = last_held;
    char text[64];
    int code;
    rt_begin_directive(rt_text_of(place, text), held->name);
    code = undo(held);
    rt_end_directive();
    if (code != LOOPYRT_SUCCESS)
      rt_error_in(held->name);
    rt_require(code, text, NULL);
    more = held->what != BEGIN;
    lending -= held->lends;
    last_held = held->before;
    free(held);
  }
}

static void lend(void) {
  struct held *held = last_held;
  while (held && held->what != BEGIN)
    held = held->before;
  if (held && !held->lends) {
    held->lends = true;
    ++lending;
  }
}

const char *rt_host_data_place(void) {
  const struct held *held = lending ? last_held : NULL;
  while (held && !held->lends)
    held = held->before;
  return held ? held->name : NULL;
}

/* --- Arrays --- */

static int exit_or_update(int what, const struct rt_section *section) {
  switch (what) {
  case LOOPYRT_DATA_COPYOUT:
    return rt_exit(section, LOOPYRT_COPYOUT);
  case LOOPYRT_DATA_DELETE:
    return rt_exit(section, LOOPYRT_DELETE);
  case LOOPYRT_DATA_UPDATE_HOST:
    return rt_update(section, RT_TO_HOST);
  case LOOPYRT_DATA_UPDATE_DEVICE:
    return rt_update(section, RT_TO_DEVICE);
  }
  return rt_fail(LOOPYRT_ERROR_SETTING, "a stub of another version asks for %d",
                 what);
}

static int enter_region(const struct rt_section *section, int enters,
                        int leaves, const struct rt_arrival *arrival,
                        const struct rt_descriptor *name) {
  struct rt_arrival here = *arrival;
  int code;
  here.in_region = true;
  code = rt_enter(section, enters, &here);
  return code == LOOPYRT_SUCCESS ? hold(section, leaves, name) : code;
}

static int enter(int what, const struct rt_section *section,
                 const struct rt_arrival *arrival,
                 const struct rt_descriptor *name) {
  switch (what) {
  case LOOPYRT_DATA_COPYIN:
    return rt_enter(section, LOOPYRT_COPYIN, arrival);
  case LOOPYRT_DATA_CREATE:
    return rt_enter(section, LOOPYRT_CREATE, arrival);
  case LOOPYRT_DATA_REGION_COPY:
    return enter_region(section, LOOPYRT_COPYIN, EXIT_COPYOUT, arrival, name);
  case LOOPYRT_DATA_REGION_COPYIN:
    return enter_region(section, LOOPYRT_COPYIN, EXIT_DELETE, arrival, name);
  case LOOPYRT_DATA_REGION_COPYOUT:
    return enter_region(section, LOOPYRT_CREATE, EXIT_COPYOUT, arrival, name);
  case LOOPYRT_DATA_REGION_CREATE:
    return enter_region(section, LOOPYRT_CREATE, EXIT_DELETE, arrival, name);
  }
  return rt_fail(LOOPYRT_ERROR_SETTING, "a stub of another version asks for %d",
                 what);
}

RT_EXPORT void loopyrt_fortran_enter(int what,
                                     const struct rt_descriptor *array,
                                     const int64_t lower[],
                                     const struct rt_descriptor *place,
                                     const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  char text[64], place_text[64];
  struct rt_arrival arrival = {.name = rt_text_of(name, text),
                               .shape = rt_shape_of(array),
                               .place = rt_text_of(place, place_text)};
  int code = rt_check_array(array, LOOPYRT_ERROR_SHAPE,
                            "; let it enter after it is allocated");
  arrival.shape.has_bounds = true;
  for (int d = 0; d < arrival.shape.rank; ++d)
    arrival.shape.lower[d] = lower[d];
  rt_begin_directive(place_text, text);
  if (code == LOOPYRT_SUCCESS)
    code = enter(what, &section, &arrival, name);
  rt_end_directive();
  rt_require(code, place_text, name);
}

/* What is missing before it leaves, once it was there. */
static const char *remedy(int what) {
  bool leaves = what == LOOPYRT_DATA_COPYOUT || what == LOOPYRT_DATA_DELETE;
  return leaves ? "; arrays leave before they are deallocated" : "";
}

RT_EXPORT void loopyrt_fortran_data(int what, const struct rt_descriptor *array,
                                    const struct rt_descriptor *place,
                                    const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  char text[64], name_text[64];
  int code = rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT, remedy(what));
  rt_begin_directive(rt_text_of(place, text), rt_text_of(name, name_text));
  if (code == LOOPYRT_SUCCESS)
    code = exit_or_update(what, &section);
  rt_end_directive();
  rt_require(code, text, name);
}

RT_EXPORT void *loopyrt_fortran_use_device(const struct rt_descriptor *array,
                                           const struct rt_descriptor *place,
                                           const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  void *address = NULL;
  bool staged = false;
  char text[64], name_text[64];
  int code = rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT, "");
  lend();
  rt_begin_directive(rt_text_of(place, text), rt_text_of(name, name_text));
  if (code == LOOPYRT_SUCCESS && !rt_is_contiguous(&section))
    code = rt_fail(LOOPYRT_ERROR_SHAPE,
                   "the array is not contiguous; name the array that it is a "
                   "section of");
  if (code == LOOPYRT_SUCCESS)
    code = rt_use_on_device(&section, &address, &staged);
  if (code == LOOPYRT_SUCCESS && staged)
    code = hold(&section, STAGED, name);
  rt_end_directive();
  rt_require(code, text, name);
  return address;
}
