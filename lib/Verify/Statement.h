// A kernel's instructions ready to be run, one instance after the other.
#ifndef LOOPYC_LIB_VERIFY_STATEMENT_H
#define LOOPYC_LIB_VERIFY_STATEMENT_H

#include "Code.h"
#include "loopyc/Verify/Scan.h"

#include <memory>
#include <optional>
#include <set>

namespace loopyc {
namespace verify {

// The associative operation of an assignment x = x op e.
enum class UpdateKind { None, Sum, Product, Min, Max, And, Or };
UpdateKind updateOf(const Assignment &assignment);

struct Statement {
  InstructionPtr insn;
  std::vector<Code> coordinates; // of the instance: values of insn->inames
  std::vector<Code> guards;
  std::vector<Code> subscripts; // of the target
  Code value;
  int target = -1; // variable; -1: assigns nothing
  UpdateKind update = UpdateKind::None;
};

// The points at which statements run: { fixed, scanned : set }, where what
// the kernel computes (data) is known only when an instance's time comes.
struct Domain {
  std::unique_ptr<Scanner> scanner;
  poly::Names fixed;       // sizes, then data
  size_t sizes = 0;        // how many of them are sizes
  std::vector<int> data;   // variables behind the data
  std::vector<int> places; // of fixed and scanned names
};

// Names, variables and statements of one kernel.
class KernelCode {
public:
  explicit KernelCode(const Kernel &kernel);
  KernelCode(const KernelCode &) = delete;

  const Kernel &kernel() const { return knl; }
  const std::vector<VariablePtr> &variables() const { return vars; }
  int variable(const std::string &name) const; // -1: none, or a size
  bool isWritten(int variable) const { return written[variable]; }
  NameTable &names() { return table; }
  Meaning meaning();

  // `values` of hardware inames; others stand for themselves.
  Statement statement(const InstructionPtr &insn, const Substitution &values);
  Domain domain(const poly::Set &set, const poly::Names &scanned);

private:
  Kernel knl;
  NameTable table;
  std::vector<VariablePtr> vars;
  std::map<std::string, int> byName;
  std::vector<bool> written;
};

// Reads and writes of one statement's instance, in order.
class Machine : public Elements {
public:
  virtual void store(int variable, const std::vector<int64_t> &subscripts,
                     const Value &value) = 0;
};

// False if a guard does not hold. Throws Fault.
bool execute(const Statement &statement, const std::vector<int64_t> &names,
             Machine &machine);

} // namespace verify
} // namespace loopyc

#endif
