#include "CFamily/CalledFunctions.h"

#include "CFamily/FunctionMaker.h"
#include "CFamily/References.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

using Names = std::set<std::string>;

// What is known of one call in the tree.
struct CallInTree {
  Names ids;    // of the instructions that it became
  Names inames; // of its own loops
  int statements = 0, together = 0;
  std::string obstacle;
};

// Nodes that follow each other, all of one call.
struct Piece {
  std::optional<CallMark> mark; // nothing: they are not
  Names ids;
};

class CallFinder {
public:
  CallFinder(const Kernel &kernel, KernelData &data)
      : kernel(kernel), data(data) {}

  void survey(const Block &block);
  void findTogether(const Block &block);
  Block withCalls(const Block &block);
  // What the rest of the tree mentions.
  void collectOutside(const Block &block);
  bool isMade(const CallMark &mark) const {
    const CallInTree &call = calls.at(mark);
    return call.obstacle.empty() && call.statements == call.together;
  }

  std::map<CallMark, CallInTree> calls;

private:
  Piece pieceOf(const Node &node);
  bool isWhole(const Piece &piece) const;
  void forEachRun(const Block &block,
                  const std::function<void(size_t from, size_t to,
                                           const CallMark *mark)> &visit);
  void collectOutside(const Node &node);
  Node made(const CallMark &mark, Block body);
  void note(const Expr &e) {
    if (e)
      collectNames(e, outside, outside);
  }

  const Kernel &kernel;
  KernelData &data;
  Names outside;
};

} // namespace

static Block part(const Block &block, size_t from, size_t to) {
  return Block(block.begin() + static_cast<std::ptrdiff_t>(from),
               block.begin() + static_cast<std::ptrdiff_t>(to));
}

// --- which loops are the function's own

// The names, and those of loops that they became.
static Names withLater(const Kernel &kernel, Names inames) {
  Names result;
  while (!inames.empty()) {
    std::string iname = *inames.begin();
    inames.erase(inames.begin());
    auto former = kernel.formerInames.find(iname);
    if (!result.insert(iname).second || former == kernel.formerInames.end())
      continue;
    Names now;
    collectNames(former->second, now, now);
    inames.merge(now);
  }
  return result;
}

// What loops around the call became, too, is none of its own: joined loops.
static Names ownInames(const Kernel &kernel, const CallMark &mark) {
  const source::CallNames *names = source::namesOfCall(kernel, mark);
  Names own = names ? withLater(kernel, names->inames) : Names();
  Names others;
  for (const auto &[former, value] : kernel.formerInames)
    if (!own.count(former))
      others.merge(withLater(kernel, {former}));
  for (const std::string &other : others)
    own.erase(other);
  return own;
}

// --- what stands together

// Why the statement is none of a function.
static std::string obstacleOf(const Execute &execute) {
  if (!execute.vectorIname.empty())
    return "its statements are operations on short vectors";
  if (execute.isAsync)
    return "it copies ahead of its use";
  if (execute.rows)
    return "it copies rows";
  if (execute.matrix)
    return "it is computed on matrix units";
  return execute.insn->looksBack() ? "it looks back" : "";
}

void CallFinder::survey(const Block &block) {
  for (const Node &node : block)
    match(
        node.value, [&](const Loop &loop) { survey(loop.body); },
        [&](const Guard &guard) { survey(guard.body); },
        [&](const Execute &execute) {
          std::optional<CallMark> mark = callMark(*execute.insn);
          if (!mark)
            return;
          auto [it, isNew] = calls.try_emplace(*mark);
          CallInTree &call = it->second;
          if (isNew)
            call.inames = ownInames(kernel, *mark);
          call.ids.insert(execute.insn->id);
          ++call.statements;
          if (call.obstacle.empty())
            call.obstacle = obstacleOf(execute);
        },
        [](const Barrier &) {},
        [](const FunctionCall &call) { failOnCall(call); });
}

static void join(std::optional<Piece> &all, Piece piece) {
  if (!all)
    all = std::move(piece);
  else if (!piece.mark || all->mark != piece.mark)
    all->mark = std::nullopt;
  else
    all->ids.merge(piece.ids);
}

