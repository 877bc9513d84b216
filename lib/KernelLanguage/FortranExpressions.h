// A kernel's expressions in Fortran, each with the type that it has in the
// kernel. See FortranText.h.
#ifndef LOOPYC_LIB_KERNELLANGUAGE_FORTRANEXPRESSIONS_H
#define LOOPYC_LIB_KERNELLANGUAGE_FORTRANEXPRESSIONS_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <string>

namespace loopyc {
namespace language {

class FortranExpressions {
public:
  // `names` are what the kernel's names are called in the text.
  FortranExpressions(const Kernel &kernel,
                     const std::map<std::string, std::string> &names)
      : kernel(kernel), names(names) {}

  // Throw UserError for what Fortran has not.
  std::string text(const Expr &e) const;
  std::string element(const ArrayRef &access) const;
  const std::string &name(const std::string &own) const;

  // a and b, both integers: toward minus infinity
  static std::string floorDivision(const std::string &a, const std::string &b);

private:
  std::string binary(const Expr &e, const Binary &b) const;
  std::string call(const Expr &e, const Call &call) const;
  std::string cast(Type to, const Expr &operand) const;
  std::string listed(const std::vector<Expr> &list) const;

  const Kernel &kernel;
  const std::map<std::string, std::string> &names;
};

} // namespace language
} // namespace loopyc

#endif
