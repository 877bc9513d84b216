#include "Reductions/FindExtrema.h"

#include "loopyc/Analysis/StableValues.h"

#include <algorithm>
#include <set>
#include <utility>

using namespace loopyc;

using NameSet = std::set<std::string>;

std::vector<size_t> Extremum::members() const {
  std::vector<size_t> result{condition, setter};
  result.insert(result.end(), places.begin(), places.end());
  return result;
}

std::string loopyc::nameOf(const Expr &reference) {
  if (const auto *array = reference.getIf<ArrayRef>())
    return array->name;
  const auto *var = reference.getIf<VarRef>();
  return var ? var->name : "";
}

static std::vector<Expr> conjuncts(const Expr &e) {
  const auto *both = e.getIf<Binary>();
  if (!both || both->op != BinaryOp::And)
    return {e};
  std::vector<Expr> result = conjuncts(both->a);
  for (const Expr &other : conjuncts(both->b))
    result.push_back(other);
  return result;
}

static const std::vector<size_t> &usersOf(const VariableUsers &users,
                                          const std::string &name) {
  static const std::vector<size_t> none;
  auto known = users.find(name);
  return known == users.end() ? none : known->second;
}

// Without the negations around it, and whether their number is odd.
static std::pair<Expr, bool> withoutNegations(Expr e) {
  bool isNegated = false;
  while (const auto *unary = e.getIf<Unary>()) {
    if (unary->op != UnaryOp::Not)
      break;
    isNegated = !isNegated;
    e = Expr(unary->a);
  }
  return {e, isNegated};
}

static std::string decidedIn(const Predicate &predicate) {
  return nameOf(withoutNegations(predicate).first);
}

// Conditions of instructions, by where they are computed.
static std::vector<size_t> conditionsOf(const Kernel &kernel,
                                        const VariableUsers &users,
                                        const Instruction &insn) {
  std::vector<size_t> result;
  for (const Predicate &predicate : insn.predicates)
    for (size_t i : usersOf(users, decidedIn(predicate)))
      if (kernel.instructions[i]->assigns(decidedIn(predicate)))
        result.push_back(i);
  return result;
}

static bool compares(const Instruction &condition, const Instruction &setter) {
  const auto *value = std::get_if<Assignment>(&condition.body);
  return value && setter.assigneeNames().size() == 1 &&
         mentions(value->value, setter.assigneeNames().front());
}

namespace {

// v < m, m > v: does it hold where v is to take the place of m?
struct Comparison {
  Expr value, with;
  bool isMax = false, lastWins = false;
};

class ExtremumSearch {
public:
  ExtremumSearch(const Kernel &kernel, const VariableUsers &users,
                 size_t condition, size_t setter)
      : kernel(kernel), users(users), condition(condition), setter(setter) {}

  std::optional<Extremum> run();
  std::string why; // not

private:
  const Instruction &insn(size_t i) const { return *kernel.instructions[i]; }
  const Assignment &comparing() const {
    return std::get<Assignment>(insn(condition).body);
  }
  const Expr &extreme() const { return insn(setter).assignment().assignee; }
  // Where the group runs: if (c), or if (.not. c), as behind a jump over it.
  Expr guard() const;

  bool hasPlainForm() const;
  bool readComparison();
  std::string noComparison() const;
  bool readNegated(const Expr &value);
  bool isCompared();
  bool collectPlaces();
  std::string obstacleIn(size_t member) const;
  bool areApart();
  bool readsNoResult();
  bool isStable();

  const Kernel &kernel;
  const VariableUsers &users;
  const size_t condition, setter;
  Comparison comparison;
  std::vector<Expr> others; // what the condition asks besides
  std::vector<size_t> places;
};

} // namespace

// A condition that has this purpose alone.
bool ExtremumSearch::hasPlainForm() const {
  const Instruction &test = insn(condition);
  if (!std::get_if<Assignment>(&test.body) ||
      !std::get_if<Assignment>(&insn(setter).body) ||
      !comparing().assignee.type().isLogical())
    return false;
  VariablePtr var = kernel.findVariable(nameOf(comparing().assignee));
  return var && var->isTemporary() && var->baseStorage.empty();
}

