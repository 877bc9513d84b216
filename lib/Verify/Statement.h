// A kernel's instructions ready to be run, one instance after the other.
#ifndef LOOPYC_LIB_VERIFY_STATEMENT_H
#define LOOPYC_LIB_VERIFY_STATEMENT_H

#include "Code.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Verify/Scan.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace loopyc {
namespace verify {

// The associative operation of an assignment x = x op e.
enum class UpdateKind {
  None, Sum, Product, Min, Max, And, Or, Iand, Ior, Ieor, Eqv, Neqv
};
UpdateKind updateOf(const Assignment &assignment);

struct Statement {
  InstructionPtr insn;
  std::vector<Code> coordinates; // of the instance: values of insn->inames
  std::vector<Code> guards;
  std::vector<Code> arguments; // of a call
  // All values are computed before the first is stored.
  struct Store {
    int variable = -1;
    std::vector<Code> subscripts;
    Code value;
  };
  std::vector<Store> stores;
  UpdateKind update = UpdateKind::None;
  int target = -1; // the variable that it updates
  bool atomic = false; // is the update indivisible?
};

// The points at which statements run: { fixed, scanned : set }, where what
// the kernel computes (data) is known only when an instance's time comes.
struct Domain {
  std::unique_ptr<Scanner> scanner;
  poly::Set set;
  poly::Names names;       // fixed, then scanned
  poly::Names fixed;       // sizes, then data
  size_t sizes = 0;        // how many of them are sizes
  std::vector<int> data;   // variables behind the data
  std::vector<int> places; // of fixed and scanned names
  std::vector<bool> isEndless; // of scanned names
  // The same for any values of some data, by their numbers; made when asked.
  mutable std::map<std::set<size_t>, poly::PlainSet> whatever;
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
  // Is it the iname of an endless loop?
  bool isEndless(const std::string &name) const { return endless.count(name); }
  NameTable &names() { return table; }
  Meaning meaning(const std::vector<std::string> &inames = {});

  // `values` of hardware inames; others stand for themselves.
  Statement statement(const InstructionPtr &insn, const Substitution &values);
  std::vector<Code> coordinates(const std::vector<std::string> &inames,
                                const Substitution &values);
  Domain domain(const poly::Set &set, const poly::Names &scanned);

private:
  Kernel knl;
  DomainIndex index;
  NameTable table;
  std::vector<VariablePtr> vars;
  std::map<std::string, int> byName;
  std::set<std::string> endless;
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
