#include "OpenCL/HostRuntime.h"

using namespace loopyc;

const char *const codegen::hostRuntimeText =
    R"(/* Programs that were built, one for each context and device, and for what is defined in it. They
 * keep their context alive, and are never released. */
struct built_program {
  cl_context context;
  cl_device_id device;
  const char *defines; /* " -DNAME=VALUE": options */
  cl_program program; /* NULL: the build failed */
  struct built_program *next;
};
static struct built_program *built_programs;
static pthread_mutex_t built_programs_lock = PTHREAD_MUTEX_INITIALIZER;

static void print_build_log(cl_program program, cl_device_id device) {
  size_t size = 0;
  char *log;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  log = malloc(size + 1);
  if (!log)
    return;
  log[size] = '\0';
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  fprintf(stderr, "%s\n", log);
  free(log);
}

/* Builds through a cache on disk, where loopyrt is linked. */
#ifdef __GNUC__
__attribute__((weak)) cl_program loopyrt_build_program(cl_context context, cl_device_id device,
                                                       const char *const *pieces, size_t count,
                                                       const char *options);
#else
#define loopyrt_build_program ((cl_program (*)(cl_context, cl_device_id, const char *const *,  \
                                               size_t, const char *)) NULL)
#endif

static cl_program build_with(cl_context context, cl_device_id device, const char *options) {
  cl_int error;
  cl_program program;
  if (loopyrt_build_program)
    return loopyrt_build_program(context, device, program_text,
                                 sizeof program_text / sizeof *program_text, options);
  program = clCreateProgramWithSource(
      context, sizeof program_text / sizeof *program_text, (const char **) program_text, NULL,
      &error);
  if (error != CL_SUCCESS)
    return NULL;
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) == CL_SUCCESS)
    return program;
  print_build_log(program, device);
  clReleaseProgram(program);
  return NULL;
}

)";

const char *const codegen::hostBuildText =
    R"(static cl_program build_program(cl_context context, cl_device_id device, const char *defines) {
  char options[1024];
  int length = snprintf(options, sizeof options, "%s%s", build_options(device), defines);
  return length < (int) sizeof options ? build_with(context, device, options) : NULL;
}

)";

const char *const codegen::hostDebugBuildText =
    R"(/* With debug information; OpenCL has no option for that, but most drivers have. */
static cl_program build_program(cl_context context, cl_device_id device, const char *defines) {
  char options[1024];
  cl_program program;
  if (snprintf(options, sizeof options, "%s -g%s", build_options(device), defines) >=
      (int) sizeof options)
    return NULL;
  program = build_with(context, device, options);
  if (program)
    return program;
  snprintf(options, sizeof options, "%s%s", build_options(device), defines);
  return build_with(context, device, options);
}

)";

const char *const codegen::hostKernelText =
    R"(static cl_program find_program(cl_context context, cl_device_id device, const char *defines) {
  struct built_program *entry;
  pthread_mutex_lock(&built_programs_lock);
  for (entry = built_programs; entry; entry = entry->next)
    if (entry->context == context && entry->device == device && !strcmp(entry->defines, defines))
      break;
  if (!entry && (entry = malloc(sizeof *entry))) {
    entry->context = context;
    entry->device = device;
    entry->defines = defines;
    entry->program = build_program(context, device, defines);
    entry->next = built_programs;
    built_programs = entry;
  }
  pthread_mutex_unlock(&built_programs_lock);
  return entry ? entry->program : NULL;
}

/* Has the device this extension? Unless that is known, no. */
static int has_extension(cl_device_id device, const char *name) {
  size_t size = 0, length = strlen(name);
  char *list, *at;
  int found = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) || !(list = malloc(size + 1)))
    return 0;
  list[size] = '\0';
  if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, list, NULL) == CL_SUCCESS)
    for (at = strstr(list, name); at && !found; at = strstr(at + 1, name))
      found = (at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
  free(list);
  return found;
}

