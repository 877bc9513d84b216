#include "Dataflow.h"

#include "loopyc/Analysis/Addresses.h"
#include "loopyc/IR/DomainIndex.h"
#include "loopyc/IR/SetNames.h"

#include <algorithm>

using namespace loopyc;

bool loopyc::readsWritten(const Kernel &kernel, const Expr &value) {
  std::set<std::string> names = rangeNames(kernel, value), arrays;
  collectNames(value, names, arrays);
  for (const std::string &array : arrays) {
    names.insert(array);
    if (VariablePtr var = kernel.findVariable(array))
      names.merge(addressNames(*var));
  }
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [&](const InstructionPtr &insn) {
                       return std::any_of(names.begin(), names.end(),
                                          [&](const std::string &read) {
                                            return insn->assigns(read);
                                          });
                     });
}

bool loopyc::isMentioned(const Kernel &kernel, const std::string &variable) {
  bool found = false;
  auto look = [&](const Expr &e) {
    found = found || mentions(e, variable);
    return e;
  };
  for (const InstructionPtr &insn : kernel.instructions)
    mapExprs(insn, look);
  for (const SubstitutionRule &rule : kernel.rules)
    look(rule.value);
  for (const poly::Set &domain : kernel.domains) {
    poly::Names names = domain.params();
    found = found || std::count(names.begin(), names.end(), variable);
  }
  return found;
}

void loopyc::removeInstruction(Kernel &kernel, const std::string &id) {
  auto &list = kernel.instructions;
  list.erase(std::remove_if(
                 list.begin(), list.end(),
                 [&](const InstructionPtr &insn) { return insn->id == id; }),
             list.end());
  for (InstructionPtr &insn : list) {
    if (!insn->dependsOn.count(id) && !insn->noSyncWith.count(id))
      continue;
    auto changed = std::make_shared<Instruction>(*insn);
    changed->dependsOn.erase(id);
    changed->noSyncWith.erase(id);
    insn = std::move(changed);
  }
}

std::string loopyc::iterationStr(const std::vector<std::string> &inames,
                                 const poly::Point &point, Mark mark) {
  std::string text;
  for (const std::string &iname : inames)
    if (auto it = point.find(VarRef{iname, mark}.str()); it != point.end())
      text += (text.empty() ? "" : ", ") + iname + " = " +
              std::to_string(it->second);
  return text;
}

std::string loopyc::pairStr(const Kernel &, const Instruction &source,
                            const Instruction &sink, const poly::Set &pairs) {
  auto point = pairs.sample();
  if (!point)
    return "";
  return ", for example from (" + iterationStr(source.inames, *point) +
         ") to (" + iterationStr(sink.inames, *point, Mark::Prime) + ")";
}

UserError loopyc::clobberError(const Kernel &kernel, const Clobber &clobber,
                               const std::string &value,
                               const Instruction &reader,
                               const std::string &remedy) {
  const Instruction &writer = *kernel.instructions[clobber.writer];
  std::string text = value + " depends on " + clobber.reference.str() +
                     ", which '" + writer.id + "' overwrites in between";
  if (auto point = clobber.pairs.sample()) {
    std::string at = iterationStr(writer.inames, *point, Mark::DoublePrime);
    std::string from = iterationStr(reader.inames, *point, Mark::Prime);
    if (from.empty())
      from = iterationStr(reader.inames, *point);
    if (!at.empty() || !from.empty())
      text += ", for example at (" + at + ") before (" + from + ")";
  }
  if (!remedy.empty())
    text += "; " + remedy;
  UserError error(text, reader.range);
  error.note("it is overwritten here", writer.range);
  return error;
}
