// What the host does for a kernel of several launches: in which order they
// run, in which loops of the host, and what it has to know for that.
#ifndef LOOPYC_IR_HOSTCODE_H
#define LOOPYC_IR_HOSTCODE_H

#include "loopyc/IR/Array.h"
#include "loopyc/IR/Instruction.h"
#include "loopyc/Poly/Set.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {

struct HostStep;

// A launch of the kernel of this number. What runs before it is done, and seen
// by it.
struct LaunchStep {
  int number = 0;
};

// The scalar's value is fetched from the device's memory; steps behind it may
// mention it.
struct ReadBackStep {
  VariablePtr variable;
};

// What the instruction assigns to a scalar, from what the host knows; steps
// behind it may mention the scalar.
struct ComputeStep {
  VariablePtr variable;
  InstructionPtr instruction;
  const Expr &value() const {
    return std::get<Assignment>(instruction->body).value;
  }
};

// for iname, upward: the points of `range`, which is flat, over the iname,
// those of the loops around, and what the host knows.
struct HostLoop {
  std::string iname;
  poly::Set range;
  std::vector<HostStep> body;
};

// if all hold: values of what the host knows. They guard all instructions of
// the launches inside, which would do nothing otherwise.
struct HostCondition {
  std::vector<Predicate> conditions;
  std::vector<HostStep> body;
};

struct HostStep {
  std::variant<LaunchStep, ReadBackStep, ComputeStep, HostLoop, HostCondition>
      value;
};

struct HostCode {
  std::vector<HostStep> steps;
  // Arrays and scalars that go from one launch to another, in the device's
  // memory: arguments of these.
  std::vector<VariablePtr> temporaries;
};

// Every step of a kind, those inside others included, in the order of the text.
template <typename Step, typename Function>
void forEachStep(const std::vector<HostStep> &steps, const Function &visit) {
  for (const HostStep &step : steps) {
    if (const auto *found = std::get_if<Step>(&step.value))
      visit(*found);
    if (const auto *loop = std::get_if<HostLoop>(&step.value))
      forEachStep<Step>(loop->body, visit);
    if (const auto *condition = std::get_if<HostCondition>(&step.value))
      forEachStep<Step>(condition->body, visit);
  }
}

} // namespace loopyc

#endif
