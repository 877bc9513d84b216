#include "CFamily/FunctionMaker.h"

#include "CFamily/Placement.h"
#include "CFamily/References.h"
#include "CFamily/SubscriptTerms.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

// Of loops, conditions and statements, where they stand.
static void forEachExpr(const Block &block,
                        const std::function<void(const Expr &)> &visit) {
  auto take = [&](const Expr &e) {
    if (e)
      visit(e);
  };
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          take(loop.init);
          take(loop.condition);
          take(loop.goesOn);
          forEachExpr(loop.body, visit);
        },
        [&](const Guard &guard) {
          take(guard.condition);
          forEachExpr(guard.body, visit);
        },
        [&](const Execute &execute) {
          take(execute.choice);
          std::vector<Expr> all = execute.insn->reads();
          for (const Expr &assignee : execute.insn->assignees())
            all.push_back(assignee);
          for (const Predicate &predicate : execute.insn->predicates)
            all.push_back(predicate);
          for (const Expr &e : all)
            visit(withValues(e, execute.values));
        },
        [](const Barrier &) {},
        [](const FunctionCall &inner) { failOnCall(inner); });
}

static const Storage *storageOf(const Expr &e, const KernelData &data) {
  if (const auto *var = e.getIf<VarRef>())
    return data.find(var->name);
  const auto *ref = e.getIf<ArrayRef>();
  return ref ? data.find(ref->name) : nullptr;
}

static bool updatesAtomically(const Block &block, const KernelData &data) {
  bool found = false;
  for (const Node &node : block)
    match(
        node.value,
        [&](const Loop &loop) {
          found = found || updatesAtomically(loop.body, data);
        },
        [&](const Guard &guard) {
          found = found || updatesAtomically(guard.body, data);
        },
        [&](const Execute &execute) {
          const Update *update = execute.insn->update();
          found = found || (update && update->atomic &&
                            storageOf(update->assignee, data)->kind !=
                                StorageKind::Buffer);
        },
        [](const Barrier &) {}, [](const FunctionCall &) {});
  return found;
}

std::string codegen::obstacleToFunction(const Block &body,
                                        const KernelData &data) {
  std::string why;
  if (updatesAtomically(body, data))
    why = "it updates local memory atomically";
  forEachExpr(body, [&](const Expr &whole) {
    walk(whole, [&](const Expr &e) {
      const Storage *storage = storageOf(e, data);
      if (!storage || storage->kind == StorageKind::Value)
        return why.empty();
      const std::string &name = storage->var->name;
      if (storage->lanes > 1)
        why = "'" + name + "' is made of short vectors";
      else if (!storage->separateExtents.empty())
        why = "'" + name + "' has an axis tagged sep";
      else if (storage->isImage && !data.dialect.imageType(1).empty())
        why = "'" + name + "' is an image";
      else if (storage->isScratch)
        why = "'" + name + "' has no size that is known, and is private or "
              "local";
      return why.empty();
    });
  });
  return why;
}

FunctionMaker::FunctionMaker(KernelData &data, const CallMark &mark,
                             const std::set<std::string> &outside)
    : data(data), known(source::namesOfCall(data.scheduled.kernel, mark)),
      outside(outside), taken(isReservedName) {
  call.function = mark.function;
  taken.take(mark.function);
}

FunctionCall FunctionMaker::run(const Block &body) {
  assigned = assignedIn(body);
  collectLoops(body);
  collectLocals(body, {});
  keepWhatIsElsewhere(body);
  collectViews(body);
  call.body = rewritten(body);
  putInOrder();
  return std::move(call);
}

// --- names

// As the function has it.
std::string FunctionMaker::spelling(const std::string &name) {
  std::string base = name;
  if (known)
    if (auto it = known->names.find(name); it != known->names.end())
      base = it->second;
  return taken.fresh(isReservedName(base) ? base + "_" : base);
}

void FunctionMaker::collectLoops(const Block &body) {
  for (const Node &node : body)
    match(
        node.value,
        [&](const Loop &loop) {
          const auto &iname = std::get<std::string>(loop.variable);
          if (loops.insert(iname).second) {
            std::string own = data.addName(iname, spelling(iname));
            if (data.isWide(loop.variable))
              data.setWide(own);
            renamed[iname] = Expr::var(own);
          }
          collectLoops(loop.body);
        },
        [&](const Guard &guard) { collectLoops(guard.body); },
        [](const Execute &) {}, [](const Barrier &) {},
        [](const FunctionCall &) {});
}

static const Block *innerBlock(const Node &node) {
  if (const auto *loop = std::get_if<Loop>(&node.value))
    return &loop->body;
  const auto *guard = std::get_if<Guard>(&node.value);
  return guard ? &guard->body : nullptr;
}

