/* Loaded before an OpenCL library: whatever nothing has written is all ones, NaN
 * as a real number and -1 as an integer. So are buffers that are made without
 * values (workspaces), and at the beginning of each scope its private variables
 * without one and the arrays and scalars in local memory. Who uses a partial
 * result that no lane made, or the element of a lane that is not there, gets
 * NaN. Tells how many variables it found. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char macros[] =
    "#define POISON_ITEM (get_local_id(0) + get_local_size(0)*("
    "get_local_id(1) + get_local_size(1)*get_local_id(2)))\n"
    "#define POISON_ITEMS (get_local_size(0)*get_local_size(1)*get_local_size(2))\n"
    "#define POISON_PRIVATE(x) for (size_t poison = 0; poison < sizeof x; ++poison) "
    "((uchar *) &x)[poison] = 0xff;\n"
    "#define POISON_LOCAL(x) for (size_t poison = POISON_ITEM; poison < sizeof x; "
    "poison += POISON_ITEMS) ((__local uchar *) &x)[poison] = 0xff; "
    "barrier(CLK_LOCAL_MEM_FENCE);\n";

static int isWord(char c) { return isalnum((unsigned char) c) || c == '_'; }

/* The end of a type's name with its blank, or NULL. */
static const char *typeAt(const char *text) {
  static const char *const types[] = {"double", "float", "long", "int", "short",
                                      "char"};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    size_t length = strlen(types[i]);
    if (strncmp(text, types[i], length))
      continue;
    text += length;
    while (isdigit((unsigned char) *text))
      ++text;
    return *text == ' ' ? text + 1 : NULL;
  }
  return NULL;
}

/* Writes what poisons the variables of "double a, b[4];" from its type on, if
 * it is such a declaration: none has a value. */
static void poison(FILE *out, const char *names, int isLocal, int *count) {
  const char *end = strchr(names, ';');
  for (const char *c = names; c < end; ++c)
    if (!isWord(*c) && !strchr(" ,[]\n", *c))
      return;
  for (const char *c = names; c < end; ++*count) {
    const char *name = c + strspn(c, " \n");
    size_t length = 0;
    while (isWord(name[length]))
      ++length;
    fprintf(out, " POISON_%s(%.*s)", isLocal ? "LOCAL" : "PRIVATE",
            (int) length, name);
    for (int depth = 0; c < end && (depth || *c != ','); ++c)
      depth += (*c == '[') - (*c == ']');
    ++c;
  }
}

/* Not of a structure or union: behind ')', 'else' or another statement. */
static int isBody(const char *brace, const char *text) {
  while (brace > text && isspace((unsigned char) brace[-1]))
    --brace;
  return brace > text + 4 &&
         (!isWord(brace[-1]) || !strncmp(brace - 4, "else", 4));
}

static void poisonAll(FILE *out, const char *text) {
  static const char local[] = "__local ";
  int count = 0, depth = 0, outside = 0; /* of functions, so many braces */
  const char *declared = NULL; /* of the statement: where its names begin */
  int isLocal = 0;
  for (const char *c = text; *c; ++c) {
    depth += (*c == '{') - (*c == '}');
    if (*c == '{' && (outside || !isBody(c, text)))
      ++outside;
    else if (*c == '}' && outside)
      --outside;
    int begins = depth > 0 && !outside && c > text && isspace((unsigned char) c[-1]);
    const char *last = c;
    while (begins && last > text && isspace((unsigned char) last[-1]))
      --last;
    if (begins && last > text && strchr("{};/", last[-1])) {
      isLocal = !strncmp(c, local, sizeof local - 1);
      declared = typeAt(isLocal ? c + sizeof local - 1 : c);
    }
    putc(*c, out);
    if (*c == ';' && declared)
      poison(out, declared, isLocal, &count);
    if (*c == ';')
      declared = NULL;
  }
  printf("poisoned %d variables\n", count);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count,
                                     const char **pieces, const size_t *lengths,
                                     cl_int *error) {
  cl_program (*create)(cl_context, cl_uint, const char **, const size_t *,
                       cl_int *) = dlsym(RTLD_NEXT, __func__);
  char *text, *poisoned;
  size_t size;
  FILE *all = open_memstream(&text, &size);
  for (cl_uint i = 0; i < count; ++i)
    fwrite(pieces[i], 1, lengths && lengths[i] ? lengths[i] : strlen(pieces[i]),
           all);
  fclose(all);
  all = open_memstream(&poisoned, &size);
  fputs(macros, all);
  poisonAll(all, text);
  fclose(all);
  cl_program program =
      create(context, 1, (const char **) &poisoned, NULL, error);
  free(text);
  free(poisoned);
  return program;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes,
                      void *values, cl_int *error) {
  cl_mem (*create)(cl_context, cl_mem_flags, size_t, void *, cl_int *) =
      dlsym(RTLD_NEXT, __func__);
  if (values)
    return create(context, flags, bytes, values, error);
  values = memset(malloc(bytes), 0xff, bytes);
  cl_mem buffer =
      create(context, flags | CL_MEM_COPY_HOST_PTR, bytes, values, error);
  free(values);
  return buffer;
}
