// Which instructions a loop tagged vec turns into one operation on short
// vectors.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_VECTORIZE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_VECTORIZE_H

#include "loopyc/IR/Kernel.h"

#include <map>

namespace loopyc {
namespace codegen {

class Vectorizer {
public:
  // `functions`: has the target elementary functions of vectors (OpenCL), or
  // arithmetic alone (CUDA)?
  Vectorizer(const Kernel &kernel, bool functions);

  // Every array reference that involves the iname does so exactly as the index
  // of an axis tagged vec, of `lanes` components; what does not involve it is
  // a scalar for all components.
  //   q4[vec: v, i] = a*r4[vec: v, i] + b    is    q4[i] = a*r4[i] + b
  bool accepts(const Instruction &insn, const std::string &iname,
               int lanes) const {
    return whyNot(insn, iname, lanes).empty();
  }
  // What stands in the way; "" if nothing does.
  std::string whyNot(const Instruction &insn, const std::string &iname,
                     int lanes) const;

private:
  std::string whyNotReference(const Expr &reference, const std::string &iname,
                              int lanes) const;
  std::string whyNotValue(const Expr &value, Type type,
                          const std::string &iname, int lanes) const;
  bool acceptsCall(const Call &call) const;

  std::map<std::string, VariablePtr> variables;
  bool functions;
};

} // namespace codegen
} // namespace loopyc

#endif
