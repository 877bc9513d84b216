// Kernels of the kernel language made anew with other domains, instructions or
// data: the way of scripts to transformations of their own. What comes out is
// read, typed and proved as any kernel, and is what --check compares with.
#ifndef LOOPYC_LIB_SCRIPT_REMAKE_H
#define LOOPYC_LIB_SCRIPT_REMAKE_H

#include "InstructionParts.h"
#include "Recipe.h"

#include <functional>

namespace loopyc {
namespace script {

// By instruction, what no text says: which were one, whose iterations have an
// order, and when they run (loopyc/IR/PartMark.h).
struct PartMarks {
  std::map<std::string, std::set<std::string>> marks;
  std::map<std::string, ReferenceTime> formerTimes;
};

PartMarks partsOfOne(const Kernel &kernel);

struct Remake {
  std::string name;
  std::vector<std::string> domains, rules, instructions;
  std::vector<language::Declaration> data;
  std::string assumptions; // a set; "" for none
  PartMarks parts;
};

// "f(x) := x*x", of each rule.
std::vector<std::string> ruleTexts(const Kernel &kernel);

// The kernel as it is. Throws UserError, by this function's name, for one that
// is no kernel of the language, or has a layout that no text says.
Remake remakeOf(const KernelHandle &handle, const char *function);
// As if it had been written so.
language::KernelSource sourceOf(const language::KernelSource &before,
                                const Remake &changed);
// With the tags, priorities and options that the kernel had.
KernelHandle remade(const KernelHandle &before, const Remake &changed,
                    const char *function);

// LoopKernel.copy(domains=..., instructions=..., ...)
KernelHandle copiedWith(const KernelHandle &handle,
                        const pybind11::kwargs &changes);

} // namespace script
} // namespace loopyc

#endif
