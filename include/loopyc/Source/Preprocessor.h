// A C preprocessor for Fortran text, for lp.c_preprocess, stubs and --check. It
// leaves character constants and comments alone, but for `!$loopy` lines.
// Every line of the input is one line of the output.
#ifndef LOOPYC_SOURCE_PREPROCESSOR_H
#define LOOPYC_SOURCE_PREPROCESSOR_H

#include "loopyc/Source/Options.h"

#include <string>
#include <vector>

namespace loopyc {
namespace source {

struct MacroDefinition {
  std::string name, value;
};

// #define (also of macros with parameters), #undef, #if, #ifdef, #ifndef,
// #elif, #else, #endif, #error, #include of files that hold nothing but
// directives. Throws UserError at the line of what is wrong.
std::string preprocessText(const std::string &text, const std::string &fileName,
                           const std::vector<MacroDefinition> &macros,
                           const std::vector<std::string> &includeDirs);

// The same for a source that is compiled with these options, line by line. An
// #include of Fortran text gives the lines of the file in one string.
std::vector<std::string> preprocessLines(const std::string &text,
                                         const std::string &fileName,
                                         const Options &options);

} // namespace source
} // namespace loopyc

#endif
