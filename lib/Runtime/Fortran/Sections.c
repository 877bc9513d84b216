/* For stubs: the arrays of one call as they are, before the compiler packs those
 * that are not contiguous. */
#include "Descriptor.h"
#include "Error.h"
#include "Overlap.h"

#include <stdlib.h>
#include <string.h>

#define RT_EXPORT __attribute__((visibility("default")))

struct named_section {
  struct rt_section section;
  void *address; /* of the first element */
  int rank;
  intptr_t strides[RT_MAX_RANK];
  bool written, copied, apart;
  char name[64], same[256];
};

/* Those of the call that is being prepared on this thread, whose next one uses
 * the memory again. */
static _Thread_local struct {
  struct named_section *all;
  int count, capacity;
} noted;

static struct named_section *next(void) {
  if (noted.count == noted.capacity) {
    int larger = noted.capacity ? 2 * noted.capacity : 16;
    struct named_section *moved =
        realloc(noted.all, (size_t)larger * sizeof *moved);
    if (!moved)
      return NULL;
    noted.all = moved;
    noted.capacity = larger;
  }
  return &noted.all[noted.count++];
}

/* Of a Fortran string of any length, as much as there is room for. */
static void copy_text(const struct rt_descriptor *string, char *to,
                      size_t size) {
  size_t length = string->element < size ? string->element : size - 1;
  memcpy(to, string->address, length);
  to[length] = '\0';
}

static void describe(const struct rt_descriptor *array,
                     struct named_section *result, size_t bytes) {
  result->section = rt_section_of_parts(array, bytes);
  result->address = array->address;
  result->rank = array->rank;
  result->apart = rt_lies_apart(array);
  for (int d = 0; d < array->rank; ++d)
    result->strides[d] = array->dimensions[d].stride;
}

/* Do elements at equal subscripts lie at the same place? */
static bool correspond(const struct named_section *a,
                       const struct named_section *b) {
  return a->address == b->address && a->rank == b->rank &&
         a->section.span == b->section.span &&
         !memcmp(a->strides, b->strides,
                 (size_t)a->rank * sizeof *a->strides);
}

/* "b;c" */
static bool lists(const char *names, const char *name) {
  size_t length = strlen(name);
  for (; *names; names += strcspn(names, ";"), names += *names == ';')
    if (!strncmp(names, name, length) &&
        (names[length] == ';' || !names[length]))
      return true;
  return false;
}

static bool is_named_to_call(const struct named_section *array) {
  return !array->copied && !array->apart;
}

/* Those that the call has are compared there. */
static bool may_meet(const struct named_section *a,
                     const struct named_section *b) {
  bool mayBeSame =
      correspond(a, b) && (lists(a->same, b->name) || lists(b->same, a->name));
  return (!a->written && !b->written) || mayBeSame ||
         (is_named_to_call(a) && is_named_to_call(b)) ||
         !rt_sections_meet(&a->section, &b->section);
}

static bool is_value(const struct named_section *section) {
  return section->rank == 0 && section->copied && !section->written;
}

static int refuse(const struct named_section *section,
                  const struct named_section *other) {
  if (is_value(section))
    return rt_fail(LOOPYRT_ERROR_ALIAS,
                   "its value is read before the kernel, but it is a part of "
                   "argument %s, which the kernel writes; copy it to a "
                   "variable of its own before the kernel",
                   other->name);
  if (section->written && other->written)
    return rt_fail(LOOPYRT_ERROR_ALIAS,
                   "it shares elements with argument %s, and both are written; "
                   "pass arrays that do not overlap",
                   other->name);
  return rt_fail(LOOPYRT_ERROR_ALIAS,
                 "it shares elements with argument %s, and %s is written; pass "
                 "arrays that do not overlap: a copy in an array of its own "
                 "for %s",
                 other->name, section->written ? section->name : other->name,
                 section->written ? other->name : section->name);
}

RT_EXPORT int loopyrt_fortran_lies_apart(const struct rt_descriptor *array) {
  return rt_lies_apart(array);
}

/* Those of another call follow. */
RT_EXPORT void loopyrt_fortran_sections(void) { noted.count = 0; }

/* `gathered`: 0, or the bytes of each element that the stub copies to an array
 * of its own. */
RT_EXPORT void loopyrt_fortran_section(const struct rt_descriptor *array,
                                       int written, int64_t gathered,
                                       const struct rt_descriptor *same,
                                       const struct rt_descriptor *procedure,
                                       const struct rt_descriptor *name) {
  struct named_section *own;
  char text[64];
  int status = LOOPYRT_SUCCESS;
  own = next();
  if (!own) {
    status = rt_out_of_memory();
  } else {
    describe(array, own, gathered ? (size_t)gathered : array->element);
    own->written = written;
    own->copied = gathered != 0;
    copy_text(name, own->name, sizeof own->name);
    copy_text(same, own->same, sizeof own->same);
    for (int k = 0; k + 1 < noted.count && status == LOOPYRT_SUCCESS; ++k) {
      const struct named_section *other = &noted.all[k];
      const struct named_section *first = is_value(other) ? other : own;
      if (may_meet(own, other))
        continue;
      status = refuse(first, first == own ? other : own);
      rt_error_in(first->name);
    }
  }
  rt_require(status, rt_text_of(procedure, text), NULL);
}
