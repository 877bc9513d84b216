// How source text is to be read: form, preprocessing, search directories.
#ifndef LOOPYC_SOURCE_OPTIONS_H
#define LOOPYC_SOURCE_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace source {

// -D NAME[=VALUE] (no value: 1) or, where `undefine`, -U NAME.
struct MacroOption {
  std::string name;
  std::string value = "1";
  bool undefine = false;
};

struct Options {
  // Unset: from the file name's suffix.
  std::optional<bool> freeForm;
  std::optional<bool> preprocess;
  // Lines with the sentinel `!$` are statements, and _OPENMP is defined.
  bool openmp = false;
  std::vector<MacroOption> macros;      // in command-line order
  std::vector<std::string> includeDirs; // -I
  std::vector<std::string> moduleDirs;  // -J
  // Other files of the command line, in which modules may be defined.
  std::vector<std::string> otherFiles;
};

} // namespace source
} // namespace loopyc

#endif
