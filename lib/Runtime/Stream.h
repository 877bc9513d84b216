/* This thread's current stream. */
#ifndef RT_STREAM_H
#define RT_STREAM_H

int rt_stream(void);

#endif
