// Data directives are the host's to execute: a kernel has none among its
// statements, nor among those that were inlined.
#ifndef LOOPYC_LIB_FRONTEND_DATAINKERNELS_H
#define LOOPYC_LIB_FRONTEND_DATAINKERNELS_H

#include "Program.h"
#include "loopyc/Source/DataDirective.h"
#include "loopyc/Support/ErrorList.h"

#include <map>
#include <vector>

namespace loopyc {
namespace frontend {

class DataInKernels {
public:
  DataInKernels(const Program &program, const Directives &others,
                std::vector<source::DataDirective> directives);

  bool any() const { return !directives.empty(); }
  // Errors: directives in marked regions, and those that each thread of a team
  // would execute.
  void check(ErrorList &errors) const;
  // Of a procedure that has some of its own, or has no loop in a file where
  // there are no others: nobody meant it for the device.
  std::optional<Diagnostic> whyOnHost(const Procedure &kernel) const;
  // Of one of these that has loops, where nothing marks what is a kernel.
  std::optional<Diagnostic> warningOf(const Procedure &kernel) const;
  // Behind which line loops should be marked if they are no host's: that of its
  // first data region, or any; none where other directives say what the host
  // does.
  std::optional<int> linesToMark(const Procedure &procedure) const;
  // Why it can be no kernel: a directive in a procedure that is inlined.
  std::optional<UserError> whyNotInlined(const Procedure &kernel);
  void requireNoneInlined(const Procedure &kernel) {
    if (std::optional<UserError> reason = whyNotInlined(kernel))
      throw UserError(*reason);
  }

private:
  void checkRegions(const source::DataDirective &directive,
                    ErrorList &errors) const;
  size_t numberOf(const Procedure &kernel) const;
  const source::DataDirective *directiveOf(size_t procedure) const;
  const source::DataDirective *directiveOf(const Procedure &kernel) const;
  std::vector<const source::DataDirective *>
  dataRegionsOf(const Procedure &procedure) const;
  const source::DataDirective *directiveElsewhere(const Procedure &procedure);

  const Program &program;
  bool isAlone; // is the file given for its data directives?
  std::vector<source::DataDirective> directives;
  // Of each, the innermost procedure around; none where it has no place.
  std::vector<std::optional<size_t>> owners;
  // Of other files, by their names.
  std::map<std::string, std::vector<source::DataDirective>> ofFiles;
};

// Why these lines could not be marked as a region.
std::optional<Diagnostic>
whyNoRegion(const std::vector<source::DataDirective> &directives,
            const LineSpan &lines);

} // namespace frontend
} // namespace loopyc

#endif
