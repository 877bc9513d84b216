// What of the device limits a schedule: a target's, or of one device, from a
// file that LOOPYRT_PRINT_LIMITS makes:
//
//   # NVIDIA H100 80GB HBM3
//   work_group_size = 1024
//   work_group_size_0 = 1024
//   ...
#ifndef LOOPYC_SCHEDULE_DEVICELIMITS_H
#define LOOPYC_SCHEDULE_DEVICELIMITS_H

#include <array>
#include <cstdint>
#include <string>

namespace loopyc {

// A larger private array is in global memory, with a part for each work-item.
constexpr int64_t mostPrivateBytes = 16 * 1024;

struct DeviceLimits {
  static constexpr int64_t none = INT64_MAX;

  std::string device = "the device"; // in messages
  int64_t localMemoryBytes = 48 * 1024;
  int64_t workGroupSize = 1024;                           // all work-items
  std::array<int64_t, 3> workItems = {none, none, none};  // along an axis
  std::array<int64_t, 3> workGroups = {none, none, none}; // along an axis

  // What both allow.
  DeviceLimits with(const DeviceLimits &other) const;
};

// What the text of a file says; what it does not say is as in `otherwise`.
// Throws UserError, with the place.
DeviceLimits readDeviceLimits(const std::string &text,
                              const std::string &fileName,
                              DeviceLimits otherwise);

} // namespace loopyc

#endif
