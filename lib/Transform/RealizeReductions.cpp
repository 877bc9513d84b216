//   y[i] = 2*sum(k, a[i, k])
//   ->  acc_k = 0;  for k: acc_k = acc_k + a[i, k];  y[i] = 2*acc_k
#include "Reductions.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Reductions.h"
#include "loopyc/Transform/ReferenceOrder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

using namespace loopyc;

static int64_t largest(Type type) {
  if (type.isUnsigned())
    return static_cast<int64_t>(UINT64_MAX >> (64 - 8 * type.bytes));
  return std::numeric_limits<int64_t>::max() >> (64 - 8 * type.bytes);
}

static Expr number(int value, Type type) {
  if (type.isComplex())
    return Expr::complex(value, 0, type);
  return type.isReal() ? Expr::real(value, type) : Expr::integer(value, type);
}

// The first of the values that it is combined with is the result.
Expr loopyc::neutralElement(ReductionOp op, Type type) {
  switch (op) {
  case ReductionOp::Add:
    return number(0, type);
  case ReductionOp::Mul:
    return number(1, type);
  case ReductionOp::Min:
    return type.isReal() ? Expr::real(INFINITY, type)
                         : Expr::integer(largest(type), type);
  case ReductionOp::Max:
    return type.isReal() ? Expr::real(-INFINITY, type)
           : type.isUnsigned()
               ? Expr::integer(0, type)
               : Expr::integer(-largest(type) - 1, type);
  case ReductionOp::And:
  case ReductionOp::Eqv:
    return Expr::logical(true, type);
  case ReductionOp::Or:
  case ReductionOp::Neqv:
    return Expr::logical(false, type);
  case ReductionOp::Iand:
    return Expr::integer(type.isUnsigned() ? largest(type) : -1, type);
  case ReductionOp::Ior:
  case ReductionOp::Ieor:
    return Expr::integer(0, type);
  }
  throw InternalError("a reduction without a neutral element");
}

namespace {

class Realizer {
public:
  Realizer(const Kernel &kernel, std::map<std::string, std::string> *origins)
      : kernel(kernel), origins(origins) {}

  Kernel run(const std::set<std::string> &kept) {
    // Reductions in a reduction are found in the update that it becomes.
    for (size_t i = 0; i < kernel.instructions.size(); ++i) {
      at = i;
      while (!kept.count(kernel.instructions[i]->id) && realizeOne())
        at = i;
    }
    return std::move(kernel);
  }

private:
  // The first reduction of the instruction: what comes before it decides
  // whether it is computed at all.
  bool realizeOne() {
    guards.clear();
    done = false;
    const InstructionPtr insn = kernel.instructions[at];
    std::vector<Predicate> predicates = insn->predicates;
    for (Predicate &predicate : predicates) {
      predicate = inside(predicate);
      guards.push_back(predicate);
    }
    InstructionBody body = insideBody(insn->body);
    if (!done)
      return false;
    auto changed = std::make_shared<Instruction>(*kernel.instructions[at]);
    changed->predicates = std::move(predicates);
    changed->body = std::move(body);
    kernel.instructions[at] = std::move(changed);
    return true;
  }

  InstructionBody insideBody(const InstructionBody &body) {
    return match(
        body,
        [&](const Assignment &a) -> InstructionBody {
          Expr value = inside(a.value);
          return assignLike(body, insideSubscripts(a.assignee), value);
        },
        [&](const CallBody &call) -> InstructionBody {
          CallBody result = call;
          for (Expr &argument : result.arguments)
            argument = inside(argument);
          for (Expr &assignee : result.assignees)
            assignee = insideSubscripts(assignee);
          return result;
        },
        [](const BarrierBody &barrier) -> InstructionBody { return barrier; },
        [](const NoOp &none) -> InstructionBody { return none; });
  }

  Expr insideSubscripts(const Expr &assignee) {
    std::vector<Expr> subscripts = operands(assignee);
    for (Expr &subscript : subscripts)
      subscript = inside(subscript);
    return withOperands(assignee, subscripts);
  }

  Expr inside(const Expr &e) {
    if (done)
      return e;
    if (const auto *reduction = e.getIf<Reduction>())
      return accumulated(*reduction, e.type());
    std::vector<Expr> ops = operands(e);
    bool isSelect = e.getIf<Select>() != nullptr;
    for (size_t i = 0; i < ops.size() && !done; ++i) {
      if (isSelect && i > 0)
        guards.push_back(i == 1 ? ops[0] : Expr::unary(UnaryOp::Not, ops[0]));
      ops[i] = inside(ops[i]);
      if (isSelect && i > 0)
        guards.pop_back();
    }
    return withOperands(e, ops);
  }

