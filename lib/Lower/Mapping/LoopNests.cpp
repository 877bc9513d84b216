#include "Mapping/LoopNests.h"

#include <algorithm>
#include <map>

using namespace loopyc;

std::vector<std::string> LoopNest::path() const {
  std::vector<std::string> result;
  if (parent)
    result = parent->path();
  result.insert(result.end(), inames.begin(), inames.end());
  return result;
}

namespace {

class Builder {
public:
  explicit Builder(const Kernel &kernel) : kernel(kernel) {}

  void fill(LoopNest &nest, int depth);
  void nameLoops(LoopNest &nest) const;

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }

  const Kernel &kernel;
  std::map<std::string, int> loopsOf; // number of loops by iname
};

} // namespace

// The loop of an instruction is told by its place and its component of the
// reference time: [2, i, ...].
void Builder::fill(LoopNest &nest, int depth) {
  using Place = std::pair<int64_t, std::string>;
  std::map<Place, std::vector<int>> inside;
  std::vector<int> inOrder = nest.instructions;
  std::stable_sort(inOrder.begin(), inOrder.end(), [&](int a, int b) {
    auto at = [&](int i) {
      const ReferenceTime &time = insn(i).time;
      size_t place = 2 * depth;
      return place < time.size() ? asInteger(time[place]).value_or(0) : 0;
    };
    return at(a) < at(b);
  });
  for (int i : inOrder) {
    const ReferenceTime &time = insn(i).time;
    size_t loop = 2 * depth + 1;
    if (loop >= time.size())
      nest.statements.push_back(i);
    else
      inside[{asInteger(time[loop - 1]).value_or(0), time[loop].str()}]
          .push_back(i);
  }
  nest.loops.resize(inside.size());
  auto child = nest.loops.begin();
  for (auto &[place, instructions] : inside) {
    child->depth = depth;
    child->parent = &nest;
    const Instruction &first = insn(instructions.front());
    for (const std::string &iname : first.inames)
      if (mentions(first.time[2 * depth + 1], iname))
        child->inames.push_back(iname);
    for (const std::string &iname : child->inames)
      ++loopsOf[iname];
    bool isPlain = first.time[2 * depth + 1].getIf<VarRef>();
    if (isPlain && child->inames.size() == 1)
      child->iname = child->inames.front();
    child->instructions = std::move(instructions);
    fill(*child, depth + 1);
    ++child;
  }
}

void Builder::nameLoops(LoopNest &nest) const {
  if (!nest.iname.empty() && loopsOf.at(nest.iname) > 1)
    nest.iname.clear();
  for (LoopNest &loop : nest.loops)
    nameLoops(loop);
}

LoopNests::LoopNests(const Kernel &kernel) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    top.instructions.push_back(i);
  Builder builder(kernel);
  builder.fill(top, 0);
  builder.nameLoops(top);
}

const LoopNest *loopyc::findLoop(const LoopNest &in,
                                  const std::string &iname) {
  if (in.iname == iname)
    return &in;
  for (const LoopNest &inner : in.loops)
    if (const LoopNest *found = findLoop(inner, iname))
      return found;
  return nullptr;
}
