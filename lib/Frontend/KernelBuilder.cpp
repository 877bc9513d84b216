#include "KernelBuilder.h"

#include "Domains.h"
#include "EffectArrays.h"
#include "EqualExtents.h"
#include "LoopBounds.h"
#include "Obstacles.h"
#include "ProcedureIndex.h"
#include "TaggedRegions.h"
#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/IR/Negation.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Values/Affine.h"
#include "loopyc/Values/Polynomial.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

using namespace loopyc;
using namespace loopyc::frontend;
using poly::PwAff;

namespace {

// A procedure without obstacles.
class Builder : private LoopBounds::Names {
public:
  Builder(const Procedure &procedure, const std::vector<TaggedRegion> &regions,
          std::set<size_t> &usedRegions)
      : procedure(procedure), index(procedure), regions(regions),
        usedRegions(usedRegions), bounds(procedure, *this) {
    for (const Variable &variable : procedure.variables)
      variables.emplace(variable.name, &variable);
    for (const std::string &name : procedure.declaredNames)
      names.take(name);
    for (const Variable &variable : procedure.variables)
      names.take(variable.name);
  }

  // Once it is built.
  SaidOfLoops saidOfLoops() const {
    return {concurrent, sourceLoops, places};
  }

  Kernel build() {
    kernel.name = procedure.name;
    kernel.range = procedure.range;
    findFlags(procedure.body);
    addBlock(procedure.body);
    bounds.putProductsFirst(kernel.instructions);
    addVariables();
    assumePresence();
    assumeEqualExtents(procedure, kernel);
    if (!procedure.remarks.empty())
      kernel.history.push_back({"parse_fortran", "", {}, procedure.remarks});
    return std::move(kernel);
  }

private:
  struct Loop {
    std::string iname;
    Expr value; // of the Fortran variable, in terms of the iname
  };

  // --- tagged regions
  // Around the statement, or around the calls in whose place it stands.
  std::set<std::string> tagsOf(const Statement &statement) {
    std::set<std::string> tags;
    for (size_t r = 0; r < regions.size(); ++r) {
      auto isInside = [&](int line) {
        return line > regions[r].begin.line && line < regions[r].end.line;
      };
      if (!isInside(statement.line) &&
          std::none_of(statement.callLines.begin(), statement.callLines.end(),
                       isInside))
        continue;
      tags.insert(regions[r].tag);
      usedRegions.insert(r);
    }
    return tags;
  }

  // --- names
  // The variable's name for its first loop, then i_1, i_2, ...
  std::string inameFor(const std::string &variable) {
    if (loopsSeen.insert(variable).second)
      return variable;
    return names.numbered(variable, 1);
  }

  std::string instructionId(const std::string &assignee) override {
    return ids.numbered(assignee, 0);
  }

  Expr makeTemporary(const std::string &base, Type type,
                     const SourceRange &range) override {
    Variable variable;
    variable.name = names.take(base) ? base : names.numbered(base, 1);
    variable.type = type;
    variable.kind = VariableKind::Temporary;
    variable.space = AddressSpace::Auto;
    variable.range = range;
    Expr reference = Expr::var(variable.name, type);
    madeTemporaries.push_back(
        std::make_shared<const Variable>(std::move(variable)));
    return reference;
  }

  // --- expressions
  // Loop variables replaced by their values in terms of inames. Subscripts
  // and sums with such a variable are folded; the rest stays as it was written.
  // A part of a sum is folded with the whole.
  Expr resolve(const Expr &e, bool partOfSum = false) {
    if (const VarRef *var = e.getIf<VarRef>())
      return index.isLoopVariable(var->name) ? activeLoops.at(var->name).value
                                             : e;
    bool sum = isIntegerSum(e);
    std::vector<Expr> parts = operands(e);
    for (Expr &part : parts)
      part = resolve(part, sum);
    if (e.getIf<ArrayRef>())
      for (Expr &subscript : parts)
        subscript = fold(subscript);
    Expr resolved = parts.empty() ? e : withOperands(e, parts);
    return sum && !partOfSum && mentionsIname(resolved) ? fold(resolved)
                                                        : resolved;
  }

  static bool isIntegerSum(const Expr &e) {
    const Binary *node = e.getIf<Binary>();
    return node && e.type().isInteger() &&
           (node->op == BinaryOp::Add || node->op == BinaryOp::Sub ||
            node->op == BinaryOp::Mul);
  }

