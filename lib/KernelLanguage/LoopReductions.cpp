// Reductions of scalars that the loops they are over compute, as updates there:
//
//   for i, k                           for i
//     <> v = a[i,k]**2                   acc = 0
//   end                                  for k
//   y[i] = 2*sum(k, v)          ->         v = a[i,k]**2
//                                          acc = acc + v
//                                        end
//                                        y[i] = 2*acc
//
// And instructions that are to be in loops of their own: {dup=k}.
#include "Expansion.h"

#include "loopyc/Support/CloseMatches.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class LoopReductions : private Expansion {
public:
  explicit LoopReductions(Building &building) : Expansion(building) {}
  using Expansion::run;

private:
  // --- what loops compute

  static bool has(const std::vector<Word> &words, const std::string &iname) {
    return std::any_of(words.begin(), words.end(), [&](const Word &word) {
      return word.text == iname;
    });
  }

  // Is it in the loop over the iname?
  bool isInLoop(const StatementText &statement, const std::string &iname,
                std::set<std::string> &seen) const {
    const Attributes &attributes = statement.attributes;
    if (has(attributes.moreInames, iname) ||
        (attributes.inames && has(*attributes.inames, iname)))
      return true;
    bool found = false;
    if (!attributes.inamesAreAll)
      forEachWritten(statement, [&](const NodePtr &node) {
        found = found || uses(node, iname) || isOfLoop(node, iname, seen);
      });
    return found;
  }

  static bool uses(const NodePtr &node, const std::string &iname) {
    bool found = false;
    walk(node, [&](const Node &each) {
      const auto *name = each.getIf<NameNode>();
      found = found || (name && name->name == iname);
      std::vector<std::string> bound = boundInames(each);
      return std::find(bound.begin(), bound.end(), iname) == bound.end();
    });
    return found;
  }

  // Does it read a scalar that is set in the loop?
  bool isOfLoop(const NodePtr &node, const std::string &iname,
                std::set<std::string> &seen) const {
    bool found = false;
    walk(node, [&](const Node &each) {
      if (const auto *name = each.getIf<NameNode>())
        found = found || isSetInLoop(name->name, iname, seen);
      return !found;
    });
    return found;
  }

  // By each iteration: what is accumulated has one value, behind the loop.
  bool isSetInLoop(const std::string &scalar, const std::string &iname,
                   std::set<std::string> &seen) const {
    if (!seen.insert(scalar).second)
      return false;
    bool any = false;
    for (const StatementText &each : all) {
      const auto *a = std::get_if<AssignmentText>(&each.value);
      if (!a || &each == &all[at] || !assigns(*a, scalar))
        continue;
      if (uses(a->value, scalar) || !isInLoop(each, iname, seen))
        return false;
      any = true;
    }
    return any;
  }

  static bool assigns(const AssignmentText &a, const std::string &scalar) {
    return std::any_of(a.assignees.begin(), a.assignees.end(),
                       [&](const NodePtr &assignee) {
                         const auto *name = assignee->getIf<NameNode>();
                         return name && name->name == scalar;
                       });
  }

  bool isOfItsLoops(const ReductionNode &reduction) const {
    return !isBitwise(reduction.op) &&
           std::any_of(reduction.inames.begin(), reduction.inames.end(),
                       [&](const std::string &iname) {
                         std::set<std::string> seen;
                         return isOfLoop(reduction.value, iname, seen);
                       });
  }

  // --- one instruction

  struct Found {
    ReductionNode reduction;
    std::string result; // a temporary
  };

  void expand() override {
    const StatementText &statement = all[at];
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    if (!a || !hasAny(a->value))
      return keep();
    begin(statement);
    std::vector<Found> found;
    NodePtr value = replaced(a->value, found);
    for (const Found &each : found) {
      // What the instruction comes behind may be in the loops.
      addPart(addTemporary(each.result, neutral(each.reduction.op)))
          .dependsOn.clear();
      moveLast(firstInLoops(each.reduction));
    }
    for (const Found &each : found) {
      size_t place = behindLoops(each.reduction);
      inLoops(addPart(addUpdate(each.result, combined(each))),
              each.reduction.inames, {});
      moveLast(place);
    }
    AssignmentText last = *a;
    last.value = value;
    add(id, std::move(last));
  }

  // Where instructions come in the order in which they are written, the places
  // are around, and at the end of, what is in the loops so far.
  bool isInLoops(size_t k, const ReductionNode &reduction) const {
    return std::any_of(reduction.inames.begin(), reduction.inames.end(),
                       [&](const std::string &iname) {
                         std::set<std::string> seen;
                         return isInLoop(written()[k], iname, seen);
                       });
  }

  size_t firstInLoops(const ReductionNode &reduction) const {
    size_t k = 0;
    while (k + 1 < written().size() && !isInLoops(k, reduction))
      ++k;
    return k;
  }

  size_t behindLoops(const ReductionNode &reduction) const {
    size_t k = written().size();
    while (k > 0 && !isInLoops(k - 1, reduction))
      --k;
    return k ? k : written().size();
  }

  void moveLast(size_t to) {
    auto &statements = building.written.statements;
    std::rotate(statements.begin() + static_cast<int64_t>(to),
                statements.end() - 1, statements.end());
  }

  const std::vector<StatementText> &written() const {
    return building.written.statements;
  }

  static Attributes &addPart(Attributes &attributes) {
    attributes.atomic = false;
    return attributes;
  }

  bool hasAny(const NodePtr &node) const {
    bool found = false;
    walk(node, [&](const Node &each) {
      const auto *reduction = each.getIf<ReductionNode>();
      found = found || (reduction && isOfItsLoops(*reduction));
      return !found && !reduction;
    });
    return found;
  }

  NodePtr replaced(const NodePtr &node, std::vector<Found> &found) {
    const auto *reduction = node->getIf<ReductionNode>();
    if (!reduction) {
      NodeList list;
      for (const NodePtr &operand : operands(*node))
        list.push_back(replaced(operand, found));
      return list.empty() ? node : withOperands(node, list);
    }
    if (!isOfItsLoops(*reduction))
      return node;
    for (const std::string &iname : reduction->inames)
      part.loops.insert(iname);
    found.push_back({*reduction, temporary("acc")});
    return name(found.back().result);
  }

  NodePtr neutral(ReductionOp op) const {
    switch (op) {
    case ReductionOp::Mul:
      return node(IntegerNode{1});
    case ReductionOp::Min:
      return node(RealNode{INFINITY, std::nullopt});
    case ReductionOp::Max:
      return node(RealNode{-INFINITY, std::nullopt});
    case ReductionOp::And:
      return node(TruthNode{true});
    case ReductionOp::Or:
      return node(TruthNode{false});
    default:
      return node(IntegerNode{0});
    }
  }

  NodePtr combined(const Found &found) const {
    NodePtr before = name(found.result), value = found.reduction.value;
    auto infix = [&](Operator op) {
      return node(InfixNode{op, before, value});
    };
    switch (found.reduction.op) {
    case ReductionOp::Mul:
      return infix(Operator::Mul);
    case ReductionOp::Min:
      return node(CallNode{"min", {before, value}});
    case ReductionOp::Max:
      return node(CallNode{"max", {before, value}});
    case ReductionOp::And:
      return infix(Operator::And);
    case ReductionOp::Or:
      return infix(Operator::Or);
    default:
      return infix(Operator::Add);
    }
  }
};

