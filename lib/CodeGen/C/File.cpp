// P.c: each kernel as a function of a group, the loops over groups that call
// it, and its launcher.
//
// The function is apart from the parallel loops since compilers make a function
// of what is in these themselves, to which they hand the arrays in a structure:
// there, nothing says any more that arrays do not overlap, and loops over more
// than a few of them do not become vectors.
#include "C/CTarget.h"
#include "Host/Sequence.h"

#include "CFamily/KernelWriter.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

class CKernelFile {
public:
  CKernelFile(KernelData &data, Helpers &helpers)
      : kernel(data.scheduled), data(data), helpers(helpers) {}

  DeviceFunction function(const CodeGenOptions &options);
  void writeGroupLoops(const CodeGenOptions &options, TextBuilder &out);
  void writeLauncher(TextBuilder &out);

private:
  void openGroupLoops(TextBuilder &body);
  void writeUnused(const TextBuilder &body, TextBuilder &out);
  void writeTemporaries(TextBuilder &out);
  std::string functionName() const {
    return kernelIdentifier(kernel.kernel) + "_groups";
  }
  std::string groupFunctionName() const {
    return kernelIdentifier(kernel.kernel) + "_group";
  }
  // The positions of a group, outermost loop first.
  std::vector<std::string> positions();
  std::string arguments();
  bool canFail() { return !data.scratch().empty(); }
  int groupAxes() const;

  const ScheduledKernel &kernel;
  KernelData &data;
  Helpers &helpers;
};

} // namespace

int CKernelFile::groupAxes() const {
  int count = 0;
  for (const HardwareAxis &axis : kernel.axes)
    count += axis.isGroup();
  return count;
}

// The last axis is the outermost loop.
void CKernelFile::openGroupLoops(TextBuilder &body) {
  int count = groupAxes();
  if (count > 0)
    body.line("#pragma omp parallel for" +
              (count > 1 ? " collapse(" + std::to_string(count) + ")"
                         : std::string()) +
              (canFail() ? " reduction(|:failed)" : ""));
  for (size_t i = kernel.axes.size(); i-- > 0;) {
    const HardwareAxis &axis = kernel.axes[i];
    if (axis.isLocal())
      continue;
    std::string name = data.dialect.axisName(axis);
    body.open("for (int " + name + " = 0; " + name + " < groups[" +
              std::to_string(axis.number) + "]; ++" + name + ")");
  }
}

std::vector<std::string> CKernelFile::positions() {
  std::vector<std::string> result;
  for (size_t i = kernel.axes.size(); i-- > 0;)
    if (kernel.axes[i].isGroup())
      result.push_back(data.dialect.axisName(kernel.axes[i]));
  return result;
}

std::string CKernelFile::arguments() {
  std::string result;
  for (const Storage *storage : data.parameters())
    for (const std::string &name : storage->identifiers)
      result += name + ", ";
  return result;
}

// Parameters that compilers would warn of.
void CKernelFile::writeUnused(const TextBuilder &body, TextBuilder &out) {
  std::vector<std::string> names;
  for (const Storage *storage : data.parameters())
    names.insert(names.end(), storage->identifiers.begin(),
                 storage->identifiers.end());
  for (std::string &position : positions())
    names.push_back(std::move(position));
  for (const std::string &name : names)
    if (!mentionsIdentifier(body.str(), name))
      out.line("(void) " + name + ";");
  if (groupAxes() == 0)
    out.line("(void) groups;");
}

// The kernel's declarations and body: of a group, if there are several.
DeviceFunction CKernelFile::function(const CodeGenOptions &options) {
  const bool isOfGroup = groupAxes() > 0;
  TextBuilder body;
  body.deepen();
  KernelWriter writer(data, helpers, body, options);
  writer.allocateScratch(isOfGroup ? "return 1;"
                                   : "return LOOPYC_ERROR_MEMORY;");
  writer.writeDeclarations();
  writer.writeBody();
  if (canFail())
    writer.freeScratch();

  TextBuilder whole;
  whole.deepen();
  writeUnused(body, whole);
  whole.raw(body.str());
  if (!isOfGroup)
    whole.line("return LOOPYC_SUCCESS;");
  else if (canFail())
    whole.line("return 0;");
  std::string parameters = writer.parameterList();
  std::string type = isOfGroup && !canFail() ? "void " : "int ";
  std::string last = isOfGroup ? "" : ", const int64_t groups[3]";
  for (const std::string &position : positions())
    last += ", int " + position;
  std::string list = parameters + last;
  return {"",
          "static " + type +
              (isOfGroup ? groupFunctionName() : functionName()) + "(" +
              (parameters.empty() ? list.substr(2) : list) + ")",
          whole.str()};
}