Piece CallFinder::pieceOf(const Node &node) {
  auto ofBlock = [&](const Block &block) {
    std::optional<Piece> all;
    for (const Node &inside : block)
      join(all, pieceOf(inside));
    return all.value_or(Piece());
  };
  return match(
      node.value,
      [&](const Loop &loop) {
        Piece piece = ofBlock(loop.body);
        const auto *iname = std::get_if<std::string>(&loop.variable);
        if (!iname || loop.isAxis ||
            (piece.mark && !calls.at(*piece.mark).inames.count(*iname)))
          piece.mark = std::nullopt;
        return piece;
      },
      [&](const Guard &guard) { return ofBlock(guard.body); },
      [](const Execute &execute) {
        return Piece{callMark(*execute.insn), {execute.insn->id}};
      },
      [](const Barrier &) { return Piece(); },
      [](const FunctionCall &) { return Piece(); });
}

bool CallFinder::isWhole(const Piece &piece) const {
  return piece.mark && calls.at(*piece.mark).ids == piece.ids;
}

// The block's nodes, those that are all of one call together.
void CallFinder::forEachRun(
    const Block &block,
    const std::function<void(size_t from, size_t to, const CallMark *mark)>
        &visit) {
  for (size_t from = 0; from < block.size();) {
    std::optional<Piece> all = pieceOf(block[from]);
    size_t to = from + 1;
    while (all->mark && to < block.size()) {
      Piece next = pieceOf(block[to]);
      if (next.mark != all->mark)
        break;
      join(all, std::move(next));
      ++to;
    }
    // A condition around the whole is asked outside.
    bool isGuard = to == from + 1 && std::get_if<Guard>(&block[from].value);
    if (isWhole(*all) && !isGuard) {
      visit(from, to, &*all->mark);
      from = to;
    } else {
      visit(from, from + 1, nullptr);
      ++from;
    }
  }
}

static const Block *bodyOf(const Node &node) {
  if (const auto *loop = std::get_if<Loop>(&node.value))
    return &loop->body;
  const auto *guard = std::get_if<Guard>(&node.value);
  return guard ? &guard->body : nullptr;
}

void CallFinder::findTogether(const Block &block) {
  forEachRun(block, [&](size_t from, size_t to, const CallMark *mark) {
    if (!mark) {
      if (const Block *body = bodyOf(block[from]))
        findTogether(*body);
      return;
    }
    CallInTree &call = calls.at(*mark);
    Block body = part(block, from, to);
    call.together += numberOfStatements(body);
    if (call.obstacle.empty())
      call.obstacle = obstacleToFunction(body, data);
  });
}

// What others than the function's own statements mention.
void CallFinder::collectOutside(const Block &block) {
  forEachRun(block, [&](size_t from, size_t to, const CallMark *mark) {
    if (mark && isMade(*mark))
      return;
    for (size_t i = from; i < to; ++i)
      collectOutside(block[i]);
  });
}

void CallFinder::collectOutside(const Node &node) {
  match(
      node.value,
      [&](const Loop &loop) {
        for (const Expr &e : {loop.init, loop.condition, loop.goesOn})
          note(e);
        collectOutside(loop.body);
      },
      [&](const Guard &guard) {
        note(guard.condition);
        collectOutside(guard.body);
      },
      [&](const Execute &execute) {
        note(execute.choice);
        for (const Predicate &predicate : execute.insn->predicates)
          note(predicate);
        for (const Expr &read : execute.insn->reads())
          note(read);
        for (const Expr &assignee : execute.insn->assignees())
          note(assignee);
      },
      [](const Barrier &) {},
      [](const FunctionCall &call) { failOnCall(call); });
}

// --- conditions that all of a call has, in front of it

static void collectStatements(Block &block, std::vector<Execute *> &all) {
  for (Node &node : block)
    if (auto *execute = std::get_if<Execute>(&node.value))
      all.push_back(execute);
    else if (auto *loop = std::get_if<Loop>(&node.value))
      collectStatements(loop->body, all);
    else if (auto *guard = std::get_if<Guard>(&node.value))
      collectStatements(guard->body, all);
}

