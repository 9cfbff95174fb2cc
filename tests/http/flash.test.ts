import { db } from "db/client.server";
import { member } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CurrentSession } from "~/auth/session.server";
import { takeFlash } from "~/http/flash.server";
import { addSession, getSession, updateSession } from "~/models/account/sign-in/session.server";
import { addNewcomer } from "../cast";

const page = (signal?: AbortSignal) => new Request("http://localhost/records", { signal });

/** A session with a flash message, and a visit that has read it. */
async function visitWithFlash() {
  const { id } = await addNewcomer("Ada");
  const token = await addSession(id, {}, { userAgent: "" });
  const flash = { id: "one", kind: "success", title: "Record added" };
  await updateSession(token, { flash, other: "stays" });
  return { token, flash, session: { token, ...(await getSession(token)) } as CurrentSession };
}

const left = async (token: string) => (await getSession(token))?.data;

test("a flash message is taken once, and other session data stays", async () => {
  const { token, flash, session } = await visitWithFlash();
  expect(await takeFlash(page(), session)).toEqual(flash);
  expect(await left(token)).toEqual({ other: "stays" });
  expect(await takeFlash(page(), session)).toBeNull();
});

test("an aborted page request does not take the flash message", async () => {
  const { token, flash, session } = await visitWithFlash();
  expect(await takeFlash(page(AbortSignal.abort()), session)).toBeNull();
  expect(await left(token)).toEqual({ flash, other: "stays" });
});

test("a late page request does not take a newer flash message", async () => {
  const { token, session } = await visitWithFlash();
  const newer = { flash: { id: "two", kind: "success", title: "Song added" } };
  await updateSession(token, newer);
  expect(await takeFlash(page(), session)).toBeNull();
  expect(await left(token)).toEqual(newer);
});

test("a member is told once that their report was decided", async () => {
  const { id } = await addNewcomer("Ada");
  const token = await addSession(id, {}, { userAgent: "" });
  await db.update(member).set({ hasReportOutcome: true }).where(eq(member.id, id));
  const visit = async () => ({ token, ...(await getSession(token)) }) as CurrentSession;
  expect(await takeFlash(page(AbortSignal.abort()), await visit())).toBeNull();
  expect(await takeFlash(page(), await visit())).toMatchObject({ title: "Your report has been reviewed" });
  expect(await takeFlash(page(), await visit())).toBeNull();
});
