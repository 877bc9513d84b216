#include "TargetSide.h"

#include "Case.h"

#include "llvm/Support/FormatVariadic.h"

using namespace loopyc;
using namespace loopyc::check;
using llvm::formatv;

namespace {

// What differs between the sides: how a device is found, and how its memory is
// got at. `{n}` is an argument's number.
struct Dialect {
  const char *support;  // text of a file in the folder Harness
  const char *setUp;    // after declarations; finds the device
  const char *make;     // buffer_n from staging_n, bytes_n
  const char *argument; // the buffer as the launcher wants it
  const char *call;     // opening of the launch's argument list
  const char *callEnd;
  const char *finish; // waits for the launch
  const char *fetch;  // staging_n from buffer_n
};

const Dialect openclDialect = {
    check::harnessOpenCL,
    "  cl_int error;\n"
    "  cl_event launched = NULL;\n"
    "  int missing = open_device(device_number, device, message, size);\n"
    "  if (missing)\n    return missing;\n",
    "  cl_mem buffer_{0} = clCreateBuffer(context, CL_MEM_READ_WRITE | "
    "CL_MEM_COPY_HOST_PTR,\n      bytes_{0} ? bytes_{0} : 1, staging_{0}, "
    "&error);\n"
    "  if (error != CL_SUCCESS) {{\n"
    "    snprintf(message, size, \"no device memory (error %d)\", error);\n"
    "    return 1;\n  }\n",
    "buffer_{0}",
    "queue",
    ", &launched",
    "  error = finish(launched);\n"
    "  if (error != CL_SUCCESS) {\n"
    "    snprintf(message, size, \"the kernel failed (OpenCL error %d)\", "
    "error);\n    return 1;\n  }\n",
    "  if (bytes_{0})\n    error = clEnqueueReadBuffer(queue, buffer_{0}, "
    "CL_TRUE, 0, bytes_{0}, staging_{0}, 0, NULL, NULL);\n"
    "  if (error != CL_SUCCESS) {{\n"
    "    snprintf(message, size, \"the results cannot be read (OpenCL error "
    "%d)\", error);\n    return 1;\n  }\n"
    "  clReleaseMemObject(buffer_{0});\n"};

const Dialect cudaDialect = {
    check::harnessCUDA,
    "  cudaError_t error;\n"
    "  int missing = open_device(device_number, device, message, size);\n"
    "  if (missing)\n    return missing;\n",
    "  void *buffer_{0} = NULL;\n"
    "  error = cudaMalloc(&buffer_{0}, bytes_{0} ? bytes_{0} : 1);\n"
    "  if (error == cudaSuccess)\n    error = cudaMemcpy(buffer_{0}, "
    "staging_{0}, bytes_{0}, cudaMemcpyHostToDevice);\n"
    "  if (error != cudaSuccess) {{\n"
    "    snprintf(message, size, \"no device memory (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n",
    "buffer_{0}",
    "0",
    "",
    "  error = cudaDeviceSynchronize();\n"
    "  if (error != cudaSuccess) {\n"
    "    snprintf(message, size, \"the kernel failed (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n",
    "  error = cudaMemcpy(staging_{0}, buffer_{0}, bytes_{0}, "
    "cudaMemcpyDeviceToHost);\n"
    "  if (error != cudaSuccess) {{\n"
    "    snprintf(message, size, \"the results cannot be read (%s)\", "
    "cudaGetErrorString(error));\n    return 1;\n  }\n"
    "  cudaFree(buffer_{0});\n"};

const Dialect cDialect = {
    "", "  (void)device_number;\n  strcpy(device, DEVICE_NAME);\n",
    "", "(void *)staging_{0}",
    "", "",
    "", ""};

const Dialect &dialectOf(TargetKind target) {
  switch (target) {
  case TargetKind::OpenCL:
    return openclDialect;
  case TargetKind::CUDA:
    return cudaDialect;
  case TargetKind::C:
    return cDialect;
  }
  return cDialect;
}

class Writer {
public:
  Writer(const ScheduledKernel &scheduled, TargetKind target,
         const KernelObjects &objects, const SideNames &names)
      : scheduled(scheduled), target(target), objects(objects), names(names),
        dialect(dialectOf(target)),
        arguments(describeArguments(scheduled, target)) {}

