#include "FortranHost/Offload.h"

#include "FortranHost/Gathering.h"
#include "FortranHost/Overlaps.h"
#include "FortranHost/PointerCopies.h"
#include "Host/Launcher.h"
#include "loopyc/Analysis/Accesses.h"
#include "loopyc/IR/ElementOrder.h"
#include "loopyc/Source/Fortran/CommonBlocks.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Fortran/Returns.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::codegen;

// --- arguments

// Names are made of it: "loopyc_device_NAME(12)".
static constexpr size_t longestDummy = 44;

static bool isFortranName(const std::string &name) {
  if (name.empty() || name.size() > longestDummy ||
      !std::isalpha(static_cast<unsigned char>(name[0])))
    return false;
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
}

// What the offload subroutine calls by name, and its own variables.
static bool isReserved(const std::string &name) {
  static const char *const used[] = {
      "c_char", "c_int",  "c_int64_t", "c_null_char", "c_null_ptr",
      "c_ptr",  "int",    "max",       "merge",       "min",
      "mod",    "modulo", "size",      "transfer"};
  const std::string lower = lowerCase(name), suffix = "_elements";
  for (const char *prefix : {"loopyc_", "loopyrt_", "argument_"})
    if (lower.rfind(prefix, 0) == 0)
      return true;
  bool isSize = lower.size() > suffix.size() &&
                lower.substr(lower.size() - suffix.size()) == suffix;
  return isSize || std::find(std::begin(used), std::end(used), lower) !=
                       std::end(used);
}

bool OffloadArgument::isFortranOrder() const {
  const DeclaredLayout &declared = variable->declared;
  if (buffers.size() != 1)
    return false;
  if (isInElementOrder(*variable))
    return true;
  if (variable->axes.size() != declared.extents.size())
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

bool OffloadArgument::isUsed() const {
  return std::any_of(
      buffers.begin(), buffers.end(),
      [](const LauncherArgument &b) { return b.read || b.written; });
}

bool OffloadArgument::isWritten() const {
  return std::any_of(
      buffers.begin(), buffers.end(),
      [](const LauncherArgument &b) { return b.isArray && b.written; });
}

Offload::Offload(const ScheduledKernel &kernel, Targets targets)
    : scheduled(kernel), targets(std::move(targets)),
      name(linkName(kernel.kernel) + "_offload") {
  for (const VariablePtr &argument : kernel.kernel.arguments)
    addArgument(argument);
  for (const auto &[fixed, value] : kernel.kernel.fixedParameters)
    addFixed(fixed, value);
  // Of several subroutines, the arguments are the kernel's own.
  if (kernel.kernel.origins.size() == 1)
    addMerged(kernel.kernel.origins.front());
  addBuffers();
  findOptional();
  findScalarPointers();
  for (size_t k = 0; k < args.size(); ++k)
    args[k].number = k + 1;
  for (OffloadArgument &argument : args)
    argument.touched = touchedText(argument);
  for (OffloadArgument &argument : args)
    argument.reached = reachedText(argument);
  pointed = PointedParts(kernel.kernel, args);
}

static std::string spelled(const Origin &origin, const HiddenArgument &hidden) {
  return origin.language->spell(hidden.value);
}

// Is it an extent or a lower bound of the argument?
static bool isOf(const OffloadArgument &argument, const Origin &origin,
                 const HiddenArgument &hidden) {
  HostValue array;
  array.path = hidden.value.path;
  return hidden.value.kind != HostValue::Kind::Variable &&
         origin.language->spell(array) == argument.actual;
}

// Extents are asked for where no declaration says them. The elements of an
// allocatable array lie together.
static void findStrides(const ScheduledKernel &scheduled,
                        OffloadArgument &argument) {
  using Presence = HostValue::Presence;
  for (const Origin &origin : scheduled.kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      if (isOf(argument, origin, hidden)) {
        Presence presence = hidden.value.presence;
        argument.isPointer |= presence == Presence::Pointer;
        argument.mayBeStrided |= presence != Presence::Allocatable &&
                                 hidden.value.kind == HostValue::Kind::Extent;
      } else if (!fortran::reachedArray(hidden.value).empty() &&
                 spelled(origin, hidden) == argument.actual) {
        argument.isPointer = argument.mayBeStrided = true;
      }
}

static bool isWide(const Expr &e) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    found = found || node.type() == Type::integer(8);
    return !found;
  });
  return found;
}

