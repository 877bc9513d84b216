// The Fortran subroutine that makes a call of the runtime around a launch.
#include "FortranHost/MapAssertions.h"
#include "FortranHost/Offload.h"
#include "FortranHost/SameArrays.h"
#include "Host/Launcher.h"
#include "Host/LayoutTerms.h"

#include "loopyc/Analysis/ReachedElements.h"
#include "loopyc/Analysis/TouchedBoxes.h"
#include "loopyc/Analysis/WholeWrites.h"
#include "loopyc/Source/Fortran/CommonBlocks.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyrt.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

// The device's: an array of handles where there may be several buffers.
static std::string handle(const OffloadArgument &argument) {
  return "loopyc_device_" + argument.name;
}

static std::string handle(const OffloadArgument &argument, size_t buffer) {
  return handle(argument) +
         (argument.hasLayout() ? "(" + std::to_string(buffer + 1) + ")" : "");
}

// A scalar that the kernel writes, as an array.
static std::string element(const OffloadArgument &argument) {
  return "loopyc_element_" + argument.name;
}

static std::string quoted(const std::string &text) {
  return "\"" + text + "\" // c_null_char";
}

// The sum of enum loopyrt_access. Elements that the kernel leaves alone must
// stay: Fortran gives those of an intent(out) array no value, but programs
// count on the old ones.
static int accessOf(const Kernel &kernel, const OffloadArgument &argument) {
  int access = 0;
  for (const LauncherArgument &buffer : argument.buffers)
    access |=
        (buffer.read ? LOOPYRT_READ : 0) | (buffer.written ? LOOPYRT_WRITE : 0);
  if (access == LOOPYRT_WRITE &&
      writesWholeArray(kernel, argument.variable->name))
    return LOOPYRT_WRITE | LOOPYRT_OVERWRITE;
  return access == 0 ? LOOPYRT_READ : access;
}

std::string Offload::indexText(const Expr &e) const {
  Expr renamed = substitute(e, dummies);
  return fortranIndex(renamed);
}

// What the offload subroutine calls a variable of a common block.
std::string Offload::dummyOf(const Origin &origin,
                             const HiddenArgument &hidden) const {
  auto renamed = origin.renamed.find(hidden.variable->name);
  const std::string &inKernel = renamed == origin.renamed.end()
                                    ? hidden.variable->name
                                    : renamed->second;
  for (const OffloadArgument &argument : args)
    if (argument.variable && argument.variable->name == inKernel)
      return argument.name;
  return inKernel; // which the script has removed
}

std::vector<std::string> Offload::parameters() const {
  std::vector<std::string> result = {"loopyc_call"};
  for (const OffloadArgument &argument : args) {
    if (!argument.isPassed())
      continue;
    result.push_back(argument.name);
    if (argument.takesElements())
      result.push_back(argument.name + "_elements");
  }
  return result;
}

// Whoever passes an allocatable argument that is absent for one that is not
// allocatable relies on what compilers get wrong (gfortran 12).
static std::string attributesOf(const OffloadArgument &argument) {
  return std::string(argument.mayBeAbsent() ? ", optional" : "") +
         (argument.isArray() && !argument.presence.empty() ? ", allocatable"
                                                           : "");
}

static std::string shapeOfDummy(const OffloadArgument &argument) {
  if (!argument.isArray() && !argument.isMergedArray)
    return "";
  if (argument.presence.empty())
    return "(*)";
  const size_t rank = argument.variable->declared.extents.size();
  return "(" + commaJoined(std::vector<std::string>(rank, ":")) + ")";
}

void Offload::writeParameters(FortranText &out) const {
  out.line("integer(8), intent(out) :: loopyc_call");
  for (const OffloadArgument &argument : args) {
    if (!argument.isPassed())
      continue;
    const char *intent = argument.isWritten() ? "inout" : "in";
    out.line(argument.type.fortran() + ", intent(" + intent + ")" +
             attributesOf(argument) + " :: " + argument.name +
             shapeOfDummy(argument));
    if (argument.takesElements())
      out.line("integer(8), intent(in) :: " + argument.name + "_elements");
  }
}

