#define OFFSET 7.0
