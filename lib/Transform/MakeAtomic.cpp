//   h[ix[i]] = h[ix[i]] + e   ->   h[ix[i]] = h[ix[i]] + e  {atomic}
// Updates that are indivisible may run at the same time; whoever else accesses
// the element at that time is still a race, which scheduling finds.
#include "loopyc/IR/Atomics.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/Instructions.h"

using namespace loopyc;

static const char *const makeAtomicName = "make_atomic";

[[noreturn]] static void refuse(const Instruction &insn,
                                const std::string &what) {
  throw UserError(std::string(makeAtomicName) + ": '" + insn.id + "' " + what,
                  insn.range);
}

static bool reads(const Expr &e, const Expr &reference) {
  bool found = false;
  walk(e, [&](const Expr &node) {
    found |= node == reference;
    return !found;
  });
  return found;
}

static bool valuesMention(const Instruction &insn,
                          const std::string &variable) {
  for (const Expr &value : insn.values())
    if (mentions(value, variable))
      return true;
  return false;
}

static const char *const operations =
    "variable = variable op expression, op being +, -, *, min, max, iand, ior "
    "or ieor";

// Why an instruction that writes the variable is no update.
static std::string notAnUpdate(const Instruction &insn, const Variable &var) {
  std::string text =
      "writes '" + var.name + "', but is no update " + std::string(operations);
  for (const Expr &value : insn.values())
    if (value.getIf<Cast>() && mentions(value, var.name))
      return text +
             ": it is computed in another kind; convert the operand to " +
             var.type.fortran();
  if (valuesMention(insn, var.name))
    return text + ", that reads '" + var.name + "' once";
  return text;
}

static void requireUpdatable(const Instruction &insn, const Update &update,
                             const Variable &var) {
  std::string obstacle = obstacleToAtomic(update.op, var.type);
  if (!obstacle.empty())
    refuse(insn, "updates '" + var.name + "', which " + obstacle);
  for (const Predicate &predicate : insn.predicates)
    if (reads(predicate, update.assignee))
      refuse(insn, "updates " + update.assignee.str() +
                       " under a condition that reads it, " + predicate.str() +
                       ": another update may come in between; write it as min "
                       "or max if that is what it is");
}

static void remarkOrder(const Variable &var, Remarks *remarks) {
  if (remarks && var.type.isFloating())
    remarks->push_back("the updates of '" + var.name +
                       "' are atomic: they come in any order, so that sums "
                       "and products in it are rounded differently from run "
                       "to run");
}

Kernel loopyc::makeAtomic(const Kernel &kernel, const std::string &variable,
                          const InstructionFilter &within, Remarks *remarks) {
  VariablePtr var = resolveVariable(kernel, variable, makeAtomicName);
  Kernel result = kernel;
  const Instruction *plain = nullptr; // the first write that is no update
  bool isFound = false, isRounded = false;
  for (InstructionPtr &insn : result.instructions) {
    if (!insn->assigns(var->name) || (within && !within(kernel, *insn)))
      continue;
    const Update *update = insn->update();
    if (!update) {
      if (within || valuesMention(*insn, var->name))
        refuse(*insn, notAnUpdate(*insn, *var));
      plain = plain ? plain : insn.get();
      continue;
    }
    requireUpdatable(*insn, *update, *var);
    isRounded |=
        update->op == ReductionOp::Add || update->op == ReductionOp::Mul;
    Update made = *update;
    made.atomic = true;
    auto copy = std::make_shared<Instruction>(*insn);
    copy->body = std::move(made);
    insn = std::move(copy);
    isFound = true;
  }
  if (!isFound && plain)
    refuse(*plain, notAnUpdate(*plain, *var));
  if (!isFound)
    throw UserError(std::string(makeAtomicName) + ": " +
                    (within ? "'within' matches no instruction that writes '"
                            : "no instruction writes '") +
                    var->name + "' in kernel '" + kernel.name + "'");
  if (isRounded)
    remarkOrder(*var, remarks);
  return result;
}