static std::optional<Comparison> comparisonWith(const Expr &extreme,
                                                const Expr &e) {
  const auto *node = e.getIf<Binary>();
  if (!node || (node->a != extreme && node->b != extreme) ||
      extreme.type().isComplex())
    return std::nullopt;
  bool isFirst = node->a == extreme; // m > v is v < m
  Comparison made;
  made.value = isFirst ? node->b : node->a;
  made.with = extreme;
  switch (node->op) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
    made.isMax = isFirst;
    break;
  case BinaryOp::Gt:
  case BinaryOp::Ge:
    made.isMax = !isFirst;
    break;
  default:
    return std::nullopt;
  }
  made.lastWins = node->op == BinaryOp::Le || node->op == BinaryOp::Ge;
  return made;
}

Expr ExtremumSearch::guard() const {
  const Expr &decided = comparing().assignee;
  for (const Predicate &predicate : insn(setter).predicates)
    if (withoutNegations(predicate).first == decided)
      return predicate;
  return decided;
}

std::string ExtremumSearch::noComparison() const {
  return "the condition of '" + insn(setter).id + "', " +
         comparing().value.str() + ", is no comparison of " + extreme().str() +
         " with the value that it gets";
}

// .not. (v <= m) is v > m, but for a NaN, of which neither holds.
bool ExtremumSearch::readNegated(const Expr &value) {
  auto found = comparisonWith(extreme(), value);
  if (!found) {
    why = noComparison();
    return false;
  }
  if (!extreme().type().isInteger()) {
    why = "the condition of '" + insn(setter).id + "' is that " + value.str() +
          " does not hold, which is so for a NaN, too; compare the other way "
          "round";
    return false;
  }
  comparison = *found;
  comparison.isMax = !found->isMax;
  comparison.lastWins = !found->lastWins;
  return true;
}

bool ExtremumSearch::readComparison() {
  const auto [value, isNegated] = withoutNegations(comparing().value);
  if (isNegated != withoutNegations(guard()).second)
    return readNegated(value) && isCompared();
  std::optional<Comparison> found;
  for (const Expr &part : conjuncts(comparing().value))
    if (auto made = found ? std::nullopt : comparisonWith(extreme(), part))
      found = std::move(made);
    else
      others.push_back(part);
  if (!found) {
    why = noComparison();
    return false;
  }
  comparison = *found;
  return isCompared();
}

bool ExtremumSearch::isCompared() {
  if (insn(setter).assignment().value == comparison.value)
    return true;
  why = "'" + insn(setter).id + "' does not assign to " + extreme().str() +
        " what its condition compares it with, " + comparison.value.str();
  return false;
}

// Why an instruction that reads the condition is no part of it.
std::string ExtremumSearch::obstacleIn(size_t member) const {
  const Instruction &other = insn(member), &test = insn(condition);
  const Expr &decided = comparing().assignee, here = guard();
  std::multiset<std::string> own, expected{here.str()};
  bool isGuarded = false;
  for (const Predicate &predicate : other.predicates) {
    own.insert(predicate.str());
    isGuarded |= predicate == here;
  }
  for (const Predicate &predicate : test.predicates)
    expected.insert(predicate.str());
  if (!isGuarded) {
    for (const Predicate &predicate : other.predicates)
      if (mentions(predicate, nameOf(decided)))
        return "'" + other.id + "' runs where the condition of '" +
               insn(setter).id + "' does not hold, or under another one";
    return "'" + other.id + "' uses the condition of '" + insn(setter).id +
           "', too";
  }
  size_t loops = test.time.size() / 2;
  bool isBeside = other.inames == test.inames && other.time.size() / 2 == loops;
  for (size_t i = 0; isBeside && i < 2 * loops; ++i)
    isBeside = other.time[i] == test.time[i];
  if (own != expected || !isBeside)
    return "'" + other.id +
           "' is under other conditions, or in other loops, "
           "than the comparison '" +
           test.id + "'";
  if (!std::get_if<Assignment>(&other.body))
    return "'" + other.id + "', under the condition of '" + insn(setter).id +
           "', keeps no place of it: it is " +
           (other.update() ? "an update" : "no assignment");
  return "";
}

bool ExtremumSearch::collectPlaces() {
  for (size_t user : usersOf(users, nameOf(comparing().assignee))) {
    if (user == condition)
      continue;
    why = obstacleIn(user);
    if (!why.empty())
      return false;
    if (user != setter)
      places.push_back(user);
  }
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
    return *asInteger(insn(a).time.back()) < *asInteger(insn(b).time.back());
  });
  return true;
}

