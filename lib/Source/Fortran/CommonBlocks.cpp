#include "loopyc/Source/Fortran/CommonBlocks.h"

#include "loopyc/Source/Fortran/Text.h"
#include "loopyc/Source/Language.h"

#include <map>

using namespace loopyc;

bool fortran::isOfCommonBlock(const HostValue &value) {
  return value.isOfModule() && value.module.front() == '/';
}

// Of a variable that nobody asks for: "loopyc_coef_2"; of the blank block,
// "loopyc_common_2".
static std::string filler(const std::string &block, size_t position) {
  std::string name = block.substr(1, block.size() - 2);
  return "loopyc_" + (name.empty() ? "common" : name) + "_" +
         std::to_string(position + 1);
}

std::vector<std::string> fortran::commonBlockDeclarations(
    const Origin &origin,
    const std::function<std::string(const HiddenArgument &)> &nameOf) {
  std::map<std::string, std::map<std::string, std::string>> named; // by place
  for (const HiddenArgument &hidden : origin.hidden)
    if (isOfCommonBlock(hidden.value))
      named[hidden.value.module][hidden.value.nameInModule] = nameOf(hidden);
  std::vector<std::string> result;
  if (!origin.constants)
    return result;
  for (const source::CommonBlock &block : origin.constants->commonBlocks) {
    auto known = named.find(block.name);
    if (known == named.end())
      continue;
    std::vector<std::string> members;
    for (size_t k = 0; k < block.members.size(); ++k) {
      auto own = known->second.find(std::to_string(k));
      members.push_back(own == known->second.end() ? filler(block.name, k)
                                                   : own->second);
      result.push_back(block.members[k].type + " :: " + members.back() +
                       block.members[k].shape);
    }
    result.push_back("common " + block.name + " " + commaJoined(members));
  }
  return result;
}
