/* Parts of arrays: from counts and strides to rectangles of bytes. */
#include "Section.h"

#include <string.h>

struct rt_section rt_whole(void *address, size_t bytes) {
  struct rt_section section = {.first = address, .run = bytes, .span = bytes};
  return section;
}

/* Inserts a dimension where its stride belongs. */
static void add_dimension(struct rt_section *section, size_t count,
                          size_t stride) {
  int d = section->rank++;
  for (; d > 0 && section->strides[d - 1] > stride; --d) {
    section->counts[d] = section->counts[d - 1];
    section->strides[d] = section->strides[d - 1];
  }
  section->counts[d] = count;
  section->strides[d] = stride;
}

static void drop_dimension(struct rt_section *section, int dropped) {
  --section->rank;
  for (int d = dropped; d < section->rank; ++d) {
    section->counts[d] = section->counts[d + 1];
    section->strides[d] = section->strides[d + 1];
  }
}

/* Dimensions without gaps between them become one. */
static void join(struct rt_section *section) {
  while (section->rank && section->strides[0] == section->run) {
    section->run *= section->counts[0];
    drop_dimension(section, 0);
  }
  for (int d = 0; d + 1 < section->rank;) {
    if (section->strides[d + 1] != section->strides[d] * section->counts[d]) {
      ++d;
      continue;
    }
    section->counts[d] *= section->counts[d + 1];
    drop_dimension(section, d + 1);
  }
}

struct rt_section rt_make_section(void *address, size_t element, int rank,
                                  const int64_t counts[],
                                  const int64_t strides[]) {
  struct rt_section section = {
      .first = address, .run = element, .span = element};
  for (int d = 0; d < rank; ++d)
    if (counts[d] <= 0)
      return rt_whole(address, 0);
  for (int d = 0; d < rank; ++d) {
    int64_t length = strides[d] * (counts[d] - 1);
    if (counts[d] == 1)
      continue;
    if (length < 0) {
      section.first += length;
      length = -length;
    }
    section.span += (size_t)length;
    add_dimension(&section, (size_t)counts[d],
                  (size_t)(strides[d] < 0 ? -strides[d] : strides[d]));
  }
  join(&section);
  return section;
}

size_t rt_section_bytes(const struct rt_section *section) {
  size_t bytes = section->span ? section->run : 0;
  for (int d = 0; d < section->rank; ++d)
    bytes *= section->counts[d];
  return bytes;
}

typedef int block_function(const struct rt_block *, void *);

/* A rectangle lies in the rows and slices of the array, counted from its
 * beginning: what crosses the end of one is cut into smaller blocks. */
static bool fits_rows(const struct rt_block *b) {
  return b->row_stride >= b->run &&
         b->offset % b->row_stride + b->run <= b->row_stride;
}

static bool fits_slices(const struct rt_block *b) {
  return b->slice_stride % b->row_stride == 0 &&
         b->offset % b->slice_stride + (b->rows - 1) * b->row_stride + b->run <=
             b->slice_stride;
}

static int one_by_one(struct rt_block block, size_t count, size_t stride,
                      int emit(struct rt_block, block_function *, void *),
                      block_function *function, void *context) {
  int status = 0;
  for (size_t i = 0; i < count && !status; ++i, block.offset += stride)
    status = emit(block, function, context);
  return status;
}

static int emit_run(struct rt_block block, block_function *function,
                    void *context) {
  block.rows = block.slices = 1;
  block.row_stride = block.slice_stride = block.run;
  return function(&block, context);
}

static int emit_rows(struct rt_block block, block_function *function,
                     void *context) {
  if (block.rows == 1 || !fits_rows(&block))
    return one_by_one(block, block.rows, block.row_stride, emit_run, function,
                      context);
  /* One slice, so long that the rectangle lies in the first. */
  block.slices = 1;
  block.slice_stride =
      block.row_stride * (block.offset / block.row_stride + block.rows);
  return function(&block, context);
}

static int emit_slices(struct rt_block block, block_function *function,
                       void *context) {
  if (block.slices == 1 || !fits_rows(&block) || !fits_slices(&block))
    return one_by_one(block, block.slices, block.slice_stride, emit_rows,
                      function, context);
  return function(&block, context);
}

int rt_each_block(const struct rt_section *section, size_t offset,
                  int (*function)(const struct rt_block *, void *),
                  void *context) {
  size_t index[RT_MAX_RANK] = {0};
  struct rt_block block = {
      .offset = offset,
      .run = section->run,
      .rows = section->rank > 0 ? section->counts[0] : 1,
      .row_stride = section->rank > 0 ? section->strides[0] : section->run,
      .slices = section->rank > 1 ? section->counts[1] : 1,
      .slice_stride = section->rank > 1 ? section->strides[1] : 0};
  if (!section->span)
    return 0;
  for (;;) {
    int d = 2, status = emit_slices(block, function, context);
    if (status)
      return status;
    for (; d < section->rank; ++d) {
      block.offset += section->strides[d];
      if (++index[d] < section->counts[d])
        break;
      block.offset -= section->counts[d] * section->strides[d];
      index[d] = 0;
    }
    if (d >= section->rank)
      return 0;
  }
}

struct copying {
  char *to;
  const char *from;
};

static int copy_block(const struct rt_block *b, void *context) {
  const struct copying *copying = context;
  for (size_t slice = 0; slice < b->slices; ++slice)
    for (size_t row = 0; row < b->rows; ++row) {
      size_t at = b->offset + slice * b->slice_stride + row * b->row_stride;
      memcpy(copying->to + at, copying->from + at, b->run);
    }
  return 0;
}

void rt_copy_section(const struct rt_section *section, const void *base,
                     void *to, const void *from) {
  struct copying copying = {to, from};
  rt_each_block(section, rt_offset(section, base), copy_block, &copying);
}
