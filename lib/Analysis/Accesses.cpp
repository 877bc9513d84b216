#include "loopyc/Analysis/Accesses.h"

#include "loopyc/Analysis/Addresses.h"
#include "loopyc/IR/Conjuncts.h"
#include "loopyc/Values/Affine.h"

#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <unordered_map>

using namespace loopyc;

namespace {

class Collector {
public:
  explicit Collector(const Kernel &kernel) : kernel(kernel) {
    for (const InstructionPtr &insn : kernel.instructions)
      for (const std::string &name : insn->assigneeNames())
        written.insert(name);
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &var : *list)
        noteAddress(*var);
    // What only single launches know (inLaunches) is no access of the whole.
    for (size_t d = 0; d < kernel.domains.size(); ++d)
      for (const std::string &dim : kernel.domains[d].dims())
        for (const std::string &param : kernel.domains[d].params())
          if (written.count(param) && kernel.findVariable(param))
            boundData[dim].insert(param);
  }

  std::vector<AccessInfo> run() {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      instruction(i);
    return std::move(result);
  }

private:
  // Strides that the kernel computes.
  void noteAddress(const Variable &var) {
    for (const std::string &name : addressNames(var))
      if (written.count(name))
        addressData[var.name].push_back(scalar(name));
  }

  Expr scalar(const std::string &name) const {
    return Expr::var(name, kernel.findVariable(name)->type);
  }

  void instruction(int index) {
    const Instruction &insn = *kernel.instructions[index];
    size_t first = result.size();
    readBounds(index, insn.inames);
    for (const Expr &predicate : insn.predicates)
      reads(index, predicate);
    size_t values = result.size();
    for (const Expr &read : insn.reads())
      reads(index, read);
    for (const Expr &assignee : insn.assignees())
      add(index, true, assignee);
    if (const Update *update = insn.update();
        update && !isRead(update->assignee, first, values))
      for (size_t i = first; i < result.size(); ++i)
        if (result[i].reference == update->assignee) {
          result[i].update = update->op;
          result[i].atomic = update->atomic;
        }
  }

  // Do the accesses from `first` to `end`, those of guards and loop bounds, read
  // it? Whether an update happens depends on those before, then.
  bool isRead(const Expr &assignee, size_t first, size_t end) const {
    return std::any_of(
        result.begin() + first, result.begin() + end,
        [&](const AccessInfo &access) { return access.reference == assignee; });
  }

  void readBounds(int index, const std::vector<std::string> &inames) {
    std::set<std::string> bounds;
    for (const std::string &iname : inames)
      if (auto it = boundData.find(iname); it != boundData.end())
        bounds.insert(it->second.begin(), it->second.end());
    for (const std::string &name : bounds)
      add(index, false, scalar(name));
  }

  // Does it depend on what reductions around it bind?
  bool isReduced(const Expr &e) const {
    return std::any_of(
        reduced.begin(), reduced.end(),
        [&](const std::string &iname) { return mentions(e, iname); });
  }

  void reads(int index, const Expr &e) {
    walk(e, [&](const Expr &part) { return readsOnly(index, part); });
  }

  // The node itself; true where its operands are to be looked at alike.
  bool readsOnly(int index, const Expr &e) {
    if (const auto *reduction = e.getIf<Reduction>()) {
      const std::vector<std::string> &inames = reduction->inames;
      readBounds(index, inames);
      reduced.insert(reduced.end(), inames.begin(), inames.end());
      reads(index, reduction->value);
      reduced.resize(reduced.size() - inames.size());
      return false;
    }
    if (const auto *select = e.getIf<Select>()) {
      reads(index, select->condition);
      readsWhere(index, conjuncts(select->condition), select->ifTrue);
      readsWhere(index, conjuncts(select->condition, false), select->ifFalse);
      return false;
    }
    const auto *var = e.getIf<VarRef>();
    if (e.getIf<ArrayRef>() || (var && written.count(var->name)))
      add(index, false, e);
    return true;
  }

  void readsWhere(int index, const std::vector<Expr> &conditions,
                  const Expr &e) {
    around.insert(around.end(), conditions.begin(), conditions.end());
    reads(index, e);
    around.resize(around.size() - conditions.size());
  }

