#include "LaunchCoverage.h"

#include "Terms.h"
#include "Uses.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Support/Diagnostic.h"

#include <algorithm>
#include <map>

using namespace loopyc;
using namespace loopyc::verify;
using poly::Set;

namespace {

class LaunchCoverage {
public:
  LaunchCoverage(const HostPlan &plan, const Tree &tree, const Kernel &whole)
      : plan(plan), tree(tree), whole(whole), index(whole),
        assumed(whole.assumptions.flat()) {}

  void run();

private:
  Set knownOfValues(const Kernel &part) const;
  void verifyAssumptions(const LaunchPlace &place) const;
  void verifyVariables(const LaunchPlace &place) const;
  void verifyInstances(const Instruction &insn,
                       const std::vector<const Leaf *> &places) const;
  void verifyInames(const Instruction &insn, const Instruction &there,
                    const LaunchPlace &place) const;
  void verifyText(const Instruction &insn, const Instruction &there,
                  const LaunchPlace &place) const;
  bool sameText(const Expr &a, const Expr &b, const Kernel &part) const;
  bool sameTexts(const std::vector<Expr> &a, const std::vector<Expr> &b,
                 const Kernel &part) const;
  void require(const Set &wrong, const Instruction &insn,
               const std::string &what) const;
  [[noreturn]] void fail(const std::string &id, const std::string &what) const {
    throw InternalError("launches: kernel '" + whole.name + "': '" + id + "' " +
                        what);
  }

  const HostPlan &plan;
  const Tree &tree;
  const Kernel &whole;
  DomainIndex index;
  Set assumed;
};

} // namespace

void LaunchCoverage::run() {
  for (const LaunchPlace &place : plan.launches()) {
    verifyAssumptions(place);
    verifyVariables(place);
  }
  std::vector<std::vector<const Leaf *>> places(whole.instructions.size());
  for (const Leaf &leaf : tree.leaves()) {
    const LaunchPlace &place = plan.placeOf(leaf.run);
    const Instruction &there = **place.part->findInstruction(leaf.insn->id);
    verifyInames(*leaf.insn, there, place);
    verifyText(*leaf.insn, there, place);
    places[leaf.number].push_back(&leaf);
  }
  for (size_t i = 0; i < places.size(); ++i)
    if (!whole.instructions[i]->assignees().empty())
      verifyInstances(*whole.instructions[i], places[i]);
}

// From one value to those that it is computed from.
static constexpr int mostSteps = 8;

// Of what the launch gets by value, which was computed once, whatever ran: it
// is what it was computed from, and what it was divided by is not zero.
Set LaunchCoverage::knownOfValues(const Kernel &part) const {
  std::map<std::string, int> writes;
  for (const InstructionPtr &insn : whole.instructions)
    for (const std::string &name : insn->assigneeNames())
      ++writes[name];
  std::map<std::string, Expr> once;
  for (const InstructionPtr &insn : whole.instructions)
    if (insn->inames.empty() && insn->predicates.empty() &&
        insn->time.size() == 1 && insn->assigneeNames().size() == 1 &&
        writes[insn->assigneeNames().front()] == 1)
      once.emplace(insn->assigneeNames().front(), insn->values().front());
  auto isArgument = [&](const std::string &name) {
    VariablePtr var = whole.findVariable(name);
    return var && var->isValue() && writes[name] == 0;
  };
  auto isGiven = [&](const std::string &name) {
    VariablePtr var = part.findVariable(name);
    return var && var->isValue() && writes[name] == 1;
  };
  Terms terms(whole, {}, {});
  // In arguments alone, by way of others that are computed once.
  auto inArguments = [&](Expr value) -> std::optional<poly::PwAff> {
    for (int step = 0; step < mostSteps; ++step) {
      std::set<std::string> names, arrays;
      collectNames(value, names, arrays);
      if (!arrays.empty())
        return std::nullopt;
      if (std::all_of(names.begin(), names.end(), isArgument))
        return terms.value(terms.add(value), Point::X);
      value = substitute(value, once);
    }
    return std::nullopt;
  };
  Set result = Set::universe();
  for (const auto &[name, value] : once) {
    VariablePtr var = whole.findVariable(name);
    if (auto words = var && var->isScalar() ? inArguments(value) : std::nullopt)
      result = result.intersect(words->eq(poly::PwAff::name(name)).flat());
    if (!isGiven(name))
      continue;
    walk(value, [&](const Expr &node) {
      const auto *binary = node.getIf<Binary>();
      if (binary && binary->op == BinaryOp::Div && node.type().isInteger()) {
        Expr by = binary->b;
        while (const auto *cast = by.getIf<Cast>())
          by = cast->a;
        const auto *var = by.getIf<VarRef>();
        if (var && by.type().isInteger() && isGiven(var->name))
          result = result.intersect(
              poly::PwAff::name(var->name).ne(poly::PwAff::constant(0)));
      }
      return !node.getIf<Select>();
    });
  }
  return result;
}

