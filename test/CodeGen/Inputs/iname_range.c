/* Calls launchers with sizes below and above what their inames can count. */
#include <stdio.h>

int main(void) {
  double a[8] = {0};
  int sizes[] = {1000, 147483648, 2147483647};
  for (int i = 0; i < 3; ++i)
    printf("shifted %d: %d\n", sizes[i], shifted_launch_c(sizes[i], 8, a));
  printf("joined %d: %d\n", 1000, joined_launch_c(1000, a));
  printf("joined %d: %d\n", 268435456, joined_launch_c(268435456, a));
  return 0;
}