  // Other than in a subscript.
  bool mentionsIname(const Expr &e) const {
    bool found = false;
    walk(e, [&](const Expr &node) {
      const VarRef *var = node.getIf<VarRef>();
      found |= var && activeInames.count(var->name) != 0;
      return !found && !node.getIf<ArrayRef>();
    });
    return found;
  }

  // A scalar that has one value throughout the subroutine.
  bool isInvariant(const std::string &name) const override {
    auto found = variables.find(name);
    return found != variables.end() && !found->second->isTemporary() &&
           found->second->isScalar() && !index.isWritten(name);
  }

  // May it be a parameter of a domain: an iname of an enclosing loop or an
  // invariant?
  bool isParameter(const std::string &name) const override {
    return activeInames.count(name) || isInvariant(name);
  }

  void noteKnownLocal(const AssignmentStatement &assignment,
                      const Expr &value) {
    const VarRef *var = assignment.assignee.getIf<VarRef>();
    if (!var || !assignment.assignee.type().isInteger() || LoopBounds::narrows(value) ||
        index.writeCount(var->name) != 1 ||
        !variables.at(var->name)->isTemporary())
      return;
    bounds.note(var->name, value);
  }

  // --- statements
  void addBlock(const Block &block) {
    for (const Statement &statement : block)
      match(
          statement.value,
          [&](const AssignmentStatement &s) { addAssignment(statement, s); },
          [&](const DoStatement &s) { addLoop(statement, s); },
          [&](const LoopStatement &s) { addEndlessLoop(s); },
          [&](const IfStatement &s) { addConditional(statement, s); },
          [&](const BlockStatement &s) { addBlock(s.body); },
          [&](const GuardedStatement &s) { addGuarded(s); },
          [](const LabelStatement &) {},
          [](const SelectStatement &) { refuseToTranslate(); },
          [](const JumpStatement &) { refuseToTranslate(); },
          [](const WhereStatement &) { refuseToTranslate(); },
          [](const ForallStatement &) { refuseToTranslate(); },
          [](const CallStatement &) { refuseToTranslate(); },
          [](const HostStatement &) { refuseToTranslate(); },
          [](const RegionStatement &) { refuseToTranslate(); });
  }

  // That need not run where what is behind it does.
  void addScope(const Block &block) {
    bounds.enterBlock();
    addBlock(block);
    bounds.leaveBlock();
  }

  [[noreturn]] static void refuseToTranslate() {
    throw InternalError("a statement of the host has no reason to be one");
  }

  void addAssignment(const Statement &statement,
                     const AssignmentStatement &assignment) {
    Expr value = resolve(assignment.value);
    if (setsFlag(assignment))
      addUnguarded(statement, assignment.assignee,
                   Expr::logical(false, assignment.assignee.type()));
    addInstruction(statement, resolve(assignment.assignee), value);
    noteKnownLocal(assignment, value);
  }

  // A flag, under conditions, for the first time: where it is not reached it
  // does not hold.
  bool setsFlag(const AssignmentStatement &assignment) const {
    const VarRef *var = assignment.assignee.getIf<VarRef>();
    const LogicalLit *value = assignment.value.getIf<LogicalLit>();
    return var && flags.count(var->name) && !predicates.empty() &&
           !(value && !value->value) &&
           std::find(predicates.begin(), predicates.end(),
                     assignment.assignee) == predicates.end();
  }

  void findFlags(const Block &block) {
    for (const Statement &statement : block) {
      if (const auto *guarded = std::get_if<GuardedStatement>(&statement.value))
        flags.insert(guarded->flag.getIf<VarRef>()->name);
      forEachBlock(statement, [&](const Block &inner) { findFlags(inner); });
    }
  }

  void addUnguarded(const Statement &statement, const Expr &assignee,
                    const Expr &value) {
    std::vector<Predicate> guarded;
    std::swap(guarded, predicates);
    addInstruction(statement, assignee, value);
    std::swap(guarded, predicates);
  }

  void addInstruction(const Statement &statement, const Expr &assignee,
                      const Expr &value) {
    Instruction insn;
    insn.body = assign(assignee, value);
    insn.id = instructionId(insn.assigneeNames().front());
    insn.inames = inames;
    insn.predicates = predicates;
    insn.tags = tagsOf(statement);
    insn.time = timePrefix;
    insn.time.push_back(Expr::integer(position++));
    insn.range = statement.range;
    kernel.instructions.push_back(
        std::make_shared<const Instruction>(std::move(insn)));
  }

