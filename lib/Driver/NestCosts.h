// What a loop nest of a kernel does, counted for a report.
#ifndef LOOPYC_LIB_DRIVER_NESTCOSTS_H
#define LOOPYC_LIB_DRIVER_NESTCOSTS_H

#include "loopyc/Driver/Report.h"

#include <set>
#include <string>

namespace loopyc {
namespace driver {

class NestCounter {
public:
  // Counts nothing, and says why, where the kernel cannot be prepared.
  explicit NestCounter(const Kernel &kernel);

  // Of the instructions of these ids.
  NestCosts costs(const std::set<std::string> &ids) const;

private:
  Kernel kernel;
  std::string whyNot;
};

} // namespace driver
} // namespace loopyc

#endif
