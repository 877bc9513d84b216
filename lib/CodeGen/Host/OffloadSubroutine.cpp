// The Fortran subroutine that makes a call of the runtime around a launch.
#include "Host/Launcher.h"
#include "Host/Offload.h"

#include "loopyc/Support/Diagnostic.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static int targetBit(TargetKind target) {
  switch (target) {
  case TargetKind::OpenCL: return 1;
  case TargetKind::CUDA: return 2;
  case TargetKind::C: return 4;
  }
  throw InternalError("unknown target");
}

static std::string quoted(const std::string &text) {
  return "\"" + text + "\" // c_null_char";
}

// The sum of enum loopyrt_access. What an intent(out) array held before is
// nobody's business; else elements that the kernel leaves alone must stay.
static int accessOf(const OffloadArgument &argument) {
  int access = 0;
  for (const LauncherArgument &buffer : argument.buffers)
    access |= (buffer.read ? 1 : 0) | (buffer.written ? 2 : 0);
  bool fresh = argument.variable->intent == Intent::Out && access == 2;
  return fresh ? 6 : access == 0 ? 1 : access;
}

std::string Offload::indexText(const Expr &e) const {
  Expr renamed = substitute(e, dummies);
  return fortranIndex(renamed);
}

void Offload::writeDeclarations(FortranText &out) const {
  out.line("integer(8), intent(out) :: loopyc_call");
  for (const OffloadArgument &argument : args) {
    std::string type = argument.type.fortran();
    const char *intent = argument.isWritten() ? "inout" : "in";
    out.line(type + ", intent(" + intent + ") :: " + argument.name +
             (argument.isArray() ? "(*)" : ""));
    if (argument.isArray())
      out.line("integer(8), intent(in) :: " + argument.name + "_elements");
  }
  out.line("type(c_ptr) :: loopyc_pointer");
  out.line("integer(c_int) :: loopyc_target, loopyc_status");
  for (const OffloadArgument &argument : args) {
    if (!argument.variable)
      continue;
    if (argument.isWrittenScalar())
      out.line(argument.type.fortran() + " :: " + packed(argument, 0) + "(1)");
    for (size_t b = 0; b < argument.buffers.size(); ++b) {
      if (argument.buffers[b].isArray)
        out.line("type(c_ptr) :: " + handle(argument, b));
      if (argument.isArray() && !argument.isFortranOrder())
        out.line(argument.type.fortran() + ", allocatable :: " +
                 packed(argument, b) + "(:)");
    }
  }
  size_t rank = 0;
  for (const OffloadArgument &argument : args)
    if (argument.isArray() && !argument.isFortranOrder())
      rank = std::max(rank, argument.variable->declared.extents.size());
  for (size_t a = 0; a < rank; ++a)
    out.line("integer(8) :: loopyc_i" + std::to_string(a));
}

static void writeFunctionInterface(FortranText &out, const std::string &head,
                                   const std::string &imported,
                                   const std::vector<std::string> &lines) {
  out.line(head);
  out.line("  import :: " + imported);
  for (const std::string &line : lines)
    out.line("  " + line);
  out.line(head.rfind("function", 0) == 0 ? "end function" : "end subroutine");
}

void Offload::writeInterfaces(FortranText &out) const {
  out.line("interface");
  out.deepen();
  writeFunctionInterface(
      out, "function loopyrt_begin(procedure, targets, call) bind(C) result(target)",
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
       "type(*), intent(in) :: address(*)", "integer(c_int64_t), value :: bytes",
       "integer(c_int), value :: access", "type(c_ptr) :: handle"});
  writeFunctionInterface(out,
                         "function loopyrt_ready(call) bind(C) result(ready)",
                         "c_int, c_ptr",
                         {"type(c_ptr), value :: call",
                          "integer(c_int) :: ready"});
  for (const char *name : {"queue", "event"})
    writeFunctionInterface(out,
                           std::string("function loopyrt_") + name +
                               "(call) bind(C) result(handle)",
                           "c_ptr",
                           {"type(c_ptr), value :: call",
                            "type(c_ptr) :: handle"});
  writeFunctionInterface(
      out, "function loopyrt_finish(call, launch_status) bind(C) result(status)",
      "c_int, c_ptr",
      {"type(c_ptr), value :: call", "integer(c_int), value :: launch_status",
       "integer(c_int) :: status"});
  for (TargetKind target : targets)
    writeLauncherInterface(target, out);
  out.rise();
  out.line("end interface");
}

