/* The places of a progression of indices along one dimension, compressed:
 *
 *   0 1 2 3, 64 65 66 67, 128      ->  4 steps of 1, 2 steps of 64;  128
 *
 * First runs of equal steps, then runs of equal runs, and so on, as often as
 * axes are split into axes that are split again. */
#ifndef RT_PIECES_H
#define RT_PIECES_H

#include "Boxes.h"

enum { RT_LEVELS = 3 };

/* `axes` from `host` and `device`, inner ones first; counts of 1 occur. */
struct rt_piece {
  size_t host, device;
  int rank;
  struct rt_axis axes[RT_LEVELS + 1];
};

struct rt_pieces {
  struct rt_piece *list;
  size_t count, capacity;
  /* What may still grow, on each level. */
  bool is_open[RT_LEVELS];
  struct rt_piece open[RT_LEVELS];
};

/* One that is known. Returns 0, or the code of an error. */
int rt_add_piece(struct rt_pieces *pieces, const struct rt_piece *piece);

/* The indices first + j * step for 0 <= j < count along a dimension, which are
 * j * host bytes apart in the host's array. `list` is to be freed, also after
 * an error, whose code is returned. */
int rt_make_pieces(struct rt_pieces *pieces, const struct rt_layout *layout,
                   int dimension, size_t first, size_t step,
                   struct rt_axis progression);

#endif