  // The temporary that the instructions before this one leave the result in.
  Expr accumulated(const Reduction &reduction, Type type) {
    const InstructionPtr insn = kernel.instructions[at];
    std::string over;
    for (const std::string &iname : reduction.inames)
      over += "_" + iname;
    Variable temporary;
    temporary.name = kernel.freshName("acc" + over);
    temporary.type = type;
    temporary.kind = VariableKind::Temporary;
    temporary.space = AddressSpace::Auto;
    kernel.temporaries.push_back(std::make_shared<const Variable>(temporary));
    Expr sum = Expr::var(temporary.name, type);
    addBefore(insn->id + over + "_init", insn->inames,
              assign(sum, neutralElement(reduction.op, type)));
    std::vector<std::string> inames = insn->inames;
    inames.insert(inames.end(), reduction.inames.begin(),
                  reduction.inames.end());
    addBefore(insn->id + over + "_update", inames,
              assign(sum, reductionOf(reduction.op, sum, reduction.value)));
    done = true;
    return sum;
  }

  // Right before the instruction, and under what has been decided so far.
  void addBefore(const std::string &id, const std::vector<std::string> &inames,
                 InstructionBody body) {
    auto made = std::make_shared<Instruction>(*kernel.instructions[at]);
    made->time = placeBefore(kernel, {static_cast<int>(at)}, inames);
    made->id = kernel.freshInstructionId(id);
    made->inames = inames;
    made->predicates = guards;
    made->body = std::move(body);
    const std::string original = kernel.instructions[at]->id;
    if (origins)
      (*origins)[made->id] = originOf(original);
    // What needs no order after the instruction needs none after its parts.
    for (InstructionPtr &other : kernel.instructions)
      if (NoSync known = noSyncOf(*other, original);
          known.local || known.global) {
        auto copy = std::make_shared<Instruction>(*other);
        assertNoSync(*copy, made->id, known);
        other = std::move(copy);
      }
    kernel.instructions.insert(kernel.instructions.begin() +
                                   static_cast<int64_t>(at),
                               std::move(made));
    ++at;
  }

  // Of one in a reduction's update, what that was made of.
  std::string originOf(const std::string &id) const {
    auto known = origins->find(id);
    return known == origins->end() ? id : known->second;
  }

  Kernel kernel;
  std::map<std::string, std::string> *origins; // perhaps null
  size_t at = 0;                 // the instruction that is looked into
  std::vector<Predicate> guards; // under which the expression is computed
  bool done = false;
};

} // namespace

bool loopyc::hasReductions(const Kernel &kernel) {
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const Expr &read : insn->reads())
      if (!reducedInames(read).empty())
        return true;
    for (const Predicate &predicate : insn->predicates)
      if (!reducedInames(predicate).empty())
        return true;
  }
  return false;
}

namespace {

// Which reductions over one iname cannot be in one loop over it.
class SharedInames {
public:
  explicit SharedInames(const Kernel &kernel) {
    for (const InstructionPtr &insn : kernel.instructions)
      uses.push_back(usesOf(*insn));
  }

  std::vector<std::string> apart() const {
    std::map<std::string, std::set<std::set<std::string>>> nests;
    std::set<std::string> result;
    for (const Uses &use : uses)
      for (const auto &[iname, around] : use.nests)
        nests[iname].insert(around);
    for (const auto &[iname, around] : nests)
      if (around.size() > 1 || !isInLoopsOver(iname, *around.begin()))
        result.insert(iname);
    for (const Uses &use : uses)
      result.insert(use.decided.begin(), use.decided.end());
    for (size_t first = 0; first < uses.size(); ++first)
      addOrdered(first, result);
    return {result.begin(), result.end()};
  }

private:
  struct Uses {
    std::set<std::string> around, reduced, reads, writes;
    std::set<std::string> inside; // that the loops of reductions read
    // Of each reduction, with the loops that it stands in.
    std::vector<std::pair<std::string, std::set<std::string>>> nests;
    // Reduced over by a condition, and by what it decides about: the one loop
    // has to end before the other begins.
    std::set<std::string> decided;
  };

  static void addCommon(const std::set<std::string> &a,
                        const std::set<std::string> &b,
                        std::set<std::string> &result) {
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                          std::inserter(result, result.end()));
  }

