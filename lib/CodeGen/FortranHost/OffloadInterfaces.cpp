// The interfaces that an offload subroutine declares of what it calls.
#include "FortranHost/MapAssertions.h"
#include "FortranHost/Offload.h"
#include "FortranHost/SameArrays.h"
#include "Host/Launcher.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

// The kind that iso_c_binding has for the type: compilers know of these alone
// that C has them.
static std::string kindInC(Type type) {
  std::string bits = std::to_string(8 * type.bytes);
  switch (type.cls) {
  case TypeClass::Integer:
  case TypeClass::Logical: // travel as integers
    return "c_int" + bits + "_t";
  case TypeClass::Real:
    return type.bytes == 4 ? "c_float" : "c_double";
  case TypeClass::Complex:
    return type.bytes == 8 ? "c_float_complex" : "c_double_complex";
  case TypeClass::Unsigned:
    throw UserError("numbers of type " + type.str() +
                    " cannot be passed from Fortran, which has no integers "
                    "without a sign; declare the argument as int" + bits +
                    " and write cast(np." + type.str() + ", ...)");
  }
  throw InternalError("unknown class of types");
}

static std::string valueType(Type type) {
  const char *name = type.isReal()      ? "real"
                     : type.isComplex() ? "complex"
                                        : "integer";
  return std::string(name) + "(" + kindInC(type) + "), value";
}

static void writeFunctionInterface(FortranText &out, const std::string &head,
                                   const std::string &imported,
                                   const std::vector<std::string> &lines) {
  out.line(head);
  if (!imported.empty())
    out.line("  import :: " + imported);
  for (const std::string &line : lines)
    out.line("  " + line);
  out.line(head.rfind("function", 0) == 0 ? "end function" : "end subroutine");
}

static void writeLayoutInterface(FortranText &out) {
  writeFunctionInterface(
      out,
      "subroutine loopyrt_array_in_layout(call, name, address, access, "
      "element, rank, extents, terms, term, buffers, buffer_bytes, handles) "
      "bind(C)",
      "c_char, c_int, c_int64_t, c_ptr",
      {"type(c_ptr), value :: call",
       "character(kind=c_char), intent(in) :: name(*)",
       "type(*), intent(in) :: address(*)",
       "integer(c_int), value :: access, rank, terms, buffers",
       "integer(c_int64_t), value :: element, buffer_bytes",
       "integer(c_int64_t), intent(in) :: extents(*), term(*)",
       "type(c_ptr), intent(out) :: handles(*)"});
}

static void writeTouchedInterface(FortranText &out) {
  writeFunctionInterface(
      out, "subroutine loopyrt_touched(call, read, written) bind(C)",
      "c_int64_t, c_ptr",
      {"type(c_ptr), value :: call",
       "integer(c_int64_t), value :: read, written"});
}

static void writeExpectMapInterface(FortranText &out) {
  writeFunctionInterface(
      out,
      "subroutine loopyrt_expect_map(call, element, facts, lower, upper, "
      "place) bind(C)",
      "c_char, c_int, c_int64_t, c_ptr",
      {"type(c_ptr), value :: call", "integer(c_int), value :: element, facts",
       "integer(c_int64_t), value :: lower, upper",
       "character(kind=c_char), intent(in) :: place(*)"});
}

