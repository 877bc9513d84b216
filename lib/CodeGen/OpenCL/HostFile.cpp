// P_host.c: the program's text, built once for each context and device, and
// the launchers.
#include "OpenCL/OpenCLTarget.h"

#include "CFamily/CDialect.h"
#include "CFamily/LocalMemory.h"
#include "Host/Sequence.h"
#include "Host/Variants.h"
#include "OpenCL/HostRuntime.h"
#include "OpenCL/Images.h"

using namespace loopyc;
using namespace loopyc::codegen;

// Which functions of the file's own the launchers call.
struct UsedText {
  bool holds = false, temporary = false, sequence = false,
       workspace = false, images = false;
};

static void writeBufferChecks(KernelData &data, Helpers &helpers,
                              UsedText &used, TextBuilder &out) {
  for (const Storage *storage : data.arguments()) {
    if (storage->kind != StorageKind::Buffer)
      continue;
    std::string bytes = requiredBytes(data, *storage, helpers);
    if (bytes.empty() || !(storage->read || storage->written))
      continue;
    std::string isThere;
    for (const std::string &argument :
         presenceArguments(data.scheduled.kernel, storage->var->name))
      isThere += data.identifier(argument) + " != 0 && ";
    for (const std::string &name : storage->identifiers) {
      used.holds = true;
      out.line("if (" + isThere + "!holds(" + name + ", " + bytes + "))");
      out.line("  return LOOPYC_ERROR_ARRAY_SIZE;");
    }
  }
}

// Buffers for arrays that live as long as the launch.
static void writeTemporaries(KernelData &data, Helpers &helpers,
                             TextBuilder &out) {
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers) {
      int64_t element = storage->var->type.bytes * paddedLanes(storage->lanes);
      out.line("cl_mem " + name + " = temporary(function->context, (size_t) " +
               std::to_string(element) + " * " +
               launchTemporaryCount(data, *storage, helpers) + ");");
    }
}

static void forTemporaries(KernelData &data, TextBuilder &out,
                           const char *before, const char *after) {
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line(before + name + after);
}

// What the launcher launches, which keeps its kernels for the next call.
static void writeLaunched(KernelData &data, bool usesDouble, TextBuilder &out) {
  std::vector<int64_t> size = data.scheduled.localSize();
  out.line("static struct launched launched = {\"" +
           deviceFunctionName(data.scheduled.kernel) + "\", {" +
           std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
           std::to_string(size[2]) + "}, " +
           std::to_string(localMemoryBytes(data)) + ", " +
           (usesDouble ? "1" : "0") + ", \"\", NULL};");
}

static void writeArguments(KernelData &data,
                           const std::vector<HostImage> &images,
                           TextBuilder &out) {
  int position = 0;
  for (const Storage *storage : data.parameters())
    for (std::string name : storage->identifiers) {
      for (const HostImage &image : images)
        if (image.storage == storage)
          name = image.name;
      out.line("error |= clSetKernelArg(function->kernel, " +
               std::to_string(position++) + ", sizeof " + name + ", &" + name +
               ");");
    }
}

static void writeLauncher(const ScheduledKernel &kernel, KernelData data,
                          const OpenCLDeviceFile &device, Helpers &helpers,
                          UsedText &used, TextBuilder &out) {
  writePrepare(data, helpers, out);
  writeWeakDeclaration(data, out);
  out.open(launcherPrototype(data));
  writeLaunched(data, device.usesDouble, out);
  out.line("int64_t groups[3];");
  out.line("struct own_kernel *function;");
  out.line("cl_int error = CL_SUCCESS;");
  bool hasTemporaries = !data.launchTemporaries().empty();
  used.temporary = used.temporary || hasTemporaries;
  std::vector<HostImage> images = hostImages(data);
  used.images = used.images || !images.empty();
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return status;");
  out.line("if (groups[0] == 0)");
  out.line("  return nothing_to_do(queue, event);");
  writeBufferChecks(data, helpers, used, out);
  if (!images.empty()) {
    out.line("if (!has_images(queue))");
    out.line("  return LOOPYC_ERROR_IMAGE;");
  }
  std::string launched = "&launched";
  if (isSpecialized(kernel)) {
    launched = "chosen";
    writeVariants(data, "struct launched", out);
    out.line("struct launched *chosen = choose_variant(&launched, &variants, "
             "compiled, variant_values);");
  }
  out.line("status = take_kernel(queue, " + launched + ", &function);");
  out.line("if (status != LOOPYC_SUCCESS)");
  out.line("  return status;");
  if (hasTemporaries) {
    writeTemporaries(data, helpers, out);
    std::string missing;
    for (const Storage *storage : data.launchTemporaries())
      for (const std::string &name : storage->identifiers)
        missing += (missing.empty() ? "!" : " || !") + name;
    out.open("if (" + missing + ")");
    forTemporaries(data, out, "release(", ");");
    out.line("give_back(" + launched + ", function);");
    out.line("return LOOPYC_ERROR_MEMORY;");
    out.close();
  }
  if (!images.empty()) {
    writeHostImages(data, images, helpers, out);
    out.open("if (status != LOOPYC_SUCCESS)");
    for (const HostImage &image : images)
      out.line("release(" + image.name + ");");
    forTemporaries(data, out, "release(", ");");
    out.line("give_back(" + launched + ", function);");
    out.line("return status;");
    out.close();
  }
  writeArguments(data, images, out);
  if (kernel.isPart) {
    out.line("status = error == CL_SUCCESS ? follow(queue) : "
             "LOOPYC_ERROR_LAUNCH;");
    out.line("if (status == LOOPYC_SUCCESS)");
    out.line("  status = enqueue(queue, function->kernel, groups, "
             "launched.local, event);");
  } else {
    out.line("status = error == CL_SUCCESS ? enqueue(queue, function->kernel, "
             "groups, launched.local, event) : LOOPYC_ERROR_LAUNCH;");
  }
  forTemporaries(data, out, "release(", ");");
  for (const HostImage &image : images)
    out.line("release_behind(queue, " + image.name + ");");
  out.line("give_back(" + launched + ", function);");
  out.line("return status;");
  out.close();
  out.blank();
  writeLinkAlias(data, out);
}

