// What stands around the call of the offload subroutine: names that the call
// needs, and what the runtime is told before and behind it.
#include "FortranHost/Offload.h"

#include "FortranHost/Gathering.h"
#include "FortranHost/PointerCopies.h"

#include "loopyc/Source/Fortran/CommonBlocks.h"
#include "loopyc/Source/Fortran/PublicVariables.h"
#include "loopyc/Source/Language.h"
#include "loopyc/Support/LetterCase.h"

using namespace loopyc;
using namespace loopyc::codegen;

// What comes with an inlined procedure need not be known here: a block in which
// it is, or none where nothing does. What its module keeps to itself has a
// pointer of its name.
bool Offload::openModules(FortranText &out) const {
  std::vector<const HiddenArgument *> used;
  for (const Origin &origin : scheduled.kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      if (fortran::isOfUsedModule(hidden.value) &&
          !equalButForCase(hidden.value.module, origin.module))
        used.push_back(&hidden);
  if (used.empty())
    return false;
  out.line("block");
  out.deepen();
  for (const HiddenArgument *hidden : used)
    out.line("use " + fortran::useText(hidden->value));
  for (const HiddenArgument *hidden : used)
    if (fortran::isReached(hidden->value))
      out.line(fortran::pointerText(*hidden->variable, hidden->value));
  for (const HiddenArgument *hidden : used)
    if (fortran::isReached(hidden->value))
      out.line(fortran::pointToText(hidden->value));
  return true;
}

void Offload::closeModules(bool isOpen, FortranText &out) {
  if (!isOpen)
    return;
  out.rise();
  out.line("end block");
}

// The runtime sees packed copies alone, which have the host's values. Whether
// the compiler packs (what is reversed? one element of a row?) it says itself.
void Offload::writePacking(const OffloadArgument &argument,
                           const std::string &function,
                           FortranText &out) const {
  out.line("block");
  out.deepen();
  out.line(std::string("intrinsic :: ") +
           (argument.isPointer ? "associated" : "is_contiguous"));
  if (argument.isPointer)
    writeLiesApartInterface(out);
  out.line("interface");
  out.line("  subroutine " + function + "(array, procedure, name) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_char");
  out.line("    type(*), dimension(..) :: array");
  out.line("    character(kind=c_char, len=*), intent(in) :: procedure, name");
  out.line("  end subroutine " + function);
  out.line("end interface");
  const std::string existence = argument.isPointer
                                    ? "associated(" + argument.actual + ")"
                                    : argument.existence;
  if (!existence.empty()) {
    out.line("if (" + existence + ") then");
    out.deepen();
  }
  out.line("if (" + liesApart(argument, argument.actual) + ") call " +
           function + "(" + argument.actual + ", \"" + scheduled.kernel.name +
           "\", \"" + argument.shown + "\")");
  if (!existence.empty()) {
    out.rise();
    out.line("end if");
  }
  out.rise();
  out.line("end block");
}

// What is told of arrays that may be packed for the call.
void Offload::writePacked(bool before, FortranText &out) const {
  std::vector<const OffloadArgument *> packed;
  for (const OffloadArgument &argument : args)
    if (argument.mayBeStrided && (before || argument.isWritten()))
      packed.push_back(&argument);
  if (packed.empty())
    return;
  const bool isOpen = !before && openModules(out);
  for (const OffloadArgument *argument : packed)
    writePacking(*argument,
                 before ? "loopyrt_fortran_before_packing"
                        : "loopyrt_fortran_after_unpacking",
                 out);
  closeModules(isOpen, out);
}

// Elements of arrays that are arguments by value: of a present array, the
// device's may be newer.
void Offload::writeElements(FortranText &out) const {
  static const std::string function = "loopyrt_fortran_before_gathering";
  bool isFirst = true;
  for (const Origin &origin : scheduled.kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden) {
      if (hidden.value.kind != HostValue::Kind::Element)
        continue;
      if (isFirst) {
        out.line("block");
        out.deepen();
        writeToldInterface(function, out);
      }
      isFirst = false;
      HostValue plain = hidden.value;
      plain.mayLack = false;
      const std::string element = origin.language->spell(plain);
      out.line((hidden.value.mayLack
                    ? "if (" + fortran::hasElementText(hidden.value) + ") "
                    : "") +
               "call " + function + "(" + element + ", " + element + ", " +
               std::to_string(hidden.variable->type.bytes) + "_8, \"" +
               scheduled.kernel.name + "\", \"" + element + "\")");
    }
  if (isFirst)
    return;
  out.rise();
  out.line("end block");
}