static void collectLoops(const Block &block, Names &inames) {
  for (const Node &node : block) {
    if (const auto *loop = std::get_if<Loop>(&node.value))
      inames.insert(std::get<std::string>(loop->variable));
    if (const Block *body = bodyOf(node))
      collectLoops(*body, inames);
  }
}

static Expr firstPredicate(const Execute &execute) {
  const std::vector<Predicate> &all = execute.insn->predicates;
  return all.empty() ? Expr() : withValues(all.front(), execute.values);
}

// The first predicate of all statements, where the body leaves it as it is;
// null if there is none.
static Expr commonPredicate(const std::vector<Execute *> &statements,
                            const Names &changing) {
  Expr first = firstPredicate(*statements.front());
  for (const Execute *execute : statements)
    if (Expr own = firstPredicate(*execute); !first || !own || own != first)
      return Expr();
  Names names;
  collectNames(first, names, names);
  bool changes = std::any_of(names.begin(), names.end(), [&](const auto &name) {
    return changing.count(name) > 0;
  });
  return changes ? Expr() : first;
}

static Expr takeCondition(Block &body) {
  std::vector<Execute *> statements;
  collectStatements(body, statements);
  Names changing = assignedIn(body);
  collectLoops(body, changing);
  Expr condition;
  while (Expr next = commonPredicate(statements, changing)) {
    condition =
        condition ? Expr::binary(BinaryOp::And, condition, next) : next;
    for (Execute *execute : statements) {
      auto insn = std::make_shared<Instruction>(*execute->insn);
      insn->predicates.erase(insn->predicates.begin());
      execute->insn = std::move(insn);
    }
  }
  return condition;
}

// --- calls

Node CallFinder::made(const CallMark &mark, Block body) {
  Expr condition = takeCondition(body);
  FunctionCall call = FunctionMaker(data, mark, outside).run(body);
  Node node{std::move(call)};
  return condition ? Node{Guard{condition, {std::move(node)}}}
                   : std::move(node);
}

Block CallFinder::withCalls(const Block &block) {
  Block out;
  forEachRun(block, [&](size_t from, size_t to, const CallMark *mark) {
    if (mark && isMade(*mark)) {
      out.push_back(made(*mark, part(block, from, to)));
      return;
    }
    for (size_t i = from; i < to; ++i)
      match(
          block[i].value,
          [&](const Loop &loop) {
            Loop copy = loop;
            copy.body = withCalls(loop.body);
            out.push_back({std::move(copy)});
          },
          [&](const Guard &guard) {
            out.push_back({Guard{guard.condition, withCalls(guard.body)}});
          },
          [&](const auto &other) { out.push_back({other}); });
  });
  return out;
}

static std::string remarkOn(const CallMark &mark, const CallInTree &call) {
  std::string why = call.obstacle.empty()
                        ? "its instructions do not stand together"
                        : call.obstacle;
  return "'" + mark.function + "' is part of the kernel, and no function: " +
         why;
}

static bool makeFunctions(Block &block, KernelData &data,
                          std::vector<std::string> &remarks) {
  CallFinder finder(data.scheduled.kernel, data);
  finder.survey(block);
  if (finder.calls.empty())
    return false;
  finder.findTogether(block);
  bool any = false;
  for (const auto &[mark, call] : finder.calls)
    if (finder.isMade(mark))
      any = true;
    else if (std::string text = remarkOn(mark, call);
             std::find(remarks.begin(), remarks.end(), text) == remarks.end())
      remarks.push_back(std::move(text));
  if (any) {
    finder.collectOutside(block);
    block = finder.withCalls(block);
  }
  return any;
}

bool codegen::makeFunctions(KernelTree &tree, KernelData &data) {
  bool any = ::makeFunctions(tree.body, data, tree.remarks);
  return ::makeFunctions(tree.whole, data, tree.remarks) || any;
}
