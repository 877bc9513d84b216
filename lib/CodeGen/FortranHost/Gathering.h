// The stub's array for a component of all elements of arrays of derived types,
// which do not lie together: filled before the launch, and copied back behind
// it where the kernel writes it.
//
//   allocate (loopyc_gathered_1(3, size(cells, 1)))
//   do loopyc_at_1 = 1, size(loopyc_gathered_1, 2, 8)
//     loopyc_gathered_1(:, loopyc_at_1) = &
//         cells(lbound(cells, 1, 8) + loopyc_at_1 - 1)%u
//   end do
#ifndef LOOPYC_LIB_CODEGEN_FORTRANHOST_GATHERING_H
#define LOOPYC_LIB_CODEGEN_FORTRANHOST_GATHERING_H

#include "FortranHost/Offload.h"

#include "loopyc/IR/HostValue.h"
#include "loopyc/Source/Fortran/Gathered.h"

#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// Of what tells the runtime that the host reads or wrote elements from one to
// another.
void writeToldInterface(const std::string &function, FortranText &out);

class Gathering {
public:
  // Null where the argument is an object of the source.
  static const HiddenArgument *gatheredBy(const Kernel &kernel,
                                          const OffloadArgument &argument);

  // `argument`: whose value the kernel has as `hidden`. `kernel`: in messages.
  // Throws UserError where the stub cannot name what it needs.
  Gathering(const OffloadArgument &argument, const HiddenArgument &hidden,
            const Kernel &kernel);

  // The outermost array, and under which condition it is there; "" for always.
  std::string root() const;
  std::string existence() const;
  // The first element of the component in all elements, as an array of the
  // source, and how many bytes the component has in each; "" where these lie
  // apart.
  //
  //   cells%u(1)
  std::string beginnings() const;
  std::string bytesOfEach() const;

  bool isWritten() const { return argument.isWritten(); }
  // How many index variables the loops need.
  size_t depth() const;
  void declare(FortranText &out) const;
  void writeBefore(FortranText &out) const;
  void writeAfter(FortranText &out) const;

  static std::string index(size_t number) {
    return "loopyc_at_" + std::to_string(number);
  }

private:
  std::string extentOf(size_t axis) const;
  std::string element(bool first, bool last) const;
  void writeTold(const std::string &function, FortranText &out) const;
  void writeLoops(bool before, FortranText &out) const;
  void openBlock(FortranText &out) const;

  const OffloadArgument &argument;
  std::vector<fortran::GatheredPart> parts;
  HostValue::Presence presence; // of the outermost array
  std::string kernelName;
};

} // namespace codegen
} // namespace loopyc

#endif
