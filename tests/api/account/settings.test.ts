// The settings: sessions, whose form it is, the theme, what members share with those they chat with, and what they are notified
// of.
import { afterEach, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openDatabaseFile } from "../../database-file";
import { photo } from "../../fakes/picture-files";
import { openBrowser } from "../client";
import { isSignedIn, query } from "../mail";
import { decide, goToSignIn, makeConversation, makeMatch, type Person, signIn } from "../people";
import { type LiveStream, openStream } from "../stream";

const { app, visitor, signUp, addMember, sharedMember, sendRaw } = shareApp();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Signs a member in again, with another browser. */
async function signInElsewhere({ email, password }: Person) {
  const browser = openBrowser(app(), [], { "User-Agent": FIREFOX });
  expect((await signIn(browser, email, password)).status).toBe(200);
  return browser;
}

/** The ids of the sessions that the settings offer to end. */
async function endable(person: Pick<Person, "get">) {
  const page = await (await person.get("/settings")).text();
  return [...page.matchAll(/action="\/settings\/sessions\/([^"/]+)\/end"/g)].map(([, id]) => id ?? "");
}

test("the settings list a member's sessions, this browser first", async () => {
  const ada = await signUp("Ada");
  await signInElsewhere(ada);
  const page = await (await ada.get("/settings")).text();
  expect(page).toMatch(/Unknown browser<.*This browser.*Firefox on Linux/s);
  expect(page.match(/This browser/g)).toHaveLength(1);
  expect(await endable(ada)).toHaveLength(1);
});

test("signing out another browser ends its session and stream at once", async () => {
  const ada = await signUp("Ada");
  const elsewhere = await signInElsewhere(ada);
  const stream = await openStream(elsewhere);
  const [id] = await endable(ada);
  const back = await ada.form(`/settings/sessions/${id}/end`, {});
  expect([back.status, back.headers.get("Location")]).toEqual([303, "/settings"]);
  expect(await (await ada.get("/settings")).text()).toContain("That browser is signed out.");
  expect(await endable(ada)).toEqual([]);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(ada)).toBe(true);
  await stream.ended;
  expect(await goToSignIn(elsewhere)).toMatch(/^\/oidc\/interaction\//);
});

test("members can neither end nor detect others' sessions", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const elsewhere = await signInElsewhere(ada);
  const [id] = await endable(ada);
  const asFetch = { Accept: "application/json" };
  const foreign = await ben.form(`/settings/sessions/${id}/end`, {}, asFetch);
  const absent = await ben.form("/settings/sessions/none/end", {}, asFetch);
  const words = async (answer: Response) =>
    (await answer.text()).replace(/nonce="[^"]*"|[\da-f-]{36}|lastEventId\W+[\w-]{54}/g, "");
  expect([foreign.status, absent.status]).toEqual([404, 404]);
  expect(await words(foreign)).toBe(await words(absent));
  expect((await visitor().form(`/settings/sessions/${id}/end`, {})).status).toBe(401);
  expect(await isSignedIn(elsewhere)).toBe(true);
});

test("one button signs the member out of all other browsers, and no one else", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const others = [await signInElsewhere(ada), await signInElsewhere(ada)];
  await ada.form("/settings/sessions/end", {});
  expect(await (await ada.get("/settings")).text()).toContain("2 other browsers are signed out.");
  expect(await Promise.all([...others, ada, ben].map(isSignedIn))).toEqual([false, false, true, true]);
});

test.each([
  ["a page", "/records"],
  ["the API", "/api/auth/user"],
])("%s keeps a member signed in beyond 30 days", async (_, path) => {
  const ada = await signUp("Ada");
  const days = (count: number) => count * 24 * 60 * 60 * 1000;
  await query(
    "update session set created_at = created_at - ?, expires_at = expires_at - ? where member_id = ?",
    days(29),
    days(29),
    Number(ada.id),
  );
  const readEnd = async () => {
    const [row] = await query("select expires_at as ends from session where member_id = ?", Number(ada.id));
    return Number(row?.ends) - Date.now();
  };
  expect(await readEnd()).toBeLessThan(days(2));
  expect((await ada.get(path)).status).toBe(200);
  await expect.poll(readEnd).toBeGreaterThan(days(29));
});

