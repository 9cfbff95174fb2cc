// The sign-in in progress, as its screens see it.
import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type Provider } from "oidc-provider";
import { expect, test } from "vitest";
import { findInteraction } from "~/auth/provider.server";

test("a sign-in that is over by the time its form is refused has nowhere to go on", async () => {
  const records = [{ uid: "abc", params: { state: "s" }, returnTo: "/on" }];
  const provider = {
    interactionDetails: async () => {
      const record = records.shift();
      if (!record) throw new errors.SessionNotFound("over");
      return record;
    },
  } as unknown as Provider;
  const request = { url: "/oidc/interaction/abc" } as IncomingMessage;
  const interaction = await findInteraction(provider, request, {} as ServerResponse);
  expect(interaction?.uid).toBe("abc");
  expect(await interaction?.findFinish()).toBeUndefined();
});
