// Looking things up in a kernel, and names that are not taken.
#include "loopyc/IR/Kernel.h"

#include "loopyc/IR/DomainIndex.h"

#include "loopyc/IR/Names.h"
#include "loopyc/Poly/Dims.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/FreshNames.h"

#include <algorithm>

using namespace loopyc;

// So few are looked through as quickly as an index answers.
static constexpr size_t fewVariables = 8;

// Where there are many, their names have numbers behind: most are told apart by
// the last letter.
static bool isNamed(const Variable &variable, const std::string &name) {
  return variable.name.size() == name.size() &&
         (name.empty() || variable.name.back() == name.back()) &&
         variable.name == name;
}

VariablePtr VariablePlaces::find(const Lists &lists, const std::string &name) {
  if (places)
    if (auto it = places->find(name); it != places->end()) {
      auto [list, place] = it->second;
      if (place < lists[list]->size() && isNamed(*(*lists[list])[place], name))
        return (*lists[list])[place];
    }
  VariablePtr found;
  for (const auto *list : lists)
    for (const VariablePtr &var : *list)
      if (!found && isNamed(*var, name))
        found = var;
  if (!found || lists[0]->size() + lists[1]->size() <= fewVariables)
    return found;
  auto fresh = std::make_shared<Places>();
  for (size_t list : {0, 1})
    for (size_t place = 0; place < lists[list]->size(); ++place)
      fresh->try_emplace((*lists[list])[place]->name, list, place);
  places = std::move(fresh);
  return found;
}

VariablePtr Kernel::findVariable(const std::string &wanted) const {
  return places.find({&arguments, &temporaries}, wanted);
}

const InstructionPtr *Kernel::findInstruction(const std::string &id) const {
  for (const InstructionPtr &insn : instructions)
    if (insn->id == id)
      return &insn;
  return nullptr;
}

const SubstitutionRule *Kernel::findRule(const std::string &wanted) const {
  for (const SubstitutionRule &rule : rules)
    if (rule.name == wanted)
      return &rule;
  return nullptr;
}

InameTag Kernel::tagOf(const std::string &iname) const {
  auto it = inameTags.find(iname);
  return it == inameTags.end() ? InameTag() : it->second;
}

bool Kernel::hasIname(const std::string &iname) const {
  return domainOf(iname) >= 0;
}

std::vector<std::string> Kernel::inames() const {
  std::vector<std::string> result;
  for (const poly::Set &domain : domains)
    for (std::string &dim : domain.dims())
      result.push_back(std::move(dim));
  return result;
}

int Kernel::domainOf(const std::string &iname) const {
  for (size_t i = 0; i < domains.size(); ++i)
    if (poly::hasDim(domains[i], iname))
      return static_cast<int>(i);
  return -1;
}

std::set<std::string> loopyc::takenNames(const Kernel &kernel) {
  std::set<std::string> taken;
  for (const poly::Set &domain : kernel.domains)
    for (std::string &name : domain.names())
      taken.insert(std::move(name));
  for (std::string &name : kernel.assumptions.names())
    taken.insert(std::move(name));
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &var : *list) {
      taken.insert(var->name);
      if (!var->baseStorage.empty())
        taken.insert(var->baseStorage);
    }
  for (const SubstitutionRule &rule : kernel.rules) {
    taken.insert(rule.name);
    taken.insert(rule.parameters.begin(), rule.parameters.end());
  }
  for (const auto &[name, value] : kernel.fixedParameters)
    taken.insert(name);
  return taken;
}

bool Kernel::isNameTaken(const std::string &wanted) const {
  return takenNames(*this).count(wanted) > 0;
}

std::string Kernel::freshName(const std::string &base) const {
  return FreshNames(takenNames(*this)).fresh(base);
}

std::string Kernel::freshInstructionId(const std::string &base) const {
  std::set<std::string> taken;
  for (const InstructionPtr &insn : instructions)
    taken.insert(insn->id);
  return FreshNames(std::move(taken)).fresh(base);
}

void Kernel::requireIname(const std::string &iname,
                          const char *transformation) const {
  if (!hasIname(iname))
    throw UserError(std::string(transformation) + ": kernel '" + name +
                    "' has no iname '" + iname + "'" +
                    suggestion(iname, inames()));
}

VariablePtr Kernel::requireVariable(const std::string &wanted,
                                    const char *transformation) const {
  if (VariablePtr var = findVariable(wanted))
    return var;
  std::vector<std::string> known;
  for (const auto *list : {&arguments, &temporaries})
    for (const VariablePtr &var : *list)
      known.push_back(var->name);
  throw UserError(std::string(transformation) + ": kernel '" + name +
                  "' has no argument or temporary '" + wanted + "'" +
                  suggestion(wanted, known));
}

void Kernel::setVariable(VariablePtr variable) {
  for (auto *list : {&arguments, &temporaries})
    for (VariablePtr &var : *list)
      if (var->name == variable->name) {
        bool stays = variable->isArgument() == (list == &arguments);
        if (stays) {
          var = std::move(variable);
          return;
        }
        removeVariable(variable->name);
        return setVariable(std::move(variable));
      }
  (variable->isArgument() ? arguments : temporaries)
      .push_back(std::move(variable));
}

void Kernel::removeVariable(const std::string &wanted) {
  for (auto *list : {&arguments, &temporaries})
    list->erase(std::remove_if(list->begin(), list->end(),
                               [&](const VariablePtr &var) {
                                 return var->name == wanted;
                               }),
                list->end());
}

poly::Set loopyc::domainOf(const Kernel &kernel,
                           const std::vector<std::string> &inames) {
  return DomainIndex(kernel).domain(inames);
}

Expr loopyc::typedNames(const Kernel &kernel, const Expr &e) {
  return rewrite(e, [&](const Expr &node) {
    const auto *name = node.getIf<VarRef>();
    VariablePtr var = name ? kernel.findVariable(name->name) : nullptr;
    if (!var || var->type == node.type())
      return node;
    return Expr::cast(Expr::var(name->name, var->type), node.type());
  });
}
