// A worker that takes a gigabyte of memory for every job. Its death is expected, and nobody reads of it.
import { closeSync } from "node:fs";

closeSync(2);
process.on("message", () => {
  const all = Array.from({ length: 64 }, () => Buffer.alloc(16 * 1024 ** 2, 1));
  process.send({ result: all.length });
});
