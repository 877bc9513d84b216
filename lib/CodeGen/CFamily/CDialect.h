// C11: of kernels that a processor runs, and of launchers.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_CDIALECT_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_CDIALECT_H

#include "CFamily/Dialect.h"

namespace loopyc {
namespace codegen {

const Dialect &cDialect();

} // namespace codegen
} // namespace loopyc

#endif