  void add(int index, bool write, const Expr &reference) {
    std::vector<Expr> conditions;
    for (const Expr &condition : around)
      if (!isReduced(condition))
        conditions.push_back(condition);
    if (AccessInfo *known = seenAs(index, write, reference)) {
      std::vector<Expr> &both = known->conditions;
      both.erase(std::remove_if(both.begin(), both.end(),
                                [&](const Expr &condition) {
                                  return std::find(conditions.begin(),
                                                   conditions.end(),
                                                   condition) ==
                                         conditions.end();
                                }),
                 both.end());
      return;
    }
    AccessInfo access;
    access.instruction = index;
    access.write = write;
    access.reference = reference;
    access.conditions = conditions;
    if (const auto *array = reference.getIf<ArrayRef>()) {
      if (auto strides = addressData.find(array->name);
          strides != addressData.end())
        for (const Expr &stride : strides->second)
          add(index, false, stride);
      access.variable = array->name;
      for (const Expr &subscript : array->subscripts) {
        bool isMany = isReduced(subscript);
        access.several = access.several || isMany;
        access.location.push_back(isMany ? Expr() : subscript);
      }
    } else {
      access.variable = reference.getIf<VarRef>()->name;
    }
    if (!texts.empty())
      texts.emplace(textOf(write, reference), result.size());
    result.push_back(std::move(access));
  }

  static std::string textOf(bool write, const Expr &reference) {
    return (write ? "w" : "r") + reference.str();
  }

  // The access of this instruction that is the same; null if there is none.
  AccessInfo *seenAs(int index, bool write, const Expr &reference) {
    if (index != current) {
      texts.clear();
      current = index;
      begin = result.size();
    }
    if (result.size() - begin <= fewAccesses) {
      auto same = std::find_if(
          result.begin() + begin, result.end(), [&](const AccessInfo &known) {
            return known.write == write && known.reference == reference;
          });
      return same == result.end() ? nullptr : &*same;
    }
    if (texts.empty())
      for (size_t i = begin; i < result.size(); ++i)
        texts.emplace(textOf(result[i].write, result[i].reference), i);
    auto known = texts.find(textOf(write, reference));
    return known == texts.end() ? nullptr : &result[known->second];
  }

  const Kernel &kernel;
  // Around what is being read: conditions of selections, and inames that
  // reductions bind.
  std::vector<Expr> around;
  std::vector<std::string> reduced;
  llvm::StringSet<> written;
  std::map<std::string, std::set<std::string>> boundData; // by iname
  std::map<std::string, std::vector<Expr>> addressData;   // by array
  std::vector<AccessInfo> result;
  // The accesses of one instruction, from `begin` on; many of them by text.
  static constexpr size_t fewAccesses = 16;
  int current = -1;
  size_t begin = 0;
  std::unordered_map<std::string, size_t> texts;
};

} // namespace

std::vector<AccessInfo> loopyc::collectAccesses(const Kernel &kernel) {
  return Collector(kernel).run();
}

InstanceSets::InstanceSets(const Kernel &kernel,
                           const std::set<std::string> &constants)
    : kernel(kernel), index(kernel), byInstruction(kernel.instructions.size()) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &name : insn->assigneeNames())
      if (!constants.count(name))
        data.insert(name);
}

const InstanceSets::Entry &InstanceSets::entry(int instruction) {
  if (byInstruction[instruction])
    return *byInstruction[instruction];
  const Instruction &insn = *kernel.instructions[instruction];
  std::string key;
  for (const std::string &iname : insn.inames)
    key += iname + ",";
  for (const Expr &predicate : insn.predicates)
    key += ";" + predicate.str();
  auto [it, isNew] = entries.try_emplace(key);
  Entry &made = it->second;
  if (isNew) {
    made.key = key;
    made.set = index.instances(insn.inames)
                   .flat()
                   .intersect(kernel.assumptions);
    for (const Expr &predicate : insn.predicates) {
      if (auto condition = toCondition(predicate))
        made.set = made.set.intersect(*condition);
      else
        made.exact = made.exactWithData = false;
    }
    made.withData = made.set;
    for (const std::string &name : made.set.params())
      if (data.count(name))
        made.data.push_back(name);
    if (!made.data.empty()) {
      made.set = made.set.project(made.data);
      made.exact = false;
    }
  }
  return *(byInstruction[instruction] = &made);
}

const poly::Set &InstanceSets::of(int instruction) {
  return entry(instruction).set;
}
const poly::Set &InstanceSets::withData(int instruction) {
  return entry(instruction).withData;
}
const std::vector<std::string> &InstanceSets::dataOf(int instruction) {
  return entry(instruction).data;
}
bool InstanceSets::exact(int instruction) { return entry(instruction).exact; }
bool InstanceSets::exactWithData(int instruction) {
  return entry(instruction).exactWithData;
}
const std::string &InstanceSets::key(int instruction) {
  return entry(instruction).key;
}
