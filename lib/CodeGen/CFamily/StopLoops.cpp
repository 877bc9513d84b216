#include "CFamily/StopLoops.h"

#include "loopyc/IR/EndlessLoops.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

using Names = std::set<std::string>;

// How often statements read or assign each name.
using Accesses = std::map<std::string, int>;

void count(const Expr &e, Accesses &accesses) {
  Names names;
  collectNames(e, names, names);
  for (const std::string &name : names)
    ++accesses[name];
}

Accesses accessesOf(const Execute &execute) {
  Accesses result;
  for (const Predicate &predicate : execute.insn->predicates)
    count(predicate, result);
  for (const Expr &e : execute.insn->reads())
    count(e, result);
  for (const std::string &name : execute.insn->assigneeNames())
    ++result[name];
  return result;
}

void add(const Accesses &more, Accesses &accesses) {
  for (const auto &[name, number] : more)
    accesses[name] += number;
}

Accesses accessesIn(const Block &block);

Accesses accessesOf(const Node &node) {
  return match(
      node.value,
      [](const Loop &loop) {
        Accesses result = accessesIn(loop.body);
        for (const Expr &e : {loop.init, loop.condition})
          if (e)
            count(e, result);
        return result;
      },
      [](const Guard &guard) {
        Accesses result = accessesIn(guard.body);
        count(guard.condition, result);
        return result;
      },
      [](const Execute &execute) { return accessesOf(execute); },
      [](const Barrier &) { return Accesses(); },
      [](const FunctionCall &call) -> Accesses { failOnCall(call); });
}

Accesses accessesIn(const Block &block) {
  Accesses result;
  for (const Node &node : block)
    add(accessesOf(node), result);
  return result;
}

template <typename Visit>
void forEachExecute(const Block &block, const Visit &visit);

template <typename Visit>
void forEachExecute(const Node &node, const Visit &visit) {
  match(
      node.value, [&](const Loop &loop) { forEachExecute(loop.body, visit); },
      [&](const Guard &guard) { forEachExecute(guard.body, visit); },
      [&](const Execute &execute) { visit(execute); }, [](const Barrier &) {},
      [](const FunctionCall &call) { failOnCall(call); });
}

template <typename Visit>
void forEachExecute(const Block &block, const Visit &visit) {
  for (const Node &node : block)
    forEachExecute(node, visit);
}

// `part`: a node or a block.
template <typename Part>
bool assigns(const Part &part, const std::string &name) {
  bool found = false;
  forEachExecute(part, [&](const Execute &execute) {
    found = found || execute.insn->assigns(name);
  });
  return found;
}

// Do work-items take turns in it, as they do where loops stand for barriers?
// Outside of their loops, no flag is one work-item's own.
bool hasItemLoops(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Node &node) {
    if (const auto *loop = std::get_if<Loop>(&node.value))
      return !std::holds_alternative<std::string>(loop->variable) ||
             hasItemLoops(loop->body);
    const auto *guard = std::get_if<Guard>(&node.value);
    return guard && hasItemLoops(guard->body);
  });
}

class Stopping {
public:
  Stopping(const Block &whole, const KernelData &data)
      : data(data), everywhere(accessesIn(whole)) {}

  void run(Block &block) {
    for (size_t at = 0; at < block.size(); ++at)
      if (auto *loop = std::get_if<Loop>(&block[at].value)) {
        stop(*loop, block, at);
        run(loop->body);
      } else if (auto *guard = std::get_if<Guard>(&block[at].value)) {
        run(guard->body);
      }
  }

private:
  // The loop stands there in the block.
  void stop(Loop &loop, const Block &block, size_t at) {
    if (!std::holds_alternative<std::string>(loop.variable) ||
        loop.degenerate || !(loop.tag == InameTag{}))
      return;
    for (const Expr &flag : flagsOf(loop)) {
      loop.goesOn = loop.goesOn ? Expr::binary(BinaryOp::And, loop.goesOn, flag,
                                               Type::logical(4))
                                : flag;
      forget(loop.body, flag);
      for (const Expr &guard : impliedBy(flag, block, at))
        if (!changesIn(loop.body, guard))
          forgetEverywhere(loop.body, guard);
    }
    if (!loop.goesOn && isEndless(loop))
      refuse(loop);
  }

  // Guards each of which stops the loop.
  std::vector<Expr> flagsOf(const Loop &loop) const {
    if (hasBarriers(loop.body) || hasItemLoops(loop.body))
      return {};
    std::set<const Execute *> anew = setAnew(loop.body);
    std::vector<Expr> common;
    bool isFirst = true;
    forEachExecute(loop.body, [&](const Execute &execute) {
      if (anew.count(&execute))
        return;
      const std::vector<Predicate> &own = execute.insn->predicates;
      if (isFirst)
        common = own;
      isFirst = false;
      common.erase(std::remove_if(common.begin(), common.end(),
                                  [&](const Expr &guard) {
                                    return std::find(own.begin(), own.end(),
                                                     guard) == own.end();
                                  }),
                   common.end());
    });
    std::vector<Expr> result;
    for (const Expr &guard : common)
      if (const auto *flag = guard.getIf<VarRef>();
          flag && isPrivate(flag->name) && assigns(loop.body, flag->name) &&
          std::none_of(anew.begin(), anew.end(), [&](const Execute *execute) {
            return execute->insn->assigns(flag->name);
          }))
        result.push_back(guard);
    return result;
  }