// Scalars that a block sets before it reads them and nobody else knows: of the
// outermost such block. Copies of a loop have one each.
void FunctionMaker::collectLocals(const Block &body,
                                  std::set<std::string> around) {
  for (const std::string &name : definedInside(data, body)) {
    const Storage &storage = *data.find(name);
    if (outside.count(name) || !storage.var->isScalar() ||
        !around.insert(name).second)
      continue;
    locals[name].insert(&body);
  }
  for (const Node &node : body)
    if (const Block *inner = innerBlock(node))
      collectLocals(*inner, around);
}

// Does anything mention it but what is inside of these blocks?
static bool isElsewhere(const Block &block, const std::string &name,
                        const std::set<const Block *> &inside) {
  if (inside.count(&block))
    return false;
  for (const Node &node : block) {
    Node own = node;
    if (auto *loop = std::get_if<Loop>(&own.value))
      loop->body = {};
    else if (auto *guard = std::get_if<Guard>(&own.value))
      guard->body = {};
    bool found = false;
    forEachExpr({own},
                [&](const Expr &e) { found = found || mentions(e, name); });
    const Block *inner = innerBlock(node);
    if (found || (inner && isElsewhere(*inner, name, inside)))
      return true;
  }
  return false;
}

// Its value may leave the block, then.
void FunctionMaker::keepWhatIsElsewhere(const Block &body) {
  std::erase_if(locals, [&](const auto &local) {
    return isElsewhere(body, local.first, local.second);
  });
}

// --- views

// May its value be another from one iteration of the body's loops to the next,
// or after one of its statements? What is read from memory stays where it is.
bool FunctionMaker::isInside(const Expr &e) const {
  const auto *var = e.getIf<VarRef>();
  if (!var)
    return !e.getIf<AxisRef>();
  return loops.count(var->name) || assigned.count(var->name);
}

FunctionMaker::Index FunctionMaker::indexOf(const Storage &storage,
                                            const ArrayRef &ref) const {
  Index result;
  Expr whole = elementIndex(storage, ref);
  result.rest = whole;
  if (storage.kind == StorageKind::Buffer) {
    SubscriptTerms terms = subscriptTerms(
        whole, [&](const Expr &factor) { return isInside(factor); });
    result.begin = terms.outside;
    result.rest = terms.inside;
    result.constant = terms.constant;
  }
  result.key = {ref.name, result.begin ? result.begin.str() : ""};
  return result;
}

// A scalar may lie in memory, too.
static ArrayRef elementOf(const Expr &e) {
  const auto *ref = e.getIf<ArrayRef>();
  return ref ? *ref : ArrayRef{e.getIf<VarRef>()->name, {}};
}

void FunctionMaker::collectViews(const Expr &e) {
  walk(e, [&](const Expr &node) {
    const Storage *storage = storageOf(node, data);
    if (!storage || storage->kind != StorageKind::Buffer)
      return true;
    const ArrayRef ref = elementOf(node);
    Index index = indexOf(*storage, ref);
    auto [it, isNew] = views.try_emplace(index.key);
    View &view = it->second;
    view.begin = index.begin;
    view.constant = isNew ? index.constant
                          : std::min(view.constant, index.constant);
    view.constant = std::max<int64_t>(view.constant, 0);
    return true;
  });
}

void FunctionMaker::collectViews(const Block &body) {
  forEachExpr(body, [&](const Expr &e) { collectViews(e); });
}

// --- parameters

// The array as one axis.
std::string FunctionMaker::flat(const Storage &storage) {
  std::string &name = flats[storage.var->name];
  if (name.empty())
    name = data.addFlat(storage, storage.identifiers.front());
  return name;
}

std::string FunctionMaker::addPointer(const Storage &storage, Expr value) {
  std::string identifier = spelling(storage.var->name);
  std::string name = data.addPointer(storage, identifier);
  bool isWritten = assigned.count(storage.var->name) > 0;
  data.find(name)->written = isWritten;
  call.parameters.push_back({name, std::move(value), true, isWritten});
  origins[name] = storage.var->name;
  return name;
}

// What is not in memory: &t, &t[0]
Expr FunctionMaker::pointedTo(const Expr &e, const Storage &storage) {
  const std::string &own = storage.var->name;
  const auto *ref = e.getIf<ArrayRef>();
  auto it = pointers.find(own);
  if (it == pointers.end()) {
    Expr first = Expr::var(own, e.type());
    if (ref)
      first = Expr::array(own,
                          std::vector<Expr>(ref->subscripts.size(),
                                            Expr::integer(0)),
                          e.type());
    it = pointers.emplace(own, addPointer(storage, first)).first;
  }
  Expr index = ref ? rewritten(elementIndex(storage, *ref)) : Expr::integer(0);
  return Expr::array(it->second, {index}, e.type());
}