  // The flag is looked at for each statement: what is inside may change it.
  void addGuarded(const GuardedStatement &statement) {
    predicates.push_back(statement.flag);
    addScope(statement.body);
    predicates.pop_back();
  }

  void addEndlessLoop(const LoopStatement &loop) {
    std::string iname =
        names.take("iteration") ? "iteration" : names.numbered("iteration", 1);
    kernel.domains.push_back(endlessDomain(iname));
    addBody(loop.body, Expr::var(iname, Type::integer(8)));
  }

  void addLoop(const Statement &statement, const DoStatement &loop) {
    if (loop.stride)
      assumeNotZero(resolve(loop.stride));
    if (loop.step != 0)
      return addLoopOfStep(statement, loop, loop.step);
    const auto known = asInteger(bounds.withAffine(resolve(loop.variableStep)));
    if (known && *known != 0)
      return addLoopOfStep(statement, loop, *known);
    addLoopOfUnknownStep(statement, loop);
  }

  void addLoopOfStep(const Statement &statement, const DoStatement &loop,
                     int64_t by) {
    const SourceRange &where = statement.range;
    Expr first = resolve(loop.first);
    Expr last = resolve(loop.last);
    bounds.decide(first, last, by, [&] { return whereElementsAre(loop.body); });
    std::string iname = inameFor(loop.variable);
    LoopBounds::Bound low =
        bounds.of(first, by > 0 ? Intrinsic::Max : Intrinsic::Min, where);
    LoopBounds::Bound high =
        bounds.of(last, by > 0 ? Intrinsic::Min : Intrinsic::Max, where);
    Expr start = bounds.withAffine(first), end = bounds.withAffine(last);
    auto mayBeSaid = [&](const LoopBounds::Bound &bound, const Expr &value) {
      // A local that keeps its value: the domain may mention it.
      return bound.isAll || (predicates.empty() && bounds.valueOf(value));
    };
    const bool startIsSaid = mayBeSaid(low, first),
               endIsSaid = mayBeSaid(high, last);
    if (!startIsSaid)
      start = makeTemporary(iname + "_lo", loop.type, where);
    else if (!low.isAll)
      start = first;
    if (!endIsSaid)
      end = makeTemporary(iname + "_hi", loop.type, where);
    else if (!high.isAll)
      end = last;
    // Where the loop is not reached its bounds still delimit its domain:
    // none of its iterations must exist.
    const Expr back = Expr::integer(by > 0 ? 1 : -1, loop.type);
    if (!predicates.empty() && !endIsSaid)
      addUnguarded(statement, end,
                   startIsSaid ? fold(Expr::cast(start, loop.type) - back)
                               : Expr::integer(0, loop.type));
    if (!predicates.empty() && !startIsSaid)
      addUnguarded(statement, start,
                   fold((endIsSaid ? Expr::cast(end, loop.type)
                                   : Expr::integer(0, loop.type)) +
                        back));
    if (!startIsSaid)
      addInstruction(statement, start, first);
    if (!endIsSaid)
      addInstruction(statement, end, last);
    auto named = [](const Expr &e) {
      return PwAff::name(e.getIf<VarRef>()->name);
    };
    if (!high.isAll)
      high.values.push_back(named(end));
    // From the first value that it may have, so that this is known of all.
    if (!low.isAll && !low.values.empty() && std::abs(by) == 1) {
      PwAff from = low.values.front();
      low.values.push_back(named(start));
      kernel.domains.push_back(
          loopDomain(iname, {from}, high.values, by)
              .intersect(reachedFrom(iname, from, low.values, by)));
      start = fromAffine(from, poly::Set::universe(), loop.type);
    } else {
      if (!low.isAll)
        low.values.push_back(named(start));
      kernel.domains.push_back(loopDomain(iname, low.values, high.values, by));
    }
    addLoopBody(statement, loop, iname, Expr::integer(by, loop.type), start);
  }

  // Where what the statements do can be done.
  poly::Set whereElementsAre(const Block &statements) const {
    poly::Set result = poly::Set::universe();
    for (const std::string &array : arraysOfEffects(statements))
      for (const Expr &extent : variables.at(array)->declared.extents)
        if (auto size = extent ? bounds.affine(extent) : std::nullopt)
          result = result.intersect(size->gt(PwAff::constant(0)).flat());
    return result;
  }

