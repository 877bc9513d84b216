#define _GNU_SOURCE /* dl_iterate_phdr, pipe2 */
#include "Place.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <link.h>

/* --- The program or library around an address --- */

struct module {
  uintptr_t address, offset; /* as its file counts */
  char file[512];
  bool found, is_program, is_system;
};

static int look_into(struct dl_phdr_info *info, size_t size, void *context) {
  struct module *module = context;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || module->address < begin ||
        module->address - begin >= part->p_memsz)
      continue;
    module->found = true;
    module->offset = module->address - info->dlpi_addr;
    snprintf(module->file, sizeof module->file, "%s", info->dlpi_name);
  }
  return module->found;
}

/* Libraries of the system and the compilers: what they do, somebody has called
 * them for. */
static bool is_of_system(const char *file) {
  static const char *const names[] = {"libc.so",        "libm.so",
                                      "ld-linux",       "libpthread.so",
                                      "libgfortran.so", "libstdc++.so"};
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strncmp(name, names[i], strlen(names[i])) == 0)
      return true;
  return false;
}

static void name_program(struct module *module) {
  ssize_t length;
  module->is_program = !module->file[0];
  if (!module->is_program)
    return;
  length = readlink("/proc/self/exe", module->file, sizeof module->file - 1);
  module->file[length > 0 ? length : 0] = '\0';
}

static bool find_module(const void *address, struct module *module) {
  *module = (struct module){.address = (uintptr_t)address - 1};
  dl_iterate_phdr(look_into, module);
  if (module->found)
    name_program(module);
  module->is_system = is_of_system(module->file);
  return module->found;
}

/* --- Its function and line, by addr2line --- */

extern char **environ;

/* Whose arguments are the same. The last one (binutils 2.40) names the file
 * that was compiled for the first one that its # lines name. */
static const char *const tools[] = {"llvm-addr2line", "eu-addr2line",
                                    "addr2line"};

static bool start(const struct module *module, int output, pid_t *child) {
  posix_spawn_file_actions_t actions;
  bool started = false;
  char address[32];
  snprintf(address, sizeof address, "0x%zx", (size_t)module->offset);
  if (posix_spawn_file_actions_init(&actions) != 0)
    return false;
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                   O_WRONLY, 0);
  for (size_t i = 0; i < sizeof tools / sizeof *tools && !started; ++i) {
    char *arguments[] = {(char *)tools[i],     "-s",    "-f", "-e",
                         (char *)module->file, address, NULL};
    started =
        posix_spawnp(child, tools[i], &actions, NULL, arguments, environ) == 0;
  }
  posix_spawn_file_actions_destroy(&actions);
  return started;
}

static void read_all(int input, char *text, size_t size) {
  size_t length = 0;
  ssize_t more;
  while (length + 1 < size &&
         (more = read(input, text + length, size - length - 1)) > 0)
    length += (size_t)more;
  text[length] = '\0';
}

static bool ask(const struct module *module, char *text, size_t size) {
  int ends[2];
  pid_t child;
  bool started;
  text[0] = '\0';
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  started = start(module, ends[1], &child);
  close(ends[1]);
  if (started) {
    read_all(ends[0], text, size);
    waitpid(child, NULL, 0);
  }
  close(ends[0]);
  return started;
}

/* "function\nfile:line" with question marks for what is not known, and notes
 * behind a blank. */
struct line {
  char function[64], place[96];
};

static bool find_line(const struct module *module, struct line *line) {
  char answer[1024], *end, *colon;
  *line = (struct line){.function = "", .place = ""};
  if (!ask(module, answer, sizeof answer) || !(end = strchr(answer, '\n')))
    return false;
  *end = '\0';
  if (answer[0] != '?')
    snprintf(line->function, sizeof line->function, "%.63s", answer);
  end[1 + strcspn(end + 1, " \n")] = '\0';
  colon = strrchr(end + 1, ':');
  if (end[1] == '?' || !colon || colon[1] < '1' || colon[1] > '9')
    return false;
  snprintf(line->place, sizeof line->place, "%.95s", end + 1);
  return true;
}

static void write_address(const struct module *module, const struct line *line,
                          char text[RT_PLACE_SIZE]) {
  const char *slash = strrchr(module->file, '/');
  snprintf(text, RT_PLACE_SIZE, "%s%s%.60s+0x%zx%s", line->function,
           line->function[0] ? " (" : "", slash ? slash + 1 : module->file,
           (size_t)module->offset, line->function[0] ? ")" : "");
}

const char *rt_place_text(const struct rt_trace *trace,
                          char text[RT_PLACE_SIZE]) {
  bool in_program = false;
  text[0] = '\0';
  for (int i = 0; i < trace->depth; ++i) {
    struct module module;
    struct line line = {.function = ""};
    if (!find_module(trace->frames[i], &module))
      continue;
    if (!module.is_system && find_line(&module, &line)) {
      snprintf(text, RT_PLACE_SIZE, "%s", line.place);
      return text;
    }
    if (!text[0] || (module.is_program && !in_program))
      write_address(&module, &line, text);
    in_program = in_program || module.is_program;
  }
  return text;
}

#else

const char *rt_place_text(const struct rt_trace *trace,
                          char text[RT_PLACE_SIZE]) {
  text[0] = '\0';
  if (trace->depth)
    snprintf(text, RT_PLACE_SIZE, "%p", trace->frames[0]);
  return text;
}

#endif
