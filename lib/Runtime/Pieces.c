#include "Pieces.h"
#include "Error.h"

#include <stdlib.h>
#include <string.h>

int rt_add_piece(struct rt_pieces *pieces, const struct rt_piece *piece) {
  if (pieces->count == pieces->capacity) {
    size_t larger = pieces->capacity ? 2 * pieces->capacity : 4;
    struct rt_piece *moved =
        realloc(pieces->list, larger * sizeof *pieces->list);
    if (!moved)
      return rt_out_of_memory();
    pieces->list = moved;
    pieces->capacity = larger;
  }
  pieces->list[pieces->count++] = *piece;
  return LOOPYRT_SUCCESS;
}

static bool same_axes(const struct rt_piece *a, const struct rt_piece *b,
                      int rank) {
  return memcmp(a->axes, b->axes, (size_t)rank * sizeof *a->axes) == 0;
}

/* Makes `piece` the next step of the open one's last axis, if it is. */
static bool extend(struct rt_piece *open, const struct rt_piece *piece) {
  struct rt_axis *axis = &open->axes[piece->rank];
  size_t host = piece->host - open->host, device = piece->device - open->device;
  if (!same_axes(open, piece, piece->rank) || piece->device <= open->device)
    return false;
  if (axis->count == 1) {
    axis->host = host;
    axis->device = device;
  }
  if (host != axis->count * axis->host || device != axis->count * axis->device)
    return false;
  ++axis->count;
  return true;
}

/* On level 0, pieces have one axis, on the next two. */
static int push(struct rt_pieces *pieces, int level,
                const struct rt_piece *piece) {
  struct rt_piece *open;
  int status = LOOPYRT_SUCCESS;
  if (level == RT_LEVELS)
    return rt_add_piece(pieces, piece);
  open = &pieces->open[level];
  if (pieces->is_open[level]) {
    if (extend(open, piece))
      return LOOPYRT_SUCCESS;
    status = push(pieces, level + 1, open);
  }
  *open = *piece;
  open->axes[open->rank++] = (struct rt_axis){1, 0, 0};
  pieces->is_open[level] = true;
  return status;
}

static int close_all(struct rt_pieces *pieces) {
  int status = LOOPYRT_SUCCESS;
  for (int level = 0; level < RT_LEVELS && status == LOOPYRT_SUCCESS; ++level)
    if (pieces->is_open[level])
      status = push(pieces, level + 1, &pieces->open[level]);
  return status;
}

/* At most `count` steps that are the same on the device. */
static struct rt_piece run_from(const struct rt_layout *layout, int dimension,
                                size_t index, size_t step,
                                struct rt_axis progression) {
  size_t steady = (rt_steady(layout, dimension, index) - 1) / step + 1;
  struct rt_piece run = {.device = rt_position(layout, dimension, index),
                         .rank = 1,
                         .axes = {{1, 0, 0}}};
  if (steady < progression.count)
    progression.count = steady;
  if (progression.count > 1)
    progression.device =
        rt_position(layout, dimension, index + step) - run.device;
  if (progression.device)
    run.axes[0] = progression;
  return run;
}

int rt_make_pieces(struct rt_pieces *pieces, const struct rt_layout *layout,
                   int dimension, size_t first, size_t step,
                   struct rt_axis progression) {
  int status = LOOPYRT_SUCCESS;
  size_t host = 0;
  while (progression.count && status == LOOPYRT_SUCCESS) {
    struct rt_piece run = run_from(layout, dimension, first, step, progression);
    size_t count = run.axes[0].count;
    run.host = host;
    host += count * progression.host;
    first += count * step;
    progression.count -= count;
    status = push(pieces, 0, &run);
  }
  return status == LOOPYRT_SUCCESS ? close_all(pieces) : status;
}
