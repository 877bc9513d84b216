#include "SplitLoops.h"

#include "ElementAccesses.h"

#include "loopyc/IR/SetNames.h"

using namespace loopyc;
using namespace loopyc::language;
using poly::PwAff;
using poly::Set;

namespace {

class Splitter {
public:
  Splitter(const Building &building, const Kernel &kernel)
      : building(building), kernel(kernel) {
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      statementOf[kernel.instructions[i].get()] = i;
  }

  SplitLoops run() {
    for (const ElementAccess &access : elementAccesses(kernel)) {
      VariablePtr var = kernel.findVariable(arrayOf(access));
      if (var->isTemporary())
        accesses[var->name].push_back(access);
    }
    for (const auto &[name, list] : accesses)
      for (const ElementAccess &write : list)
        for (const ElementAccess &read : list)
          if (write.isWrite && !read.isWrite && write.insn != read.insn)
            split(write, read);
    return result;
  }

private:
  static const std::string &arrayOf(const ElementAccess &access) {
    return access.reference.getIf<ArrayRef>()->name;
  }

  bool dependsOn(size_t later, size_t earlier) const {
    std::set<size_t> seen;
    std::vector<size_t> pending{later};
    while (!pending.empty()) {
      size_t at = pending.back();
      pending.pop_back();
      for (size_t next : building.statements[at].dependsOn)
        if (seen.insert(next).second)
          pending.push_back(next);
    }
    return seen.count(earlier) > 0;
  }

  void split(const ElementAccess &write, const ElementAccess &read) {
    size_t writer = statementOf.at(write.insn),
           reader = statementOf.at(read.insn);
    std::set<std::string> indexing;
    for (const std::string &iname : write.insn->inames)
      if (read.insn->within(iname) && mentions(write.reference, iname))
        indexing.insert(iname);
    if (indexing.empty() || !dependsOn(reader, writer))
      return;
    std::optional<Set> pairs = meeting(write, read, indexing);
    if (!pairs)
      return;
    for (const std::string &iname : indexing)
      if (!pairs->intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
               .isEmpty())
        result[{writer, reader}].insert(iname);
  }

  // { x -> x' : the read at x' finds what was written at x }, in equal
  // iterations of loops that do not tell elements apart.
  std::optional<Set> meeting(const ElementAccess &write,
                             const ElementAccess &read,
                             const std::set<std::string> &indexing) const {
    std::map<std::string, std::string> names;
    for (const std::string &name : read.domain.names())
      if (kernel.hasIname(name))
        names[name] = primed(name);
    const auto &from = write.reference.getIf<ArrayRef>()->subscripts;
    const auto &to = read.reference.getIf<ArrayRef>()->subscripts;
    Set pairs = write.domain.intersect(read.domain.rename(names));
    for (size_t a = 0; a < from.size(); ++a) {
      std::set<std::string> own, arrays;
      collectNames(to[a], own, arrays);
      Substitution other;
      for (const std::string &name : own)
        if (kernel.hasIname(name))
          other[name] = Expr::marked(name, Mark::Prime);
      auto x = affineIn(kernel, from[a]);
      auto y = affineIn(kernel, substitute(to[a], other));
      if (!x || !y)
        return std::nullopt;
      pairs = pairs.intersect(x->eq(*y));
    }
    for (const std::string &iname : write.insn->inames)
      if (read.insn->within(iname) && !indexing.count(iname))
        pairs =
            pairs.intersect(PwAff::name(iname).eq(PwAff::name(primed(iname))));
    return pairs;
  }

  const Building &building;
  const Kernel &kernel;
  std::map<const Instruction *, size_t> statementOf;
  std::map<std::string, std::vector<ElementAccess>> accesses;
  SplitLoops result;
};

} // namespace

SplitLoops language::splitLoops(const Building &building,
                                const Kernel &kernel) {
  for (const VariablePtr &temp : kernel.temporaries)
    if (!temp->isScalar())
      return Splitter(building, kernel).run();
  return {};
}
