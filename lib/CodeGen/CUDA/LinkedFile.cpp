// P.cu with kernels and launchers, for nvcc.
#include "CFamily/FittedGroups.h"
#include "CFamily/LocalMemory.h"
#include "CUDA/Graphs.h"
#include "CUDA/GridParts.h"
#include "CUDA/Kernels.h"
#include "Host/RepeatedLoop.h"
#include "Host/Sequence.h"

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const runtimeText =
    R"(/* What a device runs at most. */
struct device_limits {
  int device, block[3], grid[3], threads, shared_bytes;
};

static int read_limits(int device, struct device_limits *limits) {
  static const cudaDeviceAttr attributes[] = {
      cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
      cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ,
      cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxSharedMemoryPerBlockOptin};
  int *const values[] = {&limits->block[0], &limits->block[1], &limits->block[2],
                         &limits->grid[0], &limits->grid[1], &limits->grid[2],
                         &limits->threads, &limits->shared_bytes};
  limits->device = -1;
  for (int i = 0; i < 8; ++i)
    if (cudaDeviceGetAttribute(values[i], attributes[i], device) != cudaSuccess)
      return 0;
  limits->device = device;
  return 1;
}

/* Can the device run such work-groups and grids? A thread asks it once what it runs. */
static int check_device(const int local[3], const int64_t groups[3], int local_bytes,
                        int axes) {
  static thread_local struct device_limits limits = {-1, {0}, {0}, 0, 0};
  int device, axis;
  if (cudaGetDevice(&device) != cudaSuccess ||
      (device != limits.device && !read_limits(device, &limits)))
    return LOOPYC_ERROR_LAUNCH;
  for (axis = 0; axis < 3; ++axis) {
    if (local[axis] > limits.block[axis])
      return LOOPYC_ERROR_WORK_GROUP_SIZE;
    if (axis < axes && groups[axis] > limits.grid[axis])
      return LOOPYC_ERROR_GRID_SIZE;
  }
  if (local[0] * local[1] * local[2] > limits.threads)
    return LOOPYC_ERROR_WORK_GROUP_SIZE;
  return local_bytes > limits.shared_bytes ? LOOPYC_ERROR_LOCAL_MEMORY : LOOPYC_SUCCESS;
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

static std::string freeCall(const std::string &name) {
  return "cudaFreeAsync(" + name + ", stream);";
}

// Device memory for arrays that live as long as the launch.
static void writeTemporaries(KernelData &data, Helpers &helpers,
                             TextBuilder &out) {
  std::string missing;
  for (const Storage *storage : data.launchTemporaries()) {
    std::string type = cudaElementType(data, *storage);
    for (const std::string &name : storage->identifiers) {
      out.line(type + " *" + name + " = NULL;");
      missing += missing.empty() ? "" : " || ";
      missing += "cudaMallocAsync((void **) &" + name + ", sizeof(" + type +
                 ") * " + launchTemporaryCount(data, *storage, helpers) +
                 ", stream) != cudaSuccess";
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

static const char *const linkage = "extern \"C\" ";

// Of a multiprocessor's memory, for work-groups that copy rows: 164 of 228 KiB
// on Hopper.
static constexpr int mostLocalPercent = 71;

static void writeLauncher(KernelData &data, Helpers &helpers,
                          TextBuilder &out) {
  const bool fits = data.fitsGroups();
  const std::string size = launchedSize(data);
  writePrepare(data, helpers, out, linkage);
  writeWeakDeclaration(data, out, linkage);
  out.open((data.scheduled.isPart ? "" : linkage) + launcherPrototype(data));
  out.line((fits ? "int local[3] = {" : "static const int local[3] = {") +
           size + "};");
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS || groups[0] == 0)");
  out.line("  return status;");
  const bool inParts = isLaunchedInParts(data);
  if (fits)
    writeFittedSize(data, rowItemsText(data, helpers), out);
  out.line("status = check_device(local, groups, " +
           std::to_string(localMemoryBytes(data)) +
           (inParts ? ", 1);" : ", 3);"));
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return status;");
  const std::string block = std::to_string(launchedLocalBytes(data));
  // An argument may have the kernel's name.
  const std::string function = "::" + deviceFunctionName(data.scheduled.kernel);
  if (block != "0") {
    out.line("if (cudaFuncSetAttribute(" + function +
             ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + block +
             ") != cudaSuccess) {");
    out.line("  cudaGetLastError();");
    out.line("  return LOOPYC_ERROR_LOCAL_MEMORY;");
    out.line("}");
  }
  if (hasRows(data)) {
    out.line(
        "/* Copies on their way need the L1 cache, which shares its memory "
        "with work-groups. */");
    out.line("cudaFuncSetAttribute(" + function +
             ", cudaFuncAttributePreferredSharedMemoryCarveout, " +
             std::to_string(mostLocalPercent) + ");");
  }
  writeTemporaries(data, helpers, out);
  std::string arguments;
  for (const Storage *storage : data.parameters())
    for (const std::string &name : storage->identifiers)
      arguments +=
          (arguments.empty() ? "" : ", ") + cudaArgument(data, *storage, name);
  const std::string launch =
      (fits ? "dim3(local[0], local[1])" : "dim3(" + size + ")") + ", " +
      block + ", stream>>>(" + withFirstGroup(data, arguments, "first_group") +
      ");";
  if (inParts) {
    out.line("for (uint3 first_group = {0, 0, 0}; first_group.z < groups[2];");
    out.line("     next_part(groups, &first_group))");
    out.line("  " + function + "<<<part_of_grid(groups, first_group), " +
             launch);
  } else {
    out.line(function +
             "<<<dim3((unsigned) groups[0], (unsigned) groups[1], (unsigned) "
             "groups[2]), " +
             launch);
  }
  out.line("status = launch_status(cudaGetLastError());");
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line(freeCall(name));
  out.line("return status;");
  out.close();
  out.blank();
  writeLinkAlias(data, out, linkage);
}

static const char *const readBackText =
    R"(static int read_back(void *target, const void *source, size_t bytes,
                            cudaStream_t stream) {
  return cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, stream) == cudaSuccess &&
                 cudaStreamSynchronize(stream) == cudaSuccess
             ? LOOPYC_SUCCESS
             : LOOPYC_ERROR_LAUNCH;
}

)";