// Only where the source has subscripts of 64 bits: it would not reach other
// elements either.
static bool mayOverflow(const Kernel &kernel, const OffloadArgument &argument) {
  bool isAsked = false;
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      isAsked = isAsked || (isOf(argument, origin, hidden) &&
                            hidden.value.kind == HostValue::Kind::Extent &&
                            hidden.variable->type.bytes < 8);
  if (!isAsked || argument.assumedSize)
    return false;
  for (const AccessInfo &access : collectAccesses(kernel))
    if (const auto *ref = access.reference.getIf<ArrayRef>())
      if (ref->name == argument.variable->name &&
          std::any_of(ref->subscripts.begin(), ref->subscripts.end(), isWide))
        return true;
  return false;
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
          argument.actual.empty()) {
        argument.actual = spelled(origin, hidden);
        if (fortran::isOfCommonBlock(hidden.value))
          argument.commonBlock = hidden.value.module;
      }
  }
  if (argument.actual.empty())
    throw UserError("the kernel's argument '" + variable->name +
                    "' is none of the source");
  argument.shown = argument.actual;
  argument.variable = variable;
  argument.type = variable->type;
  argument.name = freshDummy(variable->name);
  if (Gathering::gatheredBy(scheduled.kernel, argument))
    argument.actual = "loopyc_gathered_" + std::to_string(args.size() + 1);
  findStrides(scheduled, argument);
  const std::vector<Expr> &extents = variable->declared.extents;
  argument.assumedSize = std::any_of(extents.begin(), extents.end(),
                                     [](const Expr &e) { return !e; });
  argument.mayOverflow = mayOverflow(scheduled.kernel, argument);
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
            argument.actual = argument.shown = spelled(origin, hidden);
        argument.type = dummy->type;
        argument.name = freshDummy(kernelName);
        argument.fixed = value;
        args.push_back(std::move(argument));
        return;
      }
}

// Dummies that rename_argument made one of: the caller's must be one, too.
void Offload::addMerged(const Origin &origin) {
  const size_t own = args.size();
  for (const VariablePtr &dummy : origin.variables) {
    std::string inKernel = nameInKernel(origin, dummy->name);
    std::string actual = dummy->name;
    for (const HiddenArgument &hidden : origin.hidden)
      if (hidden.variable->name == dummy->name)
        actual = spelled(origin, hidden);
    for (size_t a = 0; a < own; ++a) {
      if (!args[a].variable || args[a].variable->name != inKernel ||
          args[a].shown == actual)
        continue;
      if (args[a].shown != args[a].actual)
        throw UserError("components of elements of arrays, '" + actual +
                        "' and '" + args[a].shown + "', were merged");
      OffloadArgument argument;
      argument.actual = argument.shown = actual;
      argument.type = dummy->type;
      argument.name = freshDummy(dummy->name);
      argument.mergedWith = args[a].name;
      argument.isMergedArray = !dummy->isScalar();
      args.push_back(std::move(argument));
    }
  }
}

std::string Offload::freshDummy(const std::string &wanted) const {
  FreshNames names(FreshNames::Case::Ignored);
  names.take(name);
  for (const OffloadArgument &argument : args)
    names.take(argument.name);
  bool usable = isFortranName(wanted) && !isReserved(wanted);
  return usable && names.take(wanted)
             ? wanted
             : names.numbered("argument", static_cast<int>(args.size()) + 1);
}

// What is not allocated, or points to nothing, has no bounds that may be asked
// for, and is handed on as an absent argument.
void Offload::askBefore(const Origin &origin, const HiddenArgument &hidden) {
  const std::string existence = fortran::existenceText(hidden.value);
  const std::string name = nameInKernel(origin, hidden.variable->name);
  for (OffloadArgument &argument : args) {
    if (argument.isArray() && !argument.isMergedArray &&
        isOf(argument, origin, hidden))
      argument.existence = existence;
    if (!hidden.value.isBound() || !argument.variable ||
        argument.variable->name != name)
      continue;
    HostValue bound = hidden.value;
    bound.presence = HostValue::Presence::Always;
    argument.existence = existence;
    argument.absent = bound.kind == HostValue::Kind::LowerBound ? "1" : "0";
    argument.actual = origin.language->spell(bound);
  }
}