void Offload::writeDeclarations(FortranText &out) const {
  writeParameters(out);
  for (const OffloadArgument &argument : args)
    if (argument.isOfCommonBlock() && argument.isArray())
      out.line("integer(8) :: " + argument.name + "_elements");
  for (const Origin &origin : scheduled.kernel.origins)
    for (const std::string &declaration :
         fortran::commonBlockDeclarations(origin, [&](const auto &hidden) {
           return dummyOf(origin, hidden);
         }))
      out.line(declaration);
  out.line("type(c_ptr) :: loopyc_pointer");
  if (takesWorkspace(scheduled))
    out.line("type(c_ptr) :: loopyc_workspace");
  out.line("integer(c_int) :: loopyc_target, loopyc_status");
  for (const OffloadArgument &argument : args) {
    if (!argument.variable)
      continue;
    if (argument.isWrittenScalar())
      out.line(argument.type.fortran() + " :: " + element(argument) + "(1)");
    if (argument.buffers.front().isArray)
      out.line("type(c_ptr) :: " + handle(argument) +
               (argument.hasLayout()
                    ? "(" + std::to_string(argument.buffers.size()) + ")"
                    : ""));
  }
}

// The arguments by value, whatever the target.
std::vector<LauncherArgument> Offload::values() const {
  std::vector<LauncherArgument> result;
  for (const LauncherArgument &argument :
       loopyc::describeArguments(scheduled, *targets.front()))
    if (!argument.isArray)
      result.push_back(argument);
  return result;
}

// What the launcher gets for it.
std::string Offload::valueText(const OffloadArgument &argument) const {
  std::string kind = std::to_string(argument.type.bytes);
  return argument.type.isLogical()
             ? "merge(1_" + kind + ", 0_" + kind + ", " + argument.name + ")"
             : argument.name;
}

// The runtime says what does not hold, and which values the names of integers
// have: `valued`, the dummies, and what messages call them.
static void writeFailure(const std::string &condition,
                         const std::string &assumption,
                         const std::vector<const OffloadArgument *> &valued,
                         FortranText &out) {
  std::string names;
  std::vector<std::string> values;
  for (const OffloadArgument *argument : valued)
    if (argument->type.isInteger()) {
      names += (names.empty() ? "" : ";") + argument->shown;
      values.push_back("int(" + argument->name + ", c_int64_t)");
    }
  if (values.empty())
    values.push_back("0_c_int64_t");
  out.line("if (" + condition + ") then");
  out.deepen();
  out.line("loopyc_status = 1");
  out.line("call loopyrt_assumption_fails(" + quoted(assumption) + ", " +
           quoted(names) + ", [" + commaJoined(values) + "])");
  out.rise();
  out.line("end if");
}

void Offload::writeFixedChecks(FortranText &out) const {
  for (const OffloadArgument &argument : args)
    if (argument.fixed)
      writeFailure(
          argument.name + (argument.type.isLogical() ? " .neqv. " : " /= ") +
              fortranLiteral(argument.fixed),
          argument.shown + " = " + argument.fixed.str(), {&argument}, out);
}

void Offload::writeMergedChecks(FortranText &out) const {
  for (const OffloadArgument &argument : args) {
    if (argument.mergedWith.empty())
      continue;
    const OffloadArgument &other = *std::find_if(
        args.begin(), args.end(), [&](const OffloadArgument &candidate) {
          return candidate.name == argument.mergedWith;
        });
    if (argument.isMergedArray)
      writeFailure("loopyrt_is_same_array(" + argument.name + ", " +
                       other.name + ") == 0",
                   other.shown + " and " + argument.shown + " are one array",
                   {}, out);
    else
      writeFailure(
          argument.name + (argument.type.isLogical() ? " .neqv. " : " /= ") +
              other.name,
          other.shown + " = " + argument.shown, {&other, &argument}, out);
  }
}

