// The CUDA launchers, linked and loaded, beside bare launches of their kernels;
// and what CUDA graphs would make of them.
#define steps_launch_cuda linked_launch
#include "steps.cu"
#undef steps_launch_cuda

#include "medians.h"

#include <cstdio>
#include <cstdlib>

// P_cuda.c, which loads its kernels; P.cu by --cuda-graphs=loops.
extern "C" int steps_launch_cuda(cudaStream_t stream, int32_t n, int32_t m, float *a,
                                 const float *b, void *workspace);
extern "C" int graphs_launch(cudaStream_t stream, int32_t n, int32_t m, float *a, const float *b,
                             void *workspace);
struct CUstream_st;

static float *a, *b, *c;
static void *workspace;
static int n = N, t;
static void *firstArguments[] = {&n, &a, &c, &t};
static void *secondArguments[] = {&n, &a, &b, &c, &t};
static const dim3 grid((N + 127)/128), block(128);

static int step() {
  return cudaLaunchKernel((const void *)steps, grid, block, firstArguments, 0, stream) ||
         cudaLaunchKernel((const void *)steps_0, grid, block, secondArguments, 0, stream);
}

static int bare() {
  int failed = 0;
  for (t = 0; t < STEPS; ++t)
    failed |= step();
  return failed;
}

static int triple() {
  for (t = 0; t < STEPS; ++t) {
    steps<<<grid, block, 0, stream>>>(n, a, c, t);
    steps_0<<<grid, block, 0, stream>>>(n, a, b, c, t);
  }
  return cudaGetLastError();
}

static int linked() { return linked_launch(stream, N, STEPS, a, b, workspace); }
static int linkedAlone() { return linked_launch(stream, N, STEPS, a, b, NULL); }
static int graphs() { return graphs_launch(stream, N, STEPS, a, b, workspace); }
static int loaded() { return steps_launch_cuda(stream, N, STEPS, a, b, workspace); }
static int loadedAlone() { return steps_launch_cuda(stream, N, STEPS, a, b, NULL); }

// --- graphs

static cudaGraphExec_t oneStep, allSteps;
static cudaGraphNode_t nodes[2];

static cudaGraphExec_t captured(int (*run)(), cudaGraph_t *kept) {
  cudaGraph_t graph;
  cudaGraphExec_t made;
  check(!cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) && !run() &&
            !cudaStreamEndCapture(stream, &graph) && !cudaGraphInstantiate(&made, graph, 0),
        "a graph");
  if (kept)
    *kept = graph;
  else
    cudaGraphDestroy(graph);
  return made;
}

// Nothing changes from step to step.
static int graphForEachStep() {
  int failed = 0;
  for (t = 0; t < STEPS; ++t)
    failed |= cudaGraphLaunch(oneStep, stream);
  return failed;
}

// t changes.
static int graphWithArguments() {
  int failed = 0;
  cudaKernelNodeParams first = {}, second = {};
  first.func = (void *)steps;
  second.func = (void *)steps_0;
  first.gridDim = second.gridDim = grid;
  first.blockDim = second.blockDim = block;
  first.kernelParams = firstArguments;
  second.kernelParams = secondArguments;
  for (t = 0; t < STEPS; ++t)
    failed |= cudaGraphExecKernelNodeSetParams(oneStep, nodes[0], &first) ||
              cudaGraphExecKernelNodeSetParams(oneStep, nodes[1], &second) ||
              cudaGraphLaunch(oneStep, stream);
  return failed;
}

// All arguments are those of the call before.
static int graphOfAll() { return cudaGraphLaunch(allSteps, stream); }

// What a launcher would do that keeps no graph from call to call.
static int captureAndRunSteps() {
  cudaGraphExec_t made = captured(step, NULL);
  int failed = 0;
  for (int i = 0; i < STEPS; ++i)
    failed |= cudaGraphLaunch(made, stream);
  return failed || cudaGraphExecDestroy(made);
}

static int captureAndRunAll() {
  cudaGraphExec_t made = captured(bare, NULL);
  return cudaGraphLaunch(made, stream) || cudaGraphExecDestroy(made);
}

// --- the arrays

static void reset() {
  float values[N];
  for (int i = 0; i < N; ++i)
    values[i] = (float)(i%32);
  cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(b, values, sizeof values, cudaMemcpyHostToDevice);
}

static void result(float *values) {
  cudaMemcpy(values, a, N*sizeof *values, cudaMemcpyDeviceToHost);
}

static void wait() { check(!cudaStreamSynchronize(stream), "a launch failed"); }

static way make(const char *name, int (*run)()) {
  way made = {};
  made.name = name;
  made.run = run;
  return made;
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? std::atoi(arguments[1]) : 201;
  cudaDeviceProp properties;
  cudaGraph_t graph;
  cudaGraphNode_t root;
  size_t found = 2, roots = 1;
  check(rounds > 0 && rounds < MAX_ROUNDS, "ROUNDS");
  check(!cudaGetDeviceProperties(&properties, 0), "no CUDA device");
  check(!cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) &&
            !cudaMalloc(&a, N*sizeof *a) && !cudaMalloc(&b, N*sizeof *b) &&
            !cudaMalloc(&c, N*sizeof *c) &&
            !cudaMalloc(&workspace, steps_workspace_bytes(N, STEPS)),
        "no memory");
  reset();
  check(!bare(), "a launch failed"); // kernels are loaded outside of captures
  wait();
  t = 0;
  oneStep = captured(step, &graph);
  check(!cudaGraphGetNodes(graph, nodes, &found) && found == 2 &&
            !cudaGraphGetRootNodes(graph, &root, &roots) && roots == 1,
        "one launch after the other");
  nodes[1] = root == nodes[0] ? nodes[1] : nodes[0];
  nodes[0] = root;
  allSteps = captured(bare, NULL);
  static way ways[] = {make("bare: cudaLaunchKernel", bare),
                       make("bare: <<<>>>", triple),
                       make("linked launcher, workspace", linked),
                       make("linked launcher, allocates", linkedAlone),
                       make("loaded launcher, workspace", loaded),
                       make("loaded launcher, allocates", loadedAlone),
                       make("linked launcher, --cuda-graphs=loops", graphs),
                       make("a graph for each step", graphForEachStep),
                       make("a graph for each step, t set", graphWithArguments),
                       make("one graph of all", graphOfAll),
                       make("capture of a step, then a graph each", captureAndRunSteps),
                       make("capture of all, then one graph", captureAndRunAll)};
  std::printf("%s\n", properties.name);
  measure("CUDA", ways, sizeof ways/sizeof *ways, rounds, reset, result, wait);
  return 0;
}