  static void addDecided(const Instruction &insn, Uses &uses) {
    std::set<std::string> conditions;
    auto add = [&](const Expr &e) {
      addCommon(conditions, reducedInames(e), uses.decided);
      walk(e, [&](const Expr &node) {
        if (const auto *choice = node.getIf<Select>())
          for (const Expr &branch : {choice->ifTrue, choice->ifFalse})
            addCommon(reducedInames(choice->condition), reducedInames(branch),
                      uses.decided);
        return true;
      });
    };
    for (const Predicate &predicate : insn.predicates) {
      add(predicate);
      conditions.merge(reducedInames(predicate));
    }
    for (const Expr &read : insn.reads())
      add(read);
  }

  static void addNests(const Expr &e, const std::set<std::string> &around,
                       Uses &uses) {
    const auto *reduction = e.getIf<Reduction>();
    std::set<std::string> inside = around;
    if (reduction) {
      inside.insert(reduction->inames.begin(), reduction->inames.end());
      for (const std::string &iname : reduction->inames) {
        uses.reduced.insert(iname);
        uses.nests.emplace_back(iname, around);
      }
    }
    for (const Expr &operand : operands(e))
      addNests(operand, inside, uses);
  }

  static Uses usesOf(const Instruction &insn) {
    Uses uses;
    uses.around = {insn.inames.begin(), insn.inames.end()};
    auto add = [&](const Expr &e) {
      collectNames(e, uses.reads, uses.reads);
      if (!reducedInames(e).empty())
        addNests(e, uses.around, uses);
      walk(e, [&](const Expr &node) {
        if (node.getIf<Reduction>())
          collectNames(node, uses.inside, uses.inside);
        if (const auto *choice = node.getIf<Select>()) // under a condition
          collectNames(choice->condition, uses.inside, uses.inside);
        return !node.getIf<Reduction>();
      });
    };
    for (const Expr &read : insn.reads())
      add(read);
    for (const Predicate &predicate : insn.predicates) {
      add(predicate);
      collectNames(predicate, uses.inside, uses.inside);
    }
    for (const std::string &name : insn.assigneeNames())
      uses.writes.insert(name);
    if (!uses.reduced.empty())
      addDecided(insn, uses);
    return uses;
  }

  // Can the loop be the one over this iname that others are in?
  bool isInLoopsOver(const std::string &iname,
                     const std::set<std::string> &around) const {
    return std::all_of(uses.begin(), uses.end(), [&](const Uses &use) {
      return !use.around.count(iname) ||
             std::includes(use.around.begin(), use.around.end(),
                           around.begin(), around.end());
    });
  }

  static bool meet(const std::set<std::string> &a,
                   const std::set<std::string> &b) {
    return std::any_of(a.begin(), a.end(), [&](const std::string &name) {
      return b.count(name) > 0;
    });
  }

  // Of those that read in a loop over the same iname what comes of the first
  // one, or of what comes behind it: the loop would have to end before.
  void addOrdered(size_t first, std::set<std::string> &result) const {
    const std::set<std::string> &reduced = uses[first].reduced;
    std::set<std::string> reads = uses[first].reads,
                          writes = uses[first].writes;
    for (size_t i = first + 1; !reduced.empty() && i < uses.size(); ++i) {
      const Uses &next = uses[i];
      if (!meet(next.reads, writes) && !meet(next.writes, writes) &&
          !meet(next.writes, reads))
        continue;
      for (const std::string &iname : next.reduced)
        if (reduced.count(iname) && meet(next.inside, writes))
          result.insert(iname);
      for (const std::string &iname : next.around)
        if (reduced.count(iname) && meet(next.reads, writes))
          result.insert(iname);
      reads.insert(next.reads.begin(), next.reads.end());
      writes.insert(next.writes.begin(), next.writes.end());
    }
  }

  std::vector<Uses> uses;
};

} // namespace

Kernel
loopyc::realizeReductions(const Kernel &kernel,
                          std::map<std::string, std::string> *origins,
                          const std::set<std::string> &kept) {
  if (!hasReductions(kernel))
    return kernel;
  std::vector<std::string> several = SharedInames(kernel).apart();
  return Realizer(several.empty() ? kernel
                                  : makeReductionInamesUnique(kernel, several),
                  origins)
      .run(kept);
}

Kernel loopyc::realizeReductions(const Kernel &kernel) {
  return realizeReductions(kernel, nullptr);
}

Kernel loopyc::realizeReductionsIn(const Kernel &kernel,
                                   const InstructionFilter &within) {
  std::set<std::string> kept;
  for (const InstructionPtr &insn : kernel.instructions)
    if (within && !within(kernel, *insn))
      kept.insert(insn->id);
  return realizeReductions(kernel, nullptr, kept);
}
