// --cuda-kernels=loaded: P.cu holds the kernels alone, P_cuda.c the launchers
// in C, which load the kernels when the program first launches one: from an
// image that the build made of P.cu, or by NVRTC from the text in P_cuda.c.
#include "CUDA/GridParts.h"
#include "CUDA/Kernels.h"
#include "Host/Sequence.h"
#include "Host/Variants.h"

#include "CFamily/CDialect.h"
#include "CFamily/FittedGroups.h"
#include "CFamily/LocalMemory.h"

using namespace loopyc;
using namespace loopyc::codegen;

// --- P.cu

// NVRTC has no headers of the host.
static const char *const typesText = R"(#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#else
#include <math.h>
#include <stdint.h>
#endif

)";

std::string codegen::cudaDeviceFile(const ScheduledKernels &kernels,
                                    OutputData &known,
                                    const CodeGenOptions &options) {
  Helpers helpers(cudaTarget().dialect());
  TextBuilder body;
  bool hasParts = false;
  for (const ScheduledKernel *launch : allLaunches(kernels)) {
    KernelData data = known.of(*launch, cudaTarget());
    hasParts |= isLaunchedInParts(data);
    writeFunction(*launch, cudaFunction(data, helpers, options), body);
    body.blank();
  }
  return fileComment(options.prefix + ".cu", cudaRoundingRemark(kernels)) +
         typesText + cudaPrologue(helpers, hasParts) + body.trimmed();
}

// --- P_cuda.c

static const char *const driverText =
    R"(/* From loopyrt.h. */
struct CUmod_st;
struct CUfunc_st;
struct CUmod_st *loopyrt_cuda_module(const void *image);
struct CUmod_st *loopyrt_cuda_compile(const char *const *pieces, size_t count,
                                      const char *options);
struct CUfunc_st *loopyrt_cuda_function(struct CUmod_st *module, const char *name);
int loopyrt_cuda_launch(struct CUfunc_st *function, const int64_t groups[3],
                        const int local[3], void *stream, void **arguments);
)";

static const char *const localMemoryText =
    R"(int loopyrt_cuda_launch_local(struct CUfunc_st *function, const int64_t groups[3],
                              const int local[3], int local_bytes, void *stream,
                              void **arguments);
)";

static const char *const partsText =
    R"(int loopyrt_cuda_launch_parts(struct CUfunc_st *function, const int64_t groups[3],
                              const int local[3], int local_bytes, void *stream,
                              void **arguments, unsigned first_group[3]);
)";

static const char *const rowsText =
    R"(void loopyrt_cuda_leave_l1(struct CUfunc_st *function);
)";

static const char *const temporariesText =
    R"(void *loopyrt_cuda_allocate(size_t bytes, void *stream);
void loopyrt_cuda_free(void *memory, void *stream);
)";

static const char *const driverReadBackText =
    R"(int loopyrt_cuda_read(void *target, const void *source, size_t bytes, void *stream);
)";

static const char *const textBegins =
    R"(
#ifdef LOOPYC_CUDA_IMAGE
/* The file's bytes as numbers: a fat binary, a cubin, or PTX with a zero at its end. */
static const unsigned char program_image[] = {
#include LOOPYC_CUDA_IMAGE
};
#else
)";

static std::string nvrtcOptions(const ScheduledKernels &kernels,
                                bool debugging) {
  std::string options = debugging ? "-lineinfo" : "";
  for (const std::string &option : cudaOptions(kernels))
    options += (options.empty() ? "" : " ") + option;
  return options;
}

static std::string loadText(const ScheduledKernels &kernels, bool debugging) {
  const std::vector<const ScheduledKernel *> launches = allLaunches(kernels);
  std::string count = std::to_string(launches.size()), names;
  for (const ScheduledKernel *launch : launches)
    names += std::string(names.empty() ? "" : ", ") + "\"" +
             deviceFunctionName(launch->kernel) + "\"";
  return "#endif\n\n"
         "/* NULL where the kernels could not be loaded. */\n"
         "static struct CUfunc_st *device_functions[" + count + "];\n"
         "static pthread_once_t device_functions_once = PTHREAD_ONCE_INIT;\n\n"
         "static void load_functions(void) {\n"
         "  static const char *const names[] = {" + names + "};\n"
         "#ifdef LOOPYC_CUDA_IMAGE\n"
         "  struct CUmod_st *module = loopyrt_cuda_module(program_image);\n"
         "#else\n"
         "  struct CUmod_st *module = loopyrt_cuda_compile(\n"
         "      program_text, sizeof program_text / sizeof *program_text, \"" +
         nvrtcOptions(kernels, debugging) + "\");\n"
         "#endif\n"
         "  for (int i = 0; module && i < " + count + "; ++i)\n"
         "    device_functions[i] = loopyrt_cuda_function(module, names[i]);\n"
         "}\n\n";
}

