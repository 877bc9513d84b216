#include "Statement.h"

#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace loopyc;
using namespace loopyc::verify;

// --- updates

// Does a chain of `op` (or, on right sides, its inverse) contain the target?
// What else it contains goes to `others`.
static bool chainHas(const Expr &e, const Expr &target, BinaryOp op,
                     BinaryOp inverse, std::vector<Expr> &others) {
  if (e == target)
    return true;
  const auto *binary = e.getIf<Binary>();
  if (!binary || (binary->op != op && binary->op != inverse))
    return false;
  if (chainHas(binary->a, target, op, inverse, others)) {
    others.push_back(binary->b);
    return true;
  }
  if (binary->op != op || !chainHas(binary->b, target, op, inverse, others))
    return false;
  others.push_back(binary->a);
  return true;
}

static UpdateKind updateBy(Intrinsic fn) {
  switch (fn) {
  case Intrinsic::Min: return UpdateKind::Min;
  case Intrinsic::Max: return UpdateKind::Max;
  case Intrinsic::Iand: return UpdateKind::Iand;
  case Intrinsic::Ior: return UpdateKind::Ior;
  case Intrinsic::Ieor: return UpdateKind::Ieor;
  default: return UpdateKind::None;
  }
}

static bool isNot(const Expr &e, const Expr &of) {
  const auto *negation = e.getIf<Unary>();
  return negation && negation->op == UnaryOp::Not && negation->a == of;
}

// if(a, b, not b) is true where a and b are equal, if(a, not b, b) where not.
static UpdateKind updateBy(const Select &select, const Expr &target,
                           std::vector<Expr> &others) {
  const bool isEqual = isNot(select.ifFalse, select.ifTrue);
  if (!isEqual && !isNot(select.ifTrue, select.ifFalse))
    return UpdateKind::None;
  const Expr &second = isEqual ? select.ifTrue : select.ifFalse;
  if (select.condition == target)
    others.push_back(second);
  else if (second == target)
    others.push_back(select.condition);
  else
    return UpdateKind::None;
  return isEqual ? UpdateKind::Eqv : UpdateKind::Neqv;
}

static UpdateKind updateBy(const Expr &value, const Expr &target,
                           std::vector<Expr> &others) {
  if (const auto *call = value.getIf<Call>()) {
    int own = 0;
    for (const Expr &arg : call->args)
      if (arg == target)
        ++own;
      else
        others.push_back(arg);
    return own == 1 ? updateBy(call->fn) : UpdateKind::None;
  }
  if (const auto *select = value.getIf<Select>())
    return updateBy(*select, target, others);
  constexpr std::tuple<BinaryOp, BinaryOp, UpdateKind> rows[] = {
      {BinaryOp::Add, BinaryOp::Sub, UpdateKind::Sum},
      {BinaryOp::Mul, BinaryOp::Mul, UpdateKind::Product},
      {BinaryOp::And, BinaryOp::And, UpdateKind::And},
      {BinaryOp::Or, BinaryOp::Or, UpdateKind::Or}};
  if (value == target)
    return UpdateKind::None;
  for (const auto &[op, inverse, update] : rows) {
    others.clear();
    if (chainHas(value, target, op, inverse, others))
      return update;
  }
  return UpdateKind::None;
}

UpdateKind verify::updateOf(const Assignment &assignment) {
  const Expr &target = assignment.assignee;
  const auto *array = target.getIf<ArrayRef>();
  std::string name = array ? array->name : target.getIf<VarRef>()->name;
  std::vector<Expr> others = operands(target);
  for (const Expr &subscript : others)
    if (mentions(subscript, name))
      return UpdateKind::None;
  others.clear();
  UpdateKind update = updateBy(assignment.value, target, others);
  for (const Expr &other : others)
    if (mentions(other, name))
      return UpdateKind::None;
  return update;
}

// --- kernels