bool Offload::hasChecks() const {
  return std::any_of(args.begin(), args.end(),
                     [](const OffloadArgument &argument) {
                       return argument.fixed || argument.mayOverflow ||
                              !argument.mergedWith.empty();
                     });
}

static std::string arrayOf(const std::vector<std::string> &values) {
  return "[integer(8) :: " + commaJoined(values) + "]";
}

static std::string countOf(size_t count) {
  return std::to_string(count) + "_c_int";
}

// What loopyrt_array_in_layout wants to know after the access.
std::string Offload::layoutText(const OffloadArgument &argument) const {
  const Variable &variable = *argument.variable;
  const BufferLayout &layout = argument.buffers.front().layout;
  const std::string bytes = std::to_string(argument.type.bytes) + "_8";
  std::vector<std::string> extents, numbers;
  for (const Expr &extent : variable.declared.extents)
    extents.push_back(indexText(extent));
  std::vector<LayoutTerm> terms = layoutTerms(variable, argument.buffers);
  for (const LayoutTerm &term : terms) {
    for (int64_t number : {term.of, term.divisor, term.modulus})
      numbers.push_back(std::to_string(number) + "_8");
    numbers.push_back(indexText(term.stride));
    numbers.push_back(std::to_string(term.buffer) + "_8");
  }
  return commaJoined({bytes, countOf(extents.size()), arrayOf(extents),
                      countOf(terms.size()), arrayOf(numbers),
                      countOf(argument.buffers.size()),
                      bytes + "*max(1_8, " + indexText(layout.extent) + ")"});
}

// The bytes in a direction; "" where they are all of the array's.
std::string Offload::touchedBytes(const OffloadArgument &argument,
                                  bool written) const {
  const Variable &variable = *argument.variable;
  auto box = touchedBox(scheduled.kernel, variable.name, written);
  if (!box)
    return "";
  std::string text = std::to_string(argument.type.bytes) + "_8";
  bool whole = true;
  for (size_t axis = 0; axis < box->size(); ++axis) {
    const Expr &extent = variable.axes[axis].extent;
    std::string length = indexText((*box)[axis]);
    whole &= extent && length == indexText(extent);
    text += "*" + ((*box)[axis].getIf<IntLit>() ? length
                                                : "max(0_8, " + length + ")");
  }
  return whole ? "" : text;
}

// What loopyrt_touched wants to know of an array; "" if nothing.
std::string Offload::touchedText(const OffloadArgument &argument) const {
  if (!argument.isArray())
    return "";
  std::string parts[2];
  bool some = false;
  for (bool written : {false, true}) {
    bool used = std::any_of(argument.buffers.begin(), argument.buffers.end(),
                            [&](const LauncherArgument &b) {
                              return written ? b.written : b.read;
                            });
    parts[written] = used ? touchedBytes(argument, written) : "0_8";
    some |= used && !parts[written].empty();
    if (parts[written].empty())
      parts[written] = "-1_8"; // all
  }
  return some ? parts[0] + ", " + parts[1] : "";
}

std::string Offload::reachedText(const OffloadArgument &argument) const {
  if (!argument.assumedSize || !argument.isFortranOrder())
    return "";
  auto reached = reachedElements(scheduled.kernel, argument.variable->name);
  return reached ? indexText(*reached) : "";
}

// What is copied where it is the array of an argument that is written comes
// before that.
std::vector<const OffloadArgument *> Offload::inOrder() const {
  std::vector<const OffloadArgument *> result;
  for (const OffloadArgument &argument : args)
    if (argument.variable)
      result.push_back(&argument);
  std::stable_partition(
      result.begin(), result.end(), [&](const OffloadArgument *argument) {
        return !writtenAs(scheduled.kernel, args, *argument).empty();
      });
  return result;
}

