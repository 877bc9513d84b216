#include "GuardTable.h"

#include "DependenceScan.h"

#include <algorithm>

using namespace loopyc;

static bool isNegationOf(const Expr &a, const Expr &b) {
  const auto *unary = a.getIf<Unary>();
  return unary && unary->op == UnaryOp::Not && unary->a == b;
}

// Of integers, one comparison is the opposite of the other; of real numbers it
// is not, where one is no number.
static bool areOppositeComparisons(const Expr &a, const Expr &b) {
  static const std::pair<BinaryOp, BinaryOp> opposites[] = {
      {BinaryOp::Eq, BinaryOp::Ne},
      {BinaryOp::Lt, BinaryOp::Ge},
      {BinaryOp::Gt, BinaryOp::Le}};
  const auto *x = a.getIf<Binary>(), *y = b.getIf<Binary>();
  if (!x || !y || x->a != y->a || x->b != y->b || !x->a.type().isInteger())
    return false;
  return std::any_of(std::begin(opposites), std::end(opposites),
                     [&](const auto &pair) {
                       return pair == std::pair(x->op, y->op) ||
                              pair == std::pair(y->op, x->op);
                     });
}

static bool areOpposite(const Expr &a, const Expr &b) {
  return isNegationOf(a, b) || isNegationOf(b, a) ||
         areOppositeComparisons(a, b);
}

GuardTable::GuardTable(const Kernel &kernel) {
  std::vector<std::string> names = kernel.inames();
  std::set<std::string> inames(names.begin(), names.end());
  for (const InstructionPtr &insn : kernel.instructions) {
    if (std::string name = insn->assigneeName(); !name.empty())
      writers[name].push_back(insn.get());
    Entry &entry = entries[insn.get()];
    for (const Predicate &guard : insn->predicates) {
      int number = numberOf(guard);
      if (std::binary_search(entry.guards.begin(), entry.guards.end(), number))
        continue;
      entry.guards.insert(
          std::upper_bound(entry.guards.begin(), entry.guards.end(), number),
          number);
      collectNames(guard, entry.reads, entry.reads);
    }
    for (const std::string &name : entry.reads)
      if (inames.count(name))
        entry.inames.insert(name);
  }
  for (size_t a = 0; a < guards.size(); ++a)
    for (size_t b = 0; b < guards.size(); ++b)
      if (areOpposite(guards[a], guards[b]))
        opposite[a].push_back(static_cast<int>(b));
}

int GuardTable::numberOf(const Expr &guard) {
  auto [known, isNew] =
      byHandle.emplace(&*guard, static_cast<int>(guards.size()));
  if (!isNew)
    return known->second;
  std::vector<int> &alike = byText[guard.str()];
  for (int number : alike)
    if (guards[number] == guard)
      return known->second = number;
  alike.push_back(known->second);
  guards.push_back(guard);
  opposite.emplace_back();
  return known->second;
}

const std::vector<int64_t> &GuardTable::writtenAt(const Instruction &insn,
                                                  int depth) {
  Entry &entry = entries.at(&insn);
  auto [found, isNew] = entry.written.try_emplace(depth);
  std::vector<int64_t> &positions = found->second;
  if (!isNew)
    return positions;
  for (const std::string &name : entry.reads)
    if (auto those = writers.find(name); those != writers.end())
      for (const Instruction *writer : those->second)
        if (samePath(*writer, insn, depth))
          positions.push_back(positionAt(*writer, depth));
  std::sort(positions.begin(), positions.end());
  return positions;
}

bool GuardTable::areStable(const Instruction &a, const Instruction &b,
                           int depth) {
  const std::vector<int64_t> &written = writtenAt(a, depth);
  auto [first, last] =
      std::minmax({positionAt(a, depth), positionAt(b, depth)});
  auto next = std::lower_bound(written.begin(), written.end(), first);
  return next == written.end() || *next > last;
}
