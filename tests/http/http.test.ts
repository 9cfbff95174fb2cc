// What requests carry and responses hold: bodies, ranges, addresses, flash messages, themes and errors.

import { member } from "db/schema";
import express from "express";
import { createElement } from "react";
import { expect, test } from "vitest";
import type { CurrentSession } from "~/auth/session.server";
import { parseJson, readBody, readForm } from "~/http/body.server";
import { answerWithRange } from "~/http/byte-range.server";
import { rateLimitAddress } from "~/http/client-address.server";
import { handleError } from "~/http/express-errors.server";
import { takeFlash } from "~/http/flash.server";
import { framePage } from "~/http/static/static-page.server";
import { getTheme, setTheme } from "~/http/theme.server";
import { addSession, getSession, updateSession } from "~/models/account/sign-in/session.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { FrameErrorPage } from "~/ui/frame/frame-error";
import { addNewcomer } from "../cast";
import { changeRows } from "../rows";
import { serve } from "./serve";

const readJson = async (request: Request) => parseJson(request, await readBody(request));

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const field = (name: string, value = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (bytes: string) =>
  `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${bytes}\r\n`;

function posted(body: string, type: string) {
  return new Request("http://localhost/profile", { method: "POST", body, headers: { "Content-Type": type } });
}

/** `count` fields, in both form encodings. */
const forms: [type: string, write: (count: number) => string][] = [
  [FORM, (count) => Array(count).fill("a=1").join("&")],
  [`${FORM}; boundary=x`, (count) => Array(count).fill("a=1").join("&")],
  [MULTIPART, (count) => `${field("a").repeat(count)}--x--\r\n`],
  ['multipart/form-data; a="boundary=y"; boundary=x', (count) => `${field("a").repeat(count)}--x--\r\n`],
];

test.each(forms)("a form with too many fields is refused: %s", async (type, write) => {
  expect([...(await readForm(posted(write(200), type))).keys()]).toHaveLength(200);
  for (const count of [201, 900]) {
    await expect(readForm(posted(write(count), type))).toBeRefused(
      "too-large",
      "That form has too many fields.",
    );
  }
});

test.each([
  [FORM, (length: number) => `a=${"x".repeat(length - 2)}`],
  [MULTIPART, (length: number) => `${field("a", "x".repeat(length - field("a").length - 7))}--x--\r\n`],
])("a form of 64 kB is refused: %s", async (type, write) => {
  expect((await readForm(posted(write(63_999), type))).get("a")).toMatch(/^x+$/);
  for (const length of [64_001, 200_000])
    await expect(readForm(posted(write(length), type))).toBeRefused("too-large");
});

test("fields are read the same from both form encodings", async () => {
  const names: [string, string][] = [
    ["topArtists[0]", "Björk & Co + 100%"],
    ["notes", "a\r\nb"],
    ["", "x"],
    ["notes", ""],
  ];
  const encoded = new URLSearchParams(names).toString();
  const parts = `${names.map((each) => field(...each)).join("")}${file("y")}--x--\r\n`;
  for (const [body, type] of [
    [encoded, FORM],
    [parts, MULTIPART],
  ] as const) {
    expect([...(await readForm(posted(body, type)))], type).toEqual(names);
  }
});

test.each([
  ["an empty body", ""],
  ["a body without an end", field("a", "b")],
  ["a body without parts", "a=b"],
])("%s is not a multipart form", async (_, body) => {
  await expect(readForm(posted(body, MULTIPART))).toBeRefused("invalid");
  await expect(readForm(posted(body, "multipart/form-data"))).toBeRefused("invalid");
});

test("JSON of 64 kB is refused before it is parsed", async () => {
  const json = (length: number) => posted(`"${"x".repeat(length - 2)}"`, "application/json");
  expect(await readJson(json(63_999))).toMatch(/^x+$/);
  await expect(readJson(json(64_000))).toBeRefused("too-large", "That is too large: the limit is 64 kB.");
  await expect(readJson(posted("{".repeat(64_000), "application/json"))).toBeRefused("too-large");
});

const recording = { bytes: Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), tag: "note", type: "audio/webm" };
const ask = (headers: Record<string, string>) =>
  answerWithRange(new Request("http://localhost/attachments/1", { headers }), recording);

test("a range beyond the end gives 416 and the length there is", async () => {
  for (const Range of ["bytes=10-", "bytes=10-20", "bytes=-0"]) {
    const answer = ask({ Range });
    expect([answer.status, answer.headers.get("Content-Range")], Range).toEqual([416, "bytes */10"]);
    expect(await answer.text()).toBe("");
  }
});

