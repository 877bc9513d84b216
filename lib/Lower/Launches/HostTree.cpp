#include "Launches/HostTree.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace loopyc;

bool loopyc::isGlobalBarrier(const Instruction &insn) {
  const auto *barrier = std::get_if<BarrierBody>(&insn.body);
  return barrier && barrier->scope == BarrierScope::Global;
}

size_t HostPlace::commonLoops(const HostPlace &other) const {
  auto ends = std::mismatch(loops.begin(), loops.end(), other.loops.begin(),
                            other.loops.end());
  return ends.first - loops.begin();
}

std::vector<int64_t> loopyc::textPosition(const Instruction &insn) {
  std::vector<int64_t> result;
  for (size_t i = 0; i < insn.time.size(); i += 2)
    result.push_back(asInteger(insn.time[i]).value_or(0));
  return result;
}

std::optional<bool> loopyc::isAskedOutside(const Kernel &kernel,
                                           const std::string &a,
                                           const std::string &b) {
  auto boundedBy = [&](const std::string &inner, const std::string &outer) {
    const poly::Set &domain = kernel.domains[kernel.domainOf(inner)];
    return llvm::is_contained(domain.params(), outer) &&
           domain.involves(outer);
  };
  if (boundedBy(a, b) != boundedBy(b, a))
    return boundedBy(b, a);
  for (const std::vector<std::string> &order : kernel.loopPriority) {
    auto first = llvm::find(order, a), second = llvm::find(order, b);
    if (first != order.end() && second != order.end())
      return first < second;
  }
  return std::nullopt;
}

namespace {

class Builder {
public:
  explicit Builder(const Kernel &kernel);

  std::vector<HostNode> build(const std::vector<int> &instructions,
                              std::vector<std::string> opened) const;

private:
  const Instruction &insn(int index) const {
    return *kernel.instructions[index];
  }
  std::vector<std::string> hostLoops(int instruction) const;
  void addHostLoop(const std::string &iname, const Instruction &barrier);
  bool isOutside(const std::string &a, const std::string &b) const;
  bool isNamedFirst(const std::string &a, const std::string &b) const;
  std::string outermost(int instruction,
                        const std::vector<std::string> &opened) const;
  size_t timeComponent(const std::string &iname) const;

  const Kernel &kernel;
  std::map<std::string, std::set<int>> within; // by host iname
};

} // namespace

Builder::Builder(const Kernel &kernel) : kernel(kernel) {
  for (const InstructionPtr &barrier : kernel.instructions)
    if (isGlobalBarrier(*barrier))
      for (const std::string &iname : barrier->inames)
        addHostLoop(iname, *barrier);
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    for (auto &[iname, instructions] : within)
      if (kernel.instructions[i]->within(iname))
        instructions.insert(i);
}

void Builder::addHostLoop(const std::string &iname,
                          const Instruction &barrier) {
  const InameTag tag = kernel.tagOf(iname);
  switch (tag.nesting()) {
  case LoopNesting::Axis:
  case LoopNesting::OpenAxis:
    return; // the loop is cut in two
  case LoopNesting::Loop:
    if (tag == InameTag{} || tag == InameTag{InameTagKind::Ordered, 0}) {
      within[iname];
      return;
    }
    break;
  case LoopNesting::Innermost:
    break;
  }
  throw UserError("kernel '" + kernel.name + "': '" + barrier.id +
                      "' is a global barrier within '" + iname +
                      "', which is tagged " + tag.str() +
                      "; a loop around launches is one of the host, which has "
                      "no tag or 'ord'",
                  barrier.range);
}

std::vector<std::string> Builder::hostLoops(int instruction) const {
  std::vector<std::string> result;
  for (const auto &[iname, instructions] : within)
    if (instructions.count(instruction))
      result.push_back(iname);
  return result;
}

