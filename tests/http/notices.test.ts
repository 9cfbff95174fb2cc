import { expect, test } from "vitest";
import { takeNotice } from "~/http/notice.server";
import type { Visit } from "~/http/session.server";
import { addSession, changeSession, getSession } from "~/models/session.server";
import { newcomer } from "../cast";

const page = (signal?: AbortSignal) => new Request("http://localhost/records", { signal });

/** A session that carries a notice, and a visit in which it was seen. */
async function visitWithNotice() {
  const { id } = await newcomer("Ada");
  const token = await addSession(id, {}, { userAgent: "" });
  const notice = { id: "one", kind: "success", title: "Record added" };
  await changeSession(token, { notice, other: "stays" });
  return { token, notice, visit: { token, ...(await getSession(token)) } as Visit };
}

const left = async (token: string) => (await getSession(token))?.data;

test("a notice is taken once, whoever else has seen it", async () => {
  const { token, notice, visit } = await visitWithNotice();
  expect(await takeNotice(page(), visit)).toEqual(notice);
  expect(await left(token)).toEqual({ other: "stays" });
  expect(await takeNotice(page(), visit)).toBeNull();
});

test("a page that was given up takes no notice along", async () => {
  const { token, notice, visit } = await visitWithNotice();
  expect(await takeNotice(page(AbortSignal.abort()), visit)).toBeNull();
  expect(await left(token)).toEqual({ notice, other: "stays" });
});

test("a page that is late takes no newer notice away", async () => {
  const { token, visit } = await visitWithNotice();
  const newer = { notice: { id: "two", kind: "success", title: "Song added" } };
  await changeSession(token, newer);
  expect(await takeNotice(page(), visit)).toBeNull();
  expect(await left(token)).toEqual(newer);
});
