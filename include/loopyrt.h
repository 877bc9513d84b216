/* loopyrt.h: the run-time library of programs that loopyc translates.
 *
 * Arrays that are *present* have a copy on the device, under the range of their
 * host addresses. Stubs bracket each launch with a *call*, which turns host
 * arrays into device handles. See docs/runtime.md.
 *
 * Every function may be called from any thread. */
#ifndef LOOPYRT_H
#define LOOPYRT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__ /* the library hides everything else */
#pragma GCC visibility push(default)
#endif

/* What a source was built for, and what a call runs on. */
enum loopyrt_target {
  LOOPYRT_TARGET_HOST = 0, /* the original procedure, by LOOPYRT_FALLBACK */
  LOOPYRT_TARGET_OPENCL = 1,
  LOOPYRT_TARGET_CUDA = 2,
  LOOPYRT_TARGET_C = 4
};

/* What a kernel does with an array. OVERWRITE: it writes every element before
 * it reads any, so that nothing needs to be copied in. */
enum loopyrt_access {
  LOOPYRT_READ = 1,
  LOOPYRT_WRITE = 2,
  LOOPYRT_OVERWRITE = 4
};

/* Codes of errors. 1 to 10 are those of enum loopyc_launch_status. */
enum loopyrt_status {
  LOOPYRT_SUCCESS = 0,
  /* an environment variable's value, a stream's number, or how an array enters
   * or leaves */
  LOOPYRT_ERROR_SETTING = 20,
  /* no device that the procedure was built for */
  LOOPYRT_ERROR_NO_DEVICE = 21,
  /* the device's memory is full */
  LOOPYRT_ERROR_MEMORY = 22,
  /* the device's driver refused or failed */
  LOOPYRT_ERROR_TRANSFER = 23,
  /* the array has no copy on the device */
  LOOPYRT_ERROR_NOT_PRESENT = 24,
  /* it had one, and left */
  LOOPYRT_ERROR_AFTER_EXIT = 25,
  /* partly in a present array, partly not */
  LOOPYRT_ERROR_OVERLAP = 26,
  /* two arguments share elements, and one is written */
  LOOPYRT_ERROR_ALIAS = 27,
  /* the host's copy changed (LOOPYRT_DEBUG=1) */
  LOOPYRT_ERROR_HOST_CHANGED = 28,
  /* an array that is not contiguous, whose size is not known, or whose layout
   * does not fit in its buffers */
  LOOPYRT_ERROR_SHAPE = 29,
  /* the array is an argument of a call in progress */
  LOOPYRT_ERROR_IN_USE = 30,
  /* what a script asserts of an index array is not true
   * (LOOPYRT_CHECK_ASSERTIONS=1) */
  LOOPYRT_ERROR_ASSERTION = 31,
  /* an update of the device would replace values by older ones that the host's
   * array still has (LOOPYRT_DEBUG=1) */
  LOOPYRT_ERROR_HOST_STALE = 32,
  /* a present array's memory was given back (LOOPYRT_DEBUG=1) */
  LOOPYRT_ERROR_DEALLOCATED = 33
};

/* The last error of this thread: its code, and the sentence. */
int loopyrt_last_error(void);
const char *loopyrt_error_message(void);

/* --- Calls: what stubs do around a launch --- */

typedef struct loopyrt_call loopyrt_call;

/* Begins a call of `procedure`, which was built for `targets` (a sum of enum
 * loopyrt_target). Returns the target to launch; 0 if there is none and
 * LOOPYRT_FALLBACK=host: then name the arrays, launch nothing, and finish;
 * -1 after an error, which was printed (and there is no call). */
int loopyrt_begin(const char *procedure, int targets, loopyrt_call **call);

/* The handle of an array argument: a cl_mem, a device pointer or a host
 * pointer. NULL if it has no elements, and after an error. Where `bytes` is
 * negative the array ends where the present array ends that it lies in; on a
 * device there must be one. */
void *loopyrt_array(loopyrt_call *call, const char *name, void *address,
                    int64_t bytes, int access);

/* Where elements lie in a kernel's buffers: a term's value is the index along
 * dimension `of`, counted from 0, or (from the rank on) that of term of - rank,
 * which stands before it, divided and reduced.
 *   value = modulus ? of / divisor % modulus : of / divisor
 *   place = sum of value * stride, in elements of the buffer
 *   number of the buffer = sum of value * buffer */
struct loopyrt_term {
  int64_t of, divisor, modulus, stride, buffer;
};

/* The same of an array that the kernel wants in another layout than Fortran's,
 * in buffers of so many bytes each, whose handles it gets. A present array gets
 * this layout on the device, and keeps it until a call wants another. */
