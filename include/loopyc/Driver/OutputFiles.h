// Last stage of the flow: all outputs of a run, or none.
//
// Texts are collected in memory. commit() writes each to a temporary beside
// its destination and renames them only when every one is written; where
// anything fails, the destinations are as they were.
#ifndef LOOPYC_DRIVER_OUTPUTFILES_H
#define LOOPYC_DRIVER_OUTPUTFILES_H

#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace driver {

class OutputFiles {
public:
  OutputFiles() = default;
  // Makes the folder if it is missing, with those around it.
  explicit OutputFiles(std::string folder) : folder(std::move(folder)) {}

  // Throws UserError where another text has this path.
  void add(const std::string &path, std::string text);
  // The same, but renamed before all others: with a new depfile and old outputs
  // a killed run is repeated, with the opposite an import would go unseen.
  void addFirst(const std::string &path, std::string text);
  // Text for standard output, after all that was added before.
  void addToStandardOutput(const std::string &text);
  std::vector<std::string> paths() const;

  // Throws UserError that names the file and the system's reason.
  void commit();

private:
  struct File {
    std::string path, text;
  };
  void requireNew(const std::string &path) const;

  std::string folder; // "" if outputs go to where folders are
  std::vector<File> files;
  std::string standardOutput;
};

} // namespace driver
} // namespace loopyc

#endif
