#include "loopyc/IR/ExternalFunction.h"

#include "loopyc/IR/Kernel.h"

#include <algorithm>

using namespace loopyc;

ExternalFunction::~ExternalFunction() = default;

static const std::string &nameOf(const ExternalCall &call) {
  return call.signature ? call.signature->nameInTarget : call.function->name;
}

bool ExternalCall::isLike(const ExternalCall &other) const {
  if (function->name != other.function->name || nameOf(*this) != nameOf(other))
    return false;
  if (!signature || !other.signature)
    return signature == other.signature;
  return signature->arguments == other.signature->arguments &&
         signature->result == other.signature->result;
}

const std::vector<Preamble> *
ExternalSignature::preamblesFor(const std::string &target) const {
  auto it = preambles.find(target);
  if (it == preambles.end())
    it = preambles.find("");
  return it == preambles.end() ? nullptr : &it->second;
}

static void addCalls(const Expr &e, std::vector<ExternalCall> &all) {
  if (e)
    walk(e, [&](const Expr &node) {
      const auto *call = node.getIf<ExternalCall>();
      if (call && std::none_of(all.begin(), all.end(),
                               [&](const ExternalCall &known) {
                                 return known.isLike(*call);
                               }))
        all.push_back(*call);
      return true;
    });
}

std::vector<ExternalCall> loopyc::externalCalls(const Kernel &kernel) {
  std::vector<ExternalCall> all;
  for (const InstructionPtr &insn : kernel.instructions) {
    for (const Expr &e : insn->reads())
      addCalls(e, all);
    for (const Predicate &predicate : insn->predicates)
      addCalls(predicate, all);
  }
  for (const SubstitutionRule &rule : kernel.rules)
    addCalls(rule.value, all);
  return all;
}
