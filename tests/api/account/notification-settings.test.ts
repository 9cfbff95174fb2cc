// What members are notified of: the settings by form and JSON, and the link that ends mail.
import { expect, test } from "vitest";
import { shareApp } from "../../app";

const { addMember, sharedMember, visitor, sendRaw, app } = shareApp();

const API = "/api/notifications/settings";

test("GET and PUT /api/notifications/settings and the form change the same settings", async () => {
  const ada = await addMember("Ada");
  const settings = async () => (await ada.get(API)).json();
  const before = await settings();
  expect(before).toMatchObject({ matchPage: true, showsNames: false, timeZone: null, quietFrom: null });
  const changed = {
    ...before,
    gamePage: false,
    showsNames: true,
    timeZone: "Asia/Tokyo",
    quietFrom: 22,
    quietTo: 7,
  };
  const saved = await ada.json("PUT", API, changed);
  expect([saved.status, await saved.json(), await settings()]).toEqual([200, changed, changed]);
  await ada.form("/settings/notifications", {
    matchPage: "on",
    matchMail: "weekly",
    quietFrom: "",
    quietTo: "8",
  });
  expect(await settings()).toMatchObject({
    ...{ matchPage: true, messagePage: false, gamePage: false, matchPush: false },
    ...{ matchMail: "weekly", messageMail: "never", showsNames: false, quietFrom: null, quietTo: null },
  });
});

test("the page sends along what it doesn't show", async () => {
  const ada = await addMember("Ada");
  const page = await (await ada.get("/settings/notifications")).text();
  for (const name of ["matchMail", "accountPush", "showsNames", "timeZone", "quietFrom", "quietTo"])
    expect(page).toContain(`name="${name}"`);
});

test("PUT refuses what is no setting, with a sentence", async () => {
  const ada = await sharedMember("Ada");
  const refuse = async (body: object) => {
    const answer = await ada.json("PUT", API, body);
    return [answer.status, await answer.text()];
  };
  expect(await refuse({ timeZone: "Middle/Earth" })).toEqual([
    400,
    "Choose a time zone, such as Europe/Berlin",
  ]);
  expect(await refuse({ quietFrom: 22 })).toEqual([400, "Choose when quiet hours end"]);
  expect(await refuse({ matchMail: "hourly" })).toEqual([400, "Choose how often"]);
});

test("a link that is no member's ends nothing, and says so to members and visitors alike", async () => {
  const [ada, nobody] = [await sharedMember("Ada"), visitor()];
  for (const person of [ada, nobody]) {
    expect(await (await person.get("/unsubscribe?token=none")).text()).toContain("This link is incomplete");
    const answer = await person.form("/unsubscribe?token=none", {});
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("This link is incomplete"),
    ]);
  }
});

test("mail programs may post to that page alone, and no other page may post there", async () => {
  const post = async (path: string, ...headers: string[]) => {
    const { host } = new URL(app().address);
    const body = "List-Unsubscribe=One-Click";
    const answer = await sendRaw(
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        "Content-Type: application/x-www-form-urlencoded",
        `Content-Length: ${body.length}`,
        "Connection: close",
        ...headers,
        "",
        body,
      ].join("\r\n"),
    );
    return Number(/ (\d{3}) /.exec(answer)?.[1]);
  };
  expect(await post("/unsubscribe?token=none")).toBe(400);
  expect(await post("/settings/notifications")).toBe(403);
  expect(await post("/unsubscribe?token=none", "Origin: https://evil.example")).toBe(403);
  expect(await post("/unsubscribe?token=none", "Referer: https://evil.example/")).toBe(403);
  expect(await post("/unsubscribe?token=none", "Sec-Fetch-Site: cross-site")).toBe(403);
});
