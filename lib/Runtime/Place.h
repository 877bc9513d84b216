/* Where in the program something happened. */
#ifndef RT_PLACE_H
#define RT_PLACE_H

enum { RT_TRACE = 24, RT_PLACE_SIZE = 160 };

/* The addresses behind instructions of a thread: the innermost, its call, the
 * call of that ... */
struct rt_trace {
  int depth;
  const void *frames[RT_TRACE];
};

/* "step.f90:31": the innermost one of which debug information (and addr2line)
 * tells the line, libraries of the system aside; without any, the function and
 * address of the innermost one in the program, or else in a library. "" for an
 * empty trace. */
const char *rt_place_text(const struct rt_trace *trace,
                          char text[RT_PLACE_SIZE]);

#endif
