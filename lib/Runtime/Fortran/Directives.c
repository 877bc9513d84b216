/* Data directives of Fortran sources: what stubs call in their place. Errors
 * are the end of the program. `place` is the directive's, as "step.f90:31:
 * update host". */
#include "Data.h"
#include "Descriptor.h"
#include "Error.h"

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
  char name[64];
};
static _Thread_local struct held *last_held;

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
  rt_require(hold(NULL, BEGIN, NULL), rt_text_of(place, text), NULL);
}

RT_EXPORT void loopyrt_fortran_end_region(const struct rt_descriptor *place) {
  for (bool more = last_held; more;) {
    struct held *held = last_held;
    char text[64];
    int code = undo(held);
    if (code != LOOPYRT_SUCCESS)
      rt_error_in(held->name);
    rt_require(code, rt_text_of(place, text), NULL);
    more = held->what != BEGIN;
    last_held = held->before;
    free(held);
  }
}

/* --- Arrays --- */

static int enter(const struct rt_descriptor *array, int how,
                 const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  char text[64], shape[64];
  return rt_enter(&section, how, rt_text_of(name, text),
                  rt_shape_of(array, shape));
}

static int enter_region(const struct rt_descriptor *array, int enters,
                        int leaves, const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  int code = enter(array, enters, name);
  return code == LOOPYRT_SUCCESS ? hold(&section, leaves, name) : code;
}

static int perform(int what, const struct rt_descriptor *array,
                   const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  switch (what) {
  case LOOPYRT_DATA_COPYIN:
    return enter(array, LOOPYRT_COPYIN, name);
  case LOOPYRT_DATA_CREATE:
    return enter(array, LOOPYRT_CREATE, name);
  case LOOPYRT_DATA_COPYOUT:
    return rt_exit(&section, LOOPYRT_COPYOUT);
  case LOOPYRT_DATA_DELETE:
    return rt_exit(&section, LOOPYRT_DELETE);
  case LOOPYRT_DATA_UPDATE_HOST:
    return rt_update(&section, RT_TO_HOST);
  case LOOPYRT_DATA_UPDATE_DEVICE:
    return rt_update(&section, RT_TO_DEVICE);
  case LOOPYRT_DATA_REGION_COPY:
    return enter_region(array, LOOPYRT_COPYIN, EXIT_COPYOUT, name);
  case LOOPYRT_DATA_REGION_COPYIN:
    return enter_region(array, LOOPYRT_COPYIN, EXIT_DELETE, name);
  case LOOPYRT_DATA_REGION_COPYOUT:
    return enter_region(array, LOOPYRT_CREATE, EXIT_COPYOUT, name);
  case LOOPYRT_DATA_REGION_CREATE:
    return enter_region(array, LOOPYRT_CREATE, EXIT_DELETE, name);
  }
  return rt_fail(LOOPYRT_ERROR_SETTING, "a stub of another version asks for %d",
                 what);
}

/* What can be wrong with an array that stands for nothing. */
static int check(const struct rt_descriptor *array, int what) {
  switch (what) {
  case LOOPYRT_DATA_COPYOUT:
  case LOOPYRT_DATA_DELETE:
    return rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT,
                          "; arrays leave before they are deallocated");
  case LOOPYRT_DATA_UPDATE_HOST:
  case LOOPYRT_DATA_UPDATE_DEVICE:
    return rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT, "");
  default:
    return rt_check_array(array, LOOPYRT_ERROR_SHAPE,
                          "; let it enter after it is allocated");
  }
}

RT_EXPORT void loopyrt_fortran_data(int what, const struct rt_descriptor *array,
                                    const struct rt_descriptor *place,
                                    const struct rt_descriptor *name) {
  char text[64];
  int code = check(array, what);
  if (code == LOOPYRT_SUCCESS)
    code = perform(what, array, name);
  rt_require(code, rt_text_of(place, text), name);
}

RT_EXPORT void *loopyrt_fortran_use_device(const struct rt_descriptor *array,
                                           const struct rt_descriptor *place,
                                           const struct rt_descriptor *name) {
  struct rt_section section = rt_section_of(array);
  void *address = NULL;
  bool staged = false;
  char text[64];
  int code = rt_check_array(array, LOOPYRT_ERROR_NOT_PRESENT, "");
  if (code == LOOPYRT_SUCCESS && !rt_is_contiguous(&section))
    code = rt_fail(LOOPYRT_ERROR_SHAPE,
                   "the array is not contiguous; name the array that it is a "
                   "section of");
  if (code == LOOPYRT_SUCCESS)
    code = rt_use_on_device(&section, &address, &staged);
  if (code == LOOPYRT_SUCCESS && staged)
    code = hold(&section, STAGED, name);
  rt_require(code, rt_text_of(place, text), name);
  return address;
}
