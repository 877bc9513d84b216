// The memory of a launch, and what is asked about each access to it.
#ifndef LOOPYC_LIB_VERIFY_DEVICE_H
#define LOOPYC_LIB_VERIFY_DEVICE_H

#include "Races.h"
#include "Statement.h"
#include "loopyc/Verify/Reference.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace loopyc {
namespace verify {

// A kernel's instances in reference order, by what they are.
class InstanceTable {
public:
  InstanceTable(const Kernel &kernel, const Trace &trace);

  // The instance of the scheduled instruction; -1: none.
  InstanceId find(const std::string &id,
                  const std::vector<int64_t> &inames) const;
  const Instruction &instruction(InstanceId instance) const;
  std::string str(InstanceId instance) const;
  // May the user have said that these two need no order?
  bool areAsserted(InstanceId a, InstanceId b) const;
  // Are both atomic updates, which may overlap if they are by one operation?
  bool areAtomic(InstanceId a, InstanceId b) const;
  // Does the second wait for what the first passes on?
  bool isPassedOn(InstanceId from, InstanceId to) const;

  // The instance's reads of what the kernel writes, in order; update: is it an
  // update of what it writes?
  size_t firstAccess(InstanceId instance) const { return first[instance]; }
  bool isUpdate(InstanceId instance) const { return updates[instance]; }

  const Kernel &kernel;
  const Trace &trace;

private:
  struct Hash {
    size_t operator()(const std::vector<int64_t> &values) const;
  };
  using Points = std::unordered_map<std::vector<int64_t>, InstanceId, Hash>;

  std::map<std::string, int> byId; // instructions
  std::vector<Points> points;      // by instruction
  std::vector<size_t> first;
  std::vector<bool> updates;
};

class Device : public Machine {
public:
  Device(const Layouts &layouts, int64_t items, const InstanceTable &table,
         bool checks);

  void beginGroup(); // fresh local and private memory
  // What follows is done by this work-item, as this instance (-1: none yet).
  void begin(const Moment &when, int64_t itemOfGroup);
  void beginInstance(InstanceId instance, const Statement &statement);

  Value load(int variable, const std::vector<int64_t> &subscripts) override;
  void store(int variable, const std::vector<int64_t> &subscripts,
             const Value &value) override;

  Memory &global() { return shared; }
  const InstanceTable &instances() const { return table; }
  // Was there a race that the user says is none?
  bool assertedRace = false;

private:
  Memory &memoryOf(int variable);
  bool checkWriter(int variable, const std::vector<int64_t> &subscripts,
                   InstanceId writer);
  void report(const std::string &what, int variable,
              const std::vector<int64_t> &subscripts, InstanceId other);

  const Layouts &layouts;
  const InstanceTable &table;
  bool checks;
  std::vector<int> traceVariable; // the trace's number for each variable
  std::vector<bool> isWritten;    // by the kernel as a whole
  Memory shared;
  std::optional<Memory> local;
  std::vector<Memory> own; // private memory, by item of the group
  int64_t items;
  RaceCheck races;
  Moment when;
  int64_t item = 0;
  InstanceId instance = -1;
  // Of the instance's statement, if it is an atomic update: the variable, and
  // the operation; else -1 and 0.
  int atomicTarget = -1, operation = 0;
  std::vector<size_t> matched; // accesses of the trace whose reads are done
};

} // namespace verify
} // namespace loopyc

#endif
