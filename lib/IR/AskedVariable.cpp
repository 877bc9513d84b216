#include "loopyc/IR/AskedVariable.h"

using namespace loopyc;

std::string loopyc::askedVariable(const Origin &origin,
                                  const HiddenArgument &hidden) {
  // What is not associated with something may be so with another thing.
  if (hidden.value.kind != HostValue::Kind::IsPresent ||
      !hidden.value.nameInModule.empty())
    return "";
  std::string name = hidden.value.path.front();
  if (hidden.value.path.size() > 1) {
    name = "";
    for (const HiddenArgument &other : origin.hidden)
      if (other.value.isComponent() && other.value.path == hidden.value.path)
        name = other.variable->name;
  }
  auto renamed = origin.renamed.find(name);
  return renamed == origin.renamed.end() ? name : renamed->second;
}
