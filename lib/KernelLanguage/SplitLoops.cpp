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
    std::optional<Set> pairs = meetings(kernel, write, read, indexing);
    if (!pairs)
      return;
    for (const std::string &iname : indexing)
      if (!pairs->intersect(PwAff::name(iname).ne(PwAff::name(primed(iname))))
               .isEmpty())
        result[{writer, reader}].insert(iname);
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