// Here; its own name may be too long for Fortran.
static std::string localLauncher(TargetKind target) {
  return std::string("loopyc_launch_") + targetName(target);
}

// The launcher's scalars in Fortran's C-compatible types: logicals travel as
// integers.
static std::string valueType(Type type) {
  return (type.isLogical() ? Type::integer(type.bytes) : type).fortran() +
         ", value";
}

void Offload::writeLauncherInterface(TargetKind target,
                                     FortranText &out) const {
  std::vector<std::string> dummiesOf, declarations;
  auto add = [&](const std::string &type) {
    dummiesOf.push_back("a" + std::to_string(dummiesOf.size() + 1));
    declarations.push_back(type + " :: " + dummiesOf.back());
  };
  if (target != TargetKind::C)
    add("type(c_ptr), value"); // the queue or stream
  for (const LauncherArgument &argument :
       loopyc::describeArguments(scheduled, target))
    add(argument.isArray ? "type(c_ptr), value"
                         : valueType(argument.variable->type));
  if (target == TargetKind::OpenCL)
    add("type(c_ptr), value"); // where the event goes
  declarations.push_back("integer(c_int) :: status");
  writeFunctionInterface(
      out,
      "function " + localLauncher(target) + "(" + commaJoined(dummiesOf) +
          ") bind(C, name=\"" + linkName(scheduled.kernel) + "_launch_" +
          targetName(target) + "\") result(status)",
      "c_int, c_ptr", declarations);
}

void Offload::writeFixedChecks(FortranText &out) const {
  for (const OffloadArgument &argument : args) {
    if (argument.variable)
      continue;
    bool logical = argument.type.isLogical();
    std::string literal = fortranLiteral(argument.fixed);
    out.line("if (" + argument.name + (logical ? " .neqv. " : " /= ") +
             literal + ") loopyc_status = 1 ! an assumption does not hold");
  }
}

// The loops over the elements that go into one buffer, or come back.
void Offload::writePacking(const OffloadArgument &argument, size_t buffer,
                           bool back, FortranText &out) const {
  const Variable &variable = *argument.variable;
  const LauncherArgument &launcher = argument.buffers[buffer];
  const DeclaredLayout &declared = variable.declared;
  Substitution indices = dummies;
  Expr linear = Expr::integer(0), stride = Expr::integer(1);
  for (size_t a = 0; a < declared.extents.size(); ++a) {
    Expr index = Expr::var("loopyc_i" + std::to_string(a));
    indices["i" + std::to_string(a)] = index;
    linear = linear + index * stride;
    stride = stride * declared.extents[a];
  }
  Expr place = Expr::integer(0);
  std::string condition;
  size_t separate = 0;
  for (size_t a = 0; a < variable.axes.size(); ++a) {
    Expr index = substitute(declared.indices[a], indices);
    if (launcher.layout.strides[a])
      place = place + index * substitute(launcher.layout.strides[a], indices);
    else
      condition += (condition.empty() ? "" : " .and. ") + fortranIndex(index) +
                   " == " + std::to_string(launcher.separate[separate++]);
  }
  for (size_t a = declared.extents.size(); a-- > 0;) {
    out.line("do loopyc_i" + std::to_string(a) + " = 0, " +
             indexText(declared.extents[a]) + " - 1");
    out.deepen();
  }
  std::string host = argument.name + "(1 + " + indexText(linear) + ")";
  std::string device =
      packed(argument, buffer) + "(1 + " + fortranIndex(place) + ")";
  out.line((condition.empty() ? "" : "if (" + condition + ") ") +
           (back ? host + " = " + device : device + " = " + host));
  for (size_t a = 0; a < declared.extents.size(); ++a) {
    out.rise();
    out.line("end do");
  }
}