// Code is simplified by them.
void LaunchCoverage::verifyAssumptions(const LaunchPlace &place) const {
  if (!assumed.intersect(place.iterations)
           .intersect(knownOfValues(*place.part))
           .isSubset(place.part->assumptions.flat()))
    fail(place.part->name, "assumes what need not hold where it is launched");
}

// One layout for all who share an array.
void LaunchCoverage::verifyVariables(const LaunchPlace &place) const {
  for (const VariablePtr &arg : place.part->arguments) {
    VariablePtr own = whole.findVariable(arg->name);
    if (arg->isValue() || !own)
      continue;
    bool same = own->type == arg->type && own->axes.size() == arg->axes.size();
    for (size_t a = 0; same && a < own->axes.size(); ++a)
      same = own->axes[a].extent == arg->axes[a].extent &&
             own->axes[a].tag.index() == arg->axes[a].tag.index();
    if (!same)
      fail(place.part->name, "has another layout of '" + arg->name + "'");
  }
}

// The host's loops and the launch's own are the instruction's.
void LaunchCoverage::verifyInames(const Instruction &insn,
                                  const Instruction &there,
                                  const LaunchPlace &place) const {
  std::vector<std::string> wanted = insn.inames, found = there.inames;
  for (const HostLoop &loop : place.loops)
    found.push_back(loop.iname);
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  if (wanted != found)
    fail(insn.id, "is not in its loops in '" + place.part->name + "'");
}

// An iname of the host is an argument of the launch, of 32 bits.
static bool isConverted(const Expr &iname, const Expr &there) {
  const auto *cast = there.getIf<Cast>();
  const auto *name = iname.getIf<VarRef>();
  const auto *argument = cast ? cast->a.getIf<VarRef>() : nullptr;
  return name && argument && argument->name == name->name &&
         argument->mark == name->mark && there.type() == iname.type();
}

// But for the copies that iterations side by side have of private values.
bool LaunchCoverage::sameText(const Expr &a, const Expr &b,
                              const Kernel &part) const {
  if (isConverted(a, b))
    return true;
  std::vector<Expr> from = operands(a), to = operands(b);
  const std::string *name = nameOf(a), *there = nameOf(b);
  if (!name || !there)
    return (a.same(b) || sameOperation(a, b)) && sameTexts(from, to, part);
  if (*name != *there)
    return false;
  VariablePtr own = whole.findVariable(*name), copy = part.findVariable(*name);
  if (own && copy && copy->isTemporary() &&
      copy->axes.size() > own->axes.size() && to.size() > from.size())
    to.resize(from.size());
  return sameTexts(from, to, part);
}

bool LaunchCoverage::sameTexts(const std::vector<Expr> &a,
                               const std::vector<Expr> &b,
                               const Kernel &part) const {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [&](const Expr &x, const Expr &y) { return sameText(x, y, part); });
}

static bool sameBody(const Instruction &a, const Instruction &b) {
  if (a.body.index() != b.body.index())
    return false;
  if (const Update *update = a.update())
    return update->op == b.update()->op;
  if (const auto *call = std::get_if<CallBody>(&a.body))
    return call->routine == std::get<CallBody>(b.body).routine;
  return true;
}

void LaunchCoverage::verifyText(const Instruction &insn,
                                const Instruction &there,
                                const LaunchPlace &place) const {
  const Kernel &part = *place.part;
  if (!sameBody(insn, there) ||
      !sameTexts(insn.assignees(), there.assignees(), part) ||
      !sameTexts(insn.values(), there.values(), part) ||
      !sameTexts(insn.predicates, there.predicates, part))
    fail(insn.id, "computes another thing in '" + part.name + "'");
  if (insn.time != there.time)
    fail(insn.id, "has another place in the order of '" + part.name + "'");
  for (const auto &[source, asserted] : there.noSyncWith) {
    NoSync given = noSyncOf(insn, source);
    if ((asserted.local && !given.local) || (asserted.global && !given.global))
      fail(insn.id, "asserts more in '" + part.name + "' than in the kernel");
  }
}

void LaunchCoverage::require(const Set &wrong, const Instruction &insn,
                             const std::string &what) const {
  auto point = wrong.sample();
  if (!point)
    return;
  std::string text;
  for (const auto &[name, value] : *point)
    text += (text.empty() ? " (" : ", ") + name + " = " + std::to_string(value);
  fail(insn.id,
       what + ", for example at" + (text.empty() ? " any point" : text + ")"));
}

void LaunchCoverage::verifyInstances(
    const Instruction &insn, const std::vector<const Leaf *> &places) const {
  Set wanted = index.instances(insn.inames).flat().intersect(assumed);
  if (places.empty() && !wanted.isEmpty())
    fail(insn.id, "is in no launch");
  Set there = Set::empty();
  for (const Leaf *leaf : places) {
    Set here = leaf->domain.intersect(assumed);
    require(there.intersect(here), insn, "is launched twice");
    there = there.unite(here);
  }
  require(wanted.subtract(there), insn, "has instances that are not launched");
  require(there.subtract(wanted), insn, "is launched where it has no instance");
}

void verify::verifyLaunchCoverage(const HostPlan &plan, const Tree &tree,
                                  const Kernel &whole) {
  LaunchCoverage(plan, tree, whole).run();
}
