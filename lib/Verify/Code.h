// Expressions ready to be evaluated many times: names are places, rules are
// expanded.
#ifndef LOOPYC_LIB_VERIFY_CODE_H
#define LOOPYC_LIB_VERIFY_CODE_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Verify/Value.h"

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

// A run cannot go on: an access outside of its array, a condition without a
// value. The message is a clause: "reads a[7], outside of its 5 elements".
class Fault : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct Domain;

struct Code {
  enum class Kind {
    Literal,
    Name,    // an iname, axis or size: place `index`
    Element, // of variable `index`; operands are the subscripts
    Unary,
    Binary,
    Call,
    Cast,
    Select,
    Reduction, // of the one operand, at all points of `domain`
    External   // a C function: `index` stands for its name
  };
  Kind kind = Kind::Literal;
  Type type;
  Value literal;
  int index = 0;
  UnaryOp unary{};
  BinaryOp binary{};
  Intrinsic fn{};
  ReductionOp reduction{};
  std::shared_ptr<const Domain> domain;
  std::vector<Code> operands;
};

// Where elements are read.
class Elements {
public:
  virtual ~Elements() = default;
  virtual Value load(int variable, const std::vector<int64_t> &subscripts) = 0;
};

// The places of names: integers that do not change while a statement runs.
class NameTable {
public:
  int add(const std::string &name);        // the known place, or a new one
  int find(const std::string &name) const; // -1: none
  const std::string &nameAt(int place) const { return names[place]; }
  size_t size() const { return names.size(); }

private:
  std::vector<std::string> names;
  std::map<std::string, int> places;
};

// What the names in a kernel's expressions mean: its variables by their
// position in `variables`, all others places of the table.
struct Meaning {
  NameTable *names = nullptr;
  std::map<std::string, int> variables;
  const std::vector<SubstitutionRule> *rules = nullptr;
  // { reduced : domains hold }, for values of the inames around; null where no
  // reduction may be.
  std::function<std::shared_ptr<const Domain>(
      const std::vector<std::string> &around,
      const std::vector<std::string> &reduced)>
      domainOf;
  std::vector<std::string> inames; // that what is compiled is within
};

Code compile(const Expr &e, const Meaning &meaning);

// Throws Fault where a subscript has no value.
Value evaluate(const Code &code, const std::vector<int64_t> &names,
               Elements &elements);
std::vector<int64_t> evaluateAll(const std::vector<Code> &subscripts,
                                 const std::vector<int64_t> &names,
                                 Elements &elements);

// Of an expression in sizes alone; throws Fault where it has no value.
int64_t evaluateSize(const Expr &e, const std::map<std::string, int64_t> &at);

} // namespace verify
} // namespace loopyc

#endif
