/* What memory holds that nobody has set: results that depend on it are not to
 * be compared. Sides run with memory, from the heap and on the stack, full of one
 * byte; the linker brings their calls of malloc here (--wrap). A part of
 * harness.c. */
#ifndef UNSET_H
#define UNSET_H

/* Bytes of 0xff are NaN, and -1 as integers. */
enum fill { ZEROS = 0, NANS = 0xff };
enum { STACK_TO_FILL = 1 << 18 };

static unsigned char unset_byte;

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes) {
  void *memory = __real_malloc(bytes);
  if (memory)
    memset(memory, unset_byte, bytes);
  return memory;
}

__attribute__((noinline)) static void fill_stack(void) {
  unsigned char below[STACK_TO_FILL];
  memset(below, unset_byte, sizeof below);
  __asm__ volatile("" : : "r"(below) : "memory");
}

static int run_oracle_on(enum fill fill, char *message, size_t size) {
  unset_byte = fill;
  fill_stack();
  return run_oracle(message, size);
}

static int run_fused_on(enum fill fill, char *message, size_t size) {
  unset_byte = fill;
  fill_stack();
  return run_fused_oracle(message, size);
}

static int run_target_on(enum fill fill, int device_number, char *device,
                         char *message, size_t size) {
  unset_byte = fill;
  fill_stack();
  return run_target(device_number, device, message, size);
}

#endif
