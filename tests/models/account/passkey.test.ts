import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { addAccount } from "~/models/account/account.server";
import {
  addPasskey,
  checkPasskey,
  startAddingPasskey,
  startUsingPasskey,
} from "~/models/account/second-factor/passkey.server";
import { passkeyInput, passkeySignInInput } from "~/models/account/second-factor/passkey-schema";
import { makePasskeyDevice } from "../../fakes/passkey-device";

test("a passkey whose counter stays or falls is accepted, and logged once it has counted", async () => {
  const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
  const accountId = await addAccount({ ...person, password: "listen very closely" }, randomUUID());
  const device = makePasskeyDevice(env.origin);
  const created = device.create(await startAddingPasskey(accountId, "add ada"));
  const input = passkeyInput.parse({ name: "My laptop", passkey: created });
  await addPasskey(accountId, "add ada", input, { sessionId: randomUUID(), userAgent: "" });

  const warn = vi.spyOn(log.logger, "warn");
  const logged: [number, number][] = [];
  for (const counter of [0, 0, 5, 5, 4, 0, 6]) {
    const used = device.use(await startUsingPasskey("sign in ada"), { counter });
    const { passkey } = passkeySignInInput.parse({ passkey: used });
    expect(await checkPasskey("sign in ada", passkey)).toMatchObject({ accountId });
    logged.push([counter, warn.mock.calls.length]);
    warn.mockClear();
  }
  expect(logged).toEqual([
    [0, 0],
    [0, 0],
    [5, 0],
    [5, 1],
    [4, 1],
    [0, 1],
    [6, 0],
  ]);
});
