// A C preprocessor for Fortran text, for lp.c_preprocess. Every line of the
// input is one line of the output.
#ifndef LOOPYC_LIB_SCRIPT_CPREPROCESSOR_H
#define LOOPYC_LIB_SCRIPT_CPREPROCESSOR_H

#include <string>
#include <vector>

namespace loopyc {
namespace script {

struct MacroDefinition {
  std::string name, value;
};

// #define (also of macros with parameters), #undef, #if, #ifdef, #ifndef,
// #elif, #else, #endif, #error, #include of files that hold nothing but
// directives. Throws UserError at the line of what is wrong.
std::string preprocessText(const std::string &text, const std::string &fileName,
                           const std::vector<MacroDefinition> &macros,
                           const std::vector<std::string> &includeDirs);

} // namespace script
} // namespace loopyc

#endif