/* A kernel on one device. Its arguments are set and then launched, which two threads cannot do
 * at a time: each takes one of its own, and leaves it to later launches. Like programs, kernels
 * are never released. */
struct own_kernel {
  cl_context context;
  cl_device_id device;
  cl_kernel kernel;
  struct own_kernel *next;
};

/* What a launcher launches, and the kernels of it that no thread uses. */
struct launched {
  const char *name;
  size_t local[3];
  cl_ulong local_bytes;
  int needs_double;
  const char *defines; /* as the program's */
  struct own_kernel *idle;
};
static pthread_mutex_t idle_kernels_lock = PTHREAD_MUTEX_INITIALIZER;

/* Can the device run work-groups of this size, with this local memory? */
static int check_device(cl_device_id device, const struct launched *what) {
  size_t group_size = 0, item_sizes[16] = {0};
  const size_t *local = what->local;
  const char *const *extension;
  cl_ulong memory = 0;
  cl_device_fp_config config = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group_size, &group_size, NULL);
  clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof item_sizes, item_sizes, NULL);
  clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof memory, &memory, NULL);
  clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL);
  if (what->needs_double && !config)
    return LOOPYC_ERROR_DEVICE;
  for (extension = needed_extensions; *extension; ++extension)
    if (!has_extension(device, *extension))
      return LOOPYC_ERROR_DEVICE;
  if (local[0] * local[1] * local[2] > group_size || local[0] > item_sizes[0] ||
      local[1] > item_sizes[1] || local[2] > item_sizes[2])
    return LOOPYC_ERROR_WORK_GROUP_SIZE;
  return what->local_bytes > memory ? LOOPYC_ERROR_LOCAL_MEMORY : LOOPYC_SUCCESS;
}

static int new_kernel(cl_context context, cl_device_id device, const struct launched *what,
                      struct own_kernel **made) {
  cl_program program;
  cl_kernel kernel;
  cl_int error;
  int status = check_device(device, what);
  if (status != LOOPYC_SUCCESS)
    return status;
  program = find_program(context, device, what->defines);
  if (!program)
    return LOOPYC_ERROR_BUILD;
  kernel = clCreateKernel(program, what->name, &error);
  if (error != CL_SUCCESS)
    return LOOPYC_ERROR_BUILD;
  *made = malloc(sizeof **made);
  if (!*made) {
    clReleaseKernel(kernel);
    return LOOPYC_ERROR_LAUNCH;
  }
  (*made)->context = context;
  (*made)->device = device;
  (*made)->kernel = kernel;
  return LOOPYC_SUCCESS;
}

static int take_kernel(cl_command_queue queue, struct launched *what, struct own_kernel **taken) {
  cl_context context;
  cl_device_id device;
  struct own_kernel **place;
  if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL) ||
      clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL))
    return LOOPYC_ERROR_LAUNCH;
  pthread_mutex_lock(&idle_kernels_lock);
  for (place = &what->idle; *place; place = &(*place)->next)
    if ((*place)->context == context && (*place)->device == device)
      break;
  *taken = *place;
  if (*taken)
    *place = (*taken)->next;
  pthread_mutex_unlock(&idle_kernels_lock);
  return *taken ? LOOPYC_SUCCESS : new_kernel(context, device, what, taken);
}

static void give_back(struct launched *what, struct own_kernel *used) {
  pthread_mutex_lock(&idle_kernels_lock);
  used->next = what->idle;
  what->idle = used;
  pthread_mutex_unlock(&idle_kernels_lock);
}

/* The kernel was compiled for its work-group size. Whether it fits is what the launch says:
 * CL_KERNEL_WORK_GROUP_SIZE is a smaller number on devices that run it. */
