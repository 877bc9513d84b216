// P.h: launchers, their arguments, what they return.
#include "Host/Sequence.h"

#include "CFamily/ExprPrinter.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

static const char *const statusText = R"(#ifndef LOOPYC_LAUNCH_STATUS
#define LOOPYC_LAUNCH_STATUS
/* What a launcher returns. Unless it is LOOPYC_SUCCESS, nothing was launched; of several
 * launches, none behind the one that failed. */
enum loopyc_launch_status {
  LOOPYC_SUCCESS = 0,               /* launched, or there was nothing to do */
  LOOPYC_ERROR_ASSUMPTION = 1,      /* an assumption of the kernel does not hold */
  LOOPYC_ERROR_INDEX_RANGE = 2,     /* an array or a loop exceeds 2^31 - 1 */
  LOOPYC_ERROR_WORK_GROUP_SIZE = 3, /* the device cannot run work-groups of this size */
  LOOPYC_ERROR_LOCAL_MEMORY = 4,    /* the device has too little local memory */
  LOOPYC_ERROR_GRID_SIZE = 5,       /* more work-groups than the device's grid holds */
  LOOPYC_ERROR_ARRAY_SIZE = 6,      /* a buffer is smaller than the declared array */
  LOOPYC_ERROR_DEVICE = 7,          /* the device lacks a feature: double precision */
  LOOPYC_ERROR_BUILD = 8,           /* the device's compiler refused the program */
  LOOPYC_ERROR_MEMORY = 9,          /* no memory for a temporary array */
  LOOPYC_ERROR_LAUNCH = 10,         /* the runtime refused the launch */
  LOOPYC_ERROR_IMAGE = 11           /* the device has no images, or none so large */
};
static inline const char *loopyc_error_string(int status) {
  static const char *const texts[] = {
      "success",
      "an assumption of the kernel does not hold",
      "an array has more elements, or a loop more iterations, than 32-bit indices count; "
      "lp.set_options(knl, index_dtype=\"int64\") gives addresses 64 bits, and a loop that is "
      "spread is split into two",
      "the device cannot run work-groups of this size",
      "the device has too little local memory",
      "the grid has more work-groups than the device allows",
      "a buffer is smaller than the declared array",
      "the device lacks double precision",
      "the device's compiler refused the program",
      "no memory for a temporary array",
      "the runtime refused the launch",
      "the device has no images, or none so large; an array that is no lp.ImageArg needs none"};
  return status >= 0 && status <= 11 ? texts[status] : "unknown status";
}
#endif

)";

static const char *const complexText = R"(#ifndef LOOPYC_COMPLEX
#define LOOPYC_COMPLEX
typedef struct { float re, im; } loopyc_cfloat;
typedef struct { double re, im; } loopyc_cdouble;
#endif

)";

static std::string guardName(const std::string &prefix) {
  std::string name = "LOOPYC_GENERATED_";
  for (char c : prefix)
    name += std::isalnum(static_cast<unsigned char>(c))
                ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                : '_';
  return name + "_H";
}

static std::string joined(const std::vector<Expr> &parts) {
  std::string text;
  for (const Expr &part : parts)
    text += (text.empty() ? "" : ", ") + (part ? part.str() : "*");
  return text;
}
static std::string listed(const std::vector<Expr> &parts) {
  return "(" + joined(parts) + ")";
}
static std::string bracketed(const std::vector<Expr> &parts) {
  return "[" + joined(parts) + "]";
}

static std::string use(const LauncherArgument &argument) {
  if (!argument.written)
    return !argument.read     ? "not used"
           : argument.isImage ? "read, as an image"
                              : "read";
  return argument.read ? "read and written" : "written";
}

// "; the declared [i0, i1] is at [i0 % 4, i0 // 4, i1]" where a script split or
// joined axes, "" where shape and strides say it all.
static std::string declaredPlace(const DeclaredLayout &declared) {
  std::vector<Expr> names;
  for (size_t axis = 0; axis < declared.extents.size(); ++axis)
    names.push_back(Expr::var("i" + std::to_string(axis)));
  std::string from = bracketed(names), to = bracketed(declared.indices);
  return from == to ? "" : "; the declared " + from + " is at " + to;
}

