#include "Key.h"

#include <stdlib.h>
#include <string.h>

/* The final zero separates a text from the next. */
void rt_key_add(struct rt_key *key, const char *text) {
  size_t bytes = strlen(text) + 1;
  char *moved = realloc(key->data, key->bytes + bytes);
  if (!moved) {
    key->incomplete = true;
    return;
  }
  memcpy(moved + key->bytes, text, bytes);
  key->data = moved;
  key->bytes += bytes;
}

void rt_key_add_program(struct rt_key *key, const char *options,
                        const char *const *pieces, size_t count) {
  rt_key_add(key, options);
  for (size_t i = 0; i < count; ++i)
    rt_key_add(key, pieces[i]);
}