test.each([
  ["bytes=9-", [9], "bytes 9-9/10"],
  ["bytes=8-20", [8, 9], "bytes 8-9/10"],
  ["bytes=-3", [7, 8, 9], "bytes 7-9/10"],
  ["bytes=-20", [...recording.bytes], "bytes 0-9/10"],
])("%s gives that part", async (Range, bytes, range) => {
  const answer = ask({ Range });
  expect([answer.status, answer.headers.get("Content-Range")]).toEqual([206, range]);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(bytes);
});

test("a part of a file that has changed meanwhile is the whole file", async () => {
  const answer = ask({ Range: "bytes=9-", "If-Range": '"another"' });
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(10);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:2::9", "2001:db8:1::/48"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8::/48"],
  ["fe80::1%eth0", "fe80::/48"],
  ["::1", "::/48"],
  // Some proxies forward the port too, which is new with every connection.
  ["203.0.113.7:49152", "203.0.113.7"],
  ["[2001:db8:1::9]:49152", "2001:db8:1::/48"],
  ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
  ["unknown", "unknown"],
])("requests from %s are counted under %s", (address, counted) => {
  expect(rateLimitAddress(address)).toBe(counted);
});

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
  await changeRows(member, { id }, { hasReportOutcome: true });
  const visit = async () => ({ token, ...(await getSession(token)) }) as CurrentSession;
  expect(await takeFlash(page(AbortSignal.abort()), await visit())).toBeNull();
  expect(await takeFlash(page(), await visit())).toMatchObject({ title: "Your report has been reviewed" });
  expect(await takeFlash(page(), await visit())).toBeNull();
});

const pageWith = (cookie = "") => new Request("http://localhost/", { headers: { Cookie: cookie } });
const theme = async (chosen: unknown) => getTheme(pageWith((await setTheme(chosen)).split(";")[0]));

test("a chosen theme is kept, and any other value follows the system", async () => {
  expect(await getTheme(pageWith())).toBeNull();
  expect([await theme("dark"), await theme("light")]).toEqual(["dark", "light"]);
  expect([await theme("system"), await theme(undefined), await theme(7)]).toEqual([null, null, null]);
  expect(await setTheme("system")).toContain("Max-Age=0");
});

test.each(["theme=nonsense", `theme=${btoa('"sepia"')}`, "theme=%ff", "theme="])(
  "a cookie that holds no theme follows the system: %s",
  async (cookie) => {
    expect(await getTheme(pageWith(cookie))).toBeNull();
  },
);

const app = express();
app.get("/busy", () => {
  throw new Refusal("unavailable", "The database does not answer.", {}, 10);
});
app.get("/broken", () => {
  throw new Error("the inside of a bug");
});
app.use(handleError);
const { origin } = serve(app);

const get = (path: string, headers = {}) => fetch(origin() + path, { headers });

test("a refusal outside of Remix keeps its status, message and Retry-After", async () => {
  const answer = await get("/busy");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(await answer.text()).toBe("The database does not answer.");
  const problem = await get("/busy", { Accept: "application/problem+json" });
  expect(await problem.json()).toMatchObject({ status: 503, detail: "The database does not answer." });
});

test("a bug outside of Remix reveals nothing", async () => {
  const answer = await get("/broken");
  expect([answer.status, await answer.text()]).toEqual([500, "Something went wrong on our side."]);
});

const request = new Request("http://localhost/messages/4/frame");
const errorPage = createElement(FrameErrorPage, {
  address: "/messages/4/frame",
  theme: null,
  stylesUrl: "/a.css",
});
const failing = (error: unknown) => framePage(request, errorPage, () => Promise.reject(error));

test.each([
  ["a busy database", new Refusal("unavailable", "Busy.", {}, 2), 503, "2"],
  ["a bug", new TypeError("undefined is not a function"), 500, null],
])("a frame that fails on %s shows an error and keeps refreshing", async (_, error, status, retryAfter) => {
  const answer = await failing(error);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([status, retryAfter]);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  const page = await answer.text();
  expect(page).toContain('<meta http-equiv="refresh" content="3"/>');
  expect(page).toContain('<a href="/messages/4/frame" class="link">Try again</a>');
  expect(page).not.toMatch(/Busy|undefined/);
});

test("a frame of a missing conversation is missing too", async () => {
  await expect(failing(notFoundRefusal())).toBeRefused("absent");
  await expect(failing(new Response(null, { status: 404 }))).rejects.toMatchObject({ status: 404 });
});