  // As Fortran demands of what is certainly reached.
  void assumeNotZero(const Expr &step) {
    const bool isReached = predicates.empty() && inames.empty();
    if (std::optional<PwAff> by = bounds.affine(step); by && isReached)
      kernel.assumptions =
          kernel.assumptions.intersect(by->ne(PwAff::constant(0)).flat());
  }

  // It may go up or down: the number of its iterations is data.
  void addLoopOfUnknownStep(const Statement &statement,
                            const DoStatement &loop) {
    const SourceRange &where = statement.range;
    std::string iname = inameFor(loop.variable);
    auto kept = [&](const std::string &name, const Expr &value) {
      if (bounds.affine(value)) // stays what it is
        return value;
      Expr temporary = makeTemporary(iname + name, value.type(), where);
      addInstruction(statement, temporary, value);
      return temporary;
    };
    Expr first = kept("_lo", resolve(loop.first));
    Expr step = kept("_step", resolve(loop.variableStep));
    assumeNotZero(step);
    Type wide = Type::integer(8);
    auto widened = [&](const Expr &e) { return Expr::cast(e, wide); };
    Expr trips = Expr::binary(BinaryOp::Div,
                              widened(resolve(loop.last)) - widened(first) +
                                  widened(step),
                              widened(step), wide);
    Expr count = makeTemporary(iname + "_trips", wide, where);
    if (!predicates.empty()) // none where it is not reached
      addUnguarded(statement, count, Expr::integer(0, wide));
    addInstruction(statement, count, trips);
    PwAff end = PwAff::name(count.getIf<VarRef>()->name);
    kernel.domains.push_back(
        loopDomain(iname, {PwAff::constant(0)}, {end - PwAff::constant(1)}, 1));
    addLoopBody(statement, loop, iname, step, first);
  }

  void addLoopBody(const Statement &statement, const DoStatement &loop,
                   const std::string &iname, const Expr &step,
                   const Expr &start) {
    noteConcurrent(statement, loop, iname);
    places[iname] = {statement.callLines.empty()
                         ? statement.line
                         : statement.callLines.front(),
                     !statement.callLines.empty(), loop.variable};
    if (statement.line > 0)
      sourceLoops.push_back({iname, inames, statement.line});
    Expr counter = Expr::var(iname, loop.type);
    activeLoops[loop.variable] = {iname, fold(counter * step + start)};
    addBody(loop.body, counter);
    activeLoops.erase(loop.variable);
  }

  // The loops of the nest come one after the other.
  void noteConcurrent(const Statement &statement, const DoStatement &loop,
                      const std::string &iname) {
    if (loop.concurrent) {
      ConcurrentLoop made;
      made.range = statement.range;
      for (const auto &[op, name] : loop.concurrent->reduced)
        made.reduced.emplace(name, op);
      concurrent.push_back(std::move(made));
      openConcurrent = loop.concurrent->loops;
    }
    if (openConcurrent == 0)
      return;
    concurrent.back().inames.push_back(iname);
    --openConcurrent;
  }

  void addBody(const Block &body, const Expr &counter) {
    const std::string &iname = counter.getIf<VarRef>()->name;
    activeInames.insert(iname);
    inames.push_back(iname);
    timePrefix.push_back(Expr::integer(position));
    timePrefix.push_back(counter);
    int outerPosition = position;
    position = 0;
    addScope(body);
    position = outerPosition + 1;
    timePrefix.resize(timePrefix.size() - 2);
    inames.pop_back();
    activeInames.erase(iname);
  }

  void addConditional(const Statement &statement,
                      const IfStatement &conditional) {
    size_t outer = predicates.size();
    Span whole = index.span(statement);
    // All conditions come first: `not c1`, then c2 under it, and so on.
    std::vector<std::vector<Predicate>> guards;
    std::vector<Predicate> others; // none so far
    std::vector<size_t> branches = branchesTaken(conditional);
    for (size_t b : branches) {
      const Branch &branch = conditional.branches[b];
      guards.push_back(others);
      if (branch.isElse)
        break;
      Expr condition = resolve(branch.condition);
      if (condition.getIf<LogicalLit>()) // true
        break;
      if (mayChange(condition, {index.span(branch).begin, whole.end})) {
        predicates.insert(predicates.end(), others.begin(), others.end());
        condition = evaluateNow(statement, condition);
        predicates.resize(outer);
      }
      addGuard(guards.back(), condition);
      addGuard(others, negated(condition));
    }
    for (size_t g = 0; g < guards.size(); ++g) {
      predicates.resize(outer);
      predicates.insert(predicates.end(), guards[g].begin(), guards[g].end());
      addScope(conditional.branches[branches[g]].body);
    }
    predicates.resize(outer);
  }

