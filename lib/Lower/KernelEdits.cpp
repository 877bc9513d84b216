#include "KernelEdits.h"

#include "loopyc/Support/Diagnostic.h"

#include <map>
#include <utility>

using namespace loopyc;

size_t loopyc::indexOf(const Kernel &kernel, const std::string &id) {
  for (size_t i = 0; i < kernel.instructions.size(); ++i)
    if (kernel.instructions[i]->id == id)
      return i;
  throw InternalError("kernel '" + kernel.name + "' has no instruction '" + id +
                      "' any more");
}

std::vector<int> loopyc::placesOf(const Kernel &kernel,
                                  const std::vector<std::string> &ids) {
  std::vector<int> result;
  for (const std::string &id : ids)
    result.push_back(static_cast<int>(indexOf(kernel, id)));
  return result;
}

void loopyc::insertAt(Kernel &kernel, size_t at, Instruction insn) {
  kernel.instructions.insert(
      kernel.instructions.begin() + static_cast<int64_t>(at),
      std::make_shared<const Instruction>(std::move(insn)));
}

std::vector<std::string>
loopyc::addInames(Kernel &kernel, const std::vector<std::string> &bases,
                  const poly::Set &domain, const std::vector<InameTag> &tags) {
  std::vector<std::string> inames;
  std::map<std::string, std::string> names;
  for (size_t i = 0; i < bases.size(); ++i) {
    inames.push_back(names[bases[i]] = kernel.freshName(bases[i]));
    if (!tags[i].isPlain())
      kernel.inameTags[inames.back()] = tags[i];
  }
  kernel.domains.push_back(domain.flat().rename(names).withDims(inames));
  return inames;
}

std::string loopyc::addTemporary(Kernel &kernel, const std::string &base,
                                 Type type, AddressSpace space,
                                 std::vector<Axis> axes,
                                 const SourceRange &range) {
  Variable var;
  var.name = kernel.freshName(base);
  var.type = type;
  var.kind = VariableKind::Temporary;
  var.space = space;
  int level = 0;
  for (Axis &axis : axes)
    if (auto *nested = std::get_if<NestedAxis>(&axis.tag))
      nested->level = level++;
  var.axes = std::move(axes);
  var.range = range;
  kernel.temporaries.push_back(std::make_shared<const Variable>(var));
  return var.name;
}
