// Which instructions come before which (seed 001, rules 2 and 3): what `dep`
// says, and the writer of a variable before its readers, where there is one.
#include "Builder.h"

#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Glob.h"

using namespace loopyc;
using namespace loopyc::language;

namespace {

class DependenceFinder {
public:
  explicit DependenceFinder(Building &building)
      : building(building), bounds(building) {
    for (size_t i = 0; i < building.statements.size(); ++i)
      for (const std::string &name : assigned(building.statements[i]))
        (isInitializer(i) ? initializers : writers)[name].insert(i);
  }

  void run() {
    for (size_t i = 0; i < building.statements.size(); ++i) {
      addSaid(i);
      if (!building.statements[i].text->attributes.onlyThese)
        addWriters(i);
      if (!isInitializer(i))
        addInitializers(i);
      if (building.source.isSequential && i > 0)
        building.statements[i].dependsOn.insert(i - 1);
    }
  }

private:
  bool isInitializer(size_t i) const {
    return !building.statements[i].text->initializes.empty();
  }

  // They come first, whoever reads or assigns.
  void addInitializers(size_t i) {
    if (initializers.empty())
      return;
    Statement &statement = building.statements[i];
    std::set<std::string> touched = readNames(building, *statement.text);
    touched.merge(bounds.of(statement));
    for (const std::string &name : assigned(statement))
      touched.insert(name);
    for (const std::string &name : touched)
      if (auto found = initializers.find(name); found != initializers.end())
        statement.dependsOn.insert(found->second.begin(), found->second.end());
  }

  static std::vector<std::string> assigned(const Statement &statement) {
    std::vector<std::string> names;
    if (const auto *a = std::get_if<AssignmentText>(&statement.text->value))
      for (const NodePtr &node : a->assignees)
        names.push_back(assignedName(*node));
    return names;
  }

  void addSaid(size_t i) {
    Statement &statement = building.statements[i];
    for (const Word &word : statement.text->attributes.dependsOn) {
      bool any = false;
      for (size_t other = 0; other < building.statements.size(); ++other)
        if (globMatches(word.text, building.statements[other].id)) {
          any = true;
          if (other != i)
            statement.dependsOn.insert(other);
        }
      if (any)
        continue;
      std::vector<std::string> ids;
      for (const Statement &other : building.statements)
        ids.push_back(other.id);
      statement.text->text->fail("no instruction has the id '" + word.text +
                                     "'" + suggestion(word.text, ids),
                                 word.span);
    }
  }

  void addWriters(size_t i) {
    Statement &statement = building.statements[i];
    std::set<std::string> read = readNames(building, *statement.text);
    read.merge(bounds.of(statement));
    for (const std::string &name : read) {
      auto found = writers.find(name);
      if (found == writers.end() || found->second.size() != 1)
        continue;
      const size_t writer = *found->second.begin();
      // As it is written, what comes later sets the next iteration's value.
      if (writer < i || (writer > i && !building.source.isSequential))
        statement.dependsOn.insert(writer);
    }
  }

  Building &building;
  const BoundNames bounds;
  // By variable.
  std::map<std::string, std::set<size_t>> writers, initializers;
};

} // namespace

void language::findDependences(Building &building) {
  DependenceFinder(building).run();
}
