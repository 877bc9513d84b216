// How Fortran text is to be read: form, preprocessing, search directories.
#ifndef LOOPYC_FRONTEND_OPTIONS_H
#define LOOPYC_FRONTEND_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

// -D NAME[=VALUE] (no value: 1) or, where `undefine`, -U NAME.
struct MacroOption {
  std::string name;
  std::string value = "1";
  bool undefine = false;
};

struct FortranOptions {
  // Unset: from the file name's suffix.
  std::optional<bool> freeForm;
  std::optional<bool> preprocess;
  std::vector<MacroOption> macros;      // in command-line order
  std::vector<std::string> includeDirs; // -I
  std::vector<std::string> moduleDirs;  // -J
  // Other files of the command line, in which modules may be defined.
  std::vector<std::string> otherFiles;
};

// gfortran's suffix rules: .f90 .f95 .f03 .f08 .floopy and no known suffix
// are free form; .f .for .ftn fixed form; a capital suffix, or .fpp, is
// preprocessed.
bool isFreeFormName(const std::string &fileName);
bool isPreprocessedName(const std::string &fileName);

} // namespace frontend
} // namespace loopyc

#endif
