/* What scripts assert of index arrays (assert_map), looked at before a launch:
 * LOOPYRT_CHECK_ASSERTIONS=1. */
#include "Call.h"
#include "Error.h"
#include "Residency.h"
#include "Settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct map {
  const char *values;
  size_t element, count;
};

static int64_t value_at(const struct map *map, size_t index) {
  const char *at = map->values + index * map->element;
  int8_t byte;
  int16_t two;
  int32_t four;
  int64_t eight;
  switch (map->element) {
  case 1:
    memcpy(&byte, at, sizeof byte);
    return byte;
  case 2:
    memcpy(&two, at, sizeof two);
    return two;
  case 4:
    memcpy(&four, at, sizeof four);
    return four;
  default:
    memcpy(&eight, at, sizeof eight);
    return eight;
  }
}

static int is_false(const char *place, const char *said, size_t index,
                    int64_t value) {
  return rt_fail(LOOPYRT_ERROR_ASSERTION,
                 "%s says that its values are %s, but element %zu is %lld",
                 place, said, index + 1, (long long)value);
}

static int are_false(const char *place, const char *said, size_t first,
                     int64_t value, size_t second, int64_t other) {
  return rt_fail(LOOPYRT_ERROR_ASSERTION,
                 "%s says that its values are %s, but element %zu is %lld and "
                 "element %zu is %lld",
                 place, said, first + 1, (long long)value, second + 1,
                 (long long)other);
}

static int check_bounds(const struct map *map, int facts, int64_t lower,
                        int64_t upper, const char *place) {
  char said[64];
  for (size_t i = 0; i < map->count; ++i) {
    int64_t value = value_at(map, i);
    if ((facts & LOOPYRT_MAP_LOWER) && value < lower) {
      snprintf(said, sizeof said, "at least %lld", (long long)lower);
      return is_false(place, said, i, value);
    }
    if ((facts & LOOPYRT_MAP_UPPER) && value > upper) {
      snprintf(said, sizeof said, "at most %lld", (long long)upper);
      return is_false(place, said, i, value);
    }
  }
  return LOOPYRT_SUCCESS;
}

static int check_order(const struct map *map, bool strictly,
                       const char *place) {
  for (size_t i = 1; i < map->count; ++i) {
    int64_t before = value_at(map, i - 1), value = value_at(map, i);
    if (value < before || (strictly && value == before))
      return are_false(place, strictly ? "strictly increasing" : "increasing",
                       i - 1, before, i, value);
  }
  return LOOPYRT_SUCCESS;
}

struct place_of_value {
  int64_t value;
  size_t index;
};

static int compare(const void *a, const void *b) {
  const struct place_of_value *x = a, *y = b;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static int check_differences(const struct map *map, const char *place) {
  int status = LOOPYRT_SUCCESS;
  struct place_of_value *sorted = calloc(map->count, sizeof *sorted);
  if (!sorted)
    return map->count ? rt_out_of_memory() : LOOPYRT_SUCCESS;
  for (size_t i = 0; i < map->count; ++i)
    sorted[i] = (struct place_of_value){value_at(map, i), i};
  qsort(sorted, map->count, sizeof *sorted, compare);
  for (size_t i = 1; i < map->count && status == LOOPYRT_SUCCESS; ++i)
    if (sorted[i].value == sorted[i - 1].value)
      status = are_false(place, "all different", sorted[i - 1].index,
                         sorted[i].value, sorted[i].index, sorted[i].value);
  free(sorted);
  return status;
}

static int check(const struct map *map, int facts, int64_t lower, int64_t upper,
                 const char *place) {
  bool strictly = facts & LOOPYRT_MAP_STRICTLY_INCREASING;
  int status = check_bounds(map, facts, lower, upper, place);
  if (status == LOOPYRT_SUCCESS &&
      (strictly || (facts & LOOPYRT_MAP_INCREASING)))
    status = check_order(map, strictly, place);
  if (status == LOOPYRT_SUCCESS && (facts & LOOPYRT_MAP_INJECTIVE) && !strictly)
    status = check_differences(map, place);
  return status;
}

void loopyrt_expect_map(loopyrt_call *call, int element, int facts,
                        int64_t lower, int64_t upper, const char *place) {
  struct rt_argument *argument;
  struct map map;
  int status = LOOPYRT_SUCCESS;
  if (!rt_settings()->check_assertions || call->failed || !call->count)
    return;
  argument = &call->arguments[call->count - 1];
  rt_lock();
  if (argument->entry)
    status = rt_to_host(argument->entry, call->stream);
  rt_unlock();
  map.values = argument->address;
  map.element = (size_t)element;
  map.count = argument->bytes / (size_t)element;
  if (status == LOOPYRT_SUCCESS)
    status = check(&map, facts, lower, upper, place);
  if (status == LOOPYRT_SUCCESS)
    return;
  call->failed = status;
  rt_error_in(argument->name);
}
