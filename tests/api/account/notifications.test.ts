// Notifications through the running server: digests, which are mailed to who is away and end with the mail's own header, and push:
// browsers by form and JSON, and a match that calls an absent member.
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startPushService } from "../../fakes/push-service";
import { untilClosed } from "../client";
import { query, shareMailApp } from "../mail";
import { completeProfile, makeMatch, type Person } from "../people";

const service = await startPushService();
const { app, mail, visitor, signUp, signUpUnconfirmed } = await shareMailApp();
afterAll(() => service.close());

const addMember = async (firstName: string) => completeProfile(await signUpUnconfirmed(firstName));

const SETTINGS = "/api/notifications/settings";
const BROWSERS = "/api/notifications/browsers";

const settingsOf = async (person: Person) => (await person.get(SETTINGS)).json();

/** Lets members be called at once of what has just happened, instead of some seconds later. */
const callNow = () =>
  query(
    "update notification set mail_at = min(mail_at, ?), push_at = min(push_at, ?)",
    Date.now(),
    Date.now(),
  );

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
  await ben.json("PUT", SETTINGS, { ...(await settingsOf(ben)), matchMail: "now" });
  await makeMatch(ben, ada);
  await callNow();
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
  await ben.json("PUT", SETTINGS, { ...(await settingsOf(ben)), matchMail: "now" });
  await makeMatch(ben, ada);
  await callNow();
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

const list = async (person: Person) => (await person.get(BROWSERS)).json();

async function addBrowser(person: Person) {
  const { publicKey } = await list(person);
  const device = service.subscribe(publicKey);
  const answer = await person.json("POST", BROWSERS, { ...device.subscription, timeZone: "Europe/Berlin" });
  expect(answer.status).toBe(201);
  const { id }: { id: string } = await answer.json();
  return { ...device, id };
}

test("a match is pushed to a member who is away, and closed once it is read", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const phone = await addBrowser(ben);
  await makeMatch(ben, ada);
  await callNow();
  const [received] = await phone.untilReceived();
  expect(received?.payload).toMatchObject({
    web_push: 8030,
    notification: { title: "New match on B-Side" },
  });
  const { navigate = "", tag } = received?.payload.notification ?? {};
  expect(navigate.startsWith(`${app().origin}/members/`)).toBe(true);
  expect((await ben.get(navigate.replace(app().origin, ""))).status).toBe(200);
  const [, closed] = await phone.untilReceived(2);
  expect(closed?.payload).toEqual({ close: [tag] });
});

test("a browser is added once, tested and removed, by form and by JSON", async () => {
  const ada = await addMember("Ada");
  const phone = await addBrowser(ada);
  const again = await ada.json("POST", BROWSERS, phone.subscription);
  const { id } = await again.json();
  expect(await list(ada)).toEqual({
    publicKey: expect.any(String),
    browsers: [{ id, name: expect.any(String), since: expect.any(String), isCurrent: true }],
  });
  expect((await (await ada.get(SETTINGS)).json()).timeZone).toBe("Europe/Berlin");
  expect((await ada.json("POST", `${BROWSERS}/${id}/test`, {})).status).toBe(204);
  await ada.form(`/settings/notifications/${id}/test`, {});
  expect((await phone.untilReceived(2)).map(({ payload }) => payload.notification?.title)).toEqual(
    Array(2).fill("Notifications work on this device"),
  );
  expect(await (await ada.get("/settings/notifications")).text()).toContain("Send a Test");
  await ada.form(`/settings/notifications/${id}/remove`, {});
  expect((await list(ada)).browsers).toEqual([]);
  const { id: last } = await addBrowser(ada);
  expect((await ada.json("DELETE", `${BROWSERS}/${last}`, {})).status).toBe(204);
  expect((await ada.json("DELETE", `${BROWSERS}/${last}`, {})).status).toBe(404);
});
