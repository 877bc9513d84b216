#include "loopyc/IR/Instruction.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

using namespace loopyc;

static const std::string &nameOf(const Expr &assignee) {
  const auto *array = assignee.getIf<ArrayRef>();
  return array ? array->name : assignee.getIf<VarRef>()->name;
}

// Without a list of them.
template <typename Visit>
static void forEachAssignee(const InstructionBody &body, const Visit &visit) {
  match(
      body, [&](const Assignment &a) { visit(a.assignee); },
      [&](const CallBody &call) {
        for (const Expr &assignee : call.assignees)
          visit(assignee);
      },
      [](const BarrierBody &) {}, [](const NoOp &) {});
}

std::vector<Expr> Instruction::assignees() const {
  using List = std::vector<Expr>;
  return match(
      body, [](const Assignment &a) { return List{a.assignee}; },
      [](const CallBody &call) { return call.assignees; },
      [](const BarrierBody &) { return List(); },
      [](const NoOp &) { return List(); });
}

std::vector<Expr> Instruction::values() const {
  using List = std::vector<Expr>;
  return match(
      body, [](const Assignment &a) { return List{a.value}; },
      [](const CallBody &call) {
        return resultsOf(call.routine, call.arguments);
      },
      [](const BarrierBody &) { return List(); },
      [](const NoOp &) { return List(); });
}

std::vector<Expr> Instruction::reads() const {
  std::vector<Expr> result = match(
      body, [&](const Assignment &) { return values(); },
      [](const CallBody &call) { return call.arguments; },
      [&](const BarrierBody &) { return values(); },
      [&](const NoOp &) { return values(); });
  forEachAssignee(body, [&](const Expr &assignee) {
    if (const auto *array = assignee.getIf<ArrayRef>())
      result.insert(result.end(), array->subscripts.begin(),
                    array->subscripts.end());
  });
  return result;
}

const Assignment &Instruction::assignment() const {
  const Assignment *result = match(
      body, [](const Assignment &a) { return &a; },
      [](const CallBody &) -> const Assignment * { return nullptr; },
      [](const BarrierBody &) -> const Assignment * { return nullptr; },
      [](const NoOp &) -> const Assignment * { return nullptr; });
  if (!result)
    throw InternalError("instruction '" + id + "' is no assignment");
  return *result;
}

std::vector<std::string> Instruction::assigneeNames() const {
  std::vector<std::string> names;
  forEachAssignee(
      body, [&](const Expr &assignee) { names.push_back(nameOf(assignee)); });
  return names;
}

bool Instruction::assigns(const std::string &variable) const {
  bool found = false;
  forEachAssignee(body, [&](const Expr &assignee) {
    found = found || nameOf(assignee) == variable;
  });
  return found;
}

bool Instruction::looksBack() const {
  const auto *call = std::get_if<CallBody>(&body);
  return call && call->routine == Routine::LookBack;
}

// --- updates

namespace {

// The chain of an associative operation: op itself, and its inverse, whose left
// operand goes on with the chain (a - b with a + ...).
struct ChainKind {
  ReductionOp update;
  BinaryOp op, inverse;
};
constexpr ChainKind chains[] = {
    {ReductionOp::Add, BinaryOp::Add, BinaryOp::Sub},
    {ReductionOp::Mul, BinaryOp::Mul, BinaryOp::Mul},
    {ReductionOp::And, BinaryOp::And, BinaryOp::And},
    {ReductionOp::Or, BinaryOp::Or, BinaryOp::Or}};

} // namespace

// Is `target` one of the operands of the chain? Collects the others.
static bool splitChain(const Expr &e, const Expr &target, const ChainKind &kind,
                       std::vector<Expr> &others) {
  if (e == target)
    return true;
  const auto *binary = e.getIf<Binary>();
  if (!binary || (binary->op != kind.op && binary->op != kind.inverse))
    return false;
  if (splitChain(binary->a, target, kind, others)) {
    others.push_back(binary->op == kind.op
                         ? binary->b
                         : Expr::unary(UnaryOp::Neg, binary->b));
    return true;
  }
  if (binary->op == kind.op && splitChain(binary->b, target, kind, others)) {
    others.push_back(binary->a);
    return true;
  }
  return false;
}

// Is the target one operand of a function that may take its operands in any
// order?
static bool splitCall(const Call &call, const Expr &target,
                      std::vector<Expr> &others) {
  int found = 0;
  for (const Expr &arg : call.args)
    if (arg == target)
      ++found;
    else
      others.push_back(arg);
  return found == 1;
}

// if (a, b, not b) is a .eqv. b; with the choices exchanged, a .neqv. b.
static std::optional<ReductionOp> splitEquivalence(const Select &select,
                                                   const Expr &target,
                                                   std::vector<Expr> &others) {
  auto isNegated = [](const Expr &e, const Expr &of) {
    const auto *negated = e.getIf<Unary>();
    return negated && negated->op == UnaryOp::Not && negated->a == of;
  };
  const Expr &a = select.ifTrue, &b = select.ifFalse;
  bool isEqv = isNegated(b, a);
  if (!a.type().isLogical() || (!isEqv && !isNegated(a, b)))
    return std::nullopt;
  const Expr &other = isEqv ? a : b;
  if (select.condition == target)
    others.push_back(other);
  else if (other == target)
    others.push_back(select.condition);
  else
    return std::nullopt;
  return isEqv ? ReductionOp::Eqv : ReductionOp::Neqv;
}