void loopyrt_array_in_layout(loopyrt_call *call, const char *name,
                             void *address, int access, int64_t element,
                             int rank, const int64_t extents[], int terms,
                             const struct loopyrt_term term[], int buffers,
                             int64_t buffer_bytes, void *handles[]);

/* The array at `address`, which is named next and which the kernel only reads,
 * may be the one at `other`, which it writes: then it gets a copy of the values
 * that the kernel finds. */
void loopyrt_may_be_same(loopyrt_call *call, const void *address,
                         const void *other);

/* 1 if both are one array: a script merged two arguments, which the caller must
 * give the same actual one. */
int loopyrt_is_same_array(const void *address, const void *other);

/* How many bytes the kernel reads and writes of the array that was named last,
 * at most, for LOOPYRT_PROFILE; -1, and without this call: all of them. */
void loopyrt_touched(loopyrt_call *call, int64_t read, int64_t written);

/* Memory in which the call's launcher keeps what goes from one launch to
 * another, of at least so many bytes (NAME_workspace_bytes): a cl_mem, a device
 * pointer or a host pointer. The call has it until it ends. NULL for no bytes,
 * and after an error. */
void *loopyrt_workspace(loopyrt_call *call, int64_t bytes);

/* What a script asserts of the integers, of so many bytes each, in the array
 * that was named last: a sum of these. `place` says where. Looked at with
 * LOOPYRT_CHECK_ASSERTIONS=1. */
enum loopyrt_map {
  LOOPYRT_MAP_INJECTIVE = 1,
  LOOPYRT_MAP_INCREASING = 2,
  LOOPYRT_MAP_STRICTLY_INCREASING = 4,
  LOOPYRT_MAP_LOWER = 8,
  LOOPYRT_MAP_UPPER = 16
};
void loopyrt_expect_map(loopyrt_call *call, int element, int facts,
                        int64_t lower, int64_t upper, const char *place);

/* 1 if the kernel can be launched: no array failed, and there is a target. */
int loopyrt_ready(const loopyrt_call *call);

/* The cl_command_queue or CUstream to launch on. */
void *loopyrt_queue(loopyrt_call *call);

/* Where a launcher puts its cl_event; NULL if nobody wants it. */
void **loopyrt_event(loopyrt_call *call);

/* Ends a call, whose launcher returned `launch_status` (any, if it was not
 * launched). Returns 0; 1 after an error, which was printed; -1 if the original
 * procedure must run on the host: the host's arrays are valid then, and
 * loopyrt_host_done ends the call. */
int loopyrt_finish(loopyrt_call *call, int launch_status);
void loopyrt_host_done(loopyrt_call *call);

/* Ends the program with status 1, after an error that was printed: without the
 * backtrace through drivers that `error stop` adds to it. */
void loopyrt_stop(void);

/* --- Data: arrays that stay on the device --- */

enum loopyrt_enter { LOOPYRT_COPYIN = 0, LOOPYRT_CREATE = 1 };
enum loopyrt_exit { LOOPYRT_COPYOUT = 0, LOOPYRT_DELETE = 1 };

/* Makes an array present, or counts one reference more if it is; exit takes one
 * back, and the last ends its presence. They return enum loopyrt_status. */
int loopyrt_enter_data(void *address, int64_t bytes, int how);
int loopyrt_exit_data(void *address, int64_t bytes, int how);

/* Copies (a part of) a present array from the device to the host, or back. */
int loopyrt_update_host(void *address, int64_t bytes);
int loopyrt_update_device(void *address, int64_t bytes);

/* A part with strides in bytes: counts[d] elements along each of the
 * dimensions, `element` bytes each. Only these elements move. */
int loopyrt_update_host_section(void *address, int64_t element, int dimensions,
                                const int64_t counts[],
                                const int64_t strides[]);
int loopyrt_update_device_section(void *address, int64_t element,
                                  int dimensions, const int64_t counts[],
                                  const int64_t strides[]);

int loopyrt_is_present(const void *address, int64_t bytes);

/* Where the device keeps what the host has at `address`: a device pointer
 * (CUDA), the cl_mem of the whole present array (OpenCL), `address` itself if
 * calls run in the host's memory. NULL after an error. */
void *loopyrt_device_address(void *address);

/* What the stub of a source with data directives asks for an array. Those of
 * regions are undone at the region's end. */
enum loopyrt_data {
  LOOPYRT_DATA_COPYIN = 0,
  LOOPYRT_DATA_CREATE = 1,
  LOOPYRT_DATA_COPYOUT = 2,
  LOOPYRT_DATA_DELETE = 3,
  LOOPYRT_DATA_UPDATE_HOST = 4,
  LOOPYRT_DATA_UPDATE_DEVICE = 5,
  LOOPYRT_DATA_REGION_COPY = 6,
  LOOPYRT_DATA_REGION_COPYIN = 7,
  LOOPYRT_DATA_REGION_COPYOUT = 8,
  LOOPYRT_DATA_REGION_CREATE = 9
};

