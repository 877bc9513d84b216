// What a check program works on: the dummy arguments of the subroutines that a
// kernel stands for, each once, under the kernel's name for it.
#ifndef LOOPYC_LIB_CHECK_OBJECTS_H
#define LOOPYC_LIB_CHECK_OBJECTS_H

#include "loopyc/Check/Check.h"
#include "loopyc/Values/Evaluate.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Of sizes, by name.
using Values = poly::Point;
// { : the sizes have these values }
poly::Set atSizes(poly::Set set, const Values &sizes);
// What the kernel calls a dummy of the source.
std::string kernelName(const Origin &origin, const std::string &dummy);

struct Object {
  std::string name;                       // the kernel's
  VariablePtr dummy;                      // as declared in Fortran
  std::vector<Expr> extents, lowerBounds; // in the kernel's names
  bool written = false;                   // by the kernel
  bool output = false;                    // written and never read
  std::optional<double> value;            // fixed by the script or by --param
  std::optional<Expr> init; // --init: i0, i1, ... and integer parameters
  // An argument by value that is an element of it, which `init` says; "" if
  // there is none.
  std::string ofElement;
  // All such elements: their positions, from 0, in the kernel's names.
  struct Element {
    std::string name;
    std::vector<Expr> position;
  };
  std::vector<Element> elements;
  // Of an extent or lower bound that is an argument, what a declaration says,
  // in the kernel's names and others; null if nothing is said.
  Expr declared;
  // What makes its value undefined in the original (Origin::undefined), so that
  // it is not compared; "" if nothing does.
  std::string undefined;
  // What the script asserts of its values; null if nothing.
  std::shared_ptr<const MapFacts> map;
  // Does it choose the elements that a statement assigns, of which no two work
  // on one, as add_nosync and `do concurrent` say?
  bool choosesApart = false;
  // The 0 or 1 that says whether the caller passes it; "" for what it always
  // passes.
  std::string presence;
  // Is it such a 0 or 1?
  bool tellsPresence = false;
  // Is it compared as the sum that it is, rather than by a fixed tolerance?
  bool isPlainSum = false;

  bool isGiven() const { return value || init; }
  bool isArray() const { return !extents.empty(); }
  // Given by the sizes of a run.
  bool isSize() const {
    return !isArray() && !written && dummy->type.isInteger();
  }
};

// A call of the oracle: the objects that are its arguments, in order, and
// then those that are hidden: extents of assumed-shape arrays.
struct OriginCall {
  const Origin *origin;
  std::vector<int> objects;
};

// What rounding adds to the error of an object's values.
struct RoundingError {
  double relative = 0;
  double terms = 0; // of its sums, at most
  // What all values may be off by, besides, however small they are.
  double absolute = 0;
  // To this, by element (Magnitudes.h), in the objects' names; null: to the
  // values. Of what has no terms, it says how small a result may be that is
  // nothing but rounding.
  Expr magnitude;
  double ofTerms = 0; // what rounding makes of each term, relatively

  bool isOfSum() const { return magnitude && terms > 0; }
};

struct KernelObjects {
  std::vector<Object> objects;
  std::vector<OriginCall> calls; // in order
  std::string undefinedRun;      // Origin::undefinedRun
  // Of each object; empty: nothing is known.
  std::function<std::vector<RoundingError>(const Values &sizes)> rounding;

  const Object *find(const std::string &name) const;
};

// Why the original cannot tell whether the kernel is right; "" if it can.
std::string nothingToCompare(const KernelObjects &objects);
// What is not compared, and why; "" if all is.
std::string notCompared(const KernelObjects &objects);

// --param and --init of other names are left alone.
KernelObjects collectObjects(const ScheduledKernel &scheduled,
                             const CheckOptions &options);

// Throws UserError for --param and --init of what no kernel has.
void requireNamesKnown(const std::vector<KernelObjects> &kernels,
                       const CheckOptions &options);

} // namespace check
} // namespace loopyc

#endif