void Offload::writeInterfaces(FortranText &out) const {
  out.line("interface");
  out.deepen();
  writeFunctionInterface(
      out,
      "function loopyrt_begin(procedure, targets, call) bind(C) result(target)",
      "c_char, c_int, c_ptr",
      {"character(kind=c_char), intent(in) :: procedure(*)",
       "integer(c_int), value :: targets", "type(c_ptr), intent(out) :: call",
       "integer(c_int) :: target"});
  writeFunctionInterface(
      out,
      "function loopyrt_array(call, name, address, bytes, access) bind(C) "
      "result(handle)",
      "c_char, c_int, c_int64_t, c_ptr",
      {"type(c_ptr), value :: call",
       "character(kind=c_char), intent(in) :: name(*)",
       "type(*), intent(in) :: address(*)",
       "integer(c_int64_t), value :: bytes", "integer(c_int), value :: access",
       "type(c_ptr) :: handle"});
  if (std::any_of(
          args.begin(), args.end(),
          [](const OffloadArgument &argument) { return argument.hasLayout(); }))
    writeLayoutInterface(out);
  if (std::any_of(args.begin(), args.end(),
                  [](const OffloadArgument &argument) {
                    return argument.isMergedArray;
                  }))
    writeFunctionInterface(
        out,
        "function loopyrt_is_same_array(address, other) bind(C) result(same)",
        "c_int",
        {"type(*), intent(in) :: address(*), other(*)",
         "integer(c_int) :: same"});
  if (std::any_of(args.begin(), args.end(),
                  [&](const OffloadArgument &argument) {
                    return !writtenAs(scheduled.kernel, args, argument).empty();
                  }))
    writeFunctionInterface(
        out, "subroutine loopyrt_may_be_same(call, address, other) bind(C)",
        "c_ptr",
        {"type(c_ptr), value :: call",
         "type(*), intent(in) :: address(*), other(*)"});
  if (std::any_of(args.begin(), args.end(),
                  [](const OffloadArgument &argument) {
                    return !argument.touched.empty();
                  }))
    writeTouchedInterface(out);
  if (std::any_of(args.begin(), args.end(), hasMapAssertion))
    writeExpectMapInterface(out);
  if (hasChecks())
    writeFunctionInterface(
        out,
        "subroutine loopyrt_assumption_fails(assumption, names, values) "
        "bind(C)",
        "c_char, c_int64_t",
        {"character(kind=c_char), intent(in) :: assumption(*), names(*)",
         "integer(c_int64_t), intent(in) :: values(*)"});
  writeFunctionInterface(
      out, "function loopyrt_ready(call) bind(C) result(ready)", "c_int, c_ptr",
      {"type(c_ptr), value :: call", "integer(c_int) :: ready"});
  if (takesWorkspace(scheduled))
    writeWorkspaceInterfaces(out);
  for (const char *name : {"queue", "event"})
    writeFunctionInterface(
        out,
        std::string("function loopyrt_") + name +
            "(call) bind(C) result(handle)",
        "c_ptr", {"type(c_ptr), value :: call", "type(c_ptr) :: handle"});
  writeFunctionInterface(
      out,
      "function loopyrt_finish(call, launch_status) bind(C) result(status)",
      "c_int, c_ptr",
      {"type(c_ptr), value :: call", "integer(c_int), value :: launch_status",
       "integer(c_int) :: status"});
  writeFunctionInterface(out, "subroutine loopyrt_stop() bind(C)", "c_int", {});
  for (const Target *target : targets)
    writeLauncherInterface(*target, out);
  out.rise();
  out.line("end interface");
}

std::string Offload::localLauncher(const Target &target) {
  return std::string("loopyc_launch_") + target.name();
}

void Offload::writeWorkspaceInterfaces(FortranText &out) const {
  writeFunctionInterface(
      out, "function loopyrt_workspace(call, bytes) bind(C) result(handle)",
      "c_int64_t, c_ptr",
      {"type(c_ptr), value :: call", "integer(c_int64_t), value :: bytes",
       "type(c_ptr) :: handle"});
  std::vector<std::string> names, declarations;
  std::set<std::string> kinds = {"c_size_t"};
  for (const LauncherArgument &argument : values()) {
    names.push_back("a" + std::to_string(names.size() + 1));
    declarations.push_back(valueType(argument.variable->type) +
                           " :: " + names.back());
    kinds.insert(kindInC(argument.variable->type));
  }
  declarations.push_back("integer(c_size_t) :: bytes");
  declarations.insert(declarations.begin(),
                      "use, intrinsic :: iso_c_binding, only: " +
                          commaJoined({kinds.begin(), kinds.end()}));
  writeFunctionInterface(out,
                         "function loopyc_workspace_bytes(" +
                             commaJoined(names) + ") bind(C, name=\"" +
                             linkName(scheduled.kernel) +
                             "_workspace_bytes\") result(bytes)",
                         "", declarations);
}

void Offload::writeLauncherInterface(const Target &target,
                                     FortranText &out) const {
  std::vector<std::string> dummiesOf, declarations;
  std::set<std::string> kinds = {"c_int", "c_ptr"};
  auto add = [&](const std::string &type) {
    dummiesOf.push_back("a" + std::to_string(dummiesOf.size() + 1));
    declarations.push_back(type + " :: " + dummiesOf.back());
  };
  const LauncherFrame frame = target.launcherFrame();
  if (*frame.queue)
    add("type(c_ptr), value");
  for (const LauncherArgument &argument :
       loopyc::describeArguments(scheduled, target))
    if (argument.isArray) {
      add("type(c_ptr), value");
    } else {
      add(valueType(argument.variable->type));
      kinds.insert(kindInC(argument.variable->type));
    }
  if (*frame.event)
    add("type(c_ptr), value"); // where the event goes
  if (takesWorkspace(scheduled))
    add("type(c_ptr), value");
  declarations.push_back("integer(c_int) :: status");
  declarations.insert(declarations.begin(),
                      "use, intrinsic :: iso_c_binding, only: " +
                          commaJoined({kinds.begin(), kinds.end()}));
  writeFunctionInterface(out,
                         "function " + localLauncher(target) + "(" +
                             commaJoined(dummiesOf) + ") bind(C, name=\"" +
                             linkName(scheduled.kernel) + "_launch_" +
                             target.name() + "\") result(status)",
                         "", declarations);
}
