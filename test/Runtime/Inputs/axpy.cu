/* y := a*x + y, for nvcc. */
extern "C" __global__ void axpy(int n, float a, const float *x, float *y) {
  int i = 128 * blockIdx.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
