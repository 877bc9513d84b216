// What is precompiled for the units that include Flang.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_HEADERS_H
#define LOOPYC_LIB_FRONTEND_FLANG_HEADERS_H

#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/parsing.h"
#include "flang/Parser/provenance.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "flang/Semantics/type.h"
#include "flang/Support/default-kinds.h"

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Diagnostic.h"

#endif
