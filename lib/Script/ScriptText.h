// Running the text of a script.
#ifndef LOOPYC_LIB_SCRIPT_SCRIPTTEXT_H
#define LOOPYC_LIB_SCRIPT_SCRIPTTEXT_H

#include "loopyc/Script/ScriptRunner.h"

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

// What every script finds: lp, np, SOURCE, FILENAME.
pybind11::dict scriptGlobals(const std::string &source,
                             const std::string &fileName);

// Runs the text; its exceptions come through.
void execute(const ScriptText &script, pybind11::dict &globals);

// While it lives, the script of this source runs. A second one of the same
// source inside it would never end: UserError.
class SourceInProgress {
public:
  SourceInProgress(const std::string &source, const std::string &fileName);
  ~SourceInProgress();
  SourceInProgress(const SourceInProgress &) = delete;
};

} // namespace script
} // namespace loopyc

#endif
