#include "Output.h"
#include "Settings.h"

#include <string.h>

FILE *rt_open_output(const char *pattern, const char *follows) {
  const char *place = strstr(pattern, "%r");
  int rank = rt_settings()->rank < 0 ? 0 : rt_settings()->rank;
  char path[4096];
  FILE *file;
  if (!*pattern)
    return stderr;
  snprintf(path, sizeof path, "%.*s",
           place ? (int)(place - pattern) : (int)strlen(pattern), pattern);
  if (place)
    snprintf(path + strlen(path), sizeof path - strlen(path), "%d%s", rank,
             place + 2);
  file = fopen(path, "w");
  if (!file)
    fprintf(stderr, "loopyrt: warning: %s: cannot be written; %s\n", path,
            follows);
  return file ? file : stderr;
}

void rt_close_output(FILE *out) {
  if (out != stderr)
    fclose(out);
}
