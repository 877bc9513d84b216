// A kernel run in reference order, instance by instance: what its text means.
// Shares nothing with lib/Analysis, lib/Transform and lib/Schedule, which are
// measured by it.
#ifndef LOOPYC_VERIFY_REFERENCE_H
#define LOOPYC_VERIFY_REFERENCE_H

#include "loopyc/Verify/Contents.h"

#include <memory>
#include <set>
#include <stdexcept>
#include <string>

namespace loopyc {
namespace verify {

// Why there is no verdict.
class NoVerdict : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
// More instances, or larger arrays, than asked for.
class TooLarge : public NoVerdict {
public:
  explicit TooLarge(const std::string &what)
      : NoVerdict("too large: " + what) {}
};

// The run went wrong: an access outside of an array, say. The message is a
// sentence that names the instance.
class RunError : public std::runtime_error {
public:
  RunError(const std::string &text, SourceRange range)
      : std::runtime_error(text), range(std::move(range)) {}
  SourceRange range;
};

// One point of an instruction's domain whose guards held.
struct Instance {
  int instruction = -1;        // index in Kernel::instructions
  std::vector<int64_t> inames; // values, as Instruction::inames
};

// One element's access, in the order of the run. Variables that the kernel
// never writes are left out.
struct ElementAccess {
  int instance = -1;
  int variable = -1; // index in Trace::variables
  int64_t element = 0;
  bool write = false;
  // The instance reads and writes the element to update it by an associative
  // operation, which it shares with instances of an equal number; 0: no.
  int update = 0;
  int writer = -1; // of a read: the instance that wrote the value; -1: none
};

struct Trace {
  std::vector<VariablePtr> variables;
  std::vector<Instance> instances; // in reference order
  std::vector<ElementAccess> accesses;

  // 'insn_1' (i = 2, j = 0)
  std::string str(const Kernel &kernel, int instance) const;
};

struct RunLimits {
  int64_t instances = 200000;
  // How many iterations of an endless loop are looked at.
  int64_t endless = 8;
  // Is it an error to give a bound of a loop no value (a division by zero)?
  bool definedBounds = false;
};

class ReferenceProgram {
public:
  explicit ReferenceProgram(const Kernel &kernel);
  ~ReferenceProgram();

  const Kernel &kernel() const;
  // Changes the contents as a call does. Throws RunError and NoVerdict.
  Trace run(Contents &contents, const RunLimits &limits = {},
            const ArgumentNames &names = {}) const;
  // Values that loop bounds had which the kernel computes, in the last run.
  const std::map<std::string, std::set<int64_t>> &boundValues() const;
  bool isEndless(const std::string &iname) const;
  // In the last run, as many iterations of endless loops as did anything, or
  // more.
  int64_t endlessIterations() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

// An ordering constraint between two instances, because both access one
// element. Constraints that follow from others are left out.
struct Conflict {
  enum class Kind { Flow, Anti, Output, Update };
  Kind kind = Kind::Flow;
  int source = -1, sink = -1; // instances; of Update, in any order
  int variable = -1;
  int64_t element = 0;
};

std::vector<Conflict> conflictsOf(const Trace &trace);

} // namespace verify
} // namespace loopyc

#endif
