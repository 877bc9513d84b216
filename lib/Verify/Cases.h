// Small inputs to run kernels on: sizes that the assumptions allow, and data.
#ifndef LOOPYC_LIB_VERIFY_CASES_H
#define LOOPYC_LIB_VERIFY_CASES_H

#include "Layout.h"
#include "loopyc/Verify/Contents.h"
#include "loopyc/Verify/Verify.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace verify {

class Cases {
public:
  explicit Cases(const VerifyInput &input);

  // How large the sizes are, from most to least telling.
  static constexpr int classes = 6;
  // In how many ways to try a class: some lead outside of arrays.
  int attempts() const;

  // Nothing where no sizes of this class are allowed.
  std::optional<Contents> make(int sizeClass, int attempt) const;

private:
  struct Argument {
    VariablePtr var;
    Substitution names; // of the original's names
  };

  void add(const Kernel &kernel, const ArgumentNames &names);
  void fix(const std::string &name, const std::string &value);
  std::optional<Sizes> chooseSizes(int sizeClass, int attempt) const;
  std::optional<int64_t> allowed(const poly::Set &left, const std::string &name,
                                 int64_t wanted) const;
  std::vector<int64_t> integersOf(const std::string &name, const Sizes &sizes,
                                  size_t count, int dataMode) const;
  ArgumentContents contentsOf(const std::string &name, const Argument &argument,
                              const Sizes &sizes, int64_t openExtent,
                              int dataMode) const;

  poly::Set assumptions;
  std::vector<std::string> sizeNames;     // in the order of the arguments
  std::map<std::string, bool> onlyExtent; // sizes that nothing else uses
  std::set<std::string> lowerBounds;      // of arrays, but not of loops
  Sizes fixed;
  std::map<std::string, Value> fixedValues; // of other scalars
  std::map<std::string, Argument> arguments;
  // What is asserted of index arrays (assert_map).
  std::map<std::string, std::shared_ptr<const MapFacts>> maps;
  bool hasIntegers = false; // integer arrays or integers that are written
};

} // namespace verify
} // namespace loopyc

#endif