// An image holds the general kernels alone.
static std::string chooseText(const std::string &options) {
  return "/* The kernel for these values; NULL: it could not be compiled. */\n"
         "static struct CUfunc_st *choose_variant(struct CUfunc_st *general, "
         "struct variants *all,\n"
         "                                        struct CUfunc_st "
         "**compiled, const int64_t *values) {\n"
         "#ifdef LOOPYC_CUDA_IMAGE\n"
         "  (void) all, (void) compiled, (void) values, (void) "
         "&variants_lock;\n"
         "  return general;\n"
         "#else\n"
         "  struct CUfunc_st *chosen = general;\n"
         "  int i;\n"
         "  pthread_mutex_lock(&variants_lock);\n"
         "  i = find_variant(all, values);\n"
         "  if (i == all->count) {\n"
         "    char *defines = variant_defines(all, values);\n"
         "    char options[1024];\n"
         "    struct CUmod_st *module = NULL;\n"
         "    compiled[i] = NULL;\n"
         "    if (defines && snprintf(options, sizeof options, \"" +
         options +
         "%s\", defines) < (int) sizeof options)\n"
         "      module = loopyrt_cuda_compile(program_text, sizeof "
         "program_text / sizeof *program_text,\n"
         "                                    options);\n"
         "    if (module)\n"
         "      compiled[i] = loopyrt_cuda_function(module, all->kernel);\n"
         "    note_variant(all, defines ? defines : \"\", ++all->count);\n"
         "    free(defines);\n"
         "  }\n"
         "  if (i >= 0)\n"
         "    chosen = compiled[i];\n"
         "  pthread_mutex_unlock(&variants_lock);\n"
         "  return chosen;\n"
         "#endif\n}\n\n";
}

static void writeFrees(KernelData &data, TextBuilder &out) {
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line("loopyrt_cuda_free(" + name + ", stream);");
}

// Device memory for arrays that live as long as the launch.
static void allocateTemporaries(KernelData &data, Helpers &helpers,
                             TextBuilder &out) {
  std::string missing;
  for (const Storage *storage : data.launchTemporaries()) {
    int64_t element = storage->var->type.bytes * paddedLanes(storage->lanes);
    for (const std::string &name : storage->identifiers) {
      out.line("void *" + name + " = loopyrt_cuda_allocate((size_t) " +
               std::to_string(element) + " * " +
               launchTemporaryCount(data, *storage, helpers) + ", stream);");
      missing += (missing.empty() ? "!" : " || !") + name;
    }
  }
  if (missing.empty())
    return;
  out.open("if (" + missing + ")");
  writeFrees(data, out);
  out.line("return LOOPYC_ERROR_MEMORY;");
  out.close();
}

static std::string argumentList(KernelData &data) {
  std::string list;
  for (const Storage *storage : data.parameters())
    for (const std::string &name : storage->identifiers)
      list += (list.empty() ? "" : ", ") + std::string("(void *) &") + name;
  list = withFirstGroup(data, list, "first_group");
  return list.empty() ? "NULL" : list;
}

