/* From a section of bytes to boxes of a layout, in two steps.
 *
 * Axes of the section are joined dimensions, and those of an array of another
 * shape perhaps. They are cut until each runs along one dimension of the
 * layout, and none along the same. Then places on the device are sums over
 * dimensions, and each dimension's progression of indices becomes pieces; a box
 * is one piece of each. */
#include "Cut.h"
#include "Error.h"
#include "Pieces.h"

#include <stdlib.h>
#include <string.h>

/* Dimensions of the layout; the bytes of an element come before them. */
enum { MAX_DIMENSIONS = RT_MAX_RANK + 1, MAX_AXES = 2 * MAX_DIMENSIONS };

struct cutting {
  const struct rt_layout *layout;
  rt_box_function *function;
  void *context;
  int dimensions;
  /* One step along a dimension, in bytes of the host's array. */
  size_t extents[MAX_DIMENSIONS], steps[MAX_DIMENSIONS];
};

struct progression {
  size_t count, step; /* bytes of the host's array */
  int dimension;      /* which it runs along, once that is known */
};

struct part {
  size_t first;
  int rank;
  struct progression axes[MAX_AXES];
};

/* The index of a byte along a dimension. */
static size_t index_along(const struct cutting *c, int dimension,
                          size_t place) {
  return place / c->steps[dimension] % c->extents[dimension];
}

/* In bytes of the device's copy. */
static size_t position(const struct cutting *c, int dimension, size_t index) {
  return dimension ? rt_position(c->layout, dimension - 1, index) : index;
}

/* --- Boxes: a piece of each dimension --- */

static int compose(const struct cutting *c, const struct part *part,
                   const struct rt_pieces *pieces, int axis,
                   const struct rt_box *box);

static struct rt_box moved(const struct rt_box *box, size_t host,
                           size_t device) {
  struct rt_box result = *box;
  result.host += host;
  result.device += device;
  return result;
}

/* Adds a piece's axes from `level` on; boxes have room for so many. */
static int add_piece(const struct cutting *c, const struct part *part,
                     const struct rt_pieces *pieces, int axis,
                     const struct rt_piece *piece, int level,
                     const struct rt_box *box) {
  struct rt_axis steps = {1, 0, 0};
  struct rt_box next = *box;
  int status = 0;
  if (level == piece->rank)
    return compose(c, part, pieces, axis + 1, box);
  steps = piece->axes[level];
  if (steps.count > 1 && box->rank < RT_MAX_RANK) {
    next.axes[next.rank++] = steps;
    steps.count = 1;
  }
  for (size_t j = 0; j < steps.count && !status; ++j) {
    struct rt_box one = moved(&next, j * steps.host, j * steps.device);
    status = add_piece(c, part, pieces, axis, piece, level + 1, &one);
  }
  return status;
}

static void sort_axes(struct rt_box *box) {
  for (int a = 1; a < box->rank; ++a)
    for (int b = a; b > 0 && box->axes[b].device < box->axes[b - 1].device;
         --b) {
      struct rt_axis axis = box->axes[b];
      box->axes[b] = box->axes[b - 1];
      box->axes[b - 1] = axis;
    }
}

static void drop_axis(struct rt_box *box, int axis) {
  --box->rank;
  memmove(&box->axes[axis], &box->axes[axis + 1],
          (size_t)(box->rank - axis) * sizeof *box->axes);
}

/* What is contiguous on both sides is one run; axes without gaps are one. */
static void join_axes(struct rt_box *box) {
  while (box->rank && box->axes[0].host == box->run &&
         box->axes[0].device == box->run) {
    box->run *= box->axes[0].count;
    drop_axis(box, 0);
  }
  for (int a = 0; a + 1 < box->rank;) {
    struct rt_axis *inner = &box->axes[a], *outer = &box->axes[a + 1];
    if (outer->host != inner->host * inner->count ||
        outer->device != inner->device * inner->count) {
      ++a;
      continue;
    }
    inner->count *= outer->count;
    drop_axis(box, a + 1);
  }
}

static int compose(const struct cutting *c, const struct part *part,
                   const struct rt_pieces *pieces, int axis,
                   const struct rt_box *box) {
  int status = 0;
  if (axis == part->rank) {
    struct rt_box whole = *box;
    sort_axes(&whole);
    join_axes(&whole);
    return c->function(&whole, c->context);
  }
  for (size_t i = 0; i < pieces[axis].count && !status; ++i) {
    const struct rt_piece *piece = &pieces[axis].list[i];
    struct rt_box next = moved(box, piece->host, piece->device);
    status = add_piece(c, part, pieces, axis, piece, 0, &next);
  }
  return status;
}

