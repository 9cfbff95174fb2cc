// Digests through the running server: mailed to who is away, and ended with the mail's own header.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { untilClosed } from "../client";
import { shareMailApp } from "../mail";
import { completeProfile, makeMatch, type Person } from "../people";

const { app, mail, visitor, signUp, signUpUnconfirmed } = await shareMailApp();
const API = "/api/notifications/settings";

const settingsOf = async (person: Person) => (await person.get(API)).json();

/** Posts as a mail provider does: without cookies, and from no page. */
async function postOneClick(address: string): Promise<number> {
  const { host, port, pathname, search } = new URL(address);
  const body = "List-Unsubscribe=One-Click";
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    [
      `POST ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  return Number(/ (\d{3}) /.exec(await untilClosed(socket))?.[1]);
}

test("an absent member is mailed a digest, and ends such mail with its header, but not by opening its link", async () => {
  const [ada, ben] = [await completeProfile(await signUp()), await completeProfile(await signUp())];
  await ben.json("PUT", API, { ...(await settingsOf(ben)), matchMail: "now" });
  await makeMatch(ben, ada);
  const [digest] = await mail.untilReceived(ben.email);
  expect(digest?.subject).toBe("A new match on B-Side");
  expect(digest?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const [, link = ""] = /^<(.*)>$/.exec(digest?.headers["list-unsubscribe"] ?? "") ?? [];
  expect(link.startsWith(`${app().origin}/unsubscribe?token=`)).toBe(true);

  const path = link.replace(app().origin, "");
  expect(await (await visitor().get(path)).text()).toContain("Stop all emails about matches");
  expect((await settingsOf(ben)).matchMail).toBe("now");
  expect(await postOneClick(link)).toBe(200);
  expect(await settingsOf(ben)).toMatchObject({ matchMail: "never", messageMail: "never", matchPush: true });
  expect((await settingsOf(ada)).matchMail).toBe("weekly");
});

test("the link's page has a button that does the same for whoever opens it, also twice", async () => {
  const [ada, ben] = [await completeProfile(await signUp()), await completeProfile(await signUp())];
  await ben.json("PUT", API, { ...(await settingsOf(ben)), matchMail: "now" });
  await makeMatch(ben, ada);
  const [digest] = await mail.untilReceived(ben.email);
  const [path = ""] = /\/unsubscribe\S+/.exec(digest?.text ?? "") ?? [];
  for (const person of [visitor(), visitor(), ada]) {
    const answer = await person.form(path, {});
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Unsubscribed")]);
  }
  expect((await settingsOf(ben)).matchMail).toBe("never");
});

test("mail is offered to members with a confirmed address only", async () => {
  const [ada, ben] = [await signUp(), await signUpUnconfirmed()];
  const page = async (person: Person) => (await person.get("/settings/notifications")).text();
  expect(await page(ada)).toContain("By email");
  expect(await page(ben)).not.toContain("By email");
});
