import { db } from "db/client.server";
import { providerRecord } from "db/schema";
import { asc } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  deleteExpiredProviderRecords,
  getProviderRecord,
  putProviderRecord,
} from "~/models/account/sign-in/provider-record.server";

test("records of sign-ins are not found once they have expired, and deleted in the next hour", async () => {
  await putProviderRecord("Session", "lasting", {});
  await putProviderRecord("Interaction", "brief", {}, 60);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await getProviderRecord("Interaction", { id: "brief" })).toBeUndefined();
  await putProviderRecord("Interaction", "later", {}, 60);
  await deleteExpiredProviderRecords();
  vi.useRealTimers();
  const kept = await db
    .select({ id: providerRecord.id })
    .from(providerRecord)
    .orderBy(asc(providerRecord.id));
  expect(kept).toEqual([{ id: "lasting" }, { id: "later" }]);
});