static int enqueue(cl_command_queue queue, cl_kernel kernel, const int64_t groups[3],
                   const size_t local[3], cl_event *event) {
  size_t global[3];
  int axis;
  for (axis = 0; axis < 3; ++axis)
    global[axis] = (size_t) groups[axis] * local[axis];
  switch (clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, event)) {
  case CL_SUCCESS:
    return LOOPYC_SUCCESS;
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
  case CL_OUT_OF_RESOURCES:
    return LOOPYC_ERROR_WORK_GROUP_SIZE;
  case CL_INVALID_GLOBAL_WORK_SIZE:
    return LOOPYC_ERROR_GRID_SIZE;
  default:
    return LOOPYC_ERROR_LAUNCH;
  }
}

/* Success without a launch; the event is that of what was enqueued before. */
static int nothing_to_do(cl_command_queue queue, cl_event *event) {
  if (event && clEnqueueMarkerWithWaitList(queue, 0, NULL, event) != CL_SUCCESS)
    return LOOPYC_ERROR_LAUNCH;
  return LOOPYC_SUCCESS;
}

)";

const char *const codegen::hostVariantText =
    R"(/* What is launched for these values: take_kernel compiles it. */
static struct launched *choose_variant(struct launched *general, struct variants *all,
                                       struct launched *compiled, const int64_t *values) {
  char *defines;
  int i;
  pthread_mutex_lock(&variants_lock);
  i = find_variant(all, values);
  if (i == all->count && (defines = variant_defines(all, values))) {
    compiled[i].name = general->name;
    memcpy(compiled[i].local, general->local, sizeof general->local);
    compiled[i].local_bytes = general->local_bytes;
    compiled[i].needs_double = general->needs_double;
    compiled[i].defines = defines;
    note_variant(all, defines, ++all->count);
  }
  if (i >= all->count)
    i = -1;
  pthread_mutex_unlock(&variants_lock);
  return i < 0 ? general : &compiled[i];
}

)";

const char *const codegen::hostSizeText =
    R"(/* Is the buffer at least so large? */
static int holds(cl_mem buffer, int64_t bytes) {
  size_t size = 0;
  if (bytes <= 0)
    return 1;
  return clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL) == CL_SUCCESS &&
         size >= (size_t) bytes;
}

)";

const char *const codegen::hostTemporaryText =
    R"(static cl_mem temporary(cl_context context, size_t bytes) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &error);
  return error == CL_SUCCESS ? buffer : NULL;
}

)";

const char *const codegen::hostReleaseText =
    R"(/* The runtime keeps the memory until the launch is done. */
static void release(cl_mem buffer) {
  if (buffer)
    clReleaseMemObject(buffer);
}

)";

const char *const codegen::hostWorkspaceText =
    R"(/* Memory for what goes from one launch to another; the runtime keeps it until they are done. */
static inline cl_mem workspace_for(cl_command_queue queue, size_t bytes) {
  cl_context context;
  if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS)
    return NULL;
  return temporary(context, bytes);
}

static inline cl_mem part_of(cl_mem workspace, size_t offset, size_t bytes, int *status) {
  cl_int error;
  cl_buffer_region region;
  cl_mem part;
  region.origin = offset;
  region.size = bytes;
  part = clCreateSubBuffer(workspace, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                           &error);
  if (error == CL_SUCCESS)
    return part;
  *status = LOOPYC_ERROR_MEMORY;
  return NULL;
}

)";

const char *const codegen::hostSequenceText =
    R"(static inline int read_back(cl_command_queue queue, cl_mem source, size_t bytes, void *target) {
  return clEnqueueReadBuffer(queue, source, CL_TRUE, 0, bytes, target, 0, NULL, NULL) == CL_SUCCESS
             ? LOOPYC_SUCCESS
             : LOOPYC_ERROR_LAUNCH;
}

)";

const char *const codegen::hostFollowText =
    R"(/* A launch begins when those before it are done, also in a queue without order. */
static int follow(cl_command_queue queue) {
  cl_command_queue_properties properties = 0;
  clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
  if (!(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return LOOPYC_SUCCESS;
  return clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL) == CL_SUCCESS ? LOOPYC_SUCCESS
                                                                          : LOOPYC_ERROR_LAUNCH;
}

)";
