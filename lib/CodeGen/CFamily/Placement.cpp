#include "CFamily/Placement.h"

#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

struct Level {
  const Block *block = nullptr;
  bool isItemBody = false;   // the body of an axis loop
  bool isRepeated = false;   // the body of any other loop
};

// All accesses to one variable.
struct Use {
  std::vector<Level> path;     // to the first access, outermost block first
  size_t common = 0;           // levels that all accesses share
  const Execute *first = nullptr;
  bool firstDefines = false;   // the first access is a whole assignment
};

// Names in one instruction, found once however often it is copied.
struct InstructionUses {
  std::vector<Storage *> variables;
  Storage *defines = nullptr;
};

class UseCollector {
public:
  explicit UseCollector(KernelData &data) : data(data) {}
  void visit(const Block &block, bool isItemBody, bool isRepeated);

  std::map<std::string, Use> uses; // by variable

private:
  void visit(const Execute &execute);
  void visitExpr(const Expr &e);
  void access(Storage &storage, const Execute *execute, bool defines);
  const InstructionUses &usesOf(const InstructionPtr &insn);

  KernelData &data;
  std::vector<Level> path;
  std::map<const Instruction *, InstructionUses> known;
};

} // namespace

static void collectPrivate(KernelData &data, const Expr &e,
                           std::set<std::string> &names) {
  std::set<std::string> vars;
  collectNames(e, vars, vars);
  for (const std::string &name : vars)
    if (const Storage *storage = data.find(name);
        storage && storage->isPrivate())
      names.insert(name);
}

const InstructionUses &UseCollector::usesOf(const InstructionPtr &insn) {
  auto it = known.find(insn.get());
  if (it != known.end())
    return it->second;
  InstructionUses result;
  std::set<std::string> read, all;
  for (const Predicate &predicate : insn->predicates)
    collectPrivate(data, predicate, read);
  auto results = [&](const CallBody &call) {
    for (const Expr &argument : call.arguments)
      collectPrivate(data, argument, read);
    for (const Expr &assignee : call.assignees)
      collectPrivate(data, assignee, all);
  };
  auto assigned = [&](const Assignment &assignment) {
    collectPrivate(data, assignment.value, read);
    collectPrivate(data, assignment.assignee, all);
    Storage *target = data.find(insn->assigneeNames().front());
    if (target && target->isPrivate() && target->isPlain() &&
        target->separateExtents.empty() && insn->predicates.empty() &&
        !read.count(target->var->name))
      result.defines = target;
  };
  match(
      insn->body, assigned, results, [](const BarrierBody &) {},
      [](const NoOp &) {});
  all.insert(read.begin(), read.end());
  for (const std::string &name : all)
    result.variables.push_back(data.find(name));
  return known.emplace(insn.get(), std::move(result)).first->second;
}

void UseCollector::access(Storage &storage, const Execute *execute,
                          bool defines) {
  auto [it, isNew] = uses.emplace(storage.var->name, Use());
  Use &use = it->second;
  if (isNew) {
    use.path = path;
    use.common = path.size();
    use.first = execute;
    use.firstDefines = defines;
    return;
  }
  size_t shared = 0;
  while (shared < use.common && shared < path.size() &&
         use.path[shared].block == path[shared].block)
    ++shared;
  use.common = shared;
}

void UseCollector::visit(const Execute &execute) {
  const InstructionUses &names = usesOf(execute.insn);
  for (Storage *storage : names.variables) {
    bool whole = storage->lanes == 1 || !execute.vectorIname.empty();
    access(*storage, &execute, storage == names.defines && whole);
  }
}

void UseCollector::visitExpr(const Expr &e) {
  if (!e)
    return;
  std::set<std::string> names;
  collectPrivate(data, e, names);
  for (const std::string &name : names)
    access(*data.find(name), nullptr, false);
}

void UseCollector::visit(const Block &block, bool isItemBody, bool isRepeated) {
  path.push_back({&block, isItemBody, isRepeated});
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          visitExpr(loop.init);
          visitExpr(loop.condition);
          visitExpr(loop.goesOn);
          visit(loop.body, loop.isAxis, !loop.isAxis && !loop.degenerate);
        },
        [&](const Guard &guard) {
          visitExpr(guard.condition);
          visit(guard.body, false, false);
        },
        [&](const Execute &execute) { visit(execute); },
        [](const Barrier &) {},
        [&](const FunctionCall &call) {
          for (const FunctionCall::Parameter &parameter : call.parameters)
            visitExpr(parameter.value);
          visit(call.body, false, false);
        });
  path.pop_back();
}

// The innermost axis loop's body among the levels shared by all accesses, if
// no other loop is around it: there a value cannot come from another round.
static const Block *itemBody(const Use &use) {
  const Block *body = nullptr;
  for (size_t i = 0; i < use.common; ++i) {
    if (use.path[i].isItemBody)
      body = use.path[i].block;
    else if (use.path[i].isRepeated)
      break;
  }
  return body;
}

std::set<std::string> codegen::definedInside(KernelData &data,
                                             const Block &body) {
  UseCollector collector(data);
  collector.visit(body, false, false);
  std::set<std::string> names;
  for (const auto &[name, use] : collector.uses)
    if (use.firstDefines && use.common == use.path.size())
      names.insert(name);
  return names;
}

Placement codegen::placeVariables(KernelData &data, const Block &body) {
  UseCollector collector(data);
  collector.visit(body, false, false);
  Placement placement;
  for (Storage *storage : data.temporaries()) {
    if (!storage->isPrivate() || storage->isScratch)
      continue;
    storage->copies = 1;
    auto it = collector.uses.find(storage->var->name);
    if (it == collector.uses.end())
      continue; // never accessed
    const Use &use = it->second;
    if (use.firstDefines && use.common == use.path.size()) {
      placement.declaring.insert(use.first);
      continue;
    }
    const Block *items = itemBody(use);
    if (items && storage->var->baseStorage.empty()) {
      placement.atStart[items].push_back(storage);
      continue;
    }
    if (!data.target.hasWorkItems())
      storage->copies = data.workGroupSize();
    placement.atTop.push_back(storage);
  }
  return placement;
}

void Placement::add(Placement other) {
  declaring.merge(other.declaring);
  atStart.merge(other.atStart);
  for (const Storage *storage : other.atTop)
    if (std::find(atTop.begin(), atTop.end(), storage) == atTop.end())
      atTop.push_back(storage);
}
