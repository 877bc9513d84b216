// The modules below `loopy`: those that are here by Loo.py's names.
#ifndef LOOPYC_LIB_SCRIPT_LOOPYSUBMODULES_H
#define LOOPYC_LIB_SCRIPT_LOOPYSUBMODULES_H

namespace loopyc {
namespace script {

// Made when they are imported, or asked for as attributes.
void addLoopySubmodules();

} // namespace script
} // namespace loopyc

#endif
