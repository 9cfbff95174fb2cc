import { db } from "db/client.server";
import { expect, test, vi } from "vitest";
import { revokeGrant } from "~/integrations/oauth-services.server";
import { connectAccount } from "~/models/music-account/music-account.server";
import { Refusal } from "~/refusal";
import { addNewcomer } from "../../cast";

let userId = "first";
vi.mock("~/integrations/oauth-services.server", () => ({
  exchangeCode: async () => ({ accessToken: "access", refreshToken: null, expiresAt: 0 }),
  readAccount: async () => ({ userId, username: userId, topArtists: null }),
  revokeGrant: vi.fn(),
}));

test("a second account's consent is revoked, but not that of an account that couldn't be saved", async () => {
  const { id } = await addNewcomer("Ada");
  const connect = () => connectAccount(id, "youtube", { code: "", verifier: "", redirectTo: "" });
  await connect();
  const full = new Refusal("unavailable", "There is no space left.");
  const transaction = vi.spyOn(db, "transaction").mockRejectedValue(full);
  await expect(connect()).rejects.toBe(full);
  transaction.mockRestore();
  expect(revokeGrant).not.toHaveBeenCalled();
  userId = "second";
  await expect(connect()).toBeRefused("conflict");
  expect(revokeGrant).toHaveBeenCalledOnce();
});
