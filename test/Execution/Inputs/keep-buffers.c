/* Oclgrind gives a new buffer the place of one that was released, with what it
 * noted of that one's elements where the host wrote them, and takes what a
 * kernel writes beside these for undefined:
 *
 *   a = buffer of 8 bytes, written by the host; y = buffer of 40 bytes
 *   y[group] = 1.0;   a kernel
 *   if (y[item] > 2)  another, the second time: "depends on uninitialized value"
 *
 * Loaded before it, this keeps all buffers, so that every place is new. */
int clReleaseMemObject(void *buffer) {
  (void) buffer;
  return 0; /* CL_SUCCESS */
}
