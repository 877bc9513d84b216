#include "Reductions/FindOwnReductions.h"

#include "loopyc/IR/ReductionMark.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace loopyc;

std::vector<size_t> OwnReduction::members() const {
  std::set<size_t> all(values.begin(), values.end());
  all.insert(combines.begin(), combines.end());
  all.insert(keeps.begin(), keeps.end());
  return {all.begin(), all.end()};
}

namespace {

using Role = ReductionMark::Role;

class OwnReductionSearch {
public:
  OwnReductionSearch(const Kernel &kernel, const VariableUsers &users,
                     ReductionMark mark)
      : kernel(kernel), users(users), mark(std::move(mark)) {}

  std::optional<OwnReduction> run();
  std::string why; // not

private:
  bool isSaid();
  bool collect();
  bool isOneNest();
  bool areCombined();
  bool isAlone(const Expr &of);
  const Instruction &insn(size_t i) const { return *kernel.instructions[i]; }
  const Assignment *assignment(size_t i) const {
    return std::get_if<Assignment>(&insn(i).body);
  }
  std::vector<Expr> assigneesOf(const std::vector<size_t> &list) const {
    std::vector<Expr> result;
    for (size_t i : list)
      result.push_back(assignment(i)->assignee);
    return result;
  }
  bool changed(const std::string &what) {
    why = "the reduction by '" + mark.operation + "' was changed: " + what;
    return false;
  }

  const Kernel &kernel;
  const VariableUsers &users;
  const ReductionMark mark;
  OwnReduction found;
};

} // namespace

bool OwnReductionSearch::isSaid() {
  if (mark.isAssociative && mark.isCommutative)
    return true;
  std::string missing = mark.isAssociative   ? "commutative"
                        : mark.isCommutative ? "associative"
                                             : "associative and commutative";
  why = "the operation '" + mark.operation + "' is not said to be " + missing +
        " (lp.register_reduction(..., associative=True, commutative=True))";
  return false;
}

// One instruction for each role and result.
bool OwnReductionSearch::collect() {
  found.operation = mark.operation;
  std::map<std::pair<Role, size_t>, size_t> at;
  for (size_t i = 0; i < kernel.instructions.size(); ++i) {
    auto own = reductionMark(insn(i));
    if (!own || own->id != mark.id)
      continue;
    if (!assignment(i))
      return changed("'" + insn(i).id + "' is no assignment");
    if (!at.emplace(std::pair(own->role, own->result), i).second)
      return changed("'" + insn(i).id + "' stands in it twice");
  }
  auto take = [&](Role role, std::vector<size_t> &list) {
    for (size_t k = 0; at.count({role, k}); ++k)
      list.push_back(at.at({role, k}));
  };
  std::vector<size_t> first;
  take(Role::Neutral, first);
  take(Role::Value, found.values);
  take(Role::Combine, found.combines);
  take(Role::Keep, found.keeps);
  if (found.keeps.empty())
    found.keeps = found.combines;
  for (size_t i : first)
    found.neutral.push_back(assignment(i)->value);
  size_t results = found.keeps.size();
  if (first.size() != results || found.values.size() != results ||
      found.combines.size() != results)
    return changed("some of its instructions are not there");
  for (size_t k = 0; k < results; ++k)
    if (const Expr &value = found.neutral[k];
        assignment(first[k])->assignee !=
            assignment(found.keeps[k])->assignee ||
        !(value.getIf<IntLit>() || value.getIf<RealLit>() ||
          value.getIf<LogicalLit>()))
      return changed("'" + insn(first[k]).id +
                     "' does not set the neutral value");
  return true;
}

// Do all of them run in the same loops, under the same conditions?
bool OwnReductionSearch::isOneNest() {
  const Instruction &first = insn(found.values.front());
  for (size_t member : found.members()) {
    const Instruction &other = insn(member);
    bool isBeside = other.time.size() == first.time.size() &&
                    std::equal(other.time.begin(), other.time.end() - 1,
                               first.time.begin());
    std::set<std::string> inames(first.inames.begin(), first.inames.end());
    if (!isBeside || other.predicates != first.predicates ||
        inames != std::set(other.inames.begin(), other.inames.end()))
      return changed("'" + other.id + "' is in other loops, or under other "
                                      "conditions, than '" +
                     first.id + "'");
  }
  return true;
}

// Nobody else asks for it, or sets it.
bool OwnReductionSearch::isAlone(const Expr &of) {
  auto known = users.find(nameOf(of));
  std::vector<size_t> members = found.members();
  for (size_t user : known == users.end() ? std::vector<size_t>()
                                          : known->second)
    if (!llvm::is_contained(members, user))
      return changed("'" + insn(user).id + "' uses '" + nameOf(of) + "', too");
  return true;
}

// Is what combines two of these, and of what the kernel leaves as it is, alone?
bool OwnReductionSearch::areCombined() {
  std::vector<Expr> results = assigneesOf(found.keeps),
                    values = assigneesOf(found.values),
                    next = assigneesOf(found.combines);
  for (const Expr &value : values)
    if (!isAlone(value))
      return false;
  const bool isOne = found.keeps == found.combines;
  for (size_t k = 0; !isOne && k < next.size(); ++k)
    if (!isAlone(next[k]) || assignment(found.keeps[k])->value != next[k])
      return why.empty() ? changed("'" + insn(found.keeps[k]).id +
                                   "' keeps another value")
                         : false;
  for (size_t i : found.combines) {
    std::set<std::string> names;
    Expr rest = rewrite(assignment(i)->value, [&](const Expr &e) {
      bool isOperand = llvm::is_contained(results, e) ||
                       llvm::is_contained(values, e);
      return isOperand ? Expr::integer(0) : e;
    });
    collectNames(rest, names, names);
    for (const std::string &name : names) {
      VariablePtr var = kernel.findVariable(name);
      if (!var || !var->isValue()) {
        why = "'" + insn(i).id + "' combines with '" + name +
              "', which is neither an operand of '" + mark.operation +
              "' nor a number that the kernel is called with";
        return false;
      }
    }
  }
  return true;
}

std::optional<OwnReduction> OwnReductionSearch::run() {
  if (!isSaid() || !collect() || !isOneNest() || !areCombined())
    return std::nullopt;
  return found;
}

std::optional<OwnReduction>
loopyc::findOwnReduction(const Kernel &kernel, const VariableUsers &users,
                         size_t instruction, std::string &why) {
  auto mark = reductionMark(*kernel.instructions[instruction]);
  if (!mark || mark->role == ReductionMark::Neutral)
    return std::nullopt;
  OwnReductionSearch search(kernel, users, *mark);
  auto found = search.run();
  if (!found)
    why = search.why;
  return found;
}
