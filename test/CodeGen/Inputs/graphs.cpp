// What a launcher does that records iterations, beside a driver that fails in
// any of its functions: each iteration must be launched once, and in order.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { LOOPYC_SUCCESS = 0, LOOPYC_ERROR_INDEX_RANGE = 2, LOOPYC_ERROR_LAUNCH = 10 };

// --- the driver

typedef std::vector<int> Launches;
struct Stream {
  bool captured = false, isBroken = false;
  Launches launches;
};
typedef Stream *cudaStream_t;
typedef Launches *cudaGraph_t, *cudaGraphExec_t;
enum cudaError_t { cudaSuccess, failure };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum { cudaStreamNonBlocking = 1, cudaStreamCaptureModeThreadLocal = 1 };

static const char *failing = "";
static int left, graphLaunches; // until `failing` fails

static cudaError_t outcome(const char *function) {
  return function[0] == failing[0] && left-- == 0 ? failure : cudaSuccess;
}

static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  *status = stream->captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return outcome("q");
}
static cudaError_t cudaStreamCreateWithFlags(cudaStream_t *made, int) {
  if (outcome("s"))
    return failure;
  *made = new Stream;
  return cudaSuccess;
}
static cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int) {
  stream->captured = !outcome("b");
  return stream->captured ? cudaSuccess : failure;
}
static cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  if (outcome("e") || stream->isBroken)
    return failure;
  *graph = new Launches(stream->launches);
  return cudaSuccess;
}
static cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *made, cudaGraph_t graph, int) {
  if (outcome("i"))
    return failure;
  *made = new Launches(*graph);
  return cudaSuccess;
}
static cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  if (outcome("g"))
    return failure;
  ++graphLaunches;
  stream->launches.insert(stream->launches.end(), graph->begin(), graph->end());
  return cudaSuccess;
}
static void cudaGraphDestroy(cudaGraph_t graph) { delete graph; }
static void cudaGraphExecDestroy(cudaGraphExec_t graph) { delete graph; }
static void cudaStreamDestroy(cudaStream_t stream) { delete stream; }

// --- the launches

static int launched(cudaStream_t stream, int number) {
  if (stream->captured && outcome("l")) {
    stream->isBroken = true;
    return LOOPYC_ERROR_LAUNCH;
  }
  stream->launches.push_back(number);
  return LOOPYC_SUCCESS;
}
static int step_part_launch_cuda(cudaStream_t stream, int, double *, double *, int) {
  return launched(stream, 1);
}
static int step_0_part_launch_cuda(cudaStream_t stream, int, double *, double *, int) {
  return launched(stream, 2);
}
static int step_prepare(int64_t, int64_t, int64_t *) { return LOOPYC_SUCCESS; }
static void part_begins(const char *) {}
static void part_ends() {}

#include "launcher.inc"

// The launches of all iterations, or an error and those of the first ones.
static void run(const char *name, int skipped, int iterations) {
  Stream stream;
  failing = name;
  left = skipped;
  graphLaunches = 0;
  int status = step_launch_cuda(&stream, 1, iterations, nullptr, nullptr);
  bool right = status || stream.launches.size() == 2u*iterations;
  for (size_t i = 0; i < stream.launches.size(); ++i)
    right &= stream.launches[i] == 1 + static_cast<int>(i%2);
  std::printf("%s%d, %d iterations: status %d, %d graphs, %s\n", name, skipped, iterations, status,
              graphLaunches, right ? "right" : "WRONG");
}

int main() {
  for (int iterations : {0, 1, 31, 32, 100})
    run("", 0, iterations);
  for (const char *name : {"q", "s", "b", "l", "e", "i", "g"})
    run(name, 0, 40);
  run("l", 1, 40);
  run("g", 1, 40);
  Stream captured;
  captured.captured = true;
  failing = "";
  graphLaunches = 0;
  step_launch_cuda(&captured, 1, 40, nullptr, nullptr);
  std::printf("in a caller's graph: %zu launches, %d graphs\n", captured.launches.size(),
              graphLaunches);
}
