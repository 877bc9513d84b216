/* How an array entered: what messages say of it as long as it is present. */
#ifndef RT_ARRIVAL_H
#define RT_ARRIVAL_H

#include "Table.h"

struct rt_arrival {
  const char *name; /* or NULL */
  struct rt_shape shape;
  const char *place;  /* of the directive, or NULL */
  bool in_region;     /* of that directive's, whose end lets it leave */
  const void *caller; /* behind the call that lets it enter, or NULL */
};

enum { RT_ENTERED_SIZE = RT_PLACE_SIZE + 32 };

void rt_keep_arrival(struct rt_entry *entry, const struct rt_arrival *arrival);

/* The array's name, or else its shape, or `otherwise`. */
const char *rt_name_of(const struct rt_entry *entry, const char *otherwise,
                       char text[RT_SHAPE_SIZE]);

/* The place between both texts, or "" where it is not known: calls of the
 * program's own are looked up with LOOPYRT_DEBUG alone, as that takes time. */
const char *rt_entered_at(const struct rt_entry *entry, const char *before,
                          const char *behind, char text[RT_ENTERED_SIZE]);

#endif
