// P.cu: kernels and launchers.
#include "Files.h"

#include "CFamily/KernelWriter.h"
#include "CUDA/CUDATarget.h"
#include "Host/Launcher.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const runtimeText =
    R"(/* Can the device run such work-groups and grids? */
static int check_device(const int local[3], const int64_t groups[3], int local_bytes) {
  int device, size, axis;
  if (cudaGetDevice(&device) != cudaSuccess)
    return LOOPYC_ERROR_LAUNCH;
  static const cudaDeviceAttr block[3] = {cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY,
                                          cudaDevAttrMaxBlockDimZ};
  static const cudaDeviceAttr grid[3] = {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY,
                                         cudaDevAttrMaxGridDimZ};
  for (axis = 0; axis < 3; ++axis) {
    if (cudaDeviceGetAttribute(&size, block[axis], device) != cudaSuccess)
      return LOOPYC_ERROR_LAUNCH;
    if (local[axis] > size)
      return LOOPYC_ERROR_WORK_GROUP_SIZE;
    if (cudaDeviceGetAttribute(&size, grid[axis], device) != cudaSuccess)
      return LOOPYC_ERROR_LAUNCH;
    if (groups[axis] > size)
      return LOOPYC_ERROR_GRID_SIZE;
  }
  if (cudaDeviceGetAttribute(&size, cudaDevAttrMaxThreadsPerBlock, device) != cudaSuccess)
    return LOOPYC_ERROR_LAUNCH;
  if (local[0] * local[1] * local[2] > size)
    return LOOPYC_ERROR_WORK_GROUP_SIZE;
  if (cudaDeviceGetAttribute(&size, cudaDevAttrMaxSharedMemoryPerBlock, device) != cudaSuccess)
    return LOOPYC_ERROR_LAUNCH;
  return local_bytes > size ? LOOPYC_ERROR_LOCAL_MEMORY : LOOPYC_SUCCESS;
}

static int launch_status(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return LOOPYC_SUCCESS;
  case cudaErrorNoKernelImageForDevice:
  case cudaErrorInvalidDeviceFunction:
    return LOOPYC_ERROR_BUILD;
  case cudaErrorLaunchOutOfResources:
    return LOOPYC_ERROR_WORK_GROUP_SIZE;
  default:
    return LOOPYC_ERROR_LAUNCH;
  }
}

)";

// Threads of a block, and how many blocks are to share a multiprocessor if the
// script says so: what registers may be used.
static std::string launchBounds(KernelData &data) {
  const auto &options = data.scheduled.kernel.options.values;
  auto blocks = options.find("min_blocks_per_sm");
  return "__launch_bounds__(" + std::to_string(data.workGroupSize()) +
         (blocks == options.end() ? "" : ", " + blocks->second) + ")";
}

DeviceFunction codegen::cudaFunction(KernelData &data, Helpers &helpers,
                                     const CodeGenOptions &options) {
  TextBuilder body;
  body.deepen();
  KernelWriter writer(data, helpers, body, options);
  writer.writeDeclarations();
  writer.writeBody();
  return {"static __global__ void " + launchBounds(data),
          deviceFunctionName(data.scheduled.kernel) + "(" +
              writer.parameterList() + ")",
          body.str()};
}

static std::string freeCall(const std::string &name) {
  return "cudaFreeAsync(" + name + ", stream);";
}

// Device memory for arrays that live as long as the launch.
static void writeTemporaries(KernelData &data, Helpers &helpers,
                             TextBuilder &out) {
  std::string missing;
  const Target &target = data.target;
  for (const Storage *storage : data.launchTemporaries()) {
    std::string type =
        storage->lanes == 1
            ? target.typeName(storage->var->type)
            : target.vectorName(storage->var->type, storage->lanes);
    for (const std::string &name : storage->identifiers) {
      out.line(type + " *" + name + " = NULL;");
      missing += missing.empty() ? "" : " || ";
      missing += "cudaMallocAsync((void **) &" + name + ", sizeof(" + type +
                 ") * " +
                 launchTemporaryCount(data, *storage, helpers) + ", stream) != cudaSuccess";
    }
  }
  if (missing.empty())
    return;
  out.open("if (" + missing + ")");
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers) {
      out.line("if (" + name + ")");
      out.line("  " + freeCall(name));
    }
  out.line("cudaGetLastError();");
  out.line("return LOOPYC_ERROR_MEMORY;");
  out.close();
}

