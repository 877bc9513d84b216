// Facts and values of a kernel's scalar arguments.
#ifndef LOOPYC_TRANSFORM_PARAMETERS_H
#define LOOPYC_TRANSFORM_PARAMETERS_H

#include "loopyc/Transform/Common.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {

// A condition on parameters. Contradictions to what is known are errors.
// `text`: how messages and the remark show it; "": as isl writes the set.
Kernel assume(const Kernel &kernel, const poly::Set &condition,
              const std::string &text = "", Remarks *remarks = nullptr);

// Replaces scalar arguments by literals (IntLit or RealLit, LogicalLit), which
// are converted to the argument's declared type; the arguments disappear.
Kernel fixParameters(const Kernel &kernel,
                     const std::map<std::string, Expr> &values);

// Checks that each variable has the type: Fortran has declared them all.
Kernel addDtypes(const Kernel &kernel,
                 const std::map<std::string, Type> &types);

// Arguments that neither an instruction, a bound, nor the shape of a remaining
// argument mentions.
Kernel removeUnusedArguments(const Kernel &kernel);

// `existingOk`: the new name may be an argument of the same type and shape,
// with which the old one is merged: callers pass the same for both. Of one
// subroutine, arguments that it writes are not merged.
Kernel renameArgument(const Kernel &kernel, const std::string &oldName,
                      const std::string &newName, bool existingOk = false,
                      Remarks *remarks = nullptr);

// All arguments, in their new order.
Kernel setArgumentOrder(const Kernel &kernel,
                        const std::vector<std::string> &names);

// Where the kernel is loaded when the program runs, it is compiled for the
// values of these arguments, integers by value: for at most so many.
Kernel specialize(const Kernel &kernel, const std::vector<std::string> &names,
                  int64_t variants);

// The device reads the array, which the kernel does not write, through the
// hardware of its images (loopyc/IR/Images.h).
Kernel changeArgToImage(const Kernel &kernel, const std::string &name);

// Values are those of Python, as text. UserError for an unknown option, and for
// a value that means nothing here.
Kernel setOptions(const Kernel &kernel,
                  const std::map<std::string, std::string> &values);
void requireOption(const std::string &name, const std::string &value);
// The value of an option that is not set; UserError for an unknown one.
std::string unsetOption(const std::string &name);

} // namespace loopyc

#endif
