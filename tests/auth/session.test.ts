// Sessions, the paths a sign-in returns to, and the sign-in in progress.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { client } from "db/client.server";
import { session } from "db/schema";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import fc from "fast-check";
import { errors, type Provider } from "oidc-provider";
import { expect, test, vi } from "vitest";
import { findInteraction } from "~/auth/provider.server";
import { localPath, signInPath } from "~/auth/return-path";
import {
  endSession,
  getCurrentSession,
  saveSessionData,
  shareSession,
  startSession,
} from "~/auth/session.server";
import { DAY_MS } from "~/durations";
import {
  addSession,
  listSessions,
  renewSession,
  updateSession,
} from "~/models/account/sign-in/session.server";
import { runInContext } from "~/request-context.server";
import { addNewcomer } from "../cast";
import { routeFiles } from "../routes";
import { rowsOf } from "../rows";

const headers = new Map<string, unknown>();
const response = {
  setHeader: (name: string, value: string) => void headers.set(name, value),
} as unknown as ExpressResponse;

/** Runs something as one request of the server. */
function asOneRequest<Result>(run: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    runInContext({ route: "records", depth: 0, clientAddress: "127.0.0.1" }, () =>
      shareSession({} as ExpressRequest, response, () => void run().then(resolve, reject)),
    );
  });
}

/** A request of a browser in which a new member is signed in. */
async function signedIn(firstName: string) {
  const { id } = await addNewcomer(firstName);
  const bare = new Request("http://localhost/");
  const cookie = (await startSession(bare, id, {})).split(";")[0] ?? "";
  return { id, request: new Request("http://localhost/records", { headers: { Cookie: cookie } }) };
}

const memberOf = async (request: Request) => (await getCurrentSession(request))?.member.id;

test("everything that one request runs gets the same session, and the next request reads it again", async () => {
  const { request } = await signedIn("Ada");
  const first = await asOneRequest(async () => {
    const sessions = await Promise.all([getCurrentSession(request), getCurrentSession(new Request(request))]);
    expect(sessions[0]).toBeDefined();
    expect(sessions[1]).toBe(sessions[0]);
    return sessions[0];
  });
  expect(await asOneRequest(() => getCurrentSession(request))).not.toBe(first);
});

test("a response says whose session it belongs to, and that there is none", async () => {
  const ada = await signedIn("Ada");
  const keyOf = async (run: () => Promise<unknown>) => {
    headers.clear();
    await asOneRequest(run);
    return headers.get("Offline-Key");
  };
  const key = await keyOf(() => getCurrentSession(ada.request));
  expect(key).toMatch(new RegExp(`^${ada.id}\\.[\\w-]{16}$`));
  expect(await keyOf(() => getCurrentSession(ada.request))).toBe(key);
  expect(await keyOf(() => getCurrentSession(new Request("http://localhost/")))).toBe("none");
  // Before anything reads the session again.
  expect(await keyOf(() => endSession(ada.request))).toBe("none");
  expect(await keyOf(async () => undefined)).toBeUndefined();
});

test("requests under way at the same time do not share a session", async () => {
  const [ada, ben] = [await signedIn("Ada"), await signedIn("Ben")];
  const seen = await Promise.all([ada, ben].map(({ request }) => asOneRequest(() => memberOf(request))));
  expect(seen).toEqual([ada.id, ben.id]);
});

test("a request that signs in somebody else sees the new session", async () => {
  const [ada, ben] = [await signedIn("Ada"), await signedIn("Ben")];
  await asOneRequest(async () => {
    expect(await memberOf(ada.request)).toBe(ada.id);
    await startSession(ada.request, ben.id, { from: "sign-in" });
    expect(await getCurrentSession(ada.request)).toMatchObject({
      member: { id: ben.id },
      data: { from: "sign-in" },
    });
  });
  expect(await memberOf(ada.request)).toBeUndefined();
});

test("a request that signs out sees no session, whether or not it had read one before", async () => {
  for (const hadSession of [true, false]) {
    const { id, request } = await signedIn("Ada");
    await asOneRequest(async () => {
      if (hadSession) expect(await memberOf(request)).toBe(id);
      await endSession(request);
      expect(await memberOf(request)).toBeUndefined();
    });
  }
});

