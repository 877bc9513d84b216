// Tables of constants: what is known of them from their values.
#ifndef LOOPYC_IR_TABLES_H
#define LOOPYC_IR_TABLES_H

#include "loopyc/IR/Array.h"

#include <memory>
#include <vector>

namespace loopyc {

// Of literals of the type, one for each element in the order of the declared
// axes, the last one fastest.
std::shared_ptr<const MapFacts> tableFacts(std::vector<Expr> values, Type type,
                                           size_t rank);

} // namespace loopyc

#endif
