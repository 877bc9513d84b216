#include "FortranHost/PointerCopies.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

static const char liesApartFunction[] = "loopyrt_fortran_lies_apart";

void codegen::writeLiesApartInterface(FortranText &out) {
  out.line("interface");
  out.line(std::string("  function ") + liesApartFunction +
           "(array) result(apart) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_int");
  out.line("    type(*), dimension(..) :: array");
  out.line("    integer(c_int) :: apart");
  out.line(std::string("  end function ") + liesApartFunction);
  out.line("end interface");
}

std::string codegen::liesApart(const OffloadArgument &argument,
                               const std::string &array) {
  return argument.isPointer
             ? std::string(liesApartFunction) + "(" + array + ") /= 0"
             : ".not. is_contiguous(" + array + ")";
}

static bool isCopied(const OffloadArgument &argument) {
  return argument.isPointer && argument.mayBeStrided && argument.isArray();
}

static std::string copyOf(const OffloadArgument &argument) {
  return "loopyc_copy_" + std::to_string(argument.number);
}

std::string PointerCopies::passed(const OffloadArgument &argument) {
  return isCopied(argument) ? "loopyc_whole_" + std::to_string(argument.number)
                            : argument.actual;
}

PointerCopies::PointerCopies(const std::vector<OffloadArgument> &arguments) {
  for (const OffloadArgument &argument : arguments) {
    if (!isCopied(argument))
      continue;
    for (const char *used :
         {"allocated", "associated", "size", liesApartFunction})
      if (equalButForCase(argument.actual, used))
        throw UserError("the pointer '" + argument.actual +
                        "' hides the function of this name, which the copy "
                        "of what it points at needs; rename it");
    copies.push_back(&argument);
  }
}

static std::string colons(const OffloadArgument &argument) {
  return "(" +
         commaJoined(std::vector<std::string>(
             argument.variable->declared.extents.size(), ":")) +
         ")";
}

void PointerCopies::declare(FortranText &out) const {
  for (const OffloadArgument *argument : copies) {
    const std::string type = argument->type.fortran(),
                      shape = colons(*argument);
    out.line(type + ", pointer, contiguous :: " + passed(*argument) + shape);
    out.line(type + ", allocatable, target :: " + copyOf(*argument) + shape);
  }
}

void PointerCopies::writeBefore(FortranText &out) const {
  if (isEmpty())
    return;
  out.line("block");
  out.deepen();
  out.line("intrinsic :: associated, size");
  writeLiesApartInterface(out);
  for (const OffloadArgument *argument : copies) {
    const std::string whole = passed(*argument), copy = copyOf(*argument),
                      shape = colons(*argument);
    std::vector<std::string> extents;
    for (size_t d = 1; d <= argument->variable->declared.extents.size(); ++d)
      extents.push_back("size(" + argument->actual + ", " +
                        std::to_string(d) + ", 8)");
    out.line("nullify (" + whole + ")");
    out.line("if (associated(" + argument->actual + ")) then");
    out.deepen();
    out.line("if (" + liesApart(*argument, argument->actual) + ") then");
    out.deepen();
    out.line("allocate (" + copy + "(" + commaJoined(extents) + "))");
    if (argument->isUsed())
      out.line(copy + shape + " = " + argument->actual);
    out.line(whole + " => " + copy);
    out.rise();
    out.line("else");
    out.line("  " + whole + " => " + argument->actual);
    out.line("end if");
    out.rise();
    out.line("end if");
  }
  out.rise();
  out.line("end block");
}

bool PointerCopies::hasResults() const {
  return std::any_of(
      copies.begin(), copies.end(),
      [](const OffloadArgument *argument) { return argument->isWritten(); });
}

void PointerCopies::writeAfter(FortranText &out) const {
  out.line("block");
  out.deepen();
  out.line("intrinsic :: allocated");
  for (const OffloadArgument *argument : copies)
    if (argument->isWritten())
      out.line("if (allocated(" + copyOf(*argument) + ")) " +
               argument->actual + " = " + copyOf(*argument) +
               colons(*argument));
  out.rise();
  out.line("end block");
}
