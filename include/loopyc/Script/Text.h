// Texts in a script's arguments as the values that lib/Transform takes: a
// reader for each kind of text, in lib/Script/Text. (Tags of inames are read
// where their spellings stand, InameTag::parse; match queries by Match.h.)
//
// Names are those of the kernel, in any case where that is unique. Throws
// UserError for a text that is none of its kind; one in an expression shows the
// place.
#ifndef LOOPYC_SCRIPT_TEXT_H
#define LOOPYC_SCRIPT_TEXT_H

#include "loopyc/IR/NoSync.h"
#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Precompute.h"
#include "loopyc/Transform/Rules.h"

#include <map>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

// "a, b[i, j]" at the commas outside of brackets, blanks removed: a | b[i,j]
std::vector<std::string> splitAtCommas(const std::string &text);

// --- axes of arrays

// What is said of axes, "N0", "N1?" or names, for as many as the array has:
// where there are more, those that end in `?` are left out, the first of them
// first, until there are as many. The `?`s of the others are gone.
std::vector<std::string> forOwnAxes(const std::vector<std::string> &texts,
                                    const Variable &array);
// "N1", "N1:align:32", "stride:2*n", "vec", "sep", "c", "f"; "" leaves the tag.
AxisTagging readAxisTag(const std::string &text, const Kernel &kernel,
                        const Variable &array);
// Those for the array's own axes. Where others were left out, levels count from
// 0: N1, N2 are N0, N1.
std::vector<AxisTagging> readAxisTags(const std::vector<std::string> &texts,
                                      const Kernel &kernel,
                                      const Variable &array);
// By axis; those that end in `?` are for arrays that have the axis.
std::map<std::string, AxisTagging>
readAxisTags(const std::map<std::string, std::string> &texts,
             const Kernel &kernel, const Variable &array);
// "C" or "F", of the axes that one of the array's is split into.
AxisOrder readAxisOrder(const std::string &text, const Variable &array);

// --- expressions

// "a", "a[i, :]"
AccessPattern readAccessPattern(const std::string &text, const Kernel &kernel);
// ":" is the null expression. An iname that was split, joined or mapped stands
// for what it has become.
Expr readSubscript(const std::string &text, const Kernel &kernel);

// What buffer_array puts into the buffer, of "base", or brings back, of "base"
// and "buffer". `type`: the array's. "" is the null expression.
Expr readInitExpression(const std::string &text, const Kernel &kernel,
                        Type type);
Expr readStoreExpression(const std::string &text, const Kernel &kernel,
                         Type type);

// Of a kernel's values, an integer: "n + 1".
Expr readInteger(const std::string &text, const Kernel &kernel);

RuleTemplate readRuleTemplate(const std::string &text,
                              const std::vector<std::string> &parameters,
                              const Kernel &kernel);

// --- sets

// "n >= 1 and n mod 16 = 0", in the notation of ExprParser.h or of isl.
poly::Set readCondition(const std::string &text, const Kernel &kernel);

// "u = i + j": { [i, j, u] : u = i + j } for a new iname u, flat; of several
// all hold.
poly::Set readEquations(const std::vector<std::string> &texts,
                        const Kernel &kernel,
                        const std::vector<std::string> &newInames);

// --- words; `function` begins messages

AddressSpace readAddressSpace(const std::string &text, const char *function);
// But for "auto".
AddressSpace readKnownAddressSpace(const std::string &text,
                                   const char *function);
// "local", "global", "any"
NoSync readNoSync(const std::string &text, const char *function);

} // namespace script
} // namespace loopyc

#endif
