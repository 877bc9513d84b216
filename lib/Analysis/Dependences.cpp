#include "loopyc/Analysis/Dependences.h"

#include "loopyc/Analysis/DependenceGraph.h"

using namespace loopyc;

const char *loopyc::dependenceKindName(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::Flow: return "flow";
  case DependenceKind::Anti: return "anti";
  case DependenceKind::Output: return "output";
  case DependenceKind::Update: return "update";
  }
  return "";
}

std::vector<Dependence> loopyc::dependences(const Kernel &kernel) {
  DependenceGraph graph(kernel);
  std::vector<Dependence> result;
  for (const DependenceEdge &edge : graph.edges()) {
    Dependence dep;
    dep.kind = edge.kind;
    dep.source = edge.source;
    dep.sink = edge.sink;
    dep.variable = graph.accesses()[edge.sourceAccess].variable;
    dep.sourceAccess = graph.accesses()[edge.sourceAccess].reference;
    dep.sinkAccess = graph.accesses()[edge.sinkAccess].reference;
    dep.relation = graph.relation(edge);
    if (!dep.relation.isEmpty())
      result.push_back(std::move(dep));
  }
  return result;
}

// { [i] -> [i'] : ... } from the flat relation.
static std::string relationStr(const Kernel &kernel, const Dependence &dep) {
  poly::Names sinkNames;
  for (const std::string &iname : kernel.instructions[dep.sink]->inames)
    sinkNames.push_back(primed(iname));
  return dep.relation.relationStr(kernel.instructions[dep.source]->inames,
                                  sinkNames);
}

std::string loopyc::dependencesStr(const Kernel &kernel,
                                   const std::vector<Dependence> &deps) {
  std::string text;
  for (const Dependence &dep : deps) {
    std::string kind = dependenceKindName(dep.kind);
    kind.resize(6, ' ');
    text += kind + " " + kernel.instructions[dep.source]->id + " -> " +
            kernel.instructions[dep.sink]->id + "  " +
            dep.sourceAccess.str() + " -> " + dep.sinkAccess.str() + "  " +
            relationStr(kernel, dep) + "\n";
  }
  return text;
}