// The argument as the kernel's parameter wants it: short vectors have the
// layout of their components.
static std::string passed(const KernelData &data, const Storage &storage,
                          const std::string &name) {
  if (storage.lanes == 1 || storage.var->isTemporary())
    return name;
  return std::string("(") + (storage.written ? "" : "const ") +
         data.target.vectorName(storage.var->type, storage.lanes) + " *) " +
         name;
}

static void writeLauncher(KernelData &data, Helpers &helpers,
                          TextBuilder &out) {
  std::vector<int64_t> size = data.scheduled.localSize();
  std::string local = std::to_string(size[0]) + ", " + std::to_string(size[1]) +
                      ", " + std::to_string(size[2]);
  writePrepare(data, helpers, out);
  writeWeakDeclaration(data, out);
  out.open("extern \"C\" " + launcherPrototype(data));
  out.line("static const int local[3] = {" + local + "};");
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS || groups[0] == 0)");
  out.line("  return status;");
  out.line("status = check_device(local, groups, " +
           std::to_string(localMemoryBytes(data)) + ");");
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return status;");
  writeTemporaries(data, helpers, out);
  std::string arguments;
  for (const Storage *storage : data.parameters())
    for (const std::string &name : storage->identifiers)
      arguments += (arguments.empty() ? "" : ", ") + passed(data, *storage, name);
  std::string function = deviceFunctionName(data.scheduled.kernel);
  out.line(function +
           "<<<dim3((unsigned) groups[0], (unsigned) groups[1], (unsigned) "
           "groups[2]), dim3(" +
           local + "), 0, stream>>>(" + arguments + ");");
  out.line("status = launch_status(cudaGetLastError());");
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line(freeCall(name));
  out.line("return status;");
  out.close();
  out.blank();
  writeLinkAlias(data, out);
}

static std::string complexTypes(const Helpers &helpers) {
  if (!helpers.usesComplex(8) && !helpers.usesComplex(16))
    return "";
  return "#ifndef LOOPYC_COMPLEX\n#define LOOPYC_COMPLEX\n"
         "typedef struct { float re, im; } loopyc_cfloat;\n"
         "typedef struct { double re, im; } loopyc_cdouble;\n#endif\n\n";
}

std::string codegen::cudaFile(const ScheduledKernels &kernels,
                              const CodeGenOptions &options) {
  Helpers helpers(targetOf(TargetKind::CUDA));
  TextBuilder body;
  for (const ScheduledKernel &kernel : kernels) {
    KernelData data(kernel, targetOf(TargetKind::CUDA));
    writeFunction(kernel, cudaFunction(data, helpers, options), body);
    body.blank();
    writeLauncher(data, helpers, body);
  }
  bool exact = false;
  for (const ScheduledKernel &kernel : kernels)
    exact = exact || forbidsContraction(kernel.kernel);
  std::string text = fileComment(
      options.prefix + ".cu",
      exact ? "Compile with -fmad=false: products and sums are to be rounded "
              "one by one."
            : "Products and sums may be fused, as Fortran compilers do "
              "(-fmad=false forbids it).");
  text += "#include \"" + options.prefix + ".h\"\n\n#include <math.h>\n\n" +
          "#define lid(N) ((int) (N == 0 ? threadIdx.x : N == 1 ? threadIdx.y "
          ": threadIdx.z))\n"
          "#define gid(N) ((int) (N == 0 ? blockIdx.x : N == 1 ? blockIdx.y : "
          "blockIdx.z))\n\n";
  text += complexTypes(helpers) + cudaVectorTypes(helpers) +
          helpers.definitions() + runtimeText;
  return text + body.trimmed();
}