// The first component of any time that mentions it.
size_t Builder::timeComponent(const std::string &iname) const {
  size_t first = SIZE_MAX;
  for (int i : within.at(iname))
    for (size_t c = 1; c < insn(i).time.size() && c < first; c += 2)
      if (mentions(insn(i).time[c], iname))
        first = c;
  return first;
}

// By its bounds, by what the script asks for, by what it contains, as it was.
bool Builder::isOutside(const std::string &a, const std::string &b) const {
  if (std::optional<bool> asked = isAskedOutside(kernel, a, b))
    return *asked;
  if (within.at(a).size() != within.at(b).size())
    return within.at(a).size() > within.at(b).size();
  if (size_t x = timeComponent(a), y = timeComponent(b); x != y)
    return x < y;
  return isNamedFirst(a, b);
}

// Of loops that one was split into, the outer one comes first.
bool Builder::isNamedFirst(const std::string &a, const std::string &b) const {
  for (int i : within.at(a))
    if (insn(i).within(b))
      for (const std::string &iname : insn(i).inames)
        if (iname == a || iname == b)
          return iname == a;
  return a < b;
}

std::string
Builder::outermost(int instruction,
                   const std::vector<std::string> &opened) const {
  std::string result;
  for (const std::string &iname : hostLoops(instruction))
    if (!llvm::is_contained(opened, iname) &&
        (result.empty() || isOutside(iname, result)))
      result = iname;
  return result;
}

std::vector<HostNode>
Builder::build(const std::vector<int> &instructions,
               std::vector<std::string> opened) const {
  struct Item {
    std::vector<int64_t> position;
    std::string iname;
    std::vector<int> instructions;
  };
  std::vector<Item> items;
  std::map<std::string, size_t> loops;
  for (int i : instructions) {
    std::string iname = outermost(i, opened);
    if (iname.empty()) {
      items.push_back({textPosition(insn(i)), "", {i}});
      continue;
    }
    auto [known, isNew] = loops.try_emplace(iname, items.size());
    if (isNew)
      items.push_back({textPosition(insn(i)), iname, {}});
    Item &loop = items[known->second];
    loop.instructions.push_back(i);
    loop.position = std::min(loop.position, textPosition(insn(i)));
  }
  for (const auto &[iname, index] : loops)
    if (items[index].instructions.size() != within.at(iname).size())
      throw UserError("kernel '" + kernel.name + "': the loop over '" + iname +
                          "' is one of the host, because a global barrier "
                          "stands in it, but it cannot be nested with the "
                          "other loops of the host so that it is entered once; "
                          "duplicate_inames gives instructions a loop of "
                          "their own",
                      insn(items[index].instructions.front()).range);
  llvm::stable_sort(items, [](const Item &a, const Item &b) {
    return a.position < b.position;
  });

  std::vector<HostNode> result;
  bool isOpen = false; // does the last launch take more?
  for (const Item &item : items) {
    if (!item.iname.empty()) {
      HostNode loop;
      loop.iname = item.iname;
      std::vector<std::string> inside = opened;
      inside.push_back(item.iname);
      loop.children = build(item.instructions, inside);
      result.push_back(std::move(loop));
      isOpen = false;
      continue;
    }
    int index = item.instructions.front();
    if (isGlobalBarrier(insn(index))) {
      isOpen = false;
      continue;
    }
    if (!isOpen)
      result.emplace_back();
    result.back().instructions.push_back(index);
    isOpen = true;
  }
  return result;
}

HostTree::HostTree(const Kernel &kernel) {
  std::vector<int> all;
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    all.push_back(i);
  nodes = Builder(kernel).build(all, {});
  findPlaces(nodes, {});
}

void HostTree::findPlaces(const std::vector<HostNode> &body, HostPlace at) {
  at.positions.push_back(0);
  for (const HostNode &node : body) {
    HostPlace inside = at;
    if (!node.iname.empty()) {
      inside.loops.push_back(node.iname);
      findPlaces(node.children, inside);
    }
    for (int instruction : node.instructions)
      places[instruction] = at;
    ++at.positions.back();
  }
}
