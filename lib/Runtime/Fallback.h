/* LOOPYRT_FALLBACK=host: the original procedure where there is no launch. */
#ifndef RT_FALLBACK_H
#define RT_FALLBACK_H

#include <stdbool.h>

/* The error of a call that shares an array with an original that runs now. */
enum { RT_ERROR_ON_HOST = 100 };

/* After this error? Errors of the program itself are never passed over. */
bool rt_may_fall_back(int error);

/* Tells why, once for each procedure. */
void rt_report_fallback(const char *procedure);

#endif