  // Guards that hold where the flag does, when the loop is reached: those of
  // all that set it behind `flag = false`.
  static std::vector<Expr> impliedBy(const Expr &flag, const Block &block,
                                     size_t loop) {
    const std::string &name = flag.getIf<VarRef>()->name;
    std::optional<std::vector<Expr>> implied;
    for (size_t at = loop; at-- > 0;) {
      if (!assigns(block[at], name))
        continue;
      const auto *execute = std::get_if<Execute>(&block[at].value);
      if (!execute)
        return {};
      std::vector<Expr> own = execute->insn->predicates;
      if (own.empty())
        return isFalse(*execute) && implied ? *implied : std::vector<Expr>();
      auto isOther = [&](const Expr &guard) {
        return std::any_of(block.begin() + static_cast<std::ptrdiff_t>(at),
                           block.begin() + static_cast<std::ptrdiff_t>(loop),
                           [&](const Node &node) {
                             return changesIn(node, guard);
                           }) ||
               (implied && std::find(implied->begin(), implied->end(),
                                     guard) == implied->end());
      };
      own.erase(std::remove_if(own.begin(), own.end(), isOther), own.end());
      implied = std::move(own);
    }
    return {};
  }

  static bool isFalse(const Execute &execute) {
    const auto *assignment = std::get_if<Assignment>(&execute.insn->body);
    const auto *value =
        assignment ? assignment->value.getIf<LogicalLit>() : nullptr;
    return value && !value->value;
  }

  // May the statements change its value?
  template <typename Part>
  static bool changesIn(const Part &part, const Expr &guard) {
    Names names;
    collectNames(guard, names, names);
    return std::any_of(names.begin(), names.end(), [&](const auto &name) {
      return assigns(part, name);
    });
  }

  static void forgetEverywhere(Block &block, const Expr &guard) {
    for (Node &node : block)
      match(
          node.value, [&](Loop &loop) { forgetEverywhere(loop.body, guard); },
          [&](Guard &inner) { forgetEverywhere(inner.body, guard); },
          [&](Execute &execute) { drop(guard, execute); }, [](Barrier &) {},
          [](const FunctionCall &call) { failOnCall(call); });
  }

  static void drop(const Expr &guard, Execute &execute) {
    auto insn = std::make_shared<Instruction>(*execute.insn);
    std::vector<Predicate> &own = insn->predicates;
    own.erase(std::remove(own.begin(), own.end(), guard), own.end());
    if (own.size() < execute.insn->predicates.size())
      execute.insn = std::move(insn);
  }

  bool isPrivate(const std::string &name) const {
    const Storage *storage = data.find(name);
    return storage && storage->isPrivate() && storage->var->isScalar();
  }

  // Assignments of scalars, in each iteration before they are used, that are
  // not used elsewhere; those of the loops inside, too.
  std::set<const Execute *> setAnew(const Block &body) const {
    std::set<const Execute *> result;
    Accesses inside = accessesIn(body), before;
    for (const Node &node : body) {
      if (const auto *execute = std::get_if<Execute>(&node.value);
          execute && isSetting(*execute)) {
        std::string name = execute->insn->assigneeNames().front();
        if (!before.count(name) && inside.at(name) == everywhere.at(name))
          result.insert(execute);
        // Set twice, once for where the second is not reached.
        else if (before.count(name) &&
                 before.at(name) == setTimes(result, name))
          result.insert(execute);
      } else if (const auto *loop = std::get_if<Loop>(&node.value))
        result.merge(setAnew(loop->body));
      else if (const auto *guard = std::get_if<Guard>(&node.value))
        result.merge(setAnew(guard->body));
      add(accessesOf(node), before);
    }
    return result;
  }

  static int setTimes(const std::set<const Execute *> &set,
                      const std::string &name) {
    return static_cast<int>(
        std::count_if(set.begin(), set.end(), [&](const Execute *execute) {
          return execute->insn->assigns(name);
        }));
  }

  bool isSetting(const Execute &execute) const {
    const auto *assignment = std::get_if<Assignment>(&execute.insn->body);
    const auto *scalar =
        assignment ? assignment->assignee.getIf<VarRef>() : nullptr;
    return scalar && execute.insn->predicates.empty() &&
           isPrivate(scalar->name);
  }

  // The flag holds up to where the body first changes it. False from there.
  static bool forget(Block &block, const Expr &flag) {
    const std::string &name = flag.getIf<VarRef>()->name;
    for (Node &node : block) {
      bool goesOn = match(
          node.value,
          [&](Loop &loop) {
            return !assigns(loop.body, name) && forget(loop.body, flag);
          },
          [&](Guard &guard) { return forget(guard.body, flag); },
          [&](Execute &execute) {
            drop(flag, execute);
            return !execute.insn->assigns(name);
          },
          [](Barrier &) { return true; },
          [](const FunctionCall &call) -> bool { failOnCall(call); });
      if (!goesOn)
        return false;
    }
    return true;
  }

  [[noreturn]] void refuse(const Loop &loop) const {
    SourceRange where = data.scheduled.kernel.range;
    bool isFirst = true;
    forEachExecute(loop.body, [&](const Execute &execute) {
      if (isFirst)
        where = execute.insn->range;
      isFirst = false;
    });
    throw endsForAll(str(loop.variable), where);
  }

  const KernelData &data;
  Accesses everywhere;
};

} // namespace

bool codegen::isEndless(const Loop &loop) {
  const auto *comparison = loop.condition.getIf<Binary>();
  if (!comparison || !isReferenceTo(comparison->a, loop.variable))
    return false;
  auto end = asInteger(comparison->b);
  return end && *end + (comparison->op == BinaryOp::Le) == endlessIterations;
}

Block codegen::stopLoops(Block block, const KernelData &data) {
  Stopping(block, data).run(block);
  return block;
}
