import { expect, test } from "vitest";
import { rateLimitAddress } from "~/http/client-address.server";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:2::9", "2001:db8:1::/48"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8::/48"],
  ["fe80::1%eth0", "fe80::/48"],
  ["::1", "::/48"],
  // Some proxies forward the port too, which is new with every connection.
  ["203.0.113.7:49152", "203.0.113.7"],
  ["[2001:db8:1::9]:49152", "2001:db8:1::/48"],
  ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
  ["unknown", "unknown"],
])("requests from %s are counted under %s", (address, counted) => {
  expect(rateLimitAddress(address)).toBe(counted);
});
