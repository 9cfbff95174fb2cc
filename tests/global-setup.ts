// Bundles the program in which Discover searches, so that tests run what stands in app/.
export default async function setup() {
  // @ts-expect-error: plain Node, without types
  await import("../bin/build-worker.mjs");
}