void Offload::writeArrays(FortranText &out) const {
  for (const OffloadArgument &argument : args) {
    if (!argument.variable)
      continue;
    std::string access = std::to_string(accessOf(argument)) + "_c_int";
    std::string bytes = std::to_string(argument.type.bytes) + "_8";
    auto array = [&](size_t buffer, const std::string &host,
                     const std::string &size) {
      out.line(handle(argument, buffer) + " = loopyrt_array(loopyc_pointer, " +
               quoted(argument.shown) + ", " + host + ", " + size + ", " +
               access + ")");
    };
    if (argument.isWrittenScalar()) {
      out.line(packed(argument, 0) + "(1) = " + argument.name);
      array(0, packed(argument, 0), bytes);
    } else if (argument.isArray() && argument.isFortranOrder()) {
      array(0, argument.name,
            bytes + "*" + argument.name + "_elements");
    } else if (argument.isArray()) {
      for (size_t b = 0; b < argument.buffers.size(); ++b) {
        out.line("allocate(" + packed(argument, b) + "(max(1_8, " +
                 indexText(argument.buffers[b].layout.extent) + ")))");
        writePacking(argument, b, false, out);
        array(b, packed(argument, b),
              bytes + "*size(" + packed(argument, b) + ", kind=8)");
      }
    }
  }
}

void Offload::writeLaunch(FortranText &out) const {
  out.line("if (loopyc_status == 0 .and. loopyrt_ready(loopyc_pointer) /= 0) then");
  out.deepen();
  out.line("select case (loopyc_target)");
  for (TargetKind target : targets) {
    std::vector<std::string> actuals;
    if (target != TargetKind::C)
      actuals.push_back("loopyrt_queue(loopyc_pointer)");
    for (const LauncherArgument &launcher :
         loopyc::describeArguments(scheduled, target))
      for (const OffloadArgument &argument : args) {
        if (!argument.variable ||
            argument.variable->name != launcher.variable->name)
          continue;
        for (size_t b = 0; b < argument.buffers.size(); ++b)
          if (launcher.isArray && argument.buffers[b].name == launcher.name)
            actuals.push_back(handle(argument, b));
        std::string kind = std::to_string(argument.type.bytes);
        if (!launcher.isArray)
          actuals.push_back(argument.type.isLogical()
                                ? "merge(1_" + kind + ", 0_" + kind + ", " +
                                      argument.name + ")"
                                : argument.name);
      }
    if (target == TargetKind::OpenCL)
      actuals.push_back("loopyrt_event(loopyc_pointer)");
    out.line("case (" + std::to_string(targetBit(target)) + ")");
    out.line("  loopyc_status = " + localLauncher(target) + "(" +
             commaJoined(actuals) + ")");
  }
  out.line("end select");
  out.rise();
  out.line("end if");
}

void Offload::writeSubroutine(FortranText &out) const {
  int mask = 0;
  for (TargetKind target : targets)
    mask |= targetBit(target);
  std::vector<std::string> parameters = {"loopyc_call"};
  for (const OffloadArgument &argument : args) {
    parameters.push_back(argument.name);
    if (argument.isArray())
      parameters.push_back(argument.name + "_elements");
  }
  out.line("! Launches kernel " + scheduled.kernel.name +
           "; loopyc_call is not 0 if the host must run the original.");
  out.line("subroutine " + name + "(" + commaJoined(parameters) + ")");
  out.deepen();
  out.line("use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, "
           "c_null_char, c_ptr");
  out.line("implicit none");
  writeDeclarations(out);
  writeInterfaces(out);
  out.blank();
  out.line("loopyc_call = 0");
  out.line("loopyc_target = loopyrt_begin(" +
           quoted(scheduled.kernel.name) +
           ", " + std::to_string(mask) + "_c_int, loopyc_pointer)");
  out.line("if (loopyc_target < 0) error stop 1");
  out.line("loopyc_status = 0");
  writeFixedChecks(out);
  writeArrays(out);
  writeLaunch(out);
  out.line("loopyc_status = loopyrt_finish(loopyc_pointer, loopyc_status)");
  out.line("if (loopyc_status > 0) error stop 1");
  for (const OffloadArgument &argument : args) {
    if (!argument.isWritten())
      continue;
    if (argument.isWrittenScalar())
      out.line(argument.name + " = " + packed(argument, 0) + "(1)");
    else if (!argument.isFortranOrder())
      for (size_t b = 0; b < argument.buffers.size(); ++b)
        writePacking(argument, b, true, out);
  }
  out.line("if (loopyc_status < 0) loopyc_call = transfer(loopyc_pointer, loopyc_call)");
  out.rise();
  out.line("end subroutine " + name);
}
