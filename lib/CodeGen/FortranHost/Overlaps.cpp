#include "FortranHost/Overlaps.h"

#include "FortranHost/Gathering.h"
#include "FortranHost/SameArrays.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static const char function[] = "loopyrt_fortran_section";

using Arguments = std::vector<const OffloadArgument *>;

// Arrays that have a descriptor.
static Arguments describable(const Kernel &kernel,
                             const std::vector<OffloadArgument> &arguments) {
  Arguments result;
  for (const OffloadArgument &argument : arguments)
    if (argument.isArray() && argument.isUsed() && !argument.assumedSize &&
        !argument.isOfCommonBlock && !argument.isMergedArray &&
        !Gathering::gatheredBy(kernel, argument))
      result.push_back(&argument);
  return result;
}

static bool any(const Arguments &arguments,
                bool (*holds)(const OffloadArgument &)) {
  return std::any_of(
      arguments.begin(), arguments.end(),
      [&](const OffloadArgument *argument) { return holds(*argument); });
}

static std::string existence(const OffloadArgument &argument) {
  if (argument.isPointer)
    return "associated(" + argument.actual + ")";
  return argument.optional.empty() ? ""
                                   : "present(" + argument.optional + ")";
}

// Nothing may be asked of what is not there.
template <typename Write>
static void whereThere(const OffloadArgument &argument, FortranText &out,
                       Write write) {
  const std::string exists = existence(argument);
  if (!exists.empty()) {
    out.line("if (" + exists + ") then");
    out.deepen();
  }
  write();
  if (!exists.empty()) {
    out.rise();
    out.line("end if");
  }
}

// "b,c": what the argument, which is read, may be.
static std::string sameAs(const Kernel &kernel,
                          const std::vector<OffloadArgument> &all,
                          const OffloadArgument &read) {
  std::string names;
  for (const OffloadArgument *written : writtenAs(kernel, all, read))
    names += (names.empty() ? "" : ",") + written->shown;
  return names;
}

void codegen::writeOverlapChecks(const Kernel &kernel,
                                 const std::vector<OffloadArgument> &arguments,
                                 FortranText &out) {
  const Arguments arrays = describable(kernel, arguments);
  if (arrays.size() < 2 ||
      !any(arrays, [](const OffloadArgument &a) { return a.mayBeStrided; }) ||
      !any(arrays, [](const OffloadArgument &a) { return a.isWritten(); }))
    return;
  out.line("block");
  out.deepen();
  out.line("use, intrinsic :: iso_c_binding, only: c_int");
  out.line(std::string("intrinsic :: is_contiguous") +
           (any(arrays, [](const OffloadArgument &a) { return a.isPointer; })
                ? ", associated"
                : ""));
  out.line("interface");
  out.line(std::string("  subroutine ") + function +
           "(array, written, same, procedure, name) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_char, c_int");
  out.line("    type(*), dimension(..) :: array");
  out.line("    integer(c_int), value :: written");
  out.line("    character(kind=c_char, len=*), intent(in) :: same, procedure, "
           "name");
  out.line(std::string("  end subroutine ") + function);
  out.line("  subroutine loopyrt_fortran_sections() bind(C)");
  out.line("  end subroutine loopyrt_fortran_sections");
  out.line("end interface");
  out.line("logical :: loopyc_packs");
  out.line("loopyc_packs = .false.");
  for (const OffloadArgument *argument : arrays)
    if (argument->mayBeStrided)
      whereThere(*argument, out, [&] {
        out.line("if (.not. is_contiguous(" + argument->actual +
                 ")) loopyc_packs = .true.");
      });
  out.line("if (loopyc_packs) then");
  out.deepen();
  out.line("call loopyrt_fortran_sections()");
  for (const OffloadArgument *argument : arrays)
    whereThere(*argument, out, [&] {
      out.line(std::string("call ") + function + "(" + argument->actual + ", " +
               (argument->isWritten() ? "1_c_int" : "0_c_int") + ", \"" +
               sameAs(kernel, arguments, *argument) + "\", \"" + kernel.name +
               "\", \"" + argument->shown + "\")");
    });
  out.rise();
  out.line("end if");
  out.rise();
  out.line("end block");
}
