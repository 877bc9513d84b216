// The public names of Loo.py 2025.2 and what scripts find in their place: the
// page docs/loopy-names.md, and the errors of names that are absent.
#ifndef LOOPYC_LIB_SCRIPT_LOOPYNAMES_H
#define LOOPYC_LIB_SCRIPT_LOOPYNAMES_H

#include <string>
#include <vector>

namespace loopyc {
namespace script {

struct LoopyName {
  enum Status { Same, Differs, Absent } status;
  const char *name;
  const char *note; // how it differs; of one that is absent, what to do instead
};

const std::vector<LoopyName> &loopyNames();

// "lp.CTarget is not in this loopyc: --target says it"
std::string absenceText(const LoopyName &name);

// The page.
std::string loopyNamesPage();

} // namespace script
} // namespace loopyc

#endif