  std::string write(const std::string &header) {
    std::string text;
    text += harnessLayout;
    text += dialect.support;
    text +=
        "#include \"" + header + "\"\n\n" + sizeDeclarations(objects) + "\n";
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += placeFunction(n);
    return text + runFunction();
  }

private:
  int objectOf(const LauncherArgument &argument) const {
    const Object *object = objects.find(argument.variable->name);
    if (!object)
      throw UserError("argument '" + argument.variable->name + "' of kernel '" +
                      scheduled.kernel.name +
                      "' is no argument of the original subroutine");
    return object - objects.objects.data();
  }

  // Where the element at the declared subscripts i lies in the buffer; -1 if
  // it lies in another one.
  std::string placeFunction(size_t n) {
    const LauncherArgument &argument = arguments[n];
    const DeclaredLayout &declared = argument.variable->declared;
    std::string body, offset = "0";
    size_t separate = 0;
    for (size_t a = 0; a < argument.layout.strides.size(); ++a) {
      std::string index = a < declared.indices.size()
                              ? sizeText(declared.indices[a])
                              : "i[" + std::to_string(a) + "]";
      if (const Expr &stride = argument.layout.strides[a])
        offset += " + " + sizeText(stride) + " * " + index;
      else
        body += formatv("  if ({0} != {1})\n    return -1;\n", index,
                        argument.separate.at(separate++));
    }
    return formatv("static long place_{0}(const long *i) {{\n  (void)i;\n"
                   "{1}  return {2};\n}\n\n",
                   n, body, offset)
        .str();
  }

  std::string extentText(size_t n) {
    const BufferLayout &layout = arguments[n].layout;
    if (layout.extent)
      return "at_least_zero(" + sizeText(layout.extent) + ")";
    return formatv("round_up(last_place(&objects[{0}], place_{1}) + 1, {2})",
                   objectOf(arguments[n]), n, layout.lanes)
        .str();
  }

  std::string stage(size_t n) {
    int object = objectOf(arguments[n]);
    return formatv("  size_t bytes_{0} = (size_t)({1}) * objects[{2}].bytes;\n"
                   "  unsigned char *staging_{0} = staging(&objects[{2}], "
                   "objects[{2}].{3}, bytes_{0}, place_{0});\n",
                   n, extentText(n), object, names.member)
        .str();
  }

  std::string argumentText(size_t n) {
    const LauncherArgument &argument = arguments[n];
    if (argument.isArray)
      return formatv(dialect.argument, n).str();
    return formatv("*(const {0} *)objects[{1}].{2}", argument.cType,
                   objectOf(argument), names.member)
        .str();
  }

  std::string launch() {
    std::string list = dialect.call;
    for (size_t n = 0; n < arguments.size(); ++n)
      list += (list.empty() ? "" : ", ") + argumentText(n);
    list += dialect.callEnd;
    return formatv("  int status = {0}({1});\n"
                   "  if (status) {{\n"
                   "    snprintf(message, size, \"the launcher refused: %s\", "
                   "loopyc_error_string(status));\n"
                   "    return status == {2} ? 2 : 1;\n  }\n",
                   launcherName(scheduled, target), list,
                   static_cast<int>(LaunchStatus::Device))
        .str();
  }

  std::string runFunction() {
    bool oracle = names.function == "run_oracle";
    std::string text;
    if (oracle)
      text += "const char *const side_name = \"the reference\";\n\n"
              "int run_oracle(char *message, size_t size) {\n"
              "  int device_number = 0;\n  char device[128];\n";
    else
      text += "int run_target(int device_number, char *device, char *message, "
              "size_t size) {\n";
    text += dialect.setUp;
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += stage(n) + formatv(dialect.make, n).str();
    text += launch() + dialect.finish;
    for (size_t n = 0; n < arguments.size(); ++n)
      if (arguments[n].isArray)
        text += formatv(dialect.fetch, n).str() +
                formatv("  unstage(&objects[{0}], objects[{0}].{1}, "
                        "staging_{2}, bytes_{2}, place_{2});\n",
                        objectOf(arguments[n]), names.member, n)
                    .str();
    return text + "  return 0;\n}\n";
  }

  const ScheduledKernel &scheduled;
  TargetKind target;
  const KernelObjects &objects;
  const SideNames &names;
  const Dialect &dialect;
  std::vector<LauncherArgument> arguments;
};

} // namespace

std::string check::targetSideText(const ScheduledKernel &scheduled,
                                  TargetKind target,
                                  const KernelObjects &objects,
                                  const std::string &header,
                                  const SideNames &names) {
  return Writer(scheduled, target, objects, names).write(header);
}
