#include "loopyc/Driver/OutputFiles.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace loopyc;
using namespace loopyc::driver;

namespace {

// Signals wait until the outputs are complete: none of the temporaries stays
// behind, and no half of a set of outputs is ever seen.
class SignalsHeld {
public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
      sigaddset(&held, signal);
    sigprocmask(SIG_BLOCK, &held, &before);
  }
  ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

[[noreturn]] void cannotWrite(const std::string &path, int error) {
  std::string folder = llvm::sys::path::parent_path(path).str();
  throw UserError("cannot write output file '" + path +
                  "': " + llvm::sys::StrError(error) +
                  (error == ENOENT && !folder.empty()
                       ? "; make the folder '" + folder + "' before"
                       : ""));
}

// Returns 0 or the error.
int writeAll(int fd, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t n = write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return errno;
    text = text.drop_front(n);
  }
  return 0;
}

int writeNew(int fd, const std::string &text) {
  int error = writeAll(fd, text);
  if (close(fd) != 0 && !error)
    error = errno;
  return error;
}

bool hasText(const std::string &path, const std::string &text) {
  auto there = llvm::MemoryBuffer::getFile(path);
  return there && (*there)->getBuffer() == text;
}

// A destination that is renamed into place; undone unless kept. One that holds
// the text already becomes new for build tools, which compare times, and is
// left alone else: to free what a file occupied takes some file systems as long
// as a short translation.
class PendingFile {
public:
  explicit PendingFile(std::string path) : path(std::move(path)) {}
  PendingFile(PendingFile &&other) noexcept
      : path(std::move(other.path)), temporary(std::move(other.temporary)),
        backup(std::move(other.backup)), replaced(other.replaced),
        unchanged(other.unchanged) {
    other.temporary.clear();
    other.backup.clear();
    other.replaced = false;
  }
  ~PendingFile() {
    if (!temporary.empty())
      unlink(temporary.c_str());
    if (replaced && backup.empty())
      unlink(path.c_str());
    else if (replaced)
      rename(backup.c_str(), path.c_str());
    else if (!backup.empty())
      unlink(backup.c_str());
  }

  void write(const std::string &text) {
    struct stat old;
    bool exists = stat(path.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
      cannotWrite(path, EISDIR);
    if (exists && access(path.c_str(), W_OK) != 0)
      cannotWrite(path, errno);
    unchanged = exists && uint64_t(old.st_size) == text.size() &&
                hasText(path, text);
    if (unchanged)
      return;
    std::string name = path + ".XXXXXX";
    int fd = mkstemp(name.data());
    if (fd < 0)
      cannotWrite(path, errno);
    temporary = name;
    fchmod(fd, exists ? old.st_mode & 07777 : defaultMode());
    if (int error = writeNew(fd, text))
      cannotWrite(path, error);
    if (exists)
      keepOld();
  }

  void replace() {
    if ((unchanged ? utimensat(AT_FDCWD, path.c_str(), nullptr, 0)
                   : rename(temporary.c_str(), path.c_str())) != 0)
      cannotWrite(path, errno);
    temporary.clear();
    replaced = !unchanged;
  }

  void keep() {
    if (!backup.empty())
      unlink(backup.c_str());
    backup.clear();
    replaced = false;
  }

private:
  // A second name for what lies at the destination now.
  void keepOld() {
    std::string name = temporary + ".old";
    if (link(path.c_str(), name.c_str()) != 0)
      cannotWrite(path, errno);
    backup = name;
  }

  static mode_t defaultMode() {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
  }

  std::string path, temporary, backup;
  bool replaced = false, unchanged = false;
};

// A folder that is made, with those around it; removed again unless kept.
class PendingFolder {
public:
  ~PendingFolder() {
    for (size_t k = made.size(); k-- > 0;)
      rmdir(made[k].c_str());
  }

  void make(llvm::StringRef path) {
    path = path.rtrim('/');
    if (path.empty() || llvm::sys::fs::is_directory(path))
      return;
    make(llvm::sys::path::parent_path(path));
    if (mkdir(path.str().c_str(), 0777) == 0) {
      made.push_back(path.str());
      return;
    }
    int error = errno; // EEXIST, too, if another process made it just now
    if (!llvm::sys::fs::is_directory(path))
      throw UserError("cannot make the output folder '" + path.str() +
                      "': " + llvm::sys::StrError(error));
  }

  void keep() { made.clear(); }

private:
  std::vector<std::string> made;
};

// /dev/null, a pipe: written in place.
bool isSpecial(const std::string &path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) &&
         !S_ISDIR(info.st_mode);
}

void writeInPlace(const std::string &path, const std::string &text) {
  int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    cannotWrite(path, errno);
  if (int error = writeNew(fd, text))
    cannotWrite(path, error);
}

std::string normalized(const std::string &path) {
  llvm::SmallString<128> result(path);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/false);
  return result.str().str();
}

} // namespace

void OutputFiles::requireNew(const std::string &path) const {
  for (const File &file : files)
    if (normalized(file.path) == normalized(path))
      throw UserError("two outputs have the path '" + path +
                      "'; give each input a prefix of its own with -o");
}

void OutputFiles::add(const std::string &path, std::string text) {
  requireNew(path);
  files.push_back({path, std::move(text)});
}

void OutputFiles::addFirst(const std::string &path, std::string text) {
  requireNew(path);
  files.insert(files.begin(), {path, std::move(text)});
}

void OutputFiles::addToStandardOutput(const std::string &text) {
  standardOutput += text;
}

std::vector<std::string> OutputFiles::paths() const {
  std::vector<std::string> result;
  for (const File &file : files)
    result.push_back(file.path);
  return result;
}

void OutputFiles::commit() {
  SignalsHeld held;
  PendingFolder made;
  made.make(folder);
  std::vector<PendingFile> pending;
  for (const File &file : files)
    if (!isSpecial(file.path)) {
      pending.emplace_back(file.path);
      pending.back().write(file.text);
    }
  for (PendingFile &file : pending)
    file.replace();
  for (const File &file : files)
    if (isSpecial(file.path))
      writeInPlace(file.path, file.text);
  if (int error = writeAll(STDOUT_FILENO, standardOutput))
    cannotWrite("standard output", error);
  for (PendingFile &file : pending)
    file.keep();
  made.keep();
}
