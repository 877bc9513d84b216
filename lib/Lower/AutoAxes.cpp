#include "AutoAxes.h"

#include "AddressSpaces.h"
#include "Mapping/UnitStrides.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Integers.h"
#include "loopyc/Transform/Inames.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace loopyc;
using poly::Set;

namespace {

class AutoAxes {
public:
  explicit AutoAxes(Kernel kernel) : kernel(std::move(kernel)) {}

  Kernel run() {
    std::vector<std::string> open;
    for (const std::string &iname : kernel.inames()) {
      InameTag tag = kernel.tagOf(iname);
      if (tag.isOpen())
        open.push_back(iname);
      else if (tag.isLocal())
        if (auto length = constantLength(iname))
          sizes[tag.axis] = std::max(sizes[tag.axis], *length);
    }
    for (const std::vector<std::string> &together : groupsOf(open))
      if (!flatten(together))
        assign(together);
    return std::move(kernel);
  }

private:
  // The number of values of an iname over all iterations around it.
  std::optional<int64_t> constantLength(const std::string &iname) const {
    std::vector<std::string> around{iname};
    for (size_t i = 0; i < around.size(); ++i)
      if (int d = kernel.domainOf(around[i]); d >= 0)
        for (const std::string &name : kernel.domains[d].names())
          if (kernel.hasIname(name) &&
              std::find(around.begin(), around.end(), name) == around.end())
            around.push_back(name);
    Set range =
        domainOf(kernel, around).flat().intersect(kernel.assumptions);
    auto low = range.minConst(iname), high = range.maxConst(iname);
    if (!low || !high)
      return std::nullopt;
    return *high - *low + 1;
  }

  std::set<int> axesAround(const std::string &iname) const {
    std::set<int> taken;
    for (const InstructionPtr &insn : kernel.instructions)
      if (insn->within(iname))
        for (const std::string &other : insn->inames)
          if (InameTag tag = kernel.tagOf(other);
              tag.isLocal())
            taken.insert(tag.axis);
    return taken;
  }

  std::vector<int> usersOf(const std::string &iname) const {
    std::vector<int> users;
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      if (kernel.instructions[i]->within(iname))
        users.push_back(static_cast<int>(i));
    return users;
  }

