// Sums of integer multiples of names, and conjunctions of conditions on them:
// the polyhedra that Cardinality.cpp takes apart.
#ifndef LOOPYC_LIB_POLY_LINEARFORM_H
#define LOOPYC_LIB_POLY_LINEARFORM_H

#include "loopyc/Poly/Set.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace poly {

// c0 + sum_k c_k * name_k
struct LinearForm {
  std::map<std::string, int64_t> terms; // no zero coefficients
  int64_t constant = 0;

  static LinearForm name(const std::string &name) { return {{{name, 1}}, 0}; }
  static LinearForm number(int64_t value) { return {{}, value}; }

  int64_t coefficient(const std::string &name) const;
  bool isConstant() const { return terms.empty(); }
  LinearForm without(const std::string &name) const;
  LinearForm substitute(const std::string &name, const LinearForm &by) const;

  // Throw UserError where 64 bits do not suffice.
  LinearForm operator+(const LinearForm &other) const;
  LinearForm operator-(const LinearForm &other) const;
  LinearForm operator*(int64_t factor) const;
  LinearForm operator+(int64_t value) const { return *this + number(value); }
  LinearForm operator-(int64_t value) const { return *this - number(value); }
  auto operator<=>(const LinearForm &other) const = default;
};

// { names : each equality = 0, each inequality >= 0 }
struct Polyhedron {
  std::vector<LinearForm> equalities, inequalities;

  void substitute(const std::string &name, const LinearForm &by);
  bool involves(const std::string &name) const;
  // Equalities that the inequalities imply found, redundant conditions left
  // out, in a fixed order. False if there is no integer point.
  bool simplify();
};

// The polyhedra of a union, disjoint. Integer divisions become names of their
// own, `division` and a number, tied by conditions so that each point has one
// value of them; `divisions` are these names.
struct LiftedPolyhedron {
  Polyhedron polyhedron;
  Names divisions;
};
std::vector<LiftedPolyhedron> liftedParts(const Set &set,
                                          const std::string &division);

// The operations of Support/Integers.h. Throw UserError where there is no
// result.
int64_t checkedAdd(int64_t a, int64_t b);
int64_t checkedMul(int64_t a, int64_t b);
int64_t floorDiv(int64_t value, int64_t divisor);
int64_t floorMod(int64_t value, int64_t divisor);

} // namespace poly
} // namespace loopyc

#endif
