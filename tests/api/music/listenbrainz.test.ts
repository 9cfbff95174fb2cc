// ListenBrainz through the API and the pages, against a fake of it.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import { freeTurns } from "../../free-turns";
import type { Person } from "../people";

const TOKEN = listenbrainzListeners[0]?.token ?? "";
const listenbrainz = await startListenbrainz();
const { addMember } = shareApp({ LISTENBRAINZ_URL: listenbrainz.address });

beforeAll(freeTurns);
afterEach(() => {
  listenbrainz.fail(undefined);
  listenbrainz.delay(0);
});
afterAll(() => listenbrainz.close());

type Connection = { id: string; isVerified: boolean; period: string };

const connect = (person: Person, serviceUsername: string, more: object = {}) =>
  person.json("POST", "/api/music-connections", {
    service: "listenbrainz",
    serviceUserId: serviceUsername,
    serviceUsername,
    ...more,
  });
const connectionsOf = async (person: Person) =>
  (await (await person.get("/api/music-connections")).json()) as Connection[];

test("JSON connects a listener, with a period and a token", async () => {
  const ada = await addMember("Ada");
  const made = await connect(ada, "ada l.");
  expect([made.status, await made.json()]).toMatchObject([
    201,
    { serviceUsername: "Ada L.", isVerified: false, artistCount: 3, period: "half_yearly" },
  ]);
  expect((await connect(ada, "Ada L.", { period: "yearly" })).status).toBe(400);
  expect((await connect(ada, "Ada L.", { token: "nobody's" })).status).toBe(400);
  const proven = await connect(ada, "Ada L.", { token: TOKEN, period: "all_time" });
  expect(await proven.json()).toMatchObject({ isVerified: true, period: "all_time", artistCount: 50 });
});

test("the forms connect, verify and refresh, and the token is not shown again", async () => {
  const ada = await addMember("Ada");
  const send = (fields: Record<string, string>) =>
    ada.form("/music-connections", { service: "listenbrainz", username: "Ada L.", ...fields });
  const blank = await (await send({ username: " " })).text();
  for (const words of ["Username required", "Please enter your ListenBrainz username."])
    expect(blank).toContain(words);
  const unknown = await send({ username: "nobody", token: "" });
  expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining("User not found")]);
  const wrong = await send({ token: "a-token-of-rob", period: "all_time" });
  const html = await wrong.text();
  expect(wrong.status).toBe(400);
  expect(html).toContain("This token belongs to another ListenBrainz account.");
  expect(html).not.toContain("a-token-of-rob");
  expect(html).toMatch(/<option[^>]*value="all_time"[^>]*selected/);
  const page = await (await ada.follow(await send({}))).text();
  for (const words of ["Connected as Ada L.", ">not verified<", "3 top artists"])
    expect(page).toContain(words);
  expect(await (await ada.follow(await send({ token: TOKEN }))).text()).not.toContain(">not verified<");
  const [connection] = await connectionsOf(ada);
  expect(connection).toMatchObject({ isVerified: true });
  const refresh = (fields: Record<string, string>) =>
    ada.form(`/music-connections/${connection?.id}/refresh`, fields);
  expect((await refresh({ period: "all_time" })).status).toBe(303);
  expect(await connectionsOf(ada)).toMatchObject([{ period: "all_time" }]);
  await refresh({ period: "all the time" });
  expect(await connectionsOf(ada)).toMatchObject([{ period: "all_time" }]);
  const exported = await (await ada.get(`/music-connections/${connection?.id}/import`)).text();
  expect(exported).toContain("Nina Simone");
});

test("plays that aren't counted yet are explained", async () => {
  const ada = await addMember("Ada");
  await connect(ada, "newborn");
  const page = await (await ada.get("/music-connections")).text();
  expect(page).toContain("counted your plays yet");
  expect(page).not.toContain("Import from ListenBrainz");
});

test("names from ListenBrainz are escaped", async () => {
  const ada = await addMember("Ada");
  const { id } = (await (await connect(ada, "hostile")).json()) as Connection;
  const page = await (await ada.get(`/music-connections/${id}/import`)).text();
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page).not.toMatch(/<img src=x|<script>alert/);
});

test("an account without top artists has nothing to import, and the page says so", async () => {
  const ada = await addMember("Ada");
  const { id } = (await (await connect(ada, "hostile", { period: "all_time" })).json()) as Connection;
  const page = await (await ada.get(`/music-connections/${id}/import`)).text();
  expect(page).toContain("ListenBrainz has no top artists of yours yet.");
  expect(page).not.toContain("already have everything");
});

test("a ListenBrainz that takes two seconds for each answer is waited for", async () => {
  const ada = await addMember("Ada");
  listenbrainz.delay(2_000);
  const made = await connect(ada, "rob");
  expect([made.status, await made.json()]).toMatchObject([201, { serviceUsername: "rob", artistCount: 1 }]);
});
