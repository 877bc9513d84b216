// How large are the terms that results are sums of?
//
//   do i = 1, n;  s = s + x(i)*y(i);  r(i) = s;  end do
//   r at i0:  largest(s) + (i0 + 1)*(largest(x)*largest(y))
//
// What rounding makes of a sum of n terms is at most about n u sum |x|, however
// much of them cancels, and in whatever order they are added. So errors are
// compared with a bound on that sum, up to the element in question.
#ifndef LOOPYC_LIB_CHECK_MAGNITUDES_H
#define LOOPYC_LIB_CHECK_MAGNITUDES_H

#include "Meetings.h"

#include "loopyc/Values/Interval.h"

#include <map>
#include <optional>
#include <string>

namespace loopyc {
namespace check {

// Of one kernel, as parsed, at given sizes.
class Magnitudes {
public:
  // `inputs`: the variables that have values before.
  Magnitudes(const Kernel &kernel, const Values &sizes, NameSet inputs);

  // Of the variable's element at i0, i1, ... after the kernel: a real
  // expression in these and in largest(...). Null where none is known: where
  // results are no sums and products by constants, sums have no end that we
  // see, or there is too much to look at.
  Expr of(const std::string &variable);

private:
  // Where a value is used: with these values of inames, others having any.
  using Place = std::map<std::string, Expr>;

  Expr initial(const std::string &variable) const;
  Expr read(const std::string &variable, const Place &place);
  Expr assigned(const std::string &variable,
                const std::function<Place(const Instruction &)> &placeOf);
  Expr written(const Instruction &writer, const std::string &variable,
               const Place &place);
  Expr ofUpdate(const Instruction &writer, const Update &update,
                const Place &place);
  Expr growth(const Instruction &writer, const Expr &factor,
              const NameSet &equal, const Place &place);
  NameSet separate(const Instruction &writer);
  Place placeOfElement(const Instruction &writer);
  Expr ofAssignment(const Instruction &writer, const std::string &variable,
                    const Place &place);
  Expr bound(const Expr &e, const Place &place);
  Expr boundOfCall(const Call &call, const Place &place);
  Expr boundOfOperation(const Binary &binary, Type type, const Place &place);
  Expr iterations(const Instruction &writer, const NameSet &equal,
                  const Place &place);
  bool startsAnew(const Instruction &writer, const std::string &iname) const;
  std::optional<Interval> range(const std::string &iname);
  std::optional<double> constant(const Expr &e) const;

  const Kernel &kernel;
  const Writers writers;
  const Meetings meetings;
  Values sizes;
  NameSet inputs, inProgress;
  int steps = 0; // of what is asked for
  std::map<std::string, Interval> ranges;
  std::map<const Instruction *, NameSet> separateInames;
};

// The name that stands for the largest magnitude among an argument's elements,
// and the argument that it stands for; "" for another name.
std::string largestName(const std::string &argument);
std::string argumentOfLargest(const std::string &name);

} // namespace check
} // namespace loopyc

#endif
