/* nvrtc CAPABILITY OPTIONS TEXT: what NVRTC makes of a text, without a device.
 */
#include "CUDA/Nvrtc.h"
#include "BuildLog.h"
#include "loopyrt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line of a PTX text that begins with `word`. */
static void print_line(const char *text, const char *word) {
  const char *line = strstr(text, word);
  if (line)
    printf("%.*s\n", (int)strcspn(line, "\n,"), line);
}

int main(int count, char **arguments) {
  const char *pieces[] = {"/* the first piece */", arguments[3]};
  struct rt_cuda_source source = {pieces, 2, arguments[2], atoi(arguments[1])};
  struct rt_cuda_image image;
  (void)count;
  if (!rt_cuda_get_image(&source, &image)) {
    rt_build_failed();
    printf("%d %s\n", loopyrt_last_error(), loopyrt_error_message());
    return 1;
  }
  if (image.bytes > 4 && memcmp(image.data, "\177ELF", 4) == 0)
    printf("cubin\n");
  else
    print_line(image.data, ".target"), print_line(image.data, ".visible");
  rt_cuda_drop_image(&image, false);
  return 0;
}
