#include "Arrival.h"
#include "Settings.h"

#include <stdio.h>

void rt_keep_arrival(struct rt_entry *entry, const struct rt_arrival *arrival) {
  if (arrival->name)
    snprintf(entry->name, sizeof entry->name, "%s", arrival->name);
  if (arrival->place)
    snprintf(entry->place, sizeof entry->place, "%s", arrival->place);
  entry->in_region = arrival->in_region;
  entry->shape = arrival->shape;
  entry->caller = arrival->caller;
}

const char *rt_name_of(const struct rt_entry *entry, const char *otherwise,
                       char text[RT_SHAPE_SIZE]) {
  if (entry->name[0])
    return entry->name;
  return rt_shape_text(&entry->shape, text)[0] ? text : otherwise;
}

static const char *find_place(const struct rt_entry *entry,
                              char text[RT_PLACE_SIZE]) {
  struct rt_trace trace = {1, {entry->caller}};
  if (entry->place[0] || !entry->caller || !rt_settings()->debug)
    return entry->place;
  return rt_place_text(&trace, text);
}

const char *rt_entered_at(const struct rt_entry *entry, const char *before,
                          const char *behind, char text[RT_ENTERED_SIZE]) {
  char found[RT_PLACE_SIZE];
  const char *place = find_place(entry, found);
  text[0] = '\0';
  if (place[0])
    snprintf(text, RT_ENTERED_SIZE, "%s%s%s", before, place, behind);
  return text;
}
