/* Updates of random sections against a model: only their elements move. */
#include "axpy.h"

#include <string.h>

#ifndef ELEMENT
#define ELEMENT float
#endif
typedef ELEMENT element;

enum { N0 = 7, N1 = 6, N2 = 5, N3 = 3, N = N0 * N1 * N2 * N3 };

static unsigned state = 1;
static int random_below(int n) {
  state = state * 1103515245u + 12345u;
  return (int)(state >> 16) % n;
}

struct section {
  int first; /* index of its first element */
  int64_t counts[4], strides[4];
};

/* Along each dimension: everything, one index, or a stride, forth or back. */
static struct section random_section(void) {
  static const int extents[4] = {N0, N1, N2, N3};
  struct section s = {0};
  int64_t step = 1;
  for (int d = 0; d < 4; step *= extents[d++]) {
    int low = random_below(extents[d]), stride = 1 + random_below(3);
    int count = 1 + random_below((extents[d] - 1 - low) / stride + 1);
    if (random_below(3) == 0) {
      low = 0, stride = 1, count = extents[d];
    } else if (random_below(2)) {
      low += (count - 1) * stride;
      stride = -stride;
    }
    s.first += low * step;
    s.counts[d] = count;
    s.strides[d] = stride * step * (int64_t)sizeof(element);
  }
  return s;
}

static void copy_section(const struct section *s, element *to,
                         const element *from) {
  for (int i = 0; i < s->counts[0] * s->counts[1] * s->counts[2] * s->counts[3];
       ++i) {
    int64_t at = s->first, rest = i;
    for (int d = 0; d < 4; rest /= s->counts[d++])
      at += rest % s->counts[d] * s->strides[d] / (int64_t)sizeof(element);
    to[at] = from[at];
  }
}

/* Host and device hold different values; the same for their models. */
int main(void) {
  element host[N], host_model[N], device_model[N];
  int wrong = 0;
  loopyrt_enter_data(host, sizeof host, LOOPYRT_CREATE);
  for (int round = 0; round < 2000; ++round) {
    struct section s = random_section();
    for (int i = 0; i < N; ++i)
      host[i] = host_model[i] = (element)(round * N + i);
    if (round == 0) {
      loopyrt_update_device(host, sizeof host);
      memcpy(device_model, host, sizeof host);
    }
    if (round % 2) {
      wrong += loopyrt_update_device_section(host + s.first, sizeof *host, 4,
                                             s.counts, s.strides) != 0;
      copy_section(&s, device_model, host_model);
    } else {
      wrong += loopyrt_update_host_section(host + s.first, sizeof *host, 4,
                                           s.counts, s.strides) != 0;
      copy_section(&s, host_model, device_model);
    }
    wrong += memcmp(host, host_model, sizeof host) != 0;
  }
  loopyrt_update_host(host, sizeof host);
  wrong += memcmp(host, device_model, sizeof host) != 0;
  printf("wrong: %d\n", wrong);
  return wrong != 0;
}
