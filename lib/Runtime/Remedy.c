#include "Remedy.h"

#include <stdio.h>
#include <string.h>

static _Thread_local struct {
  const char *place, *name; /* of a directive */
  bool in_data;
} now;

void rt_begin_directive(const char *place, const char *name) {
  now.place = place;
  now.name = name;
}

void rt_end_directive(void) { now.place = now.name = NULL; }

const char *rt_directive(void) { return now.place; }

void rt_begin_data(void) { now.in_data = true; }

void rt_end_data(void) { now.in_data = false; }

bool rt_uses_directives(const struct rt_entry *entry) {
  return now.place || (!now.in_data && entry && entry->place[0]);
}

/* Without the subscripts behind a name, which are a section's. */
static int length_of_whole(const char *name) {
  int length = (int)strlen(name), depth = 0;
  if (!length || name[length - 1] != ')')
    return length;
  do {
    --length;
    depth += name[length] == ')' ? 1 : name[length] == '(' ? -1 : 0;
  } while (length && depth);
  return length;
}

static const char *name_for(const struct rt_entry *entry) {
  const char *name = entry ? entry->name : now.name;
  return name && name[0] ? name : "NAME";
}

const char *rt_remedy(enum rt_remedy what, const struct rt_entry *entry,
                      char text[RT_REMEDY_SIZE]) {
  static const char *const directives[] = {"enter data", "exit data",
                                           "update host", "update device"};
  static const char *const functions[] = {
      "loopyrt_enter_data", "loopyrt_exit_data", "loopyrt_update_host",
      "loopyrt_update_device"};
  const char *name = name_for(entry);
  if (rt_uses_directives(entry))
    snprintf(text, RT_REMEDY_SIZE, "put '!$loopy %s: %.*s'", directives[what],
             length_of_whole(name), name);
  else
    snprintf(text, RT_REMEDY_SIZE, "call %s", functions[what]);
  return text;
}