test("data that a request saves in its session is seen by the rest of it and by the next", async () => {
  const { request } = await signedIn("Ada");
  await asOneRequest(async () => {
    const session = await getCurrentSession(request);
    if (session) expect(await saveSessionData(session, { notice: "one" })).toBe(true);
    expect((await getCurrentSession(request))?.data).toEqual({ notice: "one" });
  });
  expect((await asOneRequest(() => getCurrentSession(request)))?.data).toEqual({ notice: "one" });
});

test("with onlyIfUnchanged, data that another request has saved meanwhile is not overwritten", async () => {
  const { request } = await signedIn("Ada");
  await asOneRequest(async () => {
    const session = await getCurrentSession(request);
    if (!session) throw new Error("nobody is signed in");
    await updateSession(session.token, { notice: "newer" });
    expect(await saveSessionData(session, { notice: "mine" }, { onlyIfUnchanged: true })).toBe(false);
    expect((await getCurrentSession(request))?.data).toEqual({});
  });
  expect((await getCurrentSession(request))?.data).toEqual({ notice: "newer" });
});

test("a cookie that this server has not signed belongs to no session", async () => {
  const { id } = await addNewcomer("Ada");
  const token = await addSession(id, {}, { userAgent: "" });
  const request = new Request("http://localhost/", { headers: { Cookie: `session=${btoa(`"${token}"`)}` } });
  expect(await asOneRequest(() => memberOf(request))).toBeUndefined();
});

test("of many sessions the current one and the newest are listed", async () => {
  const { id, request } = await signedIn("Ada");
  const currentId = (await getCurrentSession(request))?.sessionId ?? "";
  for (let i = 0; i < 150; i++) await addSession(id, {}, { userAgent: `Browser/${i}` });
  const listed = await listSessions(id, currentId);
  expect(listed).toHaveLength(100);
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, ...Array(99).fill(false)]);
  expect(listed[0]?.id).toBe(currentId);
});

/** Runs `test` with a clock that `goTo` sets to some days after now. */
async function withClock(test: (goTo: (days: number) => void) => Promise<void>) {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await test((days) => vi.setSystemTime(start + days * DAY_MS));
  } finally {
    vi.useRealTimers();
  }
}

/** After how many more days without use a member's only session ends; undefined if it is gone. */
async function daysLeft(memberId: number) {
  const [row] = await rowsOf(session, { memberId });
  return row && (row.expiresAt.getTime() - Date.now()) / DAY_MS;
}

test("a session that is used lasts for 180 days, however long the pauses within 30", async () => {
  const { id, request } = await signedIn("Ada");
  await withClock(async (goTo) => {
    for (const day of [0.5, 29.5, 30, 59, 88, 89.5, 117, 146]) {
      goTo(day);
      expect(await memberOf(request)).toBe(id);
      await expect.poll(() => daysLeft(id)).toBeGreaterThan(29);
    }
    goTo(175);
    expect(await memberOf(request)).toBe(id);
    await expect.poll(() => daysLeft(id)).toBeGreaterThan(4);
    goTo(179);
    expect(await memberOf(request)).toBe(id);
    goTo(180.1);
    expect(await memberOf(request)).toBeUndefined();
  });
});

test("a session that isn't used ends after 30 days, and coming back doesn't renew it", async () => {
  const { id, request } = await signedIn("Ada");
  await withClock(async (goTo) => {
    const found = await getCurrentSession(request);
    const [row] = await rowsOf(session, { memberId: id });
    goTo(30.1);
    expect(await memberOf(request)).toBeUndefined();
    if (found && row) await renewSession({ ...found, expiresAt: row.expiresAt });
    expect(await memberOf(request)).toBeUndefined();
  });
});

test("a session that has ended while a request is under way is not renewed by it", async () => {
  const { id, request } = await signedIn("Ada");
  await withClock(async (goTo) => {
    const [row] = await rowsOf(session, { memberId: id });
    goTo(2);
    await endSession(request);
    if (row) await renewSession({ ...row, sessionId: row.id });
    expect(await daysLeft(id)).toBeUndefined();
    expect(await memberOf(request)).toBeUndefined();
  });
});

test("requests at the same time renew a session once, and the next ones of that day don't", async () => {
  const { id, request } = await signedIn("Ada");
  await client.execute("create table renewal (session_id)");
  await client.execute(
    "create trigger note_renewal after update of expires_at on session begin insert into renewal values (new.id); end",
  );
  const countRenewals = async () => (await client.execute("select * from renewal")).rows.length;
  await withClock(async (goTo) => {
    for (const [day, renewals] of [
      [0.9, 0],
      [2, 1],
      [2.9, 1],
      [3.1, 2],
    ] as const) {
      goTo(day);
      const seen = await Promise.all(Array.from({ length: 20 }, () => memberOf(request)));
      expect(seen).toEqual(Array(20).fill(id));
      const [row] = await rowsOf(session, { memberId: id });
      if (row) await renewSession({ ...row, sessionId: row.id });
      expect(await countRenewals()).toBe(renewals);
    }
  });
  await client.execute("drop trigger note_renewal");
});

