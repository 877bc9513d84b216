/* Keys of compiled programs in the cache: all the texts that one depends on. */
#ifndef RT_KEY_H
#define RT_KEY_H

#include <stdbool.h>
#include <stddef.h>

struct rt_key {
  char *data; /* to be freed */
  size_t bytes;
  bool incomplete; /* the host's memory was full: it is no key */
};

void rt_key_add(struct rt_key *key, const char *text);

/* A program's options and pieces of text. */
void rt_key_add_program(struct rt_key *key, const char *options,
                        const char *const *pieces, size_t count);

static inline bool rt_is_key(const struct rt_key *key) {
  return key->bytes && !key->incomplete;
}

#endif
