#include "loopyc/Schedule/DeviceLimits.h"

#include <gtest/gtest.h>

using namespace loopyc;

TEST(DeviceLimits, OfTwoDevicesAreTheSmaller) {
  DeviceLimits a, b;
  a.workGroupSize = 256;
  a.workItems = {256, 256, 256};
  b.localMemoryBytes = 1000;
  b.workItems = {1024, 1024, 64};
  for (const DeviceLimits &both : {a.with(b), b.with(a)}) {
    EXPECT_EQ(both.workGroupSize, 256);
    EXPECT_EQ(both.localMemoryBytes, 1000);
    EXPECT_EQ(both.workItems, (std::array<int64_t, 3>{256, 256, 64}));
    EXPECT_EQ(both.workGroups[0], DeviceLimits::none);
  }
}

TEST(DeviceLimits, FileSaysSomeOfThem) {
  DeviceLimits otherwise;
  otherwise.workGroupSize = 7;
  DeviceLimits read = readDeviceLimits(
      "# one\r\nwork_items_2=64 # two\r\nlocal_memory_bytes = 65536", "x",
      otherwise);
  EXPECT_EQ(read.workItems[2], 64);
  EXPECT_EQ(read.localMemoryBytes, 65536);
  EXPECT_EQ(read.workGroupSize, 7);
  EXPECT_EQ(read.device, "the device of 'x'");
}