static std::optional<ReductionOp> operationOf(Intrinsic fn) {
  switch (fn) {
  case Intrinsic::Min:
    return ReductionOp::Min;
  case Intrinsic::Max:
    return ReductionOp::Max;
  case Intrinsic::Iand:
    return ReductionOp::Iand;
  case Intrinsic::Ior:
    return ReductionOp::Ior;
  case Intrinsic::Ieor:
    return ReductionOp::Ieor;
  default:
    return std::nullopt;
  }
}

static std::optional<ReductionOp> splitUpdate(const Assignment &assignment,
                                              std::vector<Expr> &others) {
  const Expr &target = assignment.assignee, &value = assignment.value;
  if (const auto *call = value.getIf<Call>()) {
    std::optional<ReductionOp> op = operationOf(call->fn);
    return op && splitCall(*call, target, others) ? op : std::nullopt;
  }
  if (const auto *select = value.getIf<Select>())
    return splitEquivalence(*select, target, others);
  const auto *binary = value.getIf<Binary>();
  for (const ChainKind &kind : chains)
    if (binary && (binary->op == kind.op || binary->op == kind.inverse) &&
        splitChain(value, target, kind, others))
      return kind.update;
  return std::nullopt;
}

InstructionBody loopyc::assign(Expr assignee, Expr value) {
  Assignment result{std::move(assignee), std::move(value)};
  std::vector<Expr> others;
  auto op = splitUpdate(result, others);
  const std::string &name = nameOf(result.assignee);
  for (const Expr &other : others)
    if (mentions(other, name))
      op.reset();
  if (!op)
    return result;
  return Update{std::move(result), *op, false};
}

InstructionBody loopyc::assignLike(const InstructionBody &old, Expr assignee,
                                   Expr value) {
  InstructionBody body = assign(std::move(assignee), std::move(value));
  const auto *before = std::get_if<Update>(&old);
  auto *update = std::get_if<Update>(&body);
  if (before && update && update->op == before->op)
    update->atomic = before->atomic;
  return body;
}

std::vector<Expr> loopyc::operands(const Update &update) {
  std::vector<Expr> others;
  splitUpdate(update, others);
  return others;
}

static std::string listStr(const std::vector<Expr> &list) {
  std::string text;
  for (const Expr &e : list)
    text += (text.empty() ? "" : ", ") + e.str();
  return text;
}

static std::string joined(const std::set<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ":") + name;
  return text;
}

std::string loopyc::instructionStr(const Instruction &insn) {
  std::string text;
  for (const Predicate &predicate : insn.predicates)
    text += (text.empty() ? "if (" : " and (") + predicate.str() + ")";
  if (!text.empty())
    text += " ";
  text += match(
      insn.body,
      [](const Assignment &a) {
        return a.assignee.str() + " = " + a.value.str();
      },
      [](const CallBody &call) {
        return "[" + listStr(call.assignees) +
               "] = " + routineName(call.routine) + "(" +
               listStr(call.arguments) + ")";
      },
      [](const BarrierBody &b) {
        return std::string(b.scope == BarrierScope::Local ? "... lbarrier"
                                                          : "... gbarrier");
      },
      [](const NoOp &) { return std::string("... nop"); });
  text += "  {id=" + insn.id;
  if (insn.update() && insn.update()->atomic)
    text += ", atomic";
  if (auto tags = visibleTags(insn); !tags.empty())
    text += ", tags=" + joined(tags);
  if (!insn.dependsOn.empty())
    text += ", dep=" + joined(insn.dependsOn);
  std::set<std::string> noSync;
  for (const auto &[id, asserted] : insn.noSyncWith)
    noSync.insert(noSyncStr(id, asserted));
  if (!noSync.empty())
    text += ", nosync=" + joined(noSync);
  return text + "}";
}

// Applies `fn` to each; says whether any handle changed.
static bool mapAll(std::vector<Expr> &list,
                   const std::function<Expr(const Expr &)> &fn) {
  bool changed = false;
  for (Expr &e : list) {
    Expr mapped = fn(e);
    changed = changed || !mapped.same(e);
    e = std::move(mapped);
  }
  return changed;
}

InstructionPtr loopyc::mapExprs(const InstructionPtr &insn,
                                const std::function<Expr(const Expr &)> &fn,
                                bool timeToo) {
  InstructionBody body = insn->body;
  bool changed = false;
  match(
      insn->body,
      [&](const Assignment &a) {
        Expr assignee = fn(a.assignee), value = fn(a.value);
        changed = !assignee.same(a.assignee) || !value.same(a.value);
        if (changed)
          body = assignLike(insn->body, assignee, value);
      },
      [&](const CallBody &call) {
        CallBody mapped = call;
        changed = mapAll(mapped.assignees, fn);
        changed |= mapAll(mapped.arguments, fn);
        body = std::move(mapped);
      },
      [](const BarrierBody &) {}, [](const NoOp &) {});
  std::vector<Predicate> predicates = insn->predicates;
  changed |= mapAll(predicates, fn);
  ReferenceTime time = insn->time;
  if (timeToo)
    changed |= mapAll(time, fn);
  if (!changed)
    return insn;
  auto result = std::make_shared<Instruction>(*insn);
  result->body = std::move(body);
  result->predicates = std::move(predicates);
  result->time = std::move(time);
  return result;
}