Expr FunctionMaker::number(const Expr &e, const std::string &name,
                           const Storage *storage) {
  std::string &parameter = numbers[e.str()];
  if (parameter.empty()) {
    std::string identifier = spelling(name);
    parameter = storage ? data.addNumber(*storage, identifier)
                        : data.addName(name, identifier);
    call.parameters.push_back({parameter, e, false, false});
    origins[parameter] = name;
  }
  return Expr::var(parameter, e.type());
}

Expr FunctionMaker::variable(const Expr &e, const Storage &storage) {
  if (storage.kind == StorageKind::Buffer)
    return element(e, elementOf(e));
  bool isNumber = storage.kind == StorageKind::Value ||
                  (storage.isPrivate() && storage.isPlain() &&
                   !assigned.count(storage.var->name));
  return isNumber ? number(e, storage.var->name, &storage)
                  : pointedTo(e, storage);
}

Expr FunctionMaker::element(const Expr &e, const ArrayRef &ref) {
  const Storage &storage = *data.find(ref.name);
  if (storage.kind != StorageKind::Buffer)
    return pointedTo(e, storage);
  Index index = indexOf(storage, ref);
  View &view = views.at(index.key);
  if (view.parameter.empty()) {
    Expr begin = view.begin ? fold(view.begin + view.constant)
                            : Expr::integer(view.constant);
    view.parameter = addPointer(
        storage, Expr::array(flat(storage), {begin}, e.type()));
  }
  Expr rest = index.rest ? rewritten(index.rest) : Expr::integer(0);
  return Expr::array(view.parameter,
                     {fold(rest + (index.constant - view.constant))},
                     e.type());
}

// --- the body

Expr FunctionMaker::rewritten(const Expr &e) {
  if (!e)
    return e;
  if (const auto *ref = e.getIf<ArrayRef>())
    return element(e, *ref);
  if (const auto *axis = e.getIf<AxisRef>())
    return number(e,
                  (axis->axis.isGroup() ? "group_" : "item_") +
                      std::to_string(axis->axis.number),
                  nullptr);
  if (const auto *var = e.getIf<VarRef>()) {
    if (auto it = renamed.find(var->name); it != renamed.end())
      return Expr::var(it->second.getIf<VarRef>()->name, e.type());
    const Storage *storage = data.find(var->name);
    return storage ? variable(e, *storage) : number(e, var->name, nullptr);
  }
  std::vector<Expr> inside = operands(e);
  for (Expr &operand : inside)
    operand = rewritten(operand);
  return withOperands(e, inside);
}

void FunctionMaker::nameLocals(const Block &body) {
  for (const auto &[name, blocks] : locals)
    if (blocks.count(&body)) {
      const Storage &storage = *data.find(name);
      std::string own = data.addVariable(storage, spelling(name));
      renamed[name] = Expr::var(own, storage.var->type);
    }
}

Block FunctionMaker::rewritten(const Block &body) {
  Block out;
  nameLocals(body);
  for (const Node &node : body)
    match(
        node.value,
        [&](const Loop &loop) {
          Loop copy = loop;
          copy.init = rewritten(loop.init);
          copy.condition = rewritten(loop.condition);
          copy.goesOn = rewritten(loop.goesOn);
          const Expr &own = renamed.at(std::get<std::string>(loop.variable));
          copy.variable = own.getIf<VarRef>()->name;
          copy.body = rewritten(loop.body);
          out.push_back({std::move(copy)});
        },
        [&](const Guard &guard) {
          out.push_back({Guard{rewritten(guard.condition),
                               rewritten(guard.body)}});
        },
        [&](const Execute &execute) {
          Execute copy = execute;
          copy.insn = mapExprs(execute.insn, [&](const Expr &e) {
            return rewritten(withValues(e, execute.values));
          });
          copy.choice = execute.choice
                            ? rewritten(withValues(execute.choice,
                                                   execute.values))
                            : Expr();
          copy.values.clear();
          out.push_back({std::move(copy)});
        },
        [](const Barrier &) {},
        [](const FunctionCall &inner) { failOnCall(inner); });
  return out;
}

// As the function has its arguments; then what else it needs, as met.
void FunctionMaker::putInOrder() {
  auto rank = [&](const FunctionCall::Parameter &parameter) -> size_t {
    if (!known)
      return 0;
    auto name = known->names.find(origins.at(parameter.name));
    if (name == known->names.end())
      return known->arguments.size();
    return std::find(known->arguments.begin(), known->arguments.end(),
                     name->second) -
           known->arguments.begin();
  };
  std::stable_sort(
      call.parameters.begin(), call.parameters.end(),
      [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
}
