#include "CUDA/Kernels.h"

#include "CFamily/FittedGroups.h"
#include "CFamily/KernelWriter.h"
#include "CUDA/CUDADialect.h"
#include "CUDA/GridParts.h"
#include "Host/Variants.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

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
  std::string macros =
      loadsKernels(options) ? writeAsVariant(data, writer) : "";
  numberGroups(data, body);
  writeGroupOfGrid(data, body);
  writer.writePosition();
  writer.writeDeclarations();
  writer.writeBody();
  const char *linkage = loadsKernels(options) ? "extern \"C\"" : "static";
  return {
      macros + linkage + " __global__ void " + launchBounds(data),
      deviceFunctionName(data.scheduled.kernel) + "(" +
          withFirstGroup(data, writer.parameterList(), "uint3 first_group") +
          ")",
      body.str()};
}

std::vector<std::string>
codegen::cudaOptions(const ScheduledKernels &kernels) {
  FastMath fast = commonFastMath(kernels);
  std::vector<std::string> options;
  if (forbidsContraction(kernels))
    options.push_back("-fmad=false");
  else if (fast.contraction)
    options.push_back("-fmad=true");
  if (fast.denormals)
    options.push_back("-ftz=true");
  if (fast.division)
    options.push_back("-prec-div=false");
  if (fast.rsqrt)
    options.push_back("-prec-sqrt=false");
  return options;
}

std::string codegen::cudaRoundingRemark(const ScheduledKernels &kernels) {
  std::string text =
      forbidsContraction(kernels)
          ? "Compile with -fmad=false: products and sums are to be rounded "
            "one by one."
          : "Products and sums may be fused, as Fortran compilers do "
            "(-fmad=false forbids it).";
  return text + compilerOptionsRemark(cudaOptions(kernels));
}

static std::string complexTypes(const Helpers &helpers) {
  if (!helpers.usesComplex(8) && !helpers.usesComplex(16))
    return "";
  return "#ifndef LOOPYC_COMPLEX\n#define LOOPYC_COMPLEX\n"
         "typedef struct { float re, im; } loopyc_cfloat;\n"
         "typedef struct { double re, im; } loopyc_cdouble;\n#endif\n\n";
}

std::string codegen::cudaPrologue(const Helpers &helpers, bool hasParts) {
  return "#define lid(N) ((int) (N == 0 ? threadIdx.x : N == 1 ? threadIdx.y "
         ": threadIdx.z))\n"
         "#define gid(N) ((int) (N == 0 ? blockIdx.x : N == 1 ? blockIdx.y : "
         "blockIdx.z))\n\n" +
         std::string(hasParts ? groupOfGridText : "") + complexTypes(helpers) +
         cudaVectorTypes(helpers) + helpers.definitions();
}

std::string codegen::launchedSize(KernelData &data) {
  const std::vector<int64_t> size = data.scheduled.localSize();
  const std::array<int64_t, 3> launched =
      data.fitsGroups() ? usualGroup(data)
                        : std::array<int64_t, 3>{size[0], size[1], size[2]};
  return std::to_string(launched[0]) + ", " + std::to_string(launched[1]) +
         ", " + std::to_string(launched[2]);
}

std::string codegen::cudaElementType(const KernelData &data,
                                     const Storage &storage) {
  return storage.lanes == 1
             ? data.dialect.typeName(storage.var->type)
             : data.dialect.vectorName(storage.var->type, storage.lanes);
}

std::string codegen::cudaArgument(const KernelData &data,
                                  const Storage &storage,
                                  const std::string &name) {
  if (storage.lanes == 1 || storage.var->isTemporary())
    return name;
  return std::string("(") + (storage.written ? "" : "const ") +
         cudaElementType(data, storage) + " *) " + name;
}