namespace {

class OpenCLSequence : public SequenceSide {
  void allocate(const std::string &bytes, TextBuilder &out) const override {
    out.line("cl_mem loopyc_own = NULL;");
    out.line("if (!workspace && !(workspace = loopyc_own = "
             "workspace_for(queue, " +
             bytes + ")))");
    out.line("  return LOOPYC_ERROR_MEMORY;");
  }
  void place(const std::string &name, const std::string &,
             const std::string &offset, const std::string &bytes,
             TextBuilder &out) const override {
    out.line("cl_mem " + name + " = part_of(workspace, " + offset + ", " +
             bytes + ", &status);");
  }
  bool placingMayFail() const override { return true; }
  void release(const std::vector<std::string> &arrays,
               TextBuilder &out) const override {
    for (const std::string &array : arrays)
      out.line("release(" + array + ");");
    out.line("release(loopyc_own);");
  }
  std::string readBack(const std::string &target,
                       const std::string &source) const override {
    return "read_back(queue, " + source + ", sizeof " + target + ", &" +
           target + ")";
  }
  std::string queue() const override { return "queue"; }
  std::string eventType() const override { return "cl_event *"; }
  std::string result() const override {
    return "return status == LOOPYC_SUCCESS ? nothing_to_do(queue, event) : "
           "status;";
  }
};

} // namespace

// Divisions and square roots of single precision are rounded as in Fortran
// where the device can do that, unless fast math allows others.
static std::string buildOptionsText(const FastMath &fast) {
  std::string options = "-cl-std=CL1.2";
  if (fast.denormals)
    options += " -cl-denorms-are-zero";
  if (fast.contraction)
    options += " -cl-mad-enable";
  if (fast.division && fast.rsqrt)
    return "static const char *build_options(cl_device_id device) {\n"
           "  (void) device;\n  return \"" +
           options + "\";\n}\n\n";
  return "/* Single precision division and square root are rounded as in "
         "Fortran where\n * the device can do that. */\n"
         "static const char *build_options(cl_device_id device) {\n"
         "  cl_device_fp_config config = 0;\n"
         "  clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, "
         "&config, NULL);\n"
         "  return config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT\n"
         "             ? \"" +
         options +
         " -cl-fp32-correctly-rounded-divide-sqrt\"\n             : \"" +
         options + "\";\n}\n\n";
}

static std::string neededExtensions(const OpenCLDeviceFile &device) {
  std::string names;
  for (const std::string &extension : device.extensions)
    names += "\"" + extension + "\", ";
  return "static const char *const needed_extensions[] = {" + names +
         "NULL};\n\n";
}

std::string codegen::openclHostFile(const ScheduledKernels &kernels,
                                    const OpenCLDeviceFile &device,
                                    OutputData &known,
                                    const CodeGenOptions &options) {
  Helpers helpers(cDialect());
  TextBuilder launchers;
  UsedText used;
  for (const ScheduledKernel &kernel : kernels) {
    for (const ScheduledKernel *launch : launchesOf(kernel))
      writeLauncher(*launch, known.of(*launch, openclTarget()), device, helpers,
                    used, launchers);
    if (kernel.launches) {
      KernelData whole = known.of(kernel, openclTarget());
      writeSequence(whole, OpenCLSequence(), helpers, launchers);
      used.sequence = true;
      used.workspace |= takesWorkspace(kernel);
    }
  }
  std::string out = fileComment(
      options.prefix + "_host.c",
      "Compile with a C11 compiler, link with -lOpenCL.");
  out += "#include \"" + options.prefix + ".h\"\n\n" +
         "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
         "#include <string.h>\n\n";
  out += embeddedInC("program_text", device.text);
  out += neededExtensions(device);
  out += hostRuntimeText;
  out += buildOptionsText(commonFastMath(kernels));
  out += options.lineDirectives ? hostDebugBuildText : hostBuildText;
  out += hostKernelText;
  if (anySpecialized(kernels))
    out += variantsText(/*isWeak=*/true) + hostVariantText;
  if (used.holds)
    out += hostSizeText;
  if (used.temporary || used.workspace)
    out += hostTemporaryText;
  if (used.temporary || used.workspace || used.images)
    out += hostReleaseText;
  if (used.workspace)
    out += hostWorkspaceText;
  if (used.sequence)
    out += hostSequenceText;
  if (used.sequence || used.images)
    out += hostFollowText;
  if (used.sequence)
    out += sequenceText();
  if (used.images)
    out += hostImageText;
  out += helpers.definitions();
  return out + launchers.trimmed();
}