// What follows until closePresent, if the argument is there.
static void openPresent(const OffloadArgument &argument, FortranText &out) {
  if (!argument.mayBeAbsent())
    return;
  out.line("if (present(" + argument.name + ")) then");
  out.deepen();
  if (!argument.presence.empty())
    out.line("if (allocated(" + argument.name + ")) then");
}

static void closePresent(const OffloadArgument &argument, FortranText &out) {
  if (!argument.mayBeAbsent())
    return;
  if (!argument.presence.empty())
    out.line("end if");
  out.rise();
  out.line("end if");
}

void Offload::writeSameArrays(const OffloadArgument &read,
                              FortranText &out) const {
  for (const OffloadArgument *written :
       writtenAs(scheduled.kernel, args, read)) {
    std::string condition = equalExtents(
        read, *written, [&](const Expr &e) { return indexText(e); });
    openPresent(*written, out);
    out.line((condition.empty() ? "" : "if (" + condition + ") ") +
             "call loopyrt_may_be_same(loopyc_pointer, " + read.name + ", " +
             written->name + ")");
    closePresent(*written, out);
  }
}

void Offload::writeArrays(FortranText &out) const {
  for (const OffloadArgument *argument : inOrder()) {
    if (argument->mayBeAbsent())
      out.line(handle(*argument) + " = c_null_ptr");
    openPresent(*argument, out);
    writeArray(*argument, out);
    closePresent(*argument, out);
  }
}

void Offload::writeArray(const OffloadArgument &argument,
                         FortranText &out) const {
  writeSameArrays(argument, out);
  std::string access =
      std::to_string(accessOf(scheduled.kernel, argument)) + "_c_int";
  std::string bytes = std::to_string(argument.type.bytes) + "_8";
  auto array = [&](const std::string &host, const std::string &size) {
    out.line(handle(argument) + " = loopyrt_array(loopyc_pointer, " +
             quoted(argument.shown) + ", " + host + ", " + size + ", " +
             access + ")");
  };
  if (argument.isArray() && !argument.isUsed()) {
    out.line(handle(argument) + " = c_null_ptr");
  } else if (argument.isWrittenScalar()) {
    out.line(element(argument) + "(1) = " + argument.name);
    array(element(argument), bytes);
  } else if (argument.isArray() && argument.isFortranOrder()) {
    array(argument.name, bytes + "*" + argument.elements());
  } else if (argument.isArray()) {
    out.line("call loopyrt_array_in_layout(loopyc_pointer, " +
             quoted(argument.shown) + ", " + argument.name + ", " + access +
             ", " + layoutText(argument) + ", " + handle(argument) + ")");
  }
  if (!argument.touched.empty())
    out.line("call loopyrt_touched(loopyc_pointer, " + argument.touched + ")");
  if (hasMapAssertion(argument))
    out.line("call loopyrt_expect_map(loopyc_pointer, " +
             mapAssertionText(
                 scheduled.kernel, argument,
                 [&](const Expr &e) { return indexText(e); }) +
             ")");
}

void Offload::writeExtentChecks(FortranText &out) const {
  for (const OffloadArgument &argument : args) {
    if (!argument.mayOverflow)
      continue;
    std::string product;
    for (const Expr &extent : argument.variable->declared.extents)
      product += (product.empty() ? "" : "*") + indexText(extent);
    writeFailure(argument.name + "_elements > 2147483647 .and. " +
                     argument.name + "_elements /= " + product,
                 "extents of " + argument.shown +
                     " fit in 32 bits; declare it with bounds of integer(8)",
                 {}, out);
  }
}

// Two conditions: Fortran may evaluate both operands of one, or not, and
// compilers warn of that.
static void openIfReady(FortranText &out) {
  for (const char *condition :
       {"loopyc_status == 0", "loopyrt_ready(loopyc_pointer) /= 0"}) {
    out.line("if (" + std::string(condition) + ") then");
    out.deepen();
  }
}