static bool areDifferentElements(const Expr &a, const Expr &b) {
  std::vector<Expr> x = operands(a), y = operands(b);
  for (size_t i = 0; i < x.size() && i < y.size(); ++i) {
    auto here = asInteger(x[i]), there = asInteger(y[i]);
    if (here && there && *here != *there)
      return true;
  }
  return false;
}

// No place is where the extremum itself is.
bool ExtremumSearch::areApart() {
  for (size_t place : places) {
    const Expr &own = insn(place).assignment().assignee;
    if (nameOf(own) != nameOf(extreme()) ||
        areDifferentElements(own, extreme()))
      continue;
    why = "'" + insn(place).id + "' may assign " + extreme().str() + ", too";
    return false;
  }
  return true;
}

// Nothing but the comparison reads what is assigned.
bool ExtremumSearch::readsNoResult() {
  NameSet results{nameOf(extreme())};
  for (size_t place : places)
    results.insert(nameOf(insn(place).assignment().assignee));
  auto check = [&](const Instruction &reader, const std::vector<Expr> &list) {
    NameSet read;
    for (const Expr &e : list)
      collectNames(e, read, read);
    for (const std::string &iname : reader.inames)
      if (int d = kernel.domainOf(iname); d >= 0)
        for (const std::string &name : kernel.domains[d].params())
          read.insert(name);
    for (const std::string &name : results)
      if (read.count(name) && why.empty())
        why = "'" + reader.id + "' reads '" + name + "'";
  };
  std::vector<Expr> tested = others;
  tested.push_back(comparison.value);
  check(insn(condition), tested);
  std::vector<size_t> members = places;
  members.push_back(setter);
  for (size_t member : members) {
    std::vector<Expr> read = insn(member).reads();
    read.insert(read.end(), insn(member).predicates.begin(),
                insn(member).predicates.end());
    check(insn(member), read);
  }
  return why.empty();
}

// The value that is compared is the one that is assigned.
bool ExtremumSearch::isStable() {
  StableValues stable(kernel);
  const Instruction &test = insn(condition), &set = insn(setter);
  int depth = static_cast<int>(test.time.size() / 2);
  std::vector<Expr> kept = test.predicates;
  kept.push_back(comparison.value);
  for (const Expr &e : kept)
    if (!stable.between(test, set, depth, e)) {
      why = "the value of " + e.str() + " may change between '" + test.id +
            "' and '" + set.id + "'";
      return false;
    }
  return true;
}

std::optional<Extremum> ExtremumSearch::run() {
  if (!hasPlainForm() || !readComparison() || !collectPlaces() || !areApart() ||
      !readsNoResult() || !isStable())
    return std::nullopt;
  Extremum result;
  result.condition = condition;
  result.setter = setter;
  result.places = places;
  result.isMax = comparison.isMax;
  result.lastWins = comparison.lastWins;
  return result;
}

std::optional<Extremum> loopyc::findExtremum(const Kernel &kernel,
                                             const VariableUsers &users,
                                             size_t setter, std::string &why) {
  const Instruction &insn = *kernel.instructions[setter];
  for (size_t condition : conditionsOf(kernel, users, insn)) {
    if (!compares(*kernel.instructions[condition], insn))
      continue;
    ExtremumSearch search(kernel, users, condition, setter);
    if (auto found = search.run())
      return found;
    why = search.why;
  }
  return std::nullopt;
}

std::optional<size_t> loopyc::setterFor(const Kernel &kernel,
                                        const VariableUsers &users,
                                        size_t instruction) {
  const Instruction &insn = *kernel.instructions[instruction];
  std::vector<size_t> conditions = conditionsOf(kernel, users, insn);
  conditions.insert(conditions.begin(), instruction);
  for (size_t condition : conditions)
    for (const std::string &decided :
         kernel.instructions[condition]->assigneeNames())
      for (size_t user : usersOf(users, decided))
        if (const Instruction &setter = *kernel.instructions[user];
            user != condition &&
            compares(*kernel.instructions[condition], setter) &&
            !setter.update() &&
            std::any_of(setter.predicates.begin(), setter.predicates.end(),
                        [&](const Predicate &predicate) {
                          return decidedIn(predicate) == decided;
                        }))
          return user;
  return std::nullopt;
}
