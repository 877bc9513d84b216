#include "FortranHost/Gathering.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/LetterCase.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

void codegen::writeToldInterface(const std::string &function,
                                 FortranText &out) {
  out.line("interface");
  out.line("  subroutine " + function +
           "(first, last, bytes, procedure, name) bind(C)");
  out.line("    use, intrinsic :: iso_c_binding, only: c_char, c_int64_t");
  out.line("    type(*) :: first, last");
  out.line("    integer(c_int64_t), value :: bytes");
  out.line("    character(kind=c_char, len=*), intent(in) :: procedure, name");
  out.line("  end subroutine " + function);
  out.line("end interface");
}

const HiddenArgument *Gathering::gatheredBy(const Kernel &kernel,
                                            const OffloadArgument &argument) {
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &hidden : origin.hidden)
      if (argument.variable && hidden.variable &&
          hidden.variable->name == argument.variable->name &&
          !fortran::gatheredParts(hidden.value).empty())
        return &hidden;
  return nullptr;
}

static size_t firstArray(const std::vector<fortran::GatheredPart> &parts) {
  size_t k = 0;
  while (parts[k].rank == 0)
    ++k;
  return k;
}

std::string Gathering::root() const {
  std::string text = parts.front().name;
  for (size_t k = 1; k <= firstArray(parts); ++k)
    text += "%" + parts[k].name;
  return text;
}

Gathering::Gathering(const OffloadArgument &argument,
                     const HiddenArgument &hidden, const Kernel &kernel)
    : argument(argument), parts(fortran::gatheredParts(hidden.value)),
      presence(HostValue::Presence::Always), kernelName(kernel.name) {
  for (const char *function :
       {"allocated", "associated", "lbound", "size", "ubound"})
    if (equalButForCase(parts.front().name, function))
      throw UserError("the array '" + parts.front().name +
                      "' hides the function of this name, which gathering "
                      "its components needs; rename it");
  size_t first = firstArray(parts);
  for (const Origin &origin : kernel.origins)
    for (const HiddenArgument &bound : origin.hidden) {
      bool same = bound.value.kind == HostValue::Kind::Extent &&
                  bound.value.path.size() == first + 1;
      for (size_t k = 0; same && k <= first; ++k)
        same = equalButForCase(bound.value.path[k], parts[k].name);
      if (same)
        presence = bound.value.presence;
    }
}

size_t Gathering::depth() const {
  size_t rank = 0;
  for (size_t k = 0; k + 1 < parts.size(); ++k)
    rank += parts[k].rank;
  return rank;
}

std::string Gathering::existence() const {
  using Presence = HostValue::Presence;
  switch (presence) {
  case Presence::Allocatable:
    return "allocated(" + root() + ")";
  case Presence::Pointer:
    return "associated(" + root() + ")";
  case Presence::Optional:
    return "present(" + parts.front().name + ")";
  case Presence::Always:
    break;
  }
  return argument.existence;
}

std::string Gathering::beginnings() const {
  const Variable &array = *argument.variable;
  size_t first = firstArray(parts), own = parts.back().rank;
  // With its subscripts: gfortran 12 leaves the address of o%d%z, without them,
  // in the descriptor of o%d after a call.
  std::string text =
      root() + "(" +
      commaJoined(std::vector<std::string>(parts[first].rank, ":")) + ")";
  for (size_t k = first + 1; k < parts.size(); ++k) {
    if (parts[k].rank && k + 1 < parts.size())
      return "";
    text += "%" + parts[k].name;
  }
  std::vector<std::string> subscripts;
  for (size_t d = 0; d < own; ++d) {
    if (!array.declared.extents[d].getIf<IntLit>())
      return "";
    subscripts.push_back(fortranIndex(array.declared.lowerBounds[d]));
  }
  return own ? text + "(" + commaJoined(subscripts) + ")" : text;
}

std::string Gathering::bytesOfEach() const {
  std::string text = std::to_string(argument.type.bytes) + "_8";
  for (size_t d = 0; d < parts.back().rank; ++d)
    text += "*" + fortranIndex(argument.variable->declared.extents[d]);
  return text;
}