test.each([
  "/discover",
  "/discover?genres=Rock,Pop&ageMin=20",
  "/messages/5?draft=a%20b",
  "/discover?ageMin=20#member-5",
  "/m%C3%BCnchen",
])("a sign-in may return to %s", (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  "//evil.example",
  "///evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\nSet-Cookie: a=b",
  "/\u0000/evil.example",
  " /evil.example",
  "/ /evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "/discover\\..\\..\\evil.example",
  "/discover//evil.example",
  "/.//evil.example",
  "https://evil.example",
  "HTTPS:evil.example",
  "javascript:alert(1)",
  "data:text/html,hello",
  "evil.example",
  "?to=x",
  "",
  undefined,
  null,
])("a sign-in does not redirect to %j", (path) => {
  expect(localPath(path)).toBe("/");
});

test.each(["/%5cevil.example", "/%2f%2fevil.example", "/%09/evil.example"])(
  "an encoded slash, backslash or tab stays on this origin: %s",
  (path) => {
    expect(new URL(localPath(path), "https://b-side.example").host).toBe("b-side.example");
  },
);

test.each([
  "/api/logout",
  "/API/logout",
  "/%61pi/logout",
  "/discover/../api/logout",
  "/api",
  "/oidc/auth",
  "/%",
])("a sign-in does not return to an address that is no screen: %s", (path) => {
  expect(localPath(path)).toBe("/");
});

test("any path stays on this origin, and checking it twice changes nothing", () => {
  const part = fc.oneof(
    fc.constantFrom("/", "\\", "\t", "..", ".", "%2f", "%5c", "@", ":", "evil.example"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = localPath(`/${parts.join("")}`);
      expect(new URL(path, "https://b-side.example").origin).toBe("https://b-side.example");
      expect(localPath(path)).toBe(path);
    }),
  );
});

test.each([
  ["/discover", "?ageMin=20", "/api/login?to=%2Fdiscover%3FageMin%3D20"],
  ["/discover/decide", "?next=4", "/api/login?to=%2Fdiscover"],
  ["/members/4/undo", "", "/api/login?to=%2Fmembers%2F4"],
  ["/matches/talk", "", "/api/login?to=%2Fmatches"],
  ["/messages/4/accept", "", "/api/login?to=%2Fmessages%2F4"],
  ["/trivia/4/rematch", "", "/api/login?to=%2Ftrivia%2F4"],
  ["/playlists/4/songs/5/move", "", "/api/login?to=%2Fplaylists%2F4"],
  ["/music-connections/4/refresh", "", "/api/login?to=%2Fmusic-connections"],
  ["/settings/sessions/4/end", "", "/api/login?to=%2Fsettings"],
  ["/settings/sessions/end", "", "/api/login?to=%2Fsettings"],
  ["/records/4/delete", "?q=a", "/api/login?to=%2Frecords%2F4%2Fdelete%3Fq%3Da"],
  ["/api/callback", "?state=4", "/api/login"],
])("a visitor to %s%s signs in and returns to a page", (path, search, to) => {
  expect(signInPath(path, search)).toBe(to);
});

test("a sign-in never returns to the address of an action", () => {
  const isButton = /export \{[^}]*\bloader\b[^}]*\} from "~\/forms\/button-route"/;
  const buttons = routeFiles.filter(
    // Visitors may choose a theme and a language.
    ({ name, path }) =>
      !["theme.ts", "language.ts"].includes(name) && isButton.test(readFileSync(path, "utf8")),
  );
  expect(buttons.length).toBeGreaterThan(20);
  for (const { name } of buttons) {
    const path = `/${name
      .replace(/(\._index)?\.tsx?$/, "")
      .replaceAll("_", "")
      .replace(/\$\w+/g, "4")
      .replaceAll(".", "/")}`;
    const to = new URL(signInPath(path, "?a=b"), "http://here").searchParams.get("to") ?? "";
    expect([path.startsWith(`${to}/`), to.includes("?")], path).toEqual([true, false]);
  }
});

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
