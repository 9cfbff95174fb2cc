// The numbers that benches print: percentiles, memory of a process, sizes.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns the value that the given share (0 to 1) of the values do not exceed. NaN without values. */
export function percentile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

/** Returns the resident memory of a process in bytes, now and at its peak. Linux only. */
export function memoryOf({ pid }: ChildProcess): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), peak: bytes("VmHWM") };
}

export const toMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
