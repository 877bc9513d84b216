// A C preprocessor for Fortran text, for lp.c_preprocess and stubs. Every line of the
// input is one line of the output.
#ifndef LOOPYC_FRONTEND_CPREPROCESSOR_H
#define LOOPYC_FRONTEND_CPREPROCESSOR_H

#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

struct MacroDefinition {
  std::string name, value;
};

// #define (also of macros with parameters), #undef, #if, #ifdef, #ifndef,
// #elif, #else, #endif, #error, #include of files that hold nothing but
// directives. Throws UserError at the line of what is wrong.
std::string preprocessText(const std::string &text, const std::string &fileName,
                           const std::vector<MacroDefinition> &macros,
                           const std::vector<std::string> &includeDirs);

} // namespace frontend
} // namespace loopyc

#endif