class Duplicates : private Expansion {
public:
  explicit Duplicates(Building &building) : Expansion(building) {}
  using Expansion::run;

private:
  void expand() override {
    const Attributes &attributes = all[at].attributes;
    if (attributes.duplicates.empty())
      return keep();
    begin(all[at]);
    Inames inames;
    Renaming wanted;
    for (const auto &[iname, copy] : attributes.duplicates) {
      requireIname(iname);
      inames.push_back(iname.text);
      if (!copy.text.empty())
        wanted[iname.text] = copy.text;
    }
    Renaming copies = copied(inames, wanted);
    StatementText changed = all[at];
    rename(changed, copies);
    changed.attributes.duplicates.clear();
    building.written.statements.push_back(std::move(changed));
  }

  void requireIname(const Word &iname) const {
    poly::Names known;
    for (const Domain &domain : building.domains)
      for (const std::string &dim : domain.set.dims())
        known.push_back(dim);
    if (std::find(known.begin(), known.end(), iname.text) == known.end())
      all[at].text->fail("'" + iname.text + "' is no iname, of which there "
                         "could be a copy" +
                             suggestion(iname.text, known),
                         iname.span);
  }

  static void rename(std::vector<Word> &words, const Renaming &by) {
    for (Word &word : words)
      if (auto it = by.find(word.text); it != by.end())
        word.text = it->second;
  }

  static void rename(StatementText &statement, const Renaming &by) {
    if (auto *a = std::get_if<AssignmentText>(&statement.value)) {
      a->value = renamed(a->value, by);
      for (NodePtr &assignee : a->assignees)
        assignee = renamed(assignee, by);
    }
    Attributes &attributes = statement.attributes;
    for (NodePtr &condition : attributes.predicates)
      condition = renamed(condition, by);
    for (NodePtr &condition : attributes.blockConditions)
      condition = renamed(condition, by);
    if (attributes.inames)
      rename(*attributes.inames, by);
    rename(attributes.moreInames, by);
  }
};

} // namespace

void language::duplicateInames(Building &building) {
  Duplicates(building).run();
}

void language::expandLoopReductions(Building &building) {
  LoopReductions(building).run();
}
