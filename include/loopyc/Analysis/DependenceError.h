// What to say about a dependence that cannot be kept.
#ifndef LOOPYC_ANALYSIS_DEPENDENCEERROR_H
#define LOOPYC_ANALYSIS_DEPENDENCEERROR_H

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/Support/Diagnostic.h"

#include <string>

namespace loopyc {

// A located error about it: "writing u[i] ('insn_1') ..., for example from
// (i = 1) to (i = 2)". `pairs`: of the edge, those that cannot be kept; `scope`:
// of the add_nosync that asserts that it does not happen, "" if none helps.
UserError dependenceError(const std::string &problem, const Kernel &kernel,
                          DependenceGraph &graph, const DependenceEdge &edge,
                          const poly::Set &pairs, const std::string &remedy,
                          const std::string &scope = "");

// The same, where all that helps is known: it ends with `remedies`.
UserError conflictError(const std::string &problem, const Kernel &kernel,
                        DependenceGraph &graph, const DependenceEdge &edge,
                        const poly::Set &pairs, const std::string &remedies);

// What of it these say: "the flow dependence on 'u' from writing u[i] ('insn_1')
// to ..., for example from (i = 1) to (i = 2)".
std::string conflictStr(const Kernel &kernel, DependenceGraph &graph,
                        const DependenceEdge &edge, const poly::Set &pairs);

// Do some of the pairs certainly run and touch one element?
bool isShown(const Kernel &kernel, DependenceGraph &graph,
             const DependenceEdge &edge, const poly::Set &pairs);

} // namespace loopyc

#endif
