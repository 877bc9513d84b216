// A function in C of which a script says the types that it takes:
//
//   clamp: (float32, int32) -> float32  or  (float64, int32) -> float64
#ifndef LOOPYC_KERNELLANGUAGE_DECLAREDFUNCTION_H
#define LOOPYC_KERNELLANGUAGE_DECLAREDFUNCTION_H

#include "loopyc/IR/ExternalFunction.h"

namespace loopyc {
namespace language {

class DeclaredFunction : public ExternalFunction {
public:
  DeclaredFunction(std::string name, std::vector<ExternalSignature> overloads)
      : ExternalFunction(std::move(name)), overloads(std::move(overloads)) {}

  // The first overload that takes the arguments as they are, else the first
  // that they can be converted to without loss, by NumPy's rules.
  ExternalSignature
  signatureFor(const std::vector<Argument> &arguments) const override;

private:
  std::vector<ExternalSignature> overloads;
};

// (float32, int32)
std::string typesStr(const std::vector<ExternalFunction::Argument> &arguments);

} // namespace language
} // namespace loopyc

#endif
