import { transaction } from "db/transaction.server";
import { expect, test } from "vitest";
import { listSecurityEvents, recordMemberEvent } from "~/models/account/security-event.server";
import { addNewcomer } from "../../cast";

test("a member's activity has no number that tells how much happens to other accounts", async () => {
  const [ada, ben] = [await addNewcomer("Ada"), await addNewcomer("Ben")];
  await transaction((tx) => recordMemberEvent(tx, ben.id, "passkey-added", "curl"));
  await transaction((tx) => recordMemberEvent(tx, ada.id, "passkey-added", "curl"));
  expect(await listSecurityEvents(ada.id)).toEqual([
    { kind: "passkey-added", browser: "Unknown browser", at: expect.any(String) },
  ]);
});
