#include "Host/Offload.h"

#include "Host/Launcher.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

// --- arguments

static bool isFortranName(const std::string &name) {
  if (name.empty() || name.size() > 48 ||
      !std::isalpha(static_cast<unsigned char>(name[0])))
    return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
}

bool OffloadArgument::isFortranOrder() const {
  const DeclaredLayout &declared = variable->declared;
  if (buffers.size() != 1 ||
      variable->axes.size() != declared.extents.size())
    return false;
  for (size_t a = 0; a < variable->axes.size(); ++a) {
    const auto *nested = std::get_if<NestedAxis>(&variable->axes[a].tag);
    if (!nested || nested->level != static_cast<int>(a) ||
        nested->alignBytes != 1 ||
        declared.indices[a] != Expr::var("i" + std::to_string(a)))
      return false;
  }
  return true;
}

bool OffloadArgument::isWritten() const {
  return std::any_of(
      buffers.begin(), buffers.end(),
      [](const LauncherArgument &b) { return b.isArray && b.written; });
}

static std::string nameInKernel(const Origin &origin,
                                const std::string &name) {
  auto it = origin.renamed.find(name);
  return it == origin.renamed.end() ? name : it->second;
}

Offload::Offload(const ScheduledKernel &kernel, std::vector<TargetKind> targets)
    : scheduled(kernel), targets(std::move(targets)),
      name(linkName(kernel.kernel) + "_offload") {
  for (const VariablePtr &argument : kernel.kernel.arguments)
    addArgument(argument);
  for (const auto &[fixed, value] : kernel.kernel.fixedParameters)
    addFixed(fixed, value);
  addBuffers();
}

void Offload::addArgument(const VariablePtr &variable) {
  OffloadArgument argument;
  for (const Origin &origin : scheduled.kernel.origins) {
    for (const std::string &dummy : origin.arguments)
      if (nameInKernel(origin, dummy) == variable->name &&
          argument.actual.empty())
        argument.actual = dummy;
    for (const HiddenArgument &hidden : origin.hidden)
      if (nameInKernel(origin, hidden.variable->name) == variable->name &&
          argument.actual.empty())
        argument.actual = hidden.actual;
  }
  if (argument.actual.empty())
    throw UserError("the kernel's argument '" + variable->name +
                    "' is none of the source");
  argument.shown = argument.actual;
  argument.variable = variable;
  argument.type = variable->type;
  argument.name = freshDummy(variable->name);
  const std::vector<Expr> &extents = variable->declared.extents;
  argument.assumedSize = std::any_of(extents.begin(), extents.end(),
                                     [](const Expr &e) { return !e; });
  dummies[variable->name] = Expr::var(argument.name, variable->type);
  args.push_back(std::move(argument));
}

// The caller's value must be the one that the kernel was made for.
void Offload::addFixed(const std::string &kernelName, const Expr &value) {
  dummies[kernelName] = value;
  for (const Origin &origin : scheduled.kernel.origins)
    for (const VariablePtr &dummy : origin.variables)
      if (nameInKernel(origin, dummy->name) == kernelName) {
        OffloadArgument argument;
        argument.actual = argument.shown = dummy->name;
        for (const HiddenArgument &hidden : origin.hidden)
          if (hidden.variable->name == dummy->name)
            argument.actual = argument.shown = hidden.actual;
        argument.type = dummy->type;
        argument.name = freshDummy(kernelName);
        argument.fixed = value;
        args.push_back(std::move(argument));
        return;
      }
}

std::string Offload::freshDummy(const std::string &wanted) const {
  bool usable =
      isFortranName(wanted) && lowerCase(wanted).rfind("loopyc_", 0) != 0;
  for (const OffloadArgument &argument : args)
    usable = usable && !equalButForCase(argument.name, wanted);
  return usable ? wanted : "argument_" + std::to_string(args.size() + 1);
}

void Offload::addBuffers() {
  for (const LauncherArgument &buffer :
       loopyc::describeArguments(scheduled, targets.front()))
    for (OffloadArgument &argument : args)
      if (argument.variable && argument.variable->name == buffer.variable->name)
        argument.buffers.push_back(buffer);
}

static std::string numbered(const OffloadArgument &argument, size_t buffer) {
  return argument.name +
         (argument.buffers.size() > 1 ? "_" + std::to_string(buffer + 1) : "");
}

std::string Offload::handle(const OffloadArgument &argument,
                            size_t buffer) const {
  return "loopyc_device_" + numbered(argument, buffer);
}

std::string Offload::packed(const OffloadArgument &argument,
                            size_t buffer) const {
  return "loopyc_packed_" + numbered(argument, buffer);
}

void Offload::callWithOwnNames() {
  for (OffloadArgument &argument : args)
    argument.actual =
        argument.variable ? argument.name : fortranLiteral(argument.fixed);
}

std::string Offload::shapeOf(const OffloadArgument &argument) const {
  std::vector<std::string> extents;
  for (const Expr &extent : argument.variable->declared.extents)
    extents.push_back(extent ? indexText(extent) : "*");
  return commaJoined(extents);
}

// --- the call

// In steps of two blanks.
static size_t indentation(const std::vector<std::string> &lines) {
  size_t blanks = lines.empty() ? 0 : lines.front().find_first_not_of(' ');
  return blanks == std::string::npos ? 0 : std::min<size_t>(blanks, 40) / 2;
}

void Offload::writeCall(const std::vector<std::string> &original,
                        FortranText &out) const {
  std::vector<std::string> actuals = {"loopyc_call"};
  for (const OffloadArgument &argument : args) {
    actuals.push_back(argument.actual);
    if (argument.isArray()) // the runtime finds the size of a present array
      actuals.push_back(argument.assumedSize
                            ? "-1_8"
                            : "size(" + argument.actual + ", kind=8)");
  }
  std::string call = "call " + name + "(" + commaJoined(actuals) + ")";
  for (size_t column = indentation(original); column > 0; --column)
    out.deepen();
  out.line("block");
  out.deepen();
  out.line("integer(8) :: loopyc_call");
  out.line("block");
  out.deepen();
  for (const char *inquiry : {"size", "lbound"})
    if (call.find(std::string(" ") + inquiry + "(") != std::string::npos)
      out.line(std::string("intrinsic :: ") + inquiry);
  out.line("external :: " + name);
  out.line(call);
  out.rise();
  out.line("end block");
  out.line("if (loopyc_call /= 0) then ! on the host: LOOPYRT_FALLBACK");
  for (const std::string &line : original)
    out.raw(line + "\n");
  out.deepen();
  out.line("block");
  out.deepen();
  out.line("interface");
  out.line("  subroutine loopyrt_host_done(call) bind(C)");
  out.line("    integer(8), value :: call");
  out.line("  end subroutine loopyrt_host_done");
  out.line("end interface");
  out.line("call loopyrt_host_done(loopyc_call)");
  out.rise();
  out.line("end block");
  out.rise();
  out.line("end if");
  out.rise();
  out.line("end block");
  for (size_t column = indentation(original); column > 0; --column)
    out.rise();
}
