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
static bool extend(struct rt_piece *open, const struct rt_piece *piece,
                   int level) {
  struct rt_axis *axis = &open->axes[level];
  size_t host = piece->host - open->host, device = piece->device - open->device;
  if (!same_axes(open, piece, level) || piece->device <= open->device)
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

/* A piece with as many axes as its level. */
static int push(struct rt_pieces *pieces, int level,
                const struct rt_piece *piece) {
  struct rt_piece *open;
  int status = LOOPYRT_SUCCESS;
  if (level == RT_LEVELS)
    return rt_add_piece(pieces, piece);
  open = &pieces->open[level];
  if (pieces->is_open[level]) {
    if (extend(open, piece, level))
      return LOOPYRT_SUCCESS;
    status = push(pieces, level + 1, open);
  }
  *open = *piece;
  open->rank = level + 1;
  open->axes[level] = (struct rt_axis){1, 0, 0};
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

int rt_make_pieces(struct rt_pieces *pieces, const struct rt_layout *layout,
                   int dimension, size_t first, size_t step,
                   struct rt_axis progression) {
  size_t place = rt_position(layout, dimension, first);
  int status = LOOPYRT_SUCCESS;
  if (progression.count > 1 && rt_is_linear(layout, dimension)) {
    progression.device = rt_position(layout, dimension, first + step) - place;
    return rt_add_piece(pieces, &(struct rt_piece){0, place, 1, {progression}});
  }
  for (size_t j = 0; j < progression.count && status == LOOPYRT_SUCCESS; ++j) {
    struct rt_piece element = {
        .host = j * progression.host,
        .device = rt_position(layout, dimension, first + j * step)};
    status = push(pieces, 0, &element);
  }
  return status == LOOPYRT_SUCCESS ? close_all(pieces) : status;
}