// Dimensions of the outermost array come last, and are the host's to know.
std::string Gathering::extentOf(size_t axis) const {
  const std::vector<Expr> &extents = argument.variable->declared.extents;
  size_t outermost = parts[firstArray(parts)].rank;
  if (axis + outermost < extents.size())
    return fortranIndex(extents[axis]);
  std::string text = "size(" + root() + ", " +
                     std::to_string(axis + outermost + 1 - extents.size()) +
                     ", 8)";
  if (presence == HostValue::Presence::Always)
    return text;
  bool allocatable = presence == HostValue::Presence::Allocatable;
  return "merge(" + text + ", 0_8, " +
         (allocatable ? "allocated(" : "associated(") + root() + "))";
}

// cells(lbound(cells, 1, 8) + loopyc_at_1 - 1)%u: of the loops' position, or
// the first or last scalar of all.
std::string Gathering::element(bool first, bool last) const {
  const std::vector<Expr> &lower = argument.variable->declared.lowerBounds;
  std::string text;
  size_t axis = lower.size(); // behind the dimensions of the part
  size_t own = parts.back().rank;
  for (size_t k = 0; k < parts.size(); ++k) {
    const fortran::GatheredPart &part = parts[k];
    text += (k ? "%" : "") + part.name;
    if (part.rank == 0 || (k + 1 == parts.size() && !first && !last))
      continue;
    std::vector<std::string> subscripts;
    bool isRoot = k == firstArray(parts);
    for (size_t d = 0; d < part.rank; ++d) {
      size_t at = axis - part.rank + d;
      const std::string dimension = std::to_string(d + 1);
      std::string lowest = isRoot
                               ? "lbound(" + root() + ", " + dimension + ", 8)"
                               : fortranIndex(lower[at]);
      if (last)
        lowest += " + " + extentOf(at) + " - 1";
      else if (!first)
        lowest += " + " + index(at - own + 1) + " - 1";
      subscripts.push_back(std::move(lowest));
    }
    axis -= part.rank;
    text += "(" + commaJoined(subscripts) + ")";
  }
  return text;
}

void Gathering::declare(FortranText &out) const {
  std::vector<std::string> colons(argument.variable->axes.size(), ":");
  out.line(argument.type.fortran() + ", allocatable :: " + argument.actual +
           "(" + commaJoined(colons) + ")");
}

void Gathering::openBlock(FortranText &out) const {
  out.line("block");
  out.deepen();
  out.line("intrinsic :: allocated, associated, lbound, merge, size");
}

// The runtime, whose copy may be newer if the array is present.
void Gathering::writeTold(const std::string &function, FortranText &out) const {
  out.line("block");
  out.deepen();
  writeToldInterface(function, out);
  out.line("if (size(" + argument.actual + ", kind=8) > 0) call " + function +
           "(" + element(true, false) + ", " + element(false, true) + ", " +
           std::to_string(argument.type.bytes) + "_8, \"" + kernelName +
           "\", \"" + argument.shown + "\")");
  out.rise();
  out.line("end block");
}

void Gathering::writeLoops(bool before, FortranText &out) const {
  size_t own = parts.back().rank, rank = argument.variable->axes.size();
  for (size_t axis = rank; axis-- > own;) {
    out.line("do " + index(axis - own + 1) + " = 1, size(" + argument.actual +
             ", " + std::to_string(axis + 1) + ", 8)");
    out.deepen();
  }
  std::vector<std::string> subscripts(own, ":");
  for (size_t axis = own; axis < rank; ++axis)
    subscripts.push_back(index(axis - own + 1));
  std::string here = argument.actual + "(" + commaJoined(subscripts) + ")",
              there = element(false, false);
  out.line(before ? here + " = " + there : there + " = " + here);
  for (size_t axis = own; axis < rank; ++axis) {
    out.rise();
    out.line("end do");
  }
}

void Gathering::writeBefore(FortranText &out) const {
  openBlock(out);
  std::vector<std::string> extents;
  for (size_t axis = 0; axis < argument.variable->axes.size(); ++axis)
    extents.push_back(extentOf(axis));
  out.line("allocate (" + argument.actual + "(" + commaJoined(extents) + "))");
  if (argument.isUsed()) {
    writeTold("loopyrt_fortran_before_gathering", out);
    writeLoops(true, out);
  }
  out.rise();
  out.line("end block");
}

void Gathering::writeAfter(FortranText &out) const {
  openBlock(out);
  writeLoops(false, out);
  writeTold("loopyrt_fortran_after_scattering", out);
  out.rise();
  out.line("end block");
}