/* Frees memory that is kept for later calls (workspaces, copies of arrays that
 * were not present) until at most `keep` bytes of it stay. Returns how many
 * do. */
int64_t loopyrt_trim(int64_t keep);

/* --- Streams --- */

enum { LOOPYRT_STREAMS = 64 };

/* This thread's launches and updates go to stream 0 to 63 (0 at first). */
int loopyrt_set_stream(int stream);
int loopyrt_wait(int stream);
int loopyrt_wait_all(void);

/* --- For generated host code --- */

/* Before a launcher returns that an assumption of the kernel does not hold:
 * which one, "n mod 16 = 0", and the values that its names have, "n;m". The
 * error of loopyrt_finish says it. Launchers refer to it weakly, and do without
 * where the library is not linked. */
void loopyrt_assumption_fails(const char *assumption, const char *names,
                              const int64_t *values);

/* OpenCL's handles, without its headers. */
struct _cl_program;
struct _cl_context;
struct _cl_device_id;

/* Builds an OpenCL program, through the cache of binaries on disk. NULL if the
 * build fails; the log is kept for loopyrt_finish. */
struct _cl_program *loopyrt_build_program(struct _cl_context *context,
                                          struct _cl_device_id *device,
                                          const char *const *pieces,
                                          size_t count, const char *options);

/* LOOPYRT_PROFILE: around each of the launches of one launcher, for their
 * times. Returns where the launch puts its cl_event; NULL if nobody wants it.
 */
void **loopyrt_part_begins(const char *name);
void loopyrt_part_ends(void);
/* 1 if it does something. */
int loopyrt_times_parts(void);

/* CUDA's handles, without its headers. */
struct CUmod_st;
struct CUfunc_st;

/* A module for the CUDA device: from an image that the build made (PTX, with a
 * zero at its end, a cubin or a fat binary), or from CUDA C++, compiled by
 * NVRTC through the cache on disk. `options` are NVRTC's, separated by blanks;
 * what the text includes is not part of the cache's key. NULL after an error;
 * where the image was refused, the log is kept for loopyrt_finish, too. Modules
 * stay until the program ends. */
struct CUmod_st *loopyrt_cuda_module(const void *image);
struct CUmod_st *loopyrt_cuda_compile(const char *const *pieces, size_t count,
                                      const char *options);

/* Tells whoever sets LOOPYRT_LOG that a kernel was compiled for values of
 * arguments, given as the compiler's options, as its variant of this number
 * (from 1); values "": there are so many variants, and the general kernel
 * serves all other values. */
void loopyrt_note_variant(const char *kernel, const char *values, int number);

/* A kernel by its name in the module (extern "C"). NULL after an error. */
struct CUfunc_st *loopyrt_cuda_function(struct CUmod_st *module,
                                        const char *name);

/* Memory for the work of one launch, in the stream's order: allocated before
 * it, freed behind it. NULL where there is none. */
void *loopyrt_cuda_allocate(size_t bytes, void *stream);
void loopyrt_cuda_free(void *memory, void *stream);

/* Waits for what the stream has to do, and reads device memory that a launch
 * left. 0 after an error. */
int loopyrt_cuda_read(void *target, const void *source, size_t bytes,
                      void *stream);

/* Launches `groups` blocks of `local` threads on a stream (loopyrt_queue);
 * `arguments` points to the values of the kernel's arguments. Returns what
 * launchers return: 0, or the reason why nothing was launched. */
int loopyrt_cuda_launch(struct CUfunc_st *function, const int64_t groups[3],
                        const int local[3], void *stream, void **arguments);
/* ... each block with so many bytes of `extern __shared__` memory: up to what
 * the device has (227 KiB on Hopper), where a kernel may declare 48 KiB. */
int loopyrt_cuda_launch_local(struct CUfunc_st *function,
                              const int64_t groups[3], const int local[3],
                              int local_bytes, void *stream, void **arguments);
/* ... in parts, where the grid has more blocks along its second and third axis
 * than the device launches at once (65535). `arguments` points to
 * `first_group`, too, where each launch finds the first block of its part. */
int loopyrt_cuda_launch_parts(struct CUfunc_st *function,
                              const int64_t groups[3], const int local[3],
                              int local_bytes, void *stream, void **arguments,
                              unsigned first_group[3]);
/* Asks the driver to leave what a multiprocessor has beyond 71 % of its shared
 * memory to the L1 cache, which asynchronous copies on their way need; so fewer
 * blocks may run at once. Launchers of kernels that copy rows ask it. */
void loopyrt_cuda_leave_l1(struct CUfunc_st *function);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
