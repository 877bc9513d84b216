// Which elements statements read and assign, by their literal subscripts: what
// text in between leaves as it is.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_REFERENCES_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_REFERENCES_H

#include "CFamily/Tree.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

// Scalars and elements that the expressions read.
std::vector<Expr> referencesIn(const std::vector<Expr> &expressions);
// May both be one element? Not if they are of different variables, or their
// literal subscripts differ.
bool mayMeet(const Expr &a, const Expr &b);
bool mayMeet(const std::vector<Expr> &references, const Expr &reference);
// What a statement assigns, where it stands.
std::vector<Expr> assigneesOf(const Execute &execute);
// Names of variables that are assigned anywhere in the block.
std::set<std::string> assignedIn(const Block &block);
// ... that occur in it at all, the former, too.
std::set<std::string> mentionedIn(const Block &block);

} // namespace codegen
} // namespace loopyc

#endif
