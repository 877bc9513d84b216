// Functions in C that a kernel calls in its expressions, and that a script
// brings along (seed 001, 2.1): what they are called, which types they take,
// and the text that defines them. Their value is one of their arguments' values
// alone, so that a call may be repeated, moved and left out.
//
//   y[i] = clamp(x[i], 1)        clamp: (float32, int32) -> float32
#ifndef LOOPYC_IR_EXTERNALFUNCTION_H
#define LOOPYC_IR_EXTERNALFUNCTION_H

#include "loopyc/IR/Expr.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {

struct Kernel;

// A text of the file's own, before all functions of the kernel: "10_clamp",
// "static inline float clamp(...) { ... }". Keys order the texts, and each key
// is there once.
struct Preamble {
  std::string key, text;
};

// What a call is, once the types of its arguments are known.
struct ExternalSignature {
  std::vector<Type> arguments;
  Type result;
  std::string nameInTarget; // of the C function
  // By the name of the target: "opencl", "cuda", "c"; "": of all others.
  std::map<std::string, std::vector<Preamble>> preambles;

  // Null for a target that has no such function.
  const std::vector<Preamble> *preamblesFor(const std::string &target) const;
};

// Before a function in a preamble: what the target's functions begin with.
inline constexpr char functionMacro[] = "LOOPYC_FUNCTION";

class ExternalFunction {
public:
  explicit ExternalFunction(std::string name) : name(std::move(name)) {}
  virtual ~ExternalFunction();

  struct Argument {
    Type type;
    bool isLiteral = false; // 2.5, which may have another type as well
  };
  // The signature for arguments of these types. Throws UserError without a
  // place where the function does not take them.
  virtual ExternalSignature
  signatureFor(const std::vector<Argument> &arguments) const = 0;

  const std::string name; // in expressions
};

// The functions that the kernel calls, those of rules included, by name and
// signature: each once, in order.
std::vector<ExternalCall> externalCalls(const Kernel &kernel);

} // namespace loopyc

#endif
