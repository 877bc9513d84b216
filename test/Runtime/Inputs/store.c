/* Writes large entries of the cache for ever; or (with an argument) reads one:
 * status 0 if it is whole, 1 if there is none that is intact. */
#include "Cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 22 };
static const char key[] = "the key";

int main(int count, char **arguments) {
  char *binary = malloc(BYTES), *found;
  size_t bytes = 0;
  (void)arguments;
  for (unsigned char fill = 0; count == 1; ++fill) {
    memset(binary, fill, BYTES);
    rt_cache_store(key, sizeof key, binary, BYTES);
    if (fill == 0) {
      puts("stored");
      fflush(stdout);
    }
  }
  found = rt_cache_load(key, sizeof key, &bytes);
  if (!found || bytes != BYTES)
    return 1;
  for (int i = 1; i < BYTES; ++i)
    if (found[i] != found[0])
      return 1;
  return 0;
}