static void closeIfReady(FortranText &out) {
  for (int k = 0; k < 2; ++k) {
    out.rise();
    out.line("end if");
  }
}

void Offload::writeWorkspace(FortranText &out) const {
  std::vector<std::string> actuals;
  for (const LauncherArgument &value : values())
    for (const OffloadArgument &argument : args)
      if (argument.variable && argument.variable->name == value.variable->name)
        actuals.push_back(valueText(argument));
  out.line("loopyc_workspace = c_null_ptr");
  openIfReady(out);
  out.line("loopyc_workspace = loopyrt_workspace(loopyc_pointer, "
           "int(loopyc_workspace_bytes(" +
           commaJoined(actuals) + "), c_int64_t))");
  closeIfReady(out);
}

void Offload::writeLaunch(FortranText &out) const {
  openIfReady(out);
  out.line("select case (loopyc_target)");
  for (const Target *target : targets) {
    const LauncherFrame frame = target->launcherFrame();
    std::vector<std::string> actuals;
    if (*frame.queue)
      actuals.push_back("loopyrt_queue(loopyc_pointer)");
    for (const LauncherArgument &launcher :
         loopyc::describeArguments(scheduled, *target))
      for (const OffloadArgument &argument : args) {
        if (!argument.variable ||
            argument.variable->name != launcher.variable->name)
          continue;
        for (size_t b = 0; b < argument.buffers.size(); ++b)
          if (launcher.isArray && argument.buffers[b].name == launcher.name)
            actuals.push_back(handle(argument, b));
        if (!launcher.isArray)
          actuals.push_back(valueText(argument));
      }
    if (*frame.event)
      actuals.push_back("loopyrt_event(loopyc_pointer)");
    if (takesWorkspace(scheduled))
      actuals.push_back("loopyc_workspace");
    out.line("case (" + std::to_string(target->runtimeTarget()) + ")");
    out.line("  loopyc_status = " + localLauncher(*target) + "(" +
             commaJoined(actuals) + ")");
  }
  out.line("end select");
  closeIfReady(out);
}

void Offload::writeSubroutine(FortranText &out) const {
  int mask = 0;
  for (const Target *target : targets)
    mask |= target->runtimeTarget();
  out.line("! Launches kernel " + scheduled.kernel.name +
           "; loopyc_call is not 0 if the host must run the original.");
  out.line("subroutine " + name + "(" + commaJoined(parameters()) + ")");
  out.deepen();
  out.line("use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, "
           "c_null_char, c_null_ptr, c_ptr");
  out.line("implicit none");
  writeDeclarations(out);
  writeInterfaces(out);
  out.blank();
  for (const OffloadArgument &argument : args)
    if (argument.isOfCommonBlock() && argument.isArray())
      out.line(argument.name + "_elements = size(" + argument.name +
               ", kind=8)");
  out.line("loopyc_call = 0");
  out.line("loopyc_target = loopyrt_begin(" +
           quoted(scheduled.kernel.name) +
           ", " + std::to_string(mask) + "_c_int, loopyc_pointer)");
  out.line("if (loopyc_target < 0) call loopyrt_stop()");
  out.line("loopyc_status = 0");
  writeFixedChecks(out);
  writeMergedChecks(out);
  writeExtentChecks(out);
  writeArrays(out);
  if (takesWorkspace(scheduled))
    writeWorkspace(out);
  writeLaunch(out);
  out.line("loopyc_status = loopyrt_finish(loopyc_pointer, loopyc_status)");
  out.line("if (loopyc_status > 0) call loopyrt_stop()");
  for (const OffloadArgument &argument : args)
    if (argument.isWrittenScalar())
      out.line((argument.mayBeAbsent()
                    ? "if (present(" + argument.name + ")) "
                    : "") +
               argument.name + " = " + element(argument) + "(1)");
  out.line("if (loopyc_status < 0) loopyc_call = transfer(loopyc_pointer, "
           "loopyc_call)");
  out.rise();
  out.line("end subroutine " + name);
}