// Calls it for the whole grid.
void CKernelFile::writeGroupLoops(const CodeGenOptions &options,
                                  TextBuilder &out) {
  if (groupAxes() == 0)
    return;
  TextBuilder unused;
  std::string parameters =
      KernelWriter(data, helpers, unused, options).parameterList();
  out.open("static int " + functionName() + "(" + parameters +
           (parameters.empty() ? "" : ", ") + "const int64_t groups[3])");
  if (canFail())
    out.line("int failed = 0;");
  openGroupLoops(out);
  std::string list = arguments();
  for (const std::string &position : positions())
    list += position + ", ";
  out.line((canFail() ? "failed |= " : "") + groupFunctionName() + "(" +
           list.substr(0, list.size() - 2) + ");");
  for (int i = groupAxes(); i > 0; --i)
    out.close();
  out.line(canFail() ? "return failed ? LOOPYC_ERROR_MEMORY : LOOPYC_SUCCESS;"
                     : "return LOOPYC_SUCCESS;");
  out.close();
  out.blank();
}

DeviceFunction codegen::cFunction(KernelData &data, Helpers &helpers,
                                  const CodeGenOptions &options) {
  return CKernelFile(data, helpers).function(options);
}

void CKernelFile::writeTemporaries(TextBuilder &out) {
  std::string missing;
  for (const Storage *storage : data.launchTemporaries()) {
    std::string type = data.dialect.typeName(storage->var->type);
    for (const std::string &name : storage->identifiers) {
      out.line(type + " *" + name + " = malloc(sizeof(" + type + ") * " +
               launchTemporaryCount(data, *storage, helpers) + ");");
      missing += (missing.empty() ? "!" : " || !") + name;
    }
  }
  if (missing.empty())
    return;
  out.open("if (" + missing + ")");
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line("free(" + name + ");");
  out.line("return LOOPYC_ERROR_MEMORY;");
  out.close();
}

void CKernelFile::writeLauncher(TextBuilder &out) {
  writePrepare(data, helpers, out);
  writeWeakDeclaration(data, out);
  out.open(launcherPrototype(data));
  out.line("int64_t groups[3];");
  out.line("int " + prepareCall(data));
  out.line("if (status != LOOPYC_SUCCESS || groups[0] == 0)");
  out.line("  return status;");
  writeTemporaries(out);
  out.line("status = " + functionName() + "(" + arguments() + "groups);");
  for (const Storage *storage : data.launchTemporaries())
    for (const std::string &name : storage->identifiers)
      out.line("free(" + name + ");");
  out.line("return status;");
  out.close();
  out.blank();
  writeLinkAlias(data, out);
}

namespace {

class CSequence : public SequenceSide {
  void allocate(const std::string &bytes, TextBuilder &out) const override {
    out.line("void *loopyc_own = NULL;");
    out.line("if (!workspace && !(workspace = loopyc_own = malloc(" + bytes +
             ")))");
    out.line("  return LOOPYC_ERROR_MEMORY;");
  }
  void release(const std::vector<std::string> &,
               TextBuilder &out) const override {
    out.line("free(loopyc_own);");
  }
  std::string readBack(const std::string &target,
                       const std::string &source) const override {
    return "(" + target + " = *" + source + ", LOOPYC_SUCCESS)";
  }
};

} // namespace

// As in Fortran, nobody asks for `errno`: roots are instructions then, of
// vectors, too.
std::vector<std::string> codegen::cOptions(const ScheduledKernels &kernels) {
  std::vector<std::string> options = {"-fno-math-errno"};
  if (forbidsContraction(kernels))
    options.push_back("-ffp-contract=off");
  else if (commonFastMath(kernels).contraction)
    options.push_back("-ffp-contract=fast");
  return options;
}

std::string codegen::cFile(const ScheduledKernels &kernels, OutputData &known,
                           const CodeGenOptions &options) {
  Helpers helpers(cTarget().dialect());
  TextBuilder body;
  bool hasSequence = false;
  for (const ScheduledKernel &kernel : kernels) {
    for (const ScheduledKernel *launch : launchesOf(kernel)) {
      KernelData data = known.of(*launch, cTarget());
      writeFunction(*launch, cFunction(data, helpers, options), body);
      body.blank();
      CKernelFile file(data, helpers);
      file.writeGroupLoops(options, body);
      file.writeLauncher(body);
    }
    if (kernel.launches) {
      KernelData whole = known.of(kernel, cTarget());
      writeSequence(whole, CSequence(), helpers, body);
      hasSequence = true;
    }
  }
  std::string about = forbidsContraction(kernels)
                          ? "Compile as C11 with OpenMP and -ffp-contract=off."
                          : "Compile as C11, with OpenMP for parallel loops "
                            "(-std=c11 -fopenmp), link with -lm.";
  std::string text = fileComment(
      options.prefix + ".c", about + compilerOptionsRemark(cOptions(kernels)));
  text += "#include \"" + options.prefix +
          ".h\"\n\n#include <math.h>\n"
          "#include <stdint.h>\n#include <stdlib.h>\n\n";
  if (helpers.usesComplex(8) || helpers.usesComplex(16))
    text += "#ifndef LOOPYC_COMPLEX\n#define LOOPYC_COMPLEX\n"
            "typedef struct { float re, im; } loopyc_cfloat;\n"
            "typedef struct { double re, im; } loopyc_cdouble;\n#endif\n\n";
  if (hasSequence)
    text += sequenceText();
  text += helpers.definitions();
  return text + body.trimmed();
}
