#include "CUDA/Graphs.h"

using namespace loopyc;

bool codegen::wantsGraphs(const CodeGenOptions &options) {
  auto which = options.ofTargets.find("cuda-graphs");
  return which != options.ofTargets.end() && which->second == "loops";
}

const char *const codegen::graphsText =
    R"(/* A loop that launches the same in each iteration. The first loads kernels, the second is
 * recorded on a stream of its own, and from there on a graph of it is launched. Nothing is
 * recorded of short loops, where LOOPYRT_PROFILE wants the times of launches, and where the
 * caller records the stream; what cannot be recorded is launched one by one. */
struct recorded_steps {
  cudaStream_t stream; /* for the iteration's launches */
  cudaStream_t callers;
  cudaGraphExec_t graph;
  int64_t count; /* iterations at most; 0: without a graph */
  int64_t begun;
};
enum { least_steps = 32 };

extern "C" __attribute__((weak)) int loopyrt_times_parts(void);

static void begin_steps(struct recorded_steps *steps, cudaStream_t stream, int64_t count) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  steps->stream = steps->callers = stream;
  steps->graph = NULL;
  steps->begun = steps->count = 0;
  if (count < least_steps || (loopyrt_times_parts && loopyrt_times_parts()))
    return;
  if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess)
    cudaGetLastError();
  else if (capture == cudaStreamCaptureStatusNone)
    steps->count = count;
}

static void record_step(struct recorded_steps *steps) {
  cudaStream_t own;
  if (cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) != cudaSuccess) {
    cudaGetLastError();
  } else if (cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
    cudaStreamDestroy(own);
    cudaGetLastError();
  } else {
    steps->stream = own;
  }
}

/* 1 if there is a graph, which was launched. */
static int replay_step(struct recorded_steps *steps, int *status) {
  if (!steps->graph) {
    if (steps->count && ++steps->begun == 2)
      record_step(steps);
    return 0;
  }
  if (cudaGraphLaunch(steps->graph, steps->callers) != cudaSuccess) {
    cudaGetLastError();
    *status = LOOPYC_ERROR_LAUNCH;
  }
  return 1;
}

/* 1 if the iteration could not be recorded, and is to be launched. */
static int end_step(struct recorded_steps *steps, int *status) {
  cudaGraph_t graph = NULL;
  int recorded;
  if (steps->stream == steps->callers)
    return 0;
  recorded = cudaStreamEndCapture(steps->stream, &graph) == cudaSuccess &&
             *status == LOOPYC_SUCCESS &&
             cudaGraphInstantiateWithFlags(&steps->graph, graph, 0) == cudaSuccess;
  if (graph)
    cudaGraphDestroy(graph);
  cudaStreamDestroy(steps->stream);
  steps->stream = steps->callers;
  *status = LOOPYC_SUCCESS;
  if (recorded)
    return !replay_step(steps, status);
  steps->graph = NULL;
  cudaGetLastError();
  return 1;
}

/* The driver keeps a graph until its launches are done. */
static void end_steps(struct recorded_steps *steps) {
  if (steps->graph)
    cudaGraphExecDestroy(steps->graph);
}

)";
