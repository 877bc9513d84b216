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

#include "Objects.h"

#include "loopyc/IR/DomainIndex.h"
#include "loopyc/Values/Interval.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace loopyc {
namespace check {

// Of one kernel, as parsed, at given sizes.
class Magnitudes {
public:
  // `inputs`: the variables that have values before.
  Magnitudes(const Kernel &kernel, const Values &sizes,
             std::set<std::string> inputs);

  // Of the variable's element at i0, i1, ... after the kernel: a real
  // expression in these and in largest(...). Null where none is known: where
  // results are no sums and products by constants, or sums have no end that we
  // see.
  Expr of(const std::string &variable);

private:
  // Where a value is used: with these values of inames, others having any.
  using Place = std::map<std::string, Expr>;

  Expr initial(const std::string &variable) const;
  Expr read(const std::string &variable, const Place &place);
  Expr with(const Expr &before, const Instruction &writer,
            const std::string &variable, const Place &place);
  Expr written(const Instruction &writer, const std::string &variable,
               const Place &place);
  Expr ofUpdate(const Instruction &writer, const Update &update,
                const Place &place);
  Expr growth(const Instruction &writer, const Expr &factor,
              const std::set<std::string> &equal, const Place &place);
  std::set<std::string> separate(const Instruction &writer,
                                 const Update &update) const;
  Expr ofAssignment(const Instruction &writer, const std::string &variable,
                    const Place &place);
  Expr bound(const Expr &e, const Place &place);
  Expr boundOfCall(const Call &call, const Place &place);
  Expr iterations(const Instruction &writer, const std::set<std::string> &equal,
                  const Place &place);
  bool startsAnew(const Instruction &writer, const std::string &iname) const;
  std::optional<Interval> range(const std::string &iname);
  std::optional<double> constant(const Expr &e) const;

  const Kernel &kernel;
  DomainIndex domains;
  Values sizes;
  std::set<std::string> inputs, inProgress;
  int steps = 0;
  std::map<std::string, Interval> ranges;
};

// The name that stands for the largest magnitude among an argument's elements,
// and the argument that it stands for; "" for another name.
std::string largestName(const std::string &argument);
std::string argumentOfLargest(const std::string &name);

} // namespace check
} // namespace loopyc

#endif
