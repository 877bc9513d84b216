/* What a library does that is given addresses: here, of the host. */
double total(const float *a, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += a[i];
  return sum;
}

void change_(float *a, const int *count) {
  for (int i = 0; i < *count; ++i)
    a[i] += 1;
}