// "; may be null where a_present is 0"
static std::string absentText(KernelData &data,
                              const LauncherArgument &argument) {
  std::string text;
  for (const std::string &presence :
       presenceArguments(data.scheduled.kernel, argument.variable->name))
    text += (text.empty() ? "" : " or ") + data.identifier(presence) + " is 0";
  if (text.empty())
    return "";
  return (argument.isArray ? "; may be null where " : "; any value where ") +
         text;
}

// "  a  real(8), written: shape (m, n), strides (1, m) in elements"
static std::string argumentText(const LauncherArgument &argument,
                                size_t width) {
  std::string text = argument.name;
  text.resize(std::max(width, text.size()), ' ');
  text += "  " + argument.variable->type.fortran() + ", ";
  if (!argument.isArray)
    return text + "by value";
  text += use(argument);
  if (argument.variable->isScalar())
    return text + ": one element";
  std::vector<Expr> extents;
  for (const Axis &axis : argument.variable->axes)
    extents.push_back(axis.extent);
  text += ": shape " + listed(extents) + ", strides " +
          listed(argument.layout.strides) + " in elements";
  if (argument.layout.lanes > 1)
    text += ", short vectors of " + std::to_string(argument.layout.lanes);
  if (!argument.separate.empty()) {
    text += ", separate index";
    for (int64_t index : argument.separate)
      text += " " + std::to_string(index);
  }
  return text + declaredPlace(argument.variable->declared);
}

static void declareLauncher(const ScheduledKernel &kernel, KernelData data,
                            TextBuilder &out) {
  writeKernelComment(kernel, out);
  std::vector<LauncherArgument> arguments = codegen::describeArguments(data);
  size_t width = 0;
  for (const LauncherArgument &argument : arguments)
    width = std::max(width, std::min<size_t>(argument.name.size(), 16));
  std::string text;
  for (const LauncherArgument &argument : arguments)
    text += " *   " + commentSafe(argumentText(argument, width) +
                                  absentText(data, argument)) +
            "\n";
  if (!text.empty())
    out.raw("/* Arguments:\n" + text + " */\n");
  text.clear();
  for (const std::string &remark : sequenceRemarks(kernel))
    text += " *   " + commentSafe(remark) + "\n";
  if (!text.empty())
    out.raw("/* The launcher, in this order, until one fails:\n" + text +
            " */\n");
  if (takesWorkspace(kernel))
    out.raw(
        "/* `workspace`: memory of the device for what goes from one launch "
        "to another,\n * of the size that " +
        kernelIdentifier(kernel.kernel) +
        "_workspace_bytes says (0 for sizes that the\n * launcher refuses), "
        "which one stream uses at a time; NULL: the launcher allocates "
        "it. */\n");
  out.line(launcherPrototype(data) + ";");
  out.blank();
}

static bool usesComplex(const std::vector<ScheduledKernel> &kernels) {
  for (const ScheduledKernel &kernel : kernels)
    for (const VariablePtr &var : kernel.kernel.arguments)
      if (var->type.isComplex())
        return true;
  return false;
}

std::string codegen::headerFile(const std::vector<ScheduledKernel> &kernels,
                                const Targets &targets, OutputData &data,
                                const CodeGenOptions &options) {
  TextBuilder out;
  out.raw(fileComment(options.prefix + ".h",
                      "Launchers: they check sizes and assumptions, compute "
                      "the grid, and launch."));
  std::string guard = guardName(options.prefix);
  out.raw("#ifndef " + guard + "\n#define " + guard + "\n\n");
  if (std::any_of(kernels.begin(), kernels.end(), takesWorkspace))
    out.raw("#include <stddef.h>\n");
  out.raw("#include <stdint.h>\n");
  for (const Target *target : allTargets()) // whatever order was asked for
    if (std::find(targets.begin(), targets.end(), target) != targets.end())
      out.raw(target->headerText(options));
  out.raw("\n");
  out.raw(statusText);
  if (usesComplex(kernels))
    out.raw(complexText);
  out.raw("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  for (const ScheduledKernel &kernel : kernels)
    if (takesWorkspace(kernel)) {
      KernelData whole = data.of(kernel, *targets.front());
      out.line(workspacePrototype(whole) + ";");
      out.blank();
    }
  for (const Target *target : targets)
    for (const ScheduledKernel &kernel : kernels)
      declareLauncher(kernel, data.of(kernel, *target), out);
  out.raw("#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return out.str();
}
