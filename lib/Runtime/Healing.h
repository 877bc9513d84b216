/* What the device has of a present array, compared with the host's copy and
 * brought there (LOOPYRT_DEBUG=heal). Under the table's lock. */
#ifndef RT_HEALING_H
#define RT_HEALING_H

#include "Pages.h"
#include "Table.h"

/* How much is compared and brought at a time: a multiple of a page. */
enum { RT_WINDOW = 1 << 20 };

static inline size_t rt_smaller(size_t a, size_t b) { return a < b ? a : b; }

struct rt_values {
  char *bytes;
  size_t begin, end; /* in the array */
};

/* Of a range of the array, and up to an element more at both ends. `bytes` is
 * to be freed, also after an error, whose code is returned. */
int rt_fetch_values(struct rt_entry *entry, int stream, size_t begin,
                    size_t end, struct rt_values *values);

/* Has the host the same in a range that was fetched, and that is closed? */
bool rt_is_same(const struct rt_entry *entry, const struct rt_values *values,
                size_t begin, size_t end);

/* Copies what was fetched to closed pages, and opens them then: who stores
 * there waits until they are open, and no store is lost. */
void rt_bring_values(struct rt_entry *entry, const struct rt_values *values,
                     size_t begin, size_t end, enum rt_page as);

/* Both at once. */
int rt_bring(struct rt_entry *entry, int stream, size_t begin, size_t end,
             enum rt_page as);

/* How many bytes are one value: an element, or a number in a large one or in an
 * array of which nothing is known. */
size_t rt_value_bytes(const struct rt_entry *entry);

/* Brings all values, but not in the place of those that the program has changed
 * and may still tell of. 0, or the code of an error. */
int rt_heal(struct rt_entry *entry, int stream);

/* Was none given about this array and line yet? Then the line is in `place`,
 * and the warning is to be given. */
bool rt_is_new_warning(const struct rt_entry *entry,
                       const struct rt_trace *trace, char place[RT_PLACE_SIZE]);

#endif