test("a form of a page that another member opened changes nothing", async () => {
  const [ada, ben] = [await signUp("Ada"), await signUp("Ben")];
  const profile = { bio: "About Ada", age: "30", location: "Portland, Oregon" };
  const upload = new FormData();
  upload.append("viewer", ada.id);
  upload.append("file", new File([new Uint8Array(await photo())], "a.jpg"));
  const said = "You&#x27;re signed in as Ben Lovelace now. Nothing was changed.";
  for (const [path, fields] of [
    ["/profile?tab=profile", { ...profile, viewer: ada.id }],
    ["/profile/photo", upload],
  ] as const) {
    const refused = await ben.form(path, fields);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(said)]);
  }
  expect(await (await ben.get("/api/auth/user")).json()).toMatchObject({ bio: "", profileImageUrl: null });
  expect((await ben.form("/profile?tab=profile", { ...profile, viewer: ben.id })).status).toBe(303);
});

test("the forms of a page name the member who opened it, but for those about one thing of theirs", async () => {
  const [ada, ben, cleo] = [await addMember("Ada"), await addMember("Ben"), await addMember("Cleo")];
  await makeMatch(ada, ben);
  await ada.form("/settings/pause", { paused: "true" });
  for (let i = 0; i < 2; i++) await signInElsewhere(ada);
  const pages = [
    "/settings",
    "/settings/authenticator",
    "/settings/passkeys",
    "/records",
    "/discover?minCompatibility=0",
    "/matches",
    "/notifications",
    `/members/${cleo.id}`,
    `/members/${ben.id}/match`,
    `/report?about=member:${ben.id}`,
  ];
  const unnamed = /action="(\/theme|\/api\/auth\/logout|\/settings\/sessions\/[\w-]+\/end)"/;
  let named = 0;
  for (const page of pages) {
    const html = await (await ada.get(page, { Accept: "text/html" })).text();
    const forms = html.match(/<form method="post".*?<\/form>/gs) ?? [];
    const others = forms.filter((form) => !form.includes(`name="viewer" value="${ada.id}"`));
    expect(
      others.filter((form) => !unnamed.test(form)),
      page,
    ).toEqual([]);
    named += forms.length - others.length;
  }
  expect(named).toBeGreaterThanOrEqual(pages.length);
});

test("a theme returns a browser to the page it was chosen on, and a fetch stays", async () => {
  const browser = visitor();
  const ways = {
    "/reset-password?token=abc": "/reset-password?token=abc",
    "/oidc/interaction/abc": "/oidc/interaction/abc",
    "/oidc/interaction/abc/create?token=abc": "/oidc/interaction/abc/create?token=abc",
    "/api/logout": "/",
    "/oidc/interaction/abc?x=\r\nSet-Cookie: a=b": "/",
    "//evil.example": "/",
    "https://evil.example/": "/",
  };
  for (const [from, to] of Object.entries(ways)) {
    const answer = await browser.form("/theme", { theme: "dark", from });
    expect([from, answer.status, answer.headers.get("Location")]).toEqual([from, 303, to]);
  }
  const answer = await browser.form("/theme.data", { theme: "light", from: "/" }, { Accept: "*/*" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([200, null]);
  expect(answer.headers.get("Set-Cookie")).toContain("theme=");
});

const open: LiveStream[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.disconnect();
});
async function subscribe(person: Person) {
  const reader = await openStream(person);
  open.push(reader);
  return reader;
}

const write = (person: Person, conversationId: string, content: string) =>
  person.json("POST", `/api/conversations/${conversationId}/messages`, { content });
const read = (person: Person, conversationId: string, sequence: number) =>
  person.json("POST", `/messages/${conversationId}/read`, { sequence });
const seenBy = async (person: Person, conversationId: string) =>
  (await (await person.get(`/messages/${conversationId}/more`)).json()).seen;

async function couple() {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  return { ada, ben, conversationId: await makeConversation(ada, ben) };
}

test("what the other has read is an event, and part of the chat", async () => {
  const { ada, ben, conversationId } = await couple();
  const hers = await subscribe(ada);
  await write(ada, conversationId, "One");
  await write(ada, conversationId, "Two");
  await read(ben, conversationId, 1);
  await hers.waitFor((events) => events.length === 3);
  expect(hers.events.at(-1)).toMatchObject({ event: "seen", data: { conversationId, sequence: 1 } });
  expect(await seenBy(ada, conversationId)).toBe(1);
  // A message, not a time.
  expect(Object.keys(hers.events.at(-1)?.data as object)).toEqual(["conversationId", "sequence"]);
});

test.each([
  ["the reader", (_: Person, ben: Person) => ben],
  ["the sender", (ada: Person) => ada],
])("nothing tells what was read once %s has turned it off", async (_, choose) => {
  const { ada, ben, conversationId } = await couple();
  await choose(ada, ben).json("PUT", "/api/profile/privacy", { showsSeen: false, showsTyping: true });
  const hers = await subscribe(ada);
  await write(ada, conversationId, "One");
  await read(ben, conversationId, 1);
  await write(ben, conversationId, "Two");
  await hers.waitFor((events) => events.length === 2);
  expect(hers.events.map(({ event }) => event)).toEqual(["message", "message"]);
  expect(await seenBy(ada, conversationId)).toBe(0);
});

test("nothing tells the sender that a request was read", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await decide(ada, ben, true);
  const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
  const { id } = (await begun.json()) as { id: string };
  await write(ada, id, "Hello");
  const before = (await (await ada.get("/counts")).json()).newest;
  expect((await read(ben, id, 1)).status).toBe(204);
  await ben.form(`/messages/${id}/decline`, {});
  expect((await (await ada.get("/counts")).json()).newest).toBe(before);
  expect(await seenBy(ada, id)).toBe(0);
  expect(await (await ada.get(`/messages/${id}/frame`)).text()).not.toContain("Seen");
});

