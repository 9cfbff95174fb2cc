import fc from "fast-check";
import { expect, test } from "vitest";
import { rejectRequest as rejectAt } from "~/http/request-guard";
import { runsOf } from "../sampled";

const host = "b-side.example";
const own = { host, "sec-fetch-site": "same-origin" };

const rejectRequest = (head: Omit<Parameters<typeof rejectAt>[0], "protocol">) =>
  rejectAt({ ...head, protocol: "https:" });

test("a page of this site may read and write", () => {
  expect(rejectRequest({ method: "GET", target: "/discover?ageMin=20", headers: { host } })).toBeUndefined();
  expect(rejectRequest({ method: "POST", target: "/profile", headers: own })).toBeUndefined();
  expect(rejectRequest({ method: "PATCH", target: "/api/profile", headers: own })).toBeUndefined();
});

test.each([
  ["of a foreign page", { "sec-fetch-site": "cross-site" }],
  ["of a neighbour's page", { "sec-fetch-site": "same-site" }],
  ["with a second, softer claim", { "sec-fetch-site": "cross-site, same-origin" }],
  ["with a foreign Origin", { origin: "https://evil.example" }],
  ["with an Origin that begins like ours", { origin: "https://b-side.example.evil.example" }],
  ["with our name as a user's", { origin: "https://b-side.example@evil.example" }],
  ["with our name at another port", { origin: "https://b-side.example:8443" }],
  ["with our name in plain text", { origin: "http://b-side.example" }],
  ["with a Referer in plain text", { referer: "http://b-side.example/profile" }],
  ["from a sandbox", { origin: "null" }],
  [
    "with a foreign Origin and a Referer of ours",
    { origin: "https://evil.example", referer: `https://${host}/` },
  ],
  ["with a foreign Referer only", { referer: `https://evil.example/${host}` }],
  ["with a Referer that is no address", { referer: host }],
  ["of nobody", {}],
])("a write %s is rejected", (_, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect(rejectRequest({ method, target: "/api/profile", headers: { host, ...headers } })?.status).toBe(
      403,
    );
  }
});

test.each([
  ["Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }],
  ["Sec-Fetch-Site of an address that was typed", { "sec-fetch-site": "none" }],
  ["Origin", { origin: `https://${host}` }],
  ["Referer, where the browser sends no more", { referer: `https://${host}/profile?tab=music` }],
])("a write is accepted by its %s", (_, headers) => {
  expect(
    rejectRequest({ method: "POST", target: "/profile", headers: { host, ...headers } }),
  ).toBeUndefined();
});

test("a site in plain text takes its own pages' writes alone", () => {
  const at = "b-side.example:3000";
  const send = (origin: string) =>
    rejectAt({ method: "POST", target: "/profile", protocol: "http:", headers: { host: at, origin } })
      ?.status;
  expect([send(`http://${at}`), send(`https://${at}`)]).toEqual([undefined, 403]);
});

test.each(["/unsubscribe", "/oidc/token"])("a write that comes from no page reaches %s alone", (target) => {
  const send = (path: string, headers: Record<string, string>) =>
    rejectRequest({ method: "POST", target: path, headers: { host, ...headers } })?.status;
  expect(send(`${target}?token=x`, {})).toBeUndefined();
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { referer: "https://evil.example/" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) expect(send(target, headers)).toBe(403);
  for (const other of [`${target}/`, `${target}/x`, "/oidc/auth", "/oidc/auth/x", "/oidc/me"])
    expect(send(other, {}), other).toBe(403);
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
])("a malformed Host is rejected: %j", (wrong) => {
  expect(rejectRequest({ method: "GET", target: "/", headers: { host: wrong } })?.status).toBe(400);
});

test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "b-side.fly.dev", "a_b.example"])(
  "a Host is accepted: %s",
  (right) => {
    expect(rejectRequest({ method: "GET", target: "/", headers: { host: right } })).toBeUndefined();
  },
);

test.each(["/?_data=routes%2F_index", "/records?q=x&_data=", "/discover.data?%5fdata=root"])(
  "Remix's former _data parameter is rejected: %s",
  (target) => {
    for (const method of ["GET", "POST"])
      expect(rejectRequest({ method, target, headers: own })?.status).toBe(400);
    expect(rejectRequest({ method: "GET", target: "/?q=_data", headers: own })).toBeUndefined();
  },
);

test("paths with too many segments or characters are rejected", () => {
  const get = (target: string) => rejectRequest({ method: "GET", target, headers: { host } })?.status;
  expect([get("/a".repeat(16)), get("/a".repeat(17)), get("/a".repeat(3000))]).toEqual([undefined, 404, 404]);
  expect([get(`/?p=${"x".repeat(7990)}`), get(`/?p=${"x".repeat(8000)}`)]).toEqual([undefined, 414]);
});

test("unsupported methods get the list of the supported ones", () => {
  for (const method of ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", "PUT", "PATCH", "DELETE"]) {
    expect(rejectRequest({ method, target: "/discover", headers: own })).toMatchObject({
      status: 405,
      allow: "GET, HEAD, POST",
    });
  }
  expect(rejectRequest({ method: "TRACE", target: "/api/profile", headers: own })?.allow).toContain("PATCH");
});

test("a body for the API with a Content-Length of 64 kB is rejected before it is read", () => {
  const sent = (length: number) =>
    rejectRequest({
      method: "POST",
      target: "/api/profile",
      headers: { ...own, "content-length": String(length) },
    });
  expect([sent(63_999), sent(64_000)?.status, sent(1e12)?.status]).toEqual([undefined, 413, 413]);
});

test("no request breaks the guard, and no write from another site passes it", () => {
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
      const turned = rejectRequest({ method: asked, target, headers: sent });
      if (turned) expect(turned.status).toBeLessThan(500);
      else if (asked !== "GET" && asked !== "HEAD") {
        expect(new URL(sent.origin ?? sent.referer ?? "").host).toBe(sent.host?.toLowerCase());
      }
    }),
    { numRuns: runsOf(2000, 200) },
  );
});

test("a picture may be larger than other bodies, and forms check the size themselves", () => {
  const send = (method: string, target: string, length: number) =>
    rejectRequest({ method, target, headers: { ...own, "content-length": String(length) } });
  const upload = "/api/objects/upload/11111111-2222-4333-8444-555555555555";
  expect(send("PUT", upload, 10 * 1024 * 1024)).toBeUndefined();
  expect(send("PUT", upload, 10 * 1024 * 1024 + 1)).toEqual({
    status: 413,
    message: "Some files are too large. Maximum size is 10MB.",
  });
  for (const form of [
    "/profile/photo?tab=music",
    "/profile/cover.data",
    "/records/new",
    "/playlists/x/edit.data",
    "/records/import",
    "/profile",
  ])
    expect(send("POST", form, 20_000_000), form).toBeUndefined();
  for (const other of ["/api/objects/upload", `${upload}/x`, "/API/profile-images", "/api/profile-images"])
    expect(send("POST", other, 64_000), other).toEqual({
      status: 413,
      message: "That is too large: the limit is 64 kB.",
    });
});
