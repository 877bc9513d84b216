// Instructions and temporaries around a nest, in a kernel that is being made.
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_STEPWRITER_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_STEPWRITER_H

#include "loopyc/IR/Kernel.h"

#include <string>
#include <vector>

namespace loopyc {

// An assignment that is to be an instruction.
struct Step {
  std::string id; // what the instruction's id begins with
  Expr assignee, value;
  std::vector<Predicate> predicates;
};

class StepWriter {
public:
  // The nest: instructions by id. What is written comes before all of them, or
  // after them and what was written there before.
  StepWriter(Kernel kernel, std::vector<std::string> nest)
      : kernel(std::move(kernel)), nest(std::move(nest)) {}

  std::string addIname(const std::string &base, const poly::Set &domain,
                       InameTag tag);
  std::string addTemporary(const std::string &base, Type type,
                           AddressSpace space, std::vector<Axis> axes,
                           const SourceRange &range);

  void before(const Step &step, const std::vector<std::string> &inames,
              const SourceRange &range);
  // The id that it got.
  std::string after(const Step &step, const std::vector<std::string> &inames,
                    const SourceRange &range = {});
  std::string after(const std::string &id, InstructionBody body,
                    const std::vector<std::string> &inames,
                    const std::vector<Predicate> &predicates = {},
                    const SourceRange &range = {});

  // A global barrier behind what was written last, with nothing but steps of
  // other reductions in between: what is written next comes behind it. False if
  // there is none.
  bool passBarrier(const std::vector<std::string> &inames);

  // In the nest: in the place of an instruction's body; beside it, under the
  // same conditions; and without it, whose part in the order another takes.
  void replace(const std::string &id, InstructionBody body);
  void addBeside(const std::string &id, const Step &step);
  void remove(const std::string &id, const std::string &instead);
  // What is ordered by hand after one of `ids` comes after `later`, too.
  void orderAfter(const std::vector<std::string> &ids,
                  const std::string &later);
  // What has been written last is the nest from here on.
  void beginNest(std::vector<std::string> ids);

  const Instruction &instruction(const std::string &id) const {
    return *kernel.instructions[indexOf(id)];
  }

  Kernel kernel;

private:
  size_t indexOf(const std::string &id) const;
  std::vector<int> placesOf(const std::vector<std::string> &ids) const;
  void insert(size_t at, Instruction insn);

  std::vector<std::string> nest;
  std::string last; // the instruction that new ones follow, if any
};

} // namespace loopyc

#endif
