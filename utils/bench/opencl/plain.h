// The kernels that the driver compares with, a work-item an element.
#ifndef LOOPYC_BENCH_OPENCL_PLAIN_H
#define LOOPYC_BENCH_OPENCL_PLAIN_H

static const char *const plainKernels = R"CL(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define EACH(I, N)                                                             \
  for (long I = get_global_id(0); I < (N); I += get_global_size(0))

// Small integers, so that sums are exact; positive, where asked.
#define FILL(NAME, T)                                                          \
  kernel void NAME(global T *x, long n, uint seed, int least) {                \
    EACH(i, n)                                                                 \
      x[i] = (T)((((uint)i + seed)*2654435761u >> 24) & 7) + least;            \
  }
FILL(fill_float, float)
FILL(fill_double, double)

// How many differ by more than this share.
#define DIFFERENCES(NAME, T)                                                   \
  kernel void NAME(global const T *a, global const T *b, long n, float share,  \
                   global int *wrong) {                                        \
    EACH(i, n)                                                                 \
      if (!(fabs(a[i] - b[i]) <= (T)share*fabs(b[i])))                         \
        atomic_inc(wrong);                                                     \
  }
DIFFERENCES(differences_float, float)
DIFFERENCES(differences_double, double)

kernel void saxpy(long n, global const float *x, global float *y) {
  EACH(i, n) y[i] = y[i] + 2*x[i];
}

kernel void transposed(long n, global const float *a, global float *b) {
  EACH(i, n*n) b[i] = a[i/n + n*(i%n)];
}

kernel void laplacian(long n, global const double *u, global double *v) {
  const long q = n*n;
  EACH(at, q*n) {
    const long i = at%n, j = at/n%n, k = at/q;
    if (i > 0 && j > 0 && k > 0 && i < n - 1 && j < n - 1 && k < n - 1)
      v[at] = 2*u[at] + u[at - 1] + u[at + 1] + u[at - n] + u[at + n] +
              u[at - q] + u[at + q];
  }
}

kernel void wave(long n, global const float *c, global const float *u,
                 global const float *speed, global float *v) {
  const long q = n*n;
  EACH(at, q*n) {
    const long i = at%n, j = at/n%n, k = at/q;
    if (i < 4 || j < 4 || k < 4 || i >= n - 4 || j >= n - 4 || k >= n - 4)
      continue;
    float s = 3*c[0]*u[at];
    for (int r = 1; r <= 4; ++r)
      s += c[r]*(u[at - r] + u[at + r] + u[at - r*n] + u[at + r*n] +
                 u[at - r*q] + u[at + r*q]);
    v[at] = 2*u[at] - v[at] + speed[at]*s;
  }
}

kernel void products(long n, long m, global const float *a,
                     global const float *b, global float *c) {
  EACH(at, n*n*m) {
    const long i = at%n, j = at/n%n, e = at/(n*n);
    float s = 0;
    for (long k = 0; k < n; ++k)
      s += a[i + n*(k + n*e)]*b[k + n*(j + n*e)];
    c[at] = s;
  }
}

#define GEMM(NAME, T)                                                          \
  kernel void NAME(long n, global const T *a, global const T *b,               \
                   global T *c) {                                              \
    EACH(at, n*n) {                                                            \
      T s = 0;                                                                 \
      for (long k = 0; k < n; ++k)                                             \
        s += a[at%n + n*k]*b[k + n*(at/n)];                                    \
      c[at] = s;                                                               \
    }                                                                          \
  }
GEMM(sgemm, float)
GEMM(dgemm, double)

// Anywhere in a cube.
kernel void places(global float *x, long n, uint seed) {
  EACH(i, n) {
    uint bits = ((uint)i + seed)*2654435761u;
    bits = (bits ^ bits >> 15)*2246822519u;
    x[i] = (bits >> 8)*0x1p-24f;
  }
}

kernel void coulomb(long n, global const float *x, global const float *y,
                    global const float *z, global const float *q,
                    global float *potential) {
  EACH(i, n) {
    float s = 0;
    for (long j = 0; j < n; ++j) {
      const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
      if (j != i)
        s += q[j]/sqrt(dx*dx + dy*dy + dz*dz);
    }
    potential[i] = s;
  }
}

// Neighbours in a grid of points^3, 27 where there are so many; from 1.
kernel void rows(int points, global const int *first, global int *column) {
  EACH(row, (long)points*points*points) {
    const int i = row%points, j = row/points%points, k = row/points/points;
    int at = first[row] - 1;
    for (int c = max(k - 1, 0); c <= min(k + 1, points - 1); ++c)
      for (int b = max(j - 1, 0); b <= min(j + 1, points - 1); ++b)
        for (int a = max(i - 1, 0); a <= min(i + 1, points - 1); ++a)
          column[at++] = a + points*(b + points*c) + 1;
  }
}

kernel void sparse(long n, global const int *first, global const int *column,
                   global const double *a, global const double *x,
                   global double *y) {
  EACH(i, n) {
    double s = 0;
    for (int k = first[i] - 1; k < first[i + 1] - 1; ++k)
      s += a[k]*x[column[k] - 1];
    y[i] = s;
  }
}
)CL";

#endif
