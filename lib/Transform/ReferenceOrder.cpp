#include "loopyc/Transform/ReferenceOrder.h"

#include <algorithm>
#include <set>

using namespace loopyc;

static int64_t positionAt(const ReferenceTime &time, size_t i) {
  return i < time.size() ? asInteger(time[i]).value_or(0) : 0;
}

static bool mentionsOnly(const Expr &e, const Kernel &kernel,
                         const std::set<std::string> &inames) {
  bool only = true;
  walk(e, [&](const Expr &node) {
    if (const auto *var = node.getIf<VarRef>())
      only = only && (inames.count(var->name) || !kernel.hasIname(var->name));
    return only;
  });
  return only;
}

namespace {

class Placer {
public:
  Placer(Kernel &kernel, const std::vector<int> &others,
         const std::vector<std::string> &inames)
      : kernel(kernel), others(others), order(inames),
        inames(inames.begin(), inames.end()) {}

  ReferenceTime run(bool before) {
    size_t depth = commonDepth();
    int64_t at = edge(depth, before);
    shift(depth, before ? at : at + 1);
    return timeAt(depth, before ? at : at + 1);
  }

private:
  const ReferenceTime &timeOf(int i) const {
    return kernel.instructions[i]->time;
  }
  const ReferenceTime &first() const { return timeOf(others.front()); }

  // The number of leading components that all of the others have in common
  // and that are known inside the loops of the new instruction; even.
  size_t commonDepth() const {
    size_t depth = 0;
    for (;; depth += 2) {
      if (depth + 1 >= first().size())
        return depth;
      for (int i : others) {
        const ReferenceTime &time = timeOf(i);
        if (depth + 1 >= time.size() ||
            positionAt(time, depth) != positionAt(first(), depth) ||
            time[depth + 1] != first()[depth + 1])
          return depth;
      }
      if (!mentionsOnly(first()[depth + 1], kernel, inames))
        return depth;
    }
  }

  int64_t edge(size_t depth, bool before) const {
    int64_t at = positionAt(first(), depth);
    for (int i : others) {
      int64_t position = positionAt(timeOf(i), depth);
      at = before ? std::min(at, position) : std::max(at, position);
    }
    return at;
  }

  bool sharesPath(const ReferenceTime &time, size_t depth) const {
    for (size_t i = 0; i < depth; i += 2)
      if (positionAt(time, i) != positionAt(first(), i))
        return false;
    return true;
  }

  // Everything at position `at` or later moves by one.
  void shift(size_t depth, int64_t at) {
    for (InstructionPtr &insn : kernel.instructions) {
      if (!sharesPath(insn->time, depth) || positionAt(insn->time, depth) < at)
        continue;
      auto moved = std::make_shared<Instruction>(*insn);
      while (moved->time.size() <= depth)
        moved->time.push_back(Expr::integer(0));
      moved->time[depth] = Expr::integer(positionAt(insn->time, depth) + 1);
      insn = std::move(moved);
    }
  }

  ReferenceTime timeAt(size_t depth, int64_t position) const {
    ReferenceTime time(first().begin(), first().begin() + depth);
    time.push_back(Expr::integer(position));
    std::set<std::string> known, arrays;
    for (const Expr &component : time)
      collectNames(component, known, arrays);
    for (const std::string &iname : order)
      if (!known.count(iname)) {
        time.push_back(Expr::var(iname));
        time.push_back(Expr::integer(0));
      }
    return time;
  }

  Kernel &kernel;
  const std::vector<int> &others;
  const std::vector<std::string> &order;
  std::set<std::string> inames;
};

} // namespace

ReferenceTime loopyc::placeBefore(Kernel &kernel,
                                  const std::vector<int> &others,
                                  const std::vector<std::string> &inames) {
  return Placer(kernel, others, inames).run(true);
}

ReferenceTime loopyc::placeAfter(Kernel &kernel, const std::vector<int> &others,
                                 const std::vector<std::string> &inames) {
  return Placer(kernel, others, inames).run(false);
}
