// Brute-force dependences: a walk over the accesses of each element.
//
//   w1  r2 r3  u4 u5  r6      write, reads, updates, read of one element:
//   w1 -> r2, w1 -> r3, {r2, r3} -> u4, {r2, r3} -> u5, u4 - u5, {u4, u5} -> r6
#include "loopyc/Verify/Reference.h"

#include <map>
#include <unordered_map>

using namespace loopyc;
using namespace loopyc::verify;

namespace {

class ElementHistory {
public:
  ElementHistory(int variable, int64_t element, std::vector<Conflict> &out)
      : variable(variable), element(element), out(out) {}

  void read(int instance) {
    for (int writer : writers)
      emit(Conflict::Kind::Flow, writer, instance);
    if (readers.empty() || readers.back() != instance)
      readers.push_back(instance);
  }

  void write(int instance) {
    emitAll(Conflict::Kind::Anti, readers, instance);
    if (readers.empty() || readers == std::vector<int>{instance})
      emitAll(Conflict::Kind::Output, writers, instance);
    readers.clear();
    writers = {instance};
    group = 0;
  }

  void update(int instance, int operation) {
    if (group != operation || !readers.empty()) {
      before = readers.empty() ? writers : readers;
      beforeKind =
          readers.empty() ? Conflict::Kind::Flow : Conflict::Kind::Anti;
      readers.clear();
      writers.clear();
      group = operation;
    } else {
      emit(Conflict::Kind::Update, writers.back(), instance);
    }
    emitAll(beforeKind, before, instance);
    writers.push_back(instance);
  }

private:
  void emit(Conflict::Kind kind, int source, int sink) {
    if (source != sink)
      out.push_back({kind, source, sink, variable, element});
  }
  void emitAll(Conflict::Kind kind, const std::vector<int> &sources, int sink) {
    for (int source : sources)
      emit(kind, source, sink);
  }

  int variable;
  int64_t element;
  std::vector<Conflict> &out;
  std::vector<int> writers; // of the value that is there: one, or updates
  std::vector<int> readers; // of that value
  int group = 0;            // the operation of these updates
  std::vector<int> before;  // what came before them
  Conflict::Kind beforeKind = Conflict::Kind::Flow;
};

} // namespace

std::vector<Conflict> verify::conflictsOf(const Trace &trace) {
  std::vector<Conflict> result;
  std::vector<std::unordered_map<int64_t, ElementHistory>> histories(
      trace.variables.size());
  for (const ElementAccess &access : trace.accesses) {
    ElementHistory &history = histories[access.variable]
                                  .try_emplace(access.element, access.variable,
                                               access.element, result)
                                  .first->second;
    if (access.update && access.write)
      history.update(access.instance, access.update);
    else if (access.write)
      history.write(access.instance);
    else if (!access.update)
      history.read(access.instance);
  }
  return result;
}
