// Statements in C that compute temporaries from values. What they read is
// passed, what they assign is what they return:
//
//   float32 x = c_code(i, a) {{ x = a > 0 ? sqrtf(a) : i; }}
//     ->  x = knl_insn_x(i, a)
//
//   float knl_insn_x(int i, float a) { float x = 0; { x = ...; } return x; }
//
// So that no proof has to look into them.
#ifndef LOOPYC_KERNELLANGUAGE_CODEBLOCK_H
#define LOOPYC_KERNELLANGUAGE_CODEBLOCK_H

#include "loopyc/IR/ExternalFunction.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace language {

struct CodeBlock {
  std::vector<std::string> inputs;  // what the code calls them
  std::vector<std::string> results; // temporaries
  std::string code;
};

// C's name of an integer or real type, for the target's kernels.
std::string typeInC(Type type, const std::string &target);

// The function that computes one result. `types` has those of all: integers and
// real numbers.
ExternalFunctionPtr codeBlockFunction(const std::string &name,
                                      const CodeBlock &block,
                                      const std::map<std::string, Type> &types,
                                      const std::string &result);

} // namespace language
} // namespace loopyc

#endif