// Those whose presence the kernel asks for, and what is asked of them. What is
// allocatable besides is asked for that first.
void Offload::findOptional() {
  using Kind = HostValue::Kind;
  using Presence = HostValue::Presence;
  for (const Origin &origin : scheduled.kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      if (hidden.value.presence != Presence::Always &&
          hidden.value.presence != Presence::Optional &&
          fortran::askedTarget(hidden.value).empty())
        askBefore(origin, hidden);
  for (const Origin &origin : scheduled.kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden) {
      const HostValue &value = hidden.value;
      if (value.presence != Presence::Optional)
        continue;
      const std::string &optional = value.path.front();
      const std::string variable = nameInKernel(
          origin,
          value.kind == Kind::IsPresent ? optional : hidden.variable->name);
      for (OffloadArgument &argument : args)
        if (argument.existence == "allocated(" + optional + ")")
          argument.presence = "present(" + optional + ")";
        else if (argument.variable && argument.variable->name == variable)
          argument.existence = "present(" + optional + ")";
    }
}

// One that points to nothing has no value that may be asked for.
void Offload::findScalarPointers() {
  for (OffloadArgument &argument : args)
    if (argument.variable && argument.variable->isScalar() &&
        argument.variable->pointing == Pointing::Pointer &&
        argument.existence.empty() && !argument.isOfCommonBlock())
      argument.existence = "associated(" + argument.actual + ")";
}

void Offload::addBuffers() {
  for (const LauncherArgument &buffer :
       loopyc::describeArguments(scheduled, *targets.front()))
    for (OffloadArgument &argument : args)
      if (argument.variable && argument.variable->name == buffer.variable->name)
        argument.buffers.push_back(buffer);
}

void Offload::callWithOwnNames() {
  for (OffloadArgument &argument : args)
    argument.actual =
        argument.variable ? argument.name : fortranLiteral(argument.fixed);
  for (OffloadArgument &argument : args)
    argument.mayBeStrided = false; // their shapes are explicit
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

// Where a variable or function of this name stands in the text, from `at` on:
// no component of a structure.
static size_t findName(const std::string &text, const std::string &name,
                       size_t at) {
  const std::string lower = lowerCase(text);
  for (at = lower.find(name, at); at != std::string::npos;
       at = lower.find(name, at + 1)) {
    size_t end = at + name.size();
    bool begins =
        at == 0 || !(isNamePart(lower[at - 1]) || lower[at - 1] == '%');
    if (begins && (end == lower.size() || !isNamePart(lower[end])))
      break;
  }
  return at;
}

// The actual argument, where a variable may have the name of a function that
// the call needs: "size(size, kind=8)" becomes "size(loopyc_size, kind=8)".
static std::string besides(const std::string &function, std::string actual,
                           bool &called) {
  static const std::string prefix = "loopyc_";
  for (size_t at = findName(actual, function, 0); at != std::string::npos;
       at = findName(actual, function, at + function.size())) {
    size_t end = at + function.size();
    if (end < actual.size() && actual[end] == '(') {
      called = true;
    } else {
      actual.insert(at, prefix);
      at += prefix.size();
    }
  }
  return actual;
}

// Optional arguments need it, and who asks compilers for implicit interfaces is
// to hear of his own.
void Offload::writeOffloadInterface(FortranText &out) const {
  out.line("interface");
  out.deepen();
  out.line("subroutine " + name + "(" + commaJoined(parameters()) + ")");
  out.deepen();
  writeParameters(out);
  out.rise();
  out.line("end subroutine");
  out.rise();
  out.line("end interface");
}

namespace {

// A value that is asked of what need not be there if it is.
struct AskedValue {
  Type type;
  std::string presence, existence, absent;
  size_t actual; // its number at the call

  std::string name() const {
    return "loopyc_asked_" + std::to_string(actual);
  }
};

} // namespace

// The launch, where the functions that it needs are hidden by no variable.
void Offload::writeOffloadCall(FortranText &out) const {
  std::vector<std::string> actuals = {"loopyc_call"}, functions, aliases;
  std::vector<AskedValue> asked;
  auto pass = [&](const std::string &actual, Type type,
                  const std::string &existence, const std::string &absent,
                  const std::string &presence) {
    if (!existence.empty())
      asked.push_back({type, presence, existence, absent, actuals.size()});
    actuals.push_back(actual);
  };
  for (const OffloadArgument &argument : args) {
    if (!argument.isPassed())
      continue;
    pass(PointerCopies::passed(argument), argument.type,
         argument.mayBeAbsent() ? "" : argument.existence, argument.absent,
         argument.presence);
    if (argument.takesElements())
      pass(argument.assumedSize ? "-1_8"
                                : "size(" + argument.actual + ", kind=8)",
           Type::integer(8), argument.existence, "0", argument.presence);
  }
  for (const char *function :
       {"size", "lbound", "merge", "allocated", "associated", "present"}) {
    bool called = false;
    std::vector<std::string> apart;
    for (const std::string &actual : actuals)
      apart.push_back(besides(function, actual, called));
    if (!called)
      continue;
    functions.push_back(function);
    for (const std::string &actual : actuals)
      if (equalButForCase(actual, function))
        aliases.push_back(std::string("loopyc_") + function + " => " + actual);
    actuals = std::move(apart);
  }
  if (!aliases.empty())
    out.line("associate (" + commaJoined(aliases) + ")");
  out.line("block");
  out.deepen();
  for (const std::string &function : functions)
    out.line("intrinsic :: " + function);
  for (const AskedValue &value : asked)
    out.line(value.type.fortran() + " :: " + value.name());
  writeOffloadInterface(out);
  for (const AskedValue &value : asked) {
    out.line(value.name() + " = " +
             (value.type.isLogical() ? ".false." : value.absent));
    const bool isOptional = !value.presence.empty();
    if (isOptional)
      out.line("if (" + value.presence + ") then");
    out.line((isOptional ? "  if (" : "if (") + value.existence + ") " +
             value.name() + " = " + actuals[value.actual]);
    if (isOptional)
      out.line("end if");
    actuals[value.actual] = value.name();
  }
  out.line("call " + name + "(" + commaJoined(actuals) + ")");
  out.rise();
  out.line("end block");
  if (!aliases.empty())
    out.line("end associate");
}

std::vector<Gathering> Offload::gatherings() const {
  std::vector<Gathering> result;
  for (const OffloadArgument &argument : args)
    if (const HiddenArgument *hidden =
            Gathering::gatheredBy(scheduled.kernel, argument))
      result.emplace_back(argument, *hidden, scheduled.kernel);
  return result;
}

// Of the stub's copies. Not where the host ran the original, with the elements
// themselves.
void Offload::writeResults(const std::vector<Gathering> &gathered,
                           const PointerCopies &copies,
                           FortranText &out) const {
  if (!copies.hasResults() &&
      std::none_of(gathered.begin(), gathered.end(),
                   [](const Gathering &one) { return one.isWritten(); }))
    return;
  out.line("else");
  out.deepen();
  for (const Gathering &one : gathered)
    if (one.isWritten())
      one.writeAfter(out);
  if (copies.hasResults()) {
    const bool isOpen = openModules(out);
    copies.writeAfter(out);
    closeModules(isOpen, out);
  }
  out.rise();
}

// A name without a declaration is the procedure's wherever it is mentioned
// first, but some compilers take one that a block mentions first for the
// block's.
void Offload::writeMentions(FortranText &out) const {
  const Origin &origin = scheduled.kernel.origins.front();
  for (const OffloadArgument &argument : args) {
    if (!argument.isWrittenScalar() || argument.isOfCommonBlock())
      continue;
    const SourceRange &place = argument.variable->range;
    const bool isInKernel = place.known() && origin.range.known() &&
                            place.fileName() == origin.range.fileName() &&
                            place.line >= origin.firstLine &&
                            place.line <= origin.lastLine;
    const bool isName =
        argument.actual.find_first_of("%(") == std::string::npos;
    if (isInKernel && isName)
      out.line("if (.false.) " + argument.actual + " = " + argument.actual);
  }
}

void Offload::writeCall(const std::vector<std::string> &original,
                        FortranText &out) const {
  for (size_t column = indentation(original); column > 0; --column)
    out.deepen();
  writeMentions(out);
  out.line("block");
  out.deepen();
  out.line("integer(8) :: loopyc_call");
  std::vector<Gathering> gathered = gatherings();
  size_t depth = 0;
  for (const Gathering &one : gathered) {
    one.declare(out);
    for (; depth < one.depth(); ++depth)
      out.line("integer(8) :: " + Gathering::index(depth + 1));
  }
  const PointerCopies copies(args);
  copies.declare(out);
  pointed.declare(out);
  pointed.writeBefore(out);
  for (const Gathering &one : gathered)
    one.writeBefore(out);
  const bool isOpen = openModules(out);
  writeElements(out);
  writeOverlapChecks(scheduled.kernel, args, out);
  writePacked(true, out);
  copies.writeBefore(out);
  writeOffloadCall(out);
  closeModules(isOpen, out);
  out.line("if (loopyc_call /= 0) then ! on the host: LOOPYRT_FALLBACK");
  const auto leaving = fortran::returningToEnd(original, "loopyc_original");
  if (leaving)
    out.line("loopyc_original: block");
  out.raw(source::joinLines(leaving ? *leaving : original));
  if (leaving)
    out.line("end block loopyc_original");
  out.deepen();
  out.line("block");
  out.deepen();
  out.line("interface");
  out.line("  subroutine loopyrt_host_done(call) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_int64_t");
  out.line("    integer(c_int64_t), value :: call");
  out.line("  end subroutine loopyrt_host_done");
  out.line("end interface");
  out.line("call loopyrt_host_done(loopyc_call)");
  out.rise();
  out.line("end block");
  out.rise();
  writeResults(gathered, copies, out);
  out.line("end if");
  writePacked(false, out);
  out.rise();
  out.line("end block");
  for (size_t column = indentation(original); column > 0; --column)
    out.rise();
}
