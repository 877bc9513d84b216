// What a pointer points at, where its elements do not lie together: the stub
// copies them. Compilers do not always see that they have to: gfortran 12 takes
// components of an array's elements (p => cells%q) for elements one behind the
// other wherever it does not see the pointer assignment.
//
//   if (loopyrt_fortran_lies_apart(p) /= 0) then
//     allocate (loopyc_copy_2(size(p, 1, 8)))
//     loopyc_copy_2 = p
//     loopyc_whole_2 => loopyc_copy_2
//   else
//     loopyc_whole_2 => p
//   end if
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_POINTERCOPIES_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_POINTERCOPIES_H

#include "FortranHost/Offload.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// The interface of what says whether elements do not lie one behind the other.
void writeLiesApartInterface(FortranText &out);
// Whether the compiler, or the stub, copies the argument's elements for the
// call: a condition. Where it is there, that is.
std::string liesApart(const OffloadArgument &argument,
                      const std::string &array);

class PointerCopies {
public:
  explicit PointerCopies(const std::vector<OffloadArgument> &arguments);

  bool isEmpty() const { return copies.empty(); }
  // What is passed for the argument.
  static std::string passed(const OffloadArgument &argument);

  void declare(FortranText &out) const;
  void writeBefore(FortranText &out) const;
  // Of those that the kernel writes.
  bool hasResults() const;
  void writeAfter(FortranText &out) const;

private:
  std::vector<const OffloadArgument *> copies;
};

} // namespace codegen
} // namespace loopyc

#endif
