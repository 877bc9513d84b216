#include "CPreprocessor.h"

std::string loopyc::script::preprocessText(const std::string &t,
                           const std::string &,
                           const std::vector<MacroDefinition> &,
                           const std::vector<std::string> &) { return t; }
