#include "loopyc/IR/Instruction.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;

std::string Instruction::assigneeName() const {
  const Assignment *assign = assignment();
  if (!assign)
    return "";
  if (const auto *var = assign->assignee.getIf<VarRef>())
    return var->name;
  if (const auto *array = assign->assignee.getIf<ArrayRef>())
    return array->name;
  return "";
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
      [](const BarrierBody &b) {
        return std::string(b.scope == BarrierScope::Local ? "... lbarrier"
                                                          : "... gbarrier");
      },
      [](const NoOp &) { return std::string("... nop"); });
  text += "  {id=" + insn.id;
  if (!insn.tags.empty())
    text += ", tags=" + joined(insn.tags);
  if (!insn.dependsOn.empty())
    text += ", dep=" + joined(insn.dependsOn);
  if (!insn.noSyncWith.empty())
    text += ", nosync=" + joined(insn.noSyncWith);
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
  if (const Assignment *assign = insn->assignment()) {
    Assignment mapped{fn(assign->assignee), fn(assign->value)};
    changed = !mapped.assignee.same(assign->assignee) ||
              !mapped.value.same(assign->value);
    body = std::move(mapped);
  }
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