const type = (person: Person, conversationId: string) =>
  person.json("POST", `/messages/${conversationId}/typing`, {});

test("typing is an event for the other's open pages, and leaves nothing behind", async () => {
  const { ada, ben, conversationId } = await couple();
  const [hers, his] = [await subscribe(ada), await subscribe(ben)];
  await hers.waitFor(() => hers.lastEventId() !== "");
  const before = [(await (await ada.get("/counts")).json()).newest, hers.lastEventId()];
  expect((await type(ben, conversationId)).status).toBe(204);
  await hers.waitFor((events) => events.length === 1);
  expect(hers.events).toEqual([{ id: before[1], event: "typing", data: { conversationId } }]);
  expect((await (await ada.get("/counts")).json()).newest).toBe(before[0]);
  expect(await (await ada.get("/api/notifications")).json()).not.toContainEqual(
    expect.objectContaining({ kind: "message" }),
  );
  await write(ada, conversationId, "Yes?");
  await his.waitFor((events) => events.length > 0);
  expect(his.events.map(({ event }) => event)).toEqual(["message"]);
});

test("typing on another machine arrives too", async () => {
  const { ada, ben, conversationId } = await couple();
  const hers = await subscribe(ada);
  const database = openDatabaseFile(`${app().dataDir}/b-side.sqlite`);
  await database.execute({
    sql: "insert into typing (conversation_id, member_id, at) values (?, ?, ?)",
    args: [conversationId, ben.id, Date.now()],
  });
  database.close();
  await hers.waitFor((events) => events.length === 1);
  expect(hers.events[0]).toMatchObject({ event: "typing", data: { conversationId } });
});

test("no stream tells of typing once the other has turned it off", async () => {
  const { ada, ben, conversationId } = await couple();
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
  const other = await makeConversation(cleo, dan);
  await ada.json("PUT", "/api/profile/privacy", { showsSeen: true, showsTyping: false });
  const [hers, dans] = [await subscribe(ada), await subscribe(dan)];
  await type(ben, conversationId);
  // Later signs are sent later, and a match is an event after them.
  await type(cleo, other);
  await dans.waitFor((events) => events.some(({ event }) => event === "typing"));
  await makeMatch(ada, cleo);
  await hers.waitFor((events) => events.some(({ event }) => event === "match"));
  expect(hers.events.map(({ event }) => event)).not.toContain("typing");
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