namespace {

class LinkedSequence : public SequenceSide {
public:
  explicit LinkedSequence(const CodeGenOptions &options)
      : hasGraphs(wantsGraphs(options)) {}

private:
  std::string linkage() const override { return ::linkage; }
  void allocate(const std::string &bytes, TextBuilder &out) const override {
    out.line("void *loopyc_own = NULL;");
    out.open("if (!workspace)");
    out.open("if (cudaMallocAsync(&loopyc_own, " + bytes +
             ", stream) != cudaSuccess)");
    out.line("cudaGetLastError();");
    out.line("return LOOPYC_ERROR_MEMORY;");
    out.close();
    out.line("workspace = loopyc_own;");
    out.close();
  }
  void release(const std::vector<std::string> &,
               TextBuilder &out) const override {
    out.line("if (loopyc_own)");
    out.line("  " + freeCall("loopyc_own"));
  }
  std::string readBack(const std::string &target,
                       const std::string &source) const override {
    return "read_back(&" + target + ", " + source + ", sizeof " + target +
           ", stream)";
  }
  std::string queue() const override { return "stream"; }
  bool recordsSteps() const override { return hasGraphs; }

  bool hasGraphs;
};

} // namespace

std::string codegen::cudaFile(const ScheduledKernels &kernels,
                              OutputData &known,
                              const CodeGenOptions &options) {
  Helpers helpers(cudaTarget().dialect());
  TextBuilder body;
  bool readsBack = false, hasSequence = false, hasGraphs = false;
  bool hasParts = false, fits = false;
  for (const ScheduledKernel &kernel : kernels) {
    for (const ScheduledKernel *launch : launchesOf(kernel)) {
      KernelData data = known.of(*launch, cudaTarget());
      writeFunction(*launch, cudaFunction(data, helpers, options), body);
      body.blank();
      writeLauncher(data, helpers, body);
      hasParts |= isLaunchedInParts(data);
      fits |= data.fitsGroups();
    }
    if (kernel.launches) {
      KernelData whole = known.of(kernel, cudaTarget());
      writeSequence(whole, LinkedSequence(options), helpers, body);
      hasSequence = true;
      hasGraphs |= wantsGraphs(options) &&
                   hasRepeatedLoop(*kernel.launches, cudaTarget());
      forEachStep<ReadBackStep>(kernel.launches->host.steps,
                                [&](const auto &) { readsBack = true; });
    }
  }
  return fileComment(options.prefix + ".cu", cudaRoundingRemark(kernels)) +
         "#include \"" + options.prefix + ".h\"\n\n#include <math.h>\n\n" +
         cudaPrologue(helpers, hasParts) +
         (kernels.empty() ? "" : runtimeText) +
         (hasParts ? gridPartsText : "") + (fits ? fitGroupsText : "") +
         (readsBack ? readBackText : "") +
         (hasSequence ? sequenceText(linkage) : "") +
         (hasGraphs ? graphsText : "") + body.trimmed();
}