  // Those around the same instructions.
  std::vector<std::vector<std::string>>
  groupsOf(const std::vector<std::string> &open) const {
    std::vector<std::vector<std::string>> groups;
    std::map<std::vector<int>, size_t> known;
    for (const std::string &iname : open) {
      auto [at, isNew] = known.try_emplace(usersOf(iname), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[at->second].push_back(iname);
    }
    return groups;
  }

  static int64_t rounds(int64_t length, int64_t items) {
    return (length + items - 1) / items;
  }

  // How often work-items do something where each iname has an axis.
  int64_t roundsByAxis(const std::vector<int64_t> &lengths,
                       const std::vector<int> &axes) const {
    int64_t result = 1;
    for (size_t i = 0; i < lengths.size(); ++i)
      result *= i < axes.size() ? rounds(lengths[i], sizes.at(axes[i]))
                                : lengths[i];
    return result;
  }

  // From the slowest to the one that walks through memory element by element.
  std::vector<std::string>
  inOrder(const std::vector<std::string> &inames) const {
    LoopNest nest;
    nest.instructions = usersOf(inames.front());
    size_t best = 0;
    for (size_t i = 1; i < inames.size(); ++i)
      if (unitStrideBytes(kernel, nest, inames[i]) >
          unitStrideBytes(kernel, nest, inames[best]))
        best = i;
    std::vector<std::string> order;
    for (size_t i = inames.size(); i-- > 0;)
      if (i != best)
        order.push_back(inames[i]);
    order.push_back(inames[best]);
    return order;
  }

  //   for x < 18: for y < 18  on 16 by 16 work-items
  //     ->  for xy < 324: x = xy mod 18, y = xy // 18, xy = lid + 256*round
  // where the work-items are done in fewer rounds so.
  bool flatten(const std::vector<std::string> &inames) {
    std::set<int> taken = axesAround(inames.front());
    std::vector<int> axes;
    int64_t items = 1;
    for (const auto &[axis, size] : sizes)
      if (!taken.count(axis) && size >= 2) {
        axes.push_back(axis);
        items *= size;
      }
    std::vector<int64_t> lengths;
    std::optional<int64_t> points = 1;
    for (const std::string &iname : inames) {
      auto length = constantLength(iname);
      points = length && points ? integers::product(*points, *length)
                                : std::nullopt;
      lengths.push_back(length.value_or(0));
    }
    if (axes.empty() || !points || *points > INT32_MAX ||
        rounds(*points, items) >= roundsByAxis(lengths, axes) ||
        isPrivate(inames))
      return false;
    const Kernel before = kernel;
    try {
      spread(inames, *points, items, axes);
    } catch (const UserError &) { // ranges that cannot be joined
      kernel = before;
      return false;
    }
    return true;
  }

  // Axis by axis, does each work-item keep to values of its own?
  bool isPrivate(const std::vector<std::string> &inames) const {
    std::set<std::string> names;
    for (int user : usersOf(inames.front())) {
      const Instruction &insn = *kernel.instructions[user];
      std::set<std::string> scalars;
      for (const std::vector<Expr> &list : {insn.assignees(), insn.values()})
        for (const Expr &e : list)
          collectNames(e, scalars, names);
      names.insert(scalars.begin(), scalars.end());
    }
    auto isOpen = [&](const std::string &name) {
      VariablePtr var = kernel.findVariable(name);
      return var && var->isTemporary() && var->space == AddressSpace::Auto;
    };
    if (std::none_of(names.begin(), names.end(), isOpen))
      return false;
    AutoAxes byAxis(*this);
    for (const std::string &iname : kernel.inames())
      if (kernel.tagOf(iname).isOpen())
        byAxis.assign(iname);
    try {
      const Kernel placed = placeTemporaries(byAxis.kernel);
      return std::any_of(names.begin(), names.end(), [&](const auto &name) {
        return isOpen(name) &&
               placed.findVariable(name)->space == AddressSpace::Private;
      });
    } catch (const UserError &) { // said when it is scheduled
      return true;
    }
  }

  void spread(const std::vector<std::string> &inames, int64_t points,
              int64_t items, const std::vector<int> &axes) {
    for (const std::string &iname : inames)
      kernel.inameTags.erase(iname);
    std::vector<std::string> order = inOrder(inames);
    std::string rest = order.front();
    if (order.size() > 1) {
      rest = kernel.freshName(order.back() + "_flat");
      kernel = joinInames(kernel, order, rest);
    }
    if (points > items) {
      SplitOptions options;
      options.innerIname = kernel.freshName(rest + "_item");
      kernel = splitIname(kernel, rest, items, options);
      rest = options.innerIname;
      points = items;
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      InameTag tag{InameTagKind::Local, axes[i]};
      int64_t size = sizes.at(axes[i]);
      if (points <= size || i + 1 == axes.size()) {
        kernel.inameTags[rest] = tag;
        return;
      }
      SplitOptions options;
      options.outerIname = kernel.freshName(rest + "_outer");
      options.innerTag = tag;
      kernel = splitIname(kernel, rest, size, options);
      rest = options.outerIname;
      points = rounds(points, size);
    }
  }

  // The iname that walks through memory element by element first, as work-items
  // that are neighbours along the first axis had better read neighbours; not
  // where more rounds come of it, or where values would leave their work-item.
  std::vector<std::string>
  byStride(const std::vector<std::string> &inames) const {
    std::vector<std::string> order = inOrder(inames);
    std::vector<std::string> result{order.back()};
    for (const std::string &iname : inames)
      if (iname != order.back())
        result.push_back(iname);
    std::vector<int> axes;
    std::set<int> taken = axesAround(inames.front());
    for (const auto &[axis, size] : sizes)
      if (!taken.count(axis) && size >= 2)
        axes.push_back(axis);
    auto roundsOf = [&](const std::vector<std::string> &list) {
      std::vector<int64_t> lengths;
      for (const std::string &iname : list)
        lengths.push_back(constantLength(iname).value_or(0));
      return roundsByAxis(lengths, axes);
    };
    return result == inames || roundsOf(result) > roundsOf(inames) ||
                   isPrivate(inames)
               ? inames
               : result;
  }

  void assign(const std::vector<std::string> &inames) {
    for (const std::string &iname : byStride(inames))
      assign(iname);
  }

  void assign(const std::string &iname) {
    kernel.inameTags.erase(iname);
    std::set<int> taken = axesAround(iname);
    for (const auto &[axis, size] : sizes) {
      if (taken.count(axis) || size < 2)
        continue;
      InameTag tag{InameTagKind::Local, axis};
      auto length = constantLength(iname);
      if (length && *length <= size) {
        kernel.inameTags[iname] = tag;
      } else {
        SplitOptions options;
        options.innerTag = tag;
        kernel = splitIname(kernel, iname, size, options);
      }
      return;
    }
  }

  Kernel kernel;
  std::map<int, int64_t> sizes; // of the local axes
};

} // namespace

Kernel loopyc::resolveAutoAxes(const Kernel &kernel) {
  return AutoAxes(kernel).run();
}
