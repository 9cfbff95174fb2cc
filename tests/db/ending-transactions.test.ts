// In a file of its own, since the process that runs it begins no more transactions.
import { EventEmitter, once } from "node:events";
import { db } from "db/client.server";
import { rateLimit } from "db/schema";
import { endTransactions, transaction } from "db/transaction.server";
import { expect, test } from "vitest";

test("a process that ends waits for the transaction in progress, and begins no other", async () => {
  const steps = new EventEmitter();
  const begun = once(steps, "begun");
  const slow = transaction(async (tx) => {
    await tx.insert(rateLimit).values({ key: "slow", points: 1 });
    steps.emit("begun");
    await once(steps, "finish");
  });
  await begun;
  let hasEnded = false;
  const ended = endTransactions().then(() => {
    hasEnded = true;
  });
  await expect(transaction(async () => 1)).rejects.toMatchObject({ code: "unavailable" });
  expect(hasEnded).toBe(false);
  steps.emit("finish");
  await Promise.all([slow, ended]);
  expect(await db.$count(rateLimit)).toBe(1);
});