KernelCode::KernelCode(const Kernel &kernel) : knl(kernel), index(knl) {
  for (const auto *list : {&knl.arguments, &knl.temporaries})
    for (const VariablePtr &var : *list)
      if (!(var->isValue() && var->type.isInteger() && var->isScalar())) {
        byName[var->name] = static_cast<int>(vars.size());
        vars.push_back(var);
      }
  for (const std::string &iname : knl.inames())
    if (loopyc::isEndless(knl, iname))
      endless.insert(iname);
  written.resize(vars.size());
  for (const InstructionPtr &insn : knl.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (int target = variable(name); target >= 0)
        written[target] = true;
}

int KernelCode::variable(const std::string &name) const {
  auto known = byName.find(name);
  return known == byName.end() ? -1 : known->second;
}

Meaning KernelCode::meaning(const std::vector<std::string> &inames) {
  auto domainOf = [this](const std::vector<std::string> &around,
                         const std::vector<std::string> &reduced) {
    std::vector<std::string> all = around;
    all.insert(all.end(), reduced.begin(), reduced.end());
    return std::make_shared<const Domain>(
        domain(index.instances(all), reduced));
  };
  return {&table, byName, &knl.rules, domainOf, inames};
}

static bool reads(const Code &code, int variable) {
  return (code.kind == Code::Kind::Element && code.index == variable) ||
         llvm::any_of(code.operands, [variable](const Code &operand) {
           return reads(operand, variable);
         });
}

std::vector<Code>
KernelCode::coordinates(const std::vector<std::string> &inames,
                        const Substitution &positions) {
  Meaning names = meaning(inames);
  std::vector<Code> result;
  for (const std::string &iname : inames) {
    auto position = positions.find(iname);
    result.push_back(compile(
        position == positions.end() ? Expr::var(iname) : position->second,
        names));
  }
  return result;
}

Statement KernelCode::statement(const InstructionPtr &insn,
                                const Substitution &positions) {
  Meaning names = meaning(insn->inames);
  Statement result;
  result.insn = insn;
  result.coordinates = coordinates(insn->inames, positions);
  for (const Expr &predicate : insn->predicates)
    result.guards.push_back(compile(predicate, names));
  std::vector<Expr> assignees = insn->assignees(), values = insn->values();
  std::vector<std::string> assigned = insn->assigneeNames();
  for (size_t i = 0; i < assignees.size(); ++i) {
    Statement::Store store;
    store.variable = variable(assigned[i]);
    for (const Expr &subscript : operands(assignees[i]))
      store.subscripts.push_back(compile(subscript, names));
    store.value = compile(values[i], names);
    result.stores.push_back(std::move(store));
  }
  auto updates = [&](const Assignment &assignment) {
    const Statement::Store &store = result.stores.front();
    result.target = store.variable;
    // A guard that reads the element wants its value at that time.
    if (llvm::none_of(result.guards, [&](const Code &guard) {
          return reads(guard, store.variable);
        }))
      result.update = updateOf(assignment);
  };
  match(
      insn->body, updates,
      [&](const CallBody &call) {
        for (const Expr &argument : call.arguments)
          result.arguments.push_back(compile(argument, names));
      },
      [](const BarrierBody &) {}, [](const NoOp &) {});
  const Update *update = insn->update();
  result.atomic =
      result.update != UpdateKind::None && update && update->atomic;
  return result;
}

Domain KernelCode::domain(const poly::Set &set, const poly::Names &scanned) {
  Domain result;
  poly::Names data;
  for (const std::string &name : set.dropUnusedParams().names()) {
    if (std::find(scanned.begin(), scanned.end(), name) != scanned.end())
      continue;
    if (int var = variable(name); var >= 0) {
      data.push_back(name);
      result.data.push_back(var);
    } else {
      result.fixed.push_back(name);
    }
  }
  result.sizes = result.fixed.size();
  result.fixed.insert(result.fixed.end(), data.begin(), data.end());
  result.names = result.fixed;
  result.names.insert(result.names.end(), scanned.begin(), scanned.end());
  for (const std::string &name : result.names)
    result.places.push_back(table.add(name));
  for (const std::string &name : scanned)
    result.isEndless.push_back(isEndless(name));
  result.set = set;
  result.scanner = std::make_unique<Scanner>(set, result.fixed, scanned);
  return result;
}

bool verify::execute(const Statement &statement,
                     const std::vector<int64_t> &names, Machine &machine) {
  // Those that sizes and inames decide are asked first in the code: what one
  // of them leaves out need not be staged for the others.
  std::optional<std::string> undefined;
  for (const Code &guard : statement.guards) {
    Value value = evaluate(guard, names, machine);
    if (value.isDefined() && !value.re)
      return false;
    if (!value.isDefined() && !undefined)
      undefined = valueStr(value, guard.type);
  }
  if (undefined)
    throw Fault("has a condition that is " + *undefined);
  for (const Code &argument : statement.arguments)
    evaluate(argument, names, machine);
  std::vector<Value> values;
  for (const Statement::Store &store : statement.stores)
    values.push_back(evaluate(store.value, names, machine));
  std::vector<std::vector<int64_t>> places;
  for (const Statement::Store &store : statement.stores)
    places.push_back(evaluateAll(store.subscripts, names, machine));
  for (size_t i = 0; i < values.size(); ++i)
    machine.store(statement.stores[i].variable, places[i], values[i]);
  return true;
}