static void writeLauncher(KernelData &data, size_t number, Helpers &helpers,
                          TextBuilder &out) {
  const bool fits = data.fitsGroups();
  std::string function = "device_functions[" + std::to_string(number) + "]";
  writePrepare(data, helpers, out);
  writeWeakDeclaration(data, out);
  out.open(launcherPrototype(data));
  out.line((fits ? "int local[3] = {" : "static const int local[3] = {") +
           launchedSize(data) + "};");
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS || groups[0] == 0)");
  out.line("  return status;");
  if (fits)
    writeFittedSize(data, rowItemsText(data, helpers), out);
  out.line("pthread_once(&device_functions_once, load_functions);");
  out.line("if (!" + function + ")");
  out.line("  return LOOPYC_ERROR_BUILD;");
  if (isSpecialized(data.scheduled)) {
    writeVariants(data, "struct CUfunc_st *", out);
    out.line("struct CUfunc_st *chosen = choose_variant(" + function +
             ", &variants, compiled, variant_values);");
    out.line("if (!chosen)");
    out.line("  return LOOPYC_ERROR_BUILD;");
    function = "chosen";
  }
  if (hasRows(data))
    out.line("loopyrt_cuda_leave_l1(" + function + ");");
  allocateTemporaries(data, helpers, out);
  const bool inParts = isLaunchedInParts(data);
  if (inParts)
    out.line("unsigned first_group[3];");
  out.line("void *loopyc_arguments[] = {" + argumentList(data) + "};");
  const int64_t block = launchedLocalBytes(data);
  out.line("status = loopyrt_cuda_launch" +
           std::string(inParts ? "_parts("
                       : block ? "_local("
                               : "(") +
           function + ", groups, local, " +
           (inParts || block ? std::to_string(block) + ", " : "") +
           "stream, loopyc_arguments" + (inParts ? ", first_group);" : ");"));
  writeFrees(data, out);
  out.line("return status;");
  out.close();
  out.blank();
  writeLinkAlias(data, out);
}

namespace {

class LoadedSequence : public SequenceSide {
  void allocate(const std::string &bytes, TextBuilder &out) const override {
    out.line("void *loopyc_own = NULL;");
    out.line(
        "if (!workspace && !(workspace = loopyc_own = loopyrt_cuda_allocate(" +
        bytes + ", stream)))");
    out.line("  return LOOPYC_ERROR_MEMORY;");
  }
  void release(const std::vector<std::string> &,
               TextBuilder &out) const override {
    out.line("if (loopyc_own)");
    out.line("  loopyrt_cuda_free(loopyc_own, stream);");
  }
  std::string readBack(const std::string &target,
                       const std::string &source) const override {
    return "loopyrt_cuda_read(&" + target + ", " + source + ", sizeof " +
           target + ", stream) ? LOOPYC_SUCCESS : LOOPYC_ERROR_LAUNCH";
  }
  std::string queue() const override { return "stream"; }
};

} // namespace

std::string codegen::cudaHostFile(const ScheduledKernels &kernels,
                                  const std::string &device, OutputData &known,
                                  const CodeGenOptions &options) {
  Helpers helpers(cDialect());
  TextBuilder launchers;
  bool temporaries = false, readsBack = false, hasSequence = false;
  bool localMemory = false, parts = false, rows = false, fits = false;
  size_t number = 0;
  for (const ScheduledKernel &kernel : kernels) {
    for (const ScheduledKernel *launch : launchesOf(kernel)) {
      KernelData data = known.of(*launch, cudaTarget());
      writeLauncher(data, number++, helpers, launchers);
      temporaries = temporaries || !data.launchTemporaries().empty();
      parts = parts || isLaunchedInParts(data);
      localMemory = localMemory ||
                    (launchedLocalBytes(data) > 0 && !isLaunchedInParts(data));
      rows = rows || hasRows(data);
      fits = fits || data.fitsGroups();
    }
    if (kernel.launches) {
      KernelData whole = known.of(kernel, cudaTarget());
      writeSequence(whole, LoadedSequence(), helpers, launchers);
      hasSequence = true;
      temporaries = temporaries || takesWorkspace(kernel);
      forEachStep<ReadBackStep>(kernel.launches->host.steps,
                                [&](const auto &) { readsBack = true; });
    }
  }
  return fileComment(options.prefix + "_cuda.c",
                     "Compile with a C11 compiler, link with loopyrt.") +
         "#include \"" + options.prefix + ".h\"\n\n" +
         "#include <math.h>\n#include <pthread.h>\n#include <stddef.h>\n" +
         (anySpecialized(kernels) ? "#include <stdio.h>\n" : "") +
         "#include <stdlib.h>\n" +
         (anySpecialized(kernels) ? "#include <string.h>\n" : "") + "\n" +
         driverText + (localMemory ? localMemoryText : "") +
         (parts ? partsText : "") + (rows ? rowsText : "") +
         (temporaries ? temporariesText : "") +
         (readsBack ? driverReadBackText : "") + textBegins +
         embeddedInC("program_text", device) +
         loadText(kernels, options.lineDirectives) +
         (anySpecialized(kernels)
              ? variantsText(/*isWeak=*/false) +
                    chooseText(nvrtcOptions(kernels, options.lineDirectives))
              : "") +
         (hasSequence ? sequenceText() : "") + (fits ? fitGroupsText : "") +
         helpers.definitions() + launchers.trimmed();
}
