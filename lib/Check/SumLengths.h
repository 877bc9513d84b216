// How many terms results are sums of: rounding errors grow with that.
#ifndef LOOPYC_LIB_CHECK_SUMLENGTHS_H
#define LOOPYC_LIB_CHECK_SUMLENGTHS_H

#include "Objects.h"
#include "Writers.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace check {

// Of one kernel, as parsed: the updates x = x + e and x = x*e in it, and what
// flows where, by names.
class SumLengths {
public:
  explicit SumLengths(const Kernel &kernel);

  // At most this many terms, of all sums that values of a variable are made of,
  // by variable; sums whose loops have bounds that data give are left out.
  std::map<std::string, double> terms(const Values &sizes) const;
  // Is the variable nothing but a sum of expressions in the kernel's inputs?
  bool isPlainSum(const std::string &variable) const;

private:
  const Kernel &kernel;
  Writers writers;
  // Of what is assigned: what flows into it at once, and from anywhere.
  std::map<std::string, NameSet> reads, sources;
};

// The largest relative error that rounding makes of a plain sum, or adds to
// that of another result; u: the unit roundoff.
//   n terms, in any order:  |error| <= lambda sqrt(n) u sum |x|
// but for a probability of 2 exp(-lambda^2/2) for each term (N. J. Higham and
// T. Mary, A new approach to probabilistic rounding error analysis, 2019); both
// sides have such an error.
double roundingOfSum(double terms, bool isPlain, double unitRoundoff);

// What evaluating terms in another way may make of them, in units of rounding.
constexpr double roundingOfTerms = 256;

// The objects are compared by that: by the kernels that their origins were
// parsed to, which must outlive them.
void compareSumsByLength(KernelObjects &objects,
                         const std::vector<Kernel> &originals);

} // namespace check
} // namespace loopyc

#endif