  // Sets are made of affine guards, so these had better be few: others of the
  // same `if` that the new one implies say nothing more.
  void addGuard(std::vector<Predicate> &guards, const Expr &added) const {
    const Binary *comparison = added.getIf<Binary>();
    if (comparison && bounds.affine(comparison->a))
      guards.erase(std::remove_if(guards.begin(), guards.end(),
                                  [&](const Predicate &other) {
                                    return plainlyImplies(added, other);
                                  }),
                   guards.end());
    guards.push_back(added);
  }

  // Is anything that the condition reads written in these statements?
  bool mayChange(const Expr &condition, Span span) const {
    bool changes = false;
    walk(condition, [&](const Expr &node) {
      if (const VarRef *var = node.getIf<VarRef>())
        changes |= index.isWrittenIn(var->name, span);
      else if (const ArrayRef *array = node.getIf<ArrayRef>())
        changes |= index.isWrittenIn(array->name, span);
      return !changes;
    });
    return changes;
  }

  Expr evaluateNow(const Statement &statement, const Expr &condition) {
    Expr result = makeTemporary("cond", condition.type(), statement.range);
    addInstruction(statement, result, condition);
    return result;
  }

  // --- variables
  void addVariables() {
    for (const Variable &declared : procedure.variables) {
      if (!declared.isArgument() && (index.isLoopVariable(declared.name) ||
                                     !index.isMentioned(declared.name)))
        continue;
      Variable variable = declared;
      if (variable.isArgument())
        setUse(variable);
      auto shared = std::make_shared<const Variable>(std::move(variable));
      (shared->isArgument() ? kernel.arguments : kernel.temporaries)
          .push_back(shared);
    }
    kernel.temporaries.insert(kernel.temporaries.end(), madeTemporaries.begin(),
                              madeTemporaries.end());
  }

  // 1 or 0, each.
  void assumePresence() {
    for (const HiddenVariable &hidden : procedure.hidden)
      if (hidden.value.kind == HostValue::Kind::IsPresent) {
        PwAff value = PwAff::name(hidden.variable.name);
        kernel.assumptions =
            kernel.assumptions.intersect(value.ge(PwAff::constant(0)).flat())
                .intersect(value.le(PwAff::constant(1)).flat());
      }
  }

  // A scalar that is written is passed as an array of no axes; an intent that
  // was not declared follows from the use. One that was declared inout is what
  // calls of the procedure must be able to pass.
  void setUse(Variable &variable) const {
    bool written = index.isWritten(variable.name);
    if (variable.isScalar())
      variable.kind = written ? VariableKind::ArrayArg : VariableKind::ValueArg;
    if (variable.isValue() && variable.intent != Intent::InOut)
      variable.intent = Intent::In;
    else if (variable.intent == Intent::Unknown || procedure.isRegion())
      // A region may find values that statements before it assigned, whatever
      // the procedure's intent.
      variable.intent = written ? Intent::InOut : Intent::In;
  }

  const Procedure &procedure;
  ProcedureIndex index;
  const std::vector<TaggedRegion> &regions;
  std::set<size_t> &usedRegions;
  std::unordered_map<std::string, const Variable *> variables;
  FreshNames names{FreshNames::Case::Ignored}, ids;
  std::unordered_set<std::string> loopsSeen, activeInames;
  std::unordered_map<std::string, Loop> activeLoops; // by Fortran variable
  LoopBounds bounds;
  std::unordered_set<std::string> flags; // of guarded statements
  std::vector<ConcurrentLoop> concurrent;
  std::map<std::string, LoopPlace> places;
  size_t openConcurrent = 0; // loops of the last that are still to come
  std::vector<SourceLoop> sourceLoops;
  std::vector<VariablePtr> madeTemporaries;

  // Where the next statement goes.
  std::vector<std::string> inames;
  std::vector<Predicate> predicates;
  ReferenceTime timePrefix;
  int position = 0;

  Kernel kernel;
};

} // namespace

Kernel frontend::buildKernel(const Procedure &procedure,
                             const std::vector<TaggedRegion> &regions,
                             std::set<size_t> &usedRegions, SaidOfLoops *said) {
  if (obstacleOf(procedure))
    throw refusalOf(procedure);
  Builder builder(procedure, regions, usedRegions);
  Kernel kernel = builder.build();
  if (said)
    *said = builder.saidOfLoops();
  return kernel;
}
