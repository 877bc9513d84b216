// Functions that every P_host.c has: finding the kernel, launching it. All
// static, so that several outputs can be linked together.
#ifndef LOOPYC_LIB_CODEGEN_OPENCL_HOSTRUNTIME_H
#define LOOPYC_LIB_CODEGEN_OPENCL_HOSTRUNTIME_H

namespace loopyc {
namespace codegen {

extern const char *const hostRuntimeText;
extern const char *const hostBuildText; // one of these two
extern const char *const hostDebugBuildText;
extern const char *const hostKernelText;
extern const char *const hostVariantText;
extern const char *const hostSizeText;
extern const char *const hostTemporaryText;
extern const char *const hostReleaseText;
extern const char *const hostWorkspaceText;
extern const char *const hostFollowText;
extern const char *const hostSequenceText;

} // namespace codegen
} // namespace loopyc

#endif
