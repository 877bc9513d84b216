// Extremum values that are found by comparison, with the place where each is.
//
//   c = a[i] < m
//   if c: m = a[i]
//   if c: at = i + 1; x = b[i]
#ifndef LOOPYC_LIB_LOWER_REDUCTIONS_FINDEXTREMA_H
#define LOOPYC_LIB_LOWER_REDUCTIONS_FINDEXTREMA_H

#include "loopyc/IR/Kernel.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// Of the variable or array; "" of another expression.
std::string nameOf(const Expr &reference);

// By variable: the instructions that assign or read it, or are in loops that it
// bounds.
using VariableUsers = std::map<std::string, std::vector<size_t>>;

// Instructions by their indices.
struct Extremum {
  size_t condition = 0;       // c = v < m
  size_t setter = 0;          // if c: m = v
  std::vector<size_t> places; // if c: at = i + 1; in reference order
  bool isMax = false;
  // Of equal values: with <= and >= the last one, else the first.
  bool lastWins = false;

  std::vector<size_t> members() const;
};

// The extremum that the instruction sets; nullopt if it sets none, and then
// `why`, where it looks like one.
std::optional<Extremum> findExtremum(const Kernel &kernel,
                                     const VariableUsers &users, size_t setter,
                                     std::string &why);

// The instruction that sets what the instruction's condition compares, or what
// its result is compared with.
std::optional<size_t> setterFor(const Kernel &kernel,
                                const VariableUsers &users, size_t instruction);

} // namespace loopyc

#endif
