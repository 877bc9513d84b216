#include "FortranHost/SameArrays.h"

using namespace loopyc;
using namespace loopyc::codegen;

std::vector<const OffloadArgument *>
codegen::writtenAs(const Kernel &kernel,
                   const std::vector<OffloadArgument> &all,
                   const OffloadArgument &read) {
  std::vector<const OffloadArgument *> result;
  if (!read.isArray() || !read.isUsed() || read.isWritten())
    return result;
  for (const SameArrays &pair : kernel.sameArrays)
    for (const OffloadArgument &other : all)
      if (pair.read == read.variable->name && other.isArray() &&
          other.isWritten() && pair.written == other.variable->name)
        result.push_back(&other);
  return result;
}

std::string
codegen::equalExtents(const OffloadArgument &a, const OffloadArgument &b,
                      const std::function<std::string(const Expr &)> &index) {
  const std::vector<Expr> &first = a.variable->declared.extents,
                          &second = b.variable->declared.extents;
  std::string text;
  for (size_t d = 0; d < first.size() && d < second.size(); ++d)
    if (first[d] && second[d] && index(first[d]) != index(second[d]))
      text += (text.empty() ? "" : " .and. ") + index(first[d]) +
              " == " + index(second[d]);
  return text;
}
