import fc from "fast-check";
import { expect, test } from "vitest";
import { turnAway } from "~/http/front-door";

const host = "b-side.example";
const own = { host, "sec-fetch-site": "same-origin" };

test("a page of ours may read and write", () => {
  expect(turnAway({ method: "GET", target: "/discover?ageMin=20", headers: { host } })).toBeUndefined();
  expect(turnAway({ method: "POST", target: "/profile", headers: own })).toBeUndefined();
  expect(turnAway({ method: "PATCH", target: "/api/profile", headers: own })).toBeUndefined();
});

test.each([
  ["of a foreign page", { "sec-fetch-site": "cross-site" }],
  ["of a neighbour's page", { "sec-fetch-site": "same-site" }],
  ["with a second, softer claim", { "sec-fetch-site": "cross-site, same-origin" }],
  ["with a foreign Origin", { origin: "https://evil.example" }],
  ["with an Origin that begins like ours", { origin: "https://b-side.example.evil.example" }],
  ["with our name as a user's", { origin: "https://b-side.example@evil.example" }],
  ["with our name at another port", { origin: "https://b-side.example:8443" }],
  ["from a sandbox", { origin: "null" }],
  [
    "with a foreign Origin and a Referer of ours",
    { origin: "https://evil.example", referer: `https://${host}/` },
  ],
  ["with a foreign Referer only", { referer: `https://evil.example/${host}` }],
  ["with a Referer that is no address", { referer: host }],
  ["of nobody", {}],
])("a write %s is refused", (_, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect(turnAway({ method, target: "/api/profile", headers: { host, ...headers } })?.status).toBe(403);
  }
});

test.each([
  ["Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }],
  ["Sec-Fetch-Site of an address that was typed", { "sec-fetch-site": "none" }],
  ["Origin", { origin: `https://${host}` }],
  ["Referer, where the browser sends no more", { referer: `https://${host}/profile?tab=music` }],
])("a write is believed by its %s", (_, headers) => {
  expect(turnAway({ method: "POST", target: "/profile", headers: { host, ...headers } })).toBeUndefined();
});

test.each([
  "",
  "a b",
  "x:y",
  "x:999999",
  "user@x",
  "x/y",
  "x?y",
  "x#",
  "%00",
  "bücher.example",
  "[::1",
  "[::1]:99999",
  "a,b",
])("a host that is none is told so: %j", (wrong) => {
  expect(turnAway({ method: "GET", target: "/", headers: { host: wrong } })?.status).toBe(400);
});

test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "b-side.fly.dev", "a_b.example"])(
  "a host is taken: %s",
  (right) => {
    expect(turnAway({ method: "GET", target: "/", headers: { host: right } })).toBeUndefined();
  },
);

test.each(["/?_data=routes%2F_index", "/records?q=x&_data=", "/discover.data?%5fdata=root"])(
  "no part of a page is asked for as the framework once did: %s",
  (target) => {
    for (const method of ["GET", "POST"])
      expect(turnAway({ method, target, headers: own })?.status).toBe(400);
    expect(turnAway({ method: "GET", target: "/?q=_data", headers: own })).toBeUndefined();
  },
);

test("addresses with more parts or letters than any of ours lead nowhere", () => {
  const get = (target: string) => turnAway({ method: "GET", target, headers: { host } })?.status;
  expect([get("/a".repeat(16)), get("/a".repeat(17)), get("/a".repeat(3000))]).toEqual([undefined, 404, 404]);
  expect([get(`/?p=${"x".repeat(7990)}`), get(`/?p=${"x".repeat(8000)}`)]).toEqual([undefined, 414]);
});

test("methods that nothing here understands are told which ones are", () => {
  for (const method of ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", "PUT"]) {
    expect(turnAway({ method, target: "/discover", headers: own })).toMatchObject({
      status: 405,
      allow: "GET, HEAD, POST",
    });
  }
  expect(turnAway({ method: "TRACE", target: "/api/profile", headers: own })?.allow).toContain("PATCH");
});

test("a body that announces 1 MB is refused before it is read", () => {
  const sent = (length: number) =>
    turnAway({ method: "POST", target: "/profile", headers: { ...own, "content-length": String(length) } });
  expect([sent(999_999), sent(1_000_000)?.status, sent(1e12)?.status]).toEqual([undefined, 413, 413]);
});

test("nothing that can be sent breaks the door, and nothing foreign gets a write through it", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(host, `https://${host}`, "same-origin", "null", "/%", "/%ff", "//", "*", "http://a/"),
  );
  const headers = fc.record(
    { host: text, origin: text, referer: text, "content-length": text },
    { requiredKeys: [] },
  );
  const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE");
  fc.assert(
    fc.property(method, text, headers, (asked, target, sent) => {
      const turned = turnAway({ method: asked, target, headers: sent });
      if (turned) expect(turned.status).toBeLessThan(500);
      else if (asked !== "GET" && asked !== "HEAD") {
        expect(new URL(sent.origin ?? sent.referer ?? "").host).toBe(sent.host?.toLowerCase());
      }
    }),
    { numRuns: 2000 },
  );
});

test("a picture may be larger than what else is sent, and its forms count for themselves", () => {
  const send = (method: string, target: string, length: number) =>
    turnAway({ method, target, headers: { ...own, "content-length": String(length) } });
  const upload = "/api/objects/upload/11111111-2222-4333-8444-555555555555";
  expect(send("PUT", upload, 10 * 1024 * 1024)).toBeUndefined();
  expect(send("PUT", upload, 10 * 1024 * 1024 + 1)).toEqual({
    status: 413,
    says: "Some files are too large. Maximum size is 10MB.",
  });
  for (const form of [
    "/profile/photo?tab=music",
    "/profile/cover.data",
    "/records/new",
    "/playlists/x/edit.data",
  ])
    expect(send("POST", form, 20_000_000), form).toBeUndefined();
  for (const other of [
    "/api/objects/upload",
    `${upload}/x`,
    "/profile",
    "/records/x/delete",
    "/api/profile-images",
  ])
    expect(send("POST", other, 1_000_000)?.status, other).toBe(413);
});
