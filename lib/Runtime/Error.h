/* Errors: a code and a sentence for each thread; warnings and traces. */
#ifndef RT_ERROR_H
#define RT_ERROR_H

#ifdef __GNUC__
#define RT_PRINTF(FORMAT, FIRST) __attribute__((format(printf, FORMAT, FIRST)))
#else
#define RT_PRINTF(FORMAT, FIRST)
#endif

/* Records an error of this thread, and returns its code. */
int rt_fail(int code, const char *format, ...) RT_PRINTF(2, 3);

/* The same, of the host's memory. */
int rt_out_of_memory(void);

/* Says where the last error happened: "WHERE: " goes before its sentence. */
void rt_error_in(const char *where);

/* Prints the last error to stderr. */
void rt_print_error(void);

/* "loopyrt: KIND: ..." on stderr, whatever locks of stdio another thread holds
 * that has been stopped. */
void rt_print_now(const char *kind, const char *format, ...) RT_PRINTF(2, 3);

/* One line on stderr, at this level of LOOPYRT_LOG. */
void rt_log(int level, const char *format, ...) RT_PRINTF(2, 3);

/* Those of enum loopyc_launch_status in generated headers that the runtime
 * gives itself. */
enum rt_launch_status {
  RT_LAUNCH_ASSUMPTION = 1,
  RT_LAUNCH_WORK_GROUP_SIZE = 3,
  RT_LAUNCH_LOCAL_MEMORY = 4,
  RT_LAUNCH_GRID_SIZE = 5,
  RT_LAUNCH_BUILD = 8,
  RT_LAUNCH_REFUSED = 10
};

/* What a launcher's status means. */
const char *rt_launch_message(int status);

#endif