/* The part's first byte, without the indices that axes run along. */
static struct rt_box corner(const struct cutting *c, const struct part *part) {
  struct rt_box box = {.host = part->first, .run = 1};
  for (int d = 0; d < c->dimensions; ++d) {
    bool runs = false;
    for (int a = 0; a < part->rank; ++a)
      runs = runs || part->axes[a].dimension == d;
    if (!runs)
      box.device += position(c, d, index_along(c, d, part->first));
  }
  return box;
}

static int pieces_of(const struct cutting *c, const struct part *part,
                     const struct progression *p, struct rt_pieces *pieces) {
  struct rt_axis axis = {p->count, p->step, 0};
  size_t first = index_along(c, p->dimension, part->first);
  return p->dimension
             ? rt_make_pieces(pieces, c->layout, p->dimension - 1, first,
                              p->step / c->steps[p->dimension], axis)
             : rt_add_piece(pieces,
                            &(struct rt_piece){
                                0, first, 1, {{p->count, p->step, p->step}}});
}

/* Each axis runs along a dimension of its own. */
static int emit(const struct cutting *c, const struct part *part) {
  struct rt_pieces *pieces = calloc((size_t)part->rank + 1, sizeof *pieces);
  struct rt_box box = corner(c, part);
  int status = pieces ? 0 : rt_out_of_memory();
  for (int a = 0; a < part->rank && !status; ++a)
    status = pieces_of(c, part, &part->axes[a], &pieces[a]);
  if (!status)
    status = compose(c, part, pieces, 0, &box);
  for (int a = 0; pieces && a < part->rank; ++a)
    free(pieces[a].list);
  free(pieces);
  return status;
}

/* --- Cuts --- */

/* The outermost that has a whole number of the axis' steps. */
static int dimension_of(const struct cutting *c, size_t step) {
  int d = c->dimensions - 1;
  while (step % c->steps[d])
    --d;
  return d;
}

/* Finds a dimension for an axis, or how many of its steps have one. */
static size_t place_axis(const struct cutting *c, struct part *part, int axis) {
  struct progression *p = &part->axes[axis];
  int d = p->dimension = dimension_of(c, p->step);
  size_t step = p->step / c->steps[d], first = index_along(c, d, part->first),
         extent = c->extents[d], room = (extent - first + step - 1) / step;
  if (p->count <= room)
    return p->count;
  if (first >= step || extent % step) /* the next row differs */
    return room;
  if (p->count % room)
    return p->count / room * room;
  part->axes[part->rank++] =
      (struct progression){p->count / room, c->steps[d] * extent, 0};
  return p->count = room;
}

/* The first axis that has no dimension of its own, or the rank; `count`: how
 * many of its steps could have one, 0 if it is taken. */
static int place_axes(const struct cutting *c, struct part *part,
                      size_t *count) {
  unsigned taken = 0;
  int axis = 0;
  for (*count = 0; axis < part->rank; ++axis) {
    unsigned dimension = 1U << dimension_of(c, part->axes[axis].step);
    *count = taken & dimension ? 0 : place_axis(c, part, axis);
    if (*count < part->axes[axis].count)
      return axis;
    taken |= dimension;
  }
  return axis;
}

static int cut(const struct cutting *c, struct part part);

static int one_by_one(const struct cutting *c, const struct part *part,
                      int axis) {
  struct part one = *part;
  int status = 0;
  one.axes[axis] = one.axes[--one.rank];
  for (size_t j = 0; j < part->axes[axis].count && !status; ++j) {
    status = cut(c, one);
    one.first += part->axes[axis].step;
  }
  return status;
}

static int cut(const struct cutting *c, struct part part) {
  for (;;) {
    size_t count;
    int status, axis = place_axes(c, &part, &count);
    struct part first = part;
    if (axis == part.rank)
      return emit(c, &part);
    if (count == 0)
      return one_by_one(c, &part, axis);
    first.axes[axis].count = count;
    status = cut(c, first);
    if (status)
      return status;
    part.axes[axis].count -= count;
    part.first += count * part.axes[axis].step;
  }
}

static struct cutting prepare(const struct rt_layout *layout) {
  struct cutting c = {.layout = layout, .dimensions = layout->rank + 1};
  size_t step = 1;
  for (int d = 0; d < c.dimensions; ++d) {
    c.extents[d] = d ? (size_t)layout->extents[d - 1] : layout->element;
    c.steps[d] = step;
    step *= c.extents[d];
  }
  return c;
}

int rt_cut(const struct rt_box *section, const struct rt_layout *layout,
           rt_box_function *function, void *context) {
  struct cutting c = prepare(layout);
  struct part part = {.first = section->host};
  c.function = function;
  c.context = context;
  if (section->run > 1)
    part.axes[part.rank++] = (struct progression){section->run, 1, 0};
  for (int a = 0; a < section->rank; ++a)
    if (section->axes[a].host) /* not the same element again */
      part.axes[part.rank++] = (struct progression){section->axes[a].count,
                                                    section->axes[a].host, 0};
  return cut(&c, part);
}
