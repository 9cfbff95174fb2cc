// What a visitor without scripts can do, sees and sends, on pages of a few lines.
import { expect, test } from "vitest";
import { openVisitor } from "./visitor";

const origin = "http://127.0.0.1:3000";

type Sent = { method: string; path: string; headers: Record<string, string>; body: string; type: string };

/** Serves pages by their path, or redirects of `${status} ${address}`; `sent` is what was asked for. */
function site(pages: Record<string, string>, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const visitor = openVisitor({
    server: { origin },
    send: async (path, { method = "GET", headers: asked = {}, body } = {}) => {
      const request = new Response(body as BodyInit);
      const type = asked["Content-Type"] ?? request.headers.get("Content-Type") ?? "";
      sent.push({ method, path, headers: asked, body: await request.text(), type });
      const page = pages[path.split("?")[0] ?? ""];
      const [, status, address] = /^(\d{3}) ?(.*)$/.exec(page ?? "404") ?? [];
      const own = { "Content-Type": "text/html; charset=utf-8", ...headers };
      if (!status) return new Response(page, { headers: own });
      const isEmpty = status === "204";
      const moved = address ? { ...own, Location: address } : own;
      return new Response(isEmpty ? null : "", { status: Number(status), headers: moved });
    },
  });
  return { sent, visit: visitor.visit };
}

/** Opens one page; what is posted to /sent gets an empty page. */
async function open(html: string, headers: Record<string, string> = {}) {
  const { sent, visit } = site({ "/page": html, "/sent": "<h1>Sent</h1>" }, headers);
  const page = await visit("/page");
  return { page, sent, last: () => sent.at(-1) };
}

test("a closed menu hides what is in it until it is opened", async () => {
  const { page } = await open(
    `<details><summary><svg></svg><span>More options for Ada</span></summary><a href="/x">Block</a></details>`,
  );
  expect(() => page.addressOf("Block")).toThrow("The link “Block” is hidden.");
  expect(page.open("More options for Ada").addressOf("Block")).toBe("/x");
});

test("things go by the names that a screen reader says", async () => {
  const { page } = await open(`
    <a href="/1" aria-label="Home page">x</a><a href="/2"><img src="x" alt="Ada"> Lovelace</a>
    <a href="/3">Remove <span aria-hidden="true">×</span><span class="sr-only">Haha&nbsp;Sound</span></a>
    <a href="/4" title="Settings"><svg></svg></a><b id="one">One</b><b id="two" hidden>Two</b>
    <a href="/5" aria-labelledby="two one">x</a><a href="/6"><span>New</span><div>Line</div></a>
    <a href="/7" aria-hidden="true">Hidden</a><div inert><a href="/8">Inert</a></div>`);
  expect(page.links).toEqual([
    "Home page",
    "Ada Lovelace",
    "Remove Haha Sound",
    "Settings",
    "Two One",
    "New Line",
  ]);
  expect(() => page.addressOf("Hidden")).toThrow("hidden");
  expect(() => page.addressOf("Inert")).toThrow("hidden");
  expect(page.addressOf(/Haha/)).toBe("/3");
  expect(() => page.addressOf("Haha Sound")).toThrow("There is no link “Haha Sound”");
});

test("a form sends its fields in order, as browsers do", async () => {
  const { page, last } = await open(`<form method="post" action="/sent?x=1" id="form">
    <input type="hidden" name="token" value="1"><label>Artist <input name="artist" required></label>
    <label for="notes">Notes</label><textarea id="notes" name="notes"></textarea>
    <label>Format <select name="format"><option value="vinyl">Vinyl<option value="cd">CD</select></label>
    <fieldset><legend>Sleeve</legend><label><input type="radio" name="sleeve" value="new"> New</label>
    <label><input type="radio" name="sleeve" value="worn" checked> Worn</label></fieldset>
    <label><input type="checkbox" name="shown"> Shown</label><label><input type="checkbox" name="off"> Off</label>
    <fieldset disabled><input name="left" value="out"></fieldset><input value="nameless">
    <button name="do" value="other">Other</button><button name="do" value="save">Save</button></form>
    <input name="beside" form="form" value="é">`);
  page
    .fill("Artist", "Broadcast & Co")
    .fill("Notes", "one\ntwo")
    .choose("Format", "CD")
    .choose("Sleeve", "New");
  page.check("Shown").check("Off").uncheck("Off");
  expect(page.value("Format")).toBe("CD");
  expect(page.value("Sleeve")).toBe("New");
  expect(page.value("Notes")).toBe("one\ntwo");
  expect(page.isChecked("Shown")).toBe(true);
  expect(page.options("Format")).toEqual(["Vinyl", "CD"]);
  const next = await page.press("Save");
  expect(next.headings).toEqual(["Sent"]);
  expect(next.address).toBe("/sent?x=1");
  expect(last()).toMatchObject({
    method: "POST",
    path: "/sent?x=1",
    type: "application/x-www-form-urlencoded",
    body: "token=1&artist=Broadcast+%26+Co&notes=one%0D%0Atwo&format=cd&sleeve=new&shown=on&do=save&beside=%C3%A9",
  });
});

test("what a person can't do is refused", async () => {
  const { page, sent } = await open(`<form method="post" action="/sent">
    <label>Artist <input name="artist" required></label><label>Year <input name="year" type="number" min="1900"></label>
    <label>Code <input name="code" maxlength="3" readonly></label><label>Short <input name="short" maxlength="3"></label>
    <label>Off <input name="off" disabled></label><label>One <input type="radio" name="one"></label>
    <label>Format <select name="format"><option>CD<option disabled>Tape</select></label>
    <button disabled>Stop</button><button>Go</button><button type="button">Script</button></form>`);
  expect(() => page.fill("Album", "x")).toThrow(
    "There is no text field “Album”. There is: “Artist”, “Year”, “Code”, “Short”, “Off”.",
  );
  expect(() => page.fill("Year", "abc")).toThrow("The text field “Year” does not take “abc”.");
  expect(() => page.fill("Code", "x")).toThrow("read-only");
  expect(() => page.fill("Short", "long")).toThrow("The text field “Short” takes 3 characters, not 4.");
  expect(() => page.fill("Off", "x")).toThrow("The text field “Off” is disabled.");
  expect(() => page.fill("Artist", "a\nb")).toThrow("does not take");
  expect(() => page.uncheck("One")).toThrow("can't be unchecked");
  expect(() => page.choose("Format", "Tape")).toThrow("It has: “CD”, “Tape”.");
  expect(() => page.choose("Format", "LP")).toThrow("no single option “LP”");
  await expect(page.press("Stop")).rejects.toThrow("The button “Stop” is disabled.");
  await expect(page.press("Script")).rejects.toThrow("needs scripts");
  await expect(page.press("Go")).rejects.toThrow("The browser asks to fill in “Artist” first.");
  page.fill("Artist", "Nico").fill("Year", "1899");
  await expect(page.press("Go")).rejects.toThrow("The browser refuses the value of “Year”: rangeUnderflow.");
  await expect(page.pressEnter("Artist")).rejects.toThrow("Enter does nothing in “Artist”.");
  expect(sent).toHaveLength(1);
});

test("redirects are followed within the site, with their method and fragment", async () => {
  const { visit, sent } = site({
    "/page": `<form method="post" action="/moved"><input name="a" value="1"><button>Go</button></form><a href="/out">Out</a>`,
    "/moved": "307 /saved",
    "/saved": "303 next?x=1#part",
    "/next": "<h1>Next</h1>",
    "/out": "302 https://example.org/authorize?a=1",
    "/loop": "302 /loop",
  });
  const page = await visit("/page");
  const next = await page.press("Go");
  expect(next.address).toBe("/next?x=1#part");
  expect(sent.slice(1).map(({ method, path, body }) => `${method} ${path} ${body}`.trim())).toEqual([
    "POST /moved a=1",
    "POST /saved a=1",
    "GET /next?x=1",
  ]);
  expect((await page.follow("Out")).address).toBe("https://example.org/authorize?a=1");
  await expect(visit("/loop")).rejects.toThrow("/loop redirects without end.");
});

test("a page in a frame loads in it, unless it targets the whole page", async () => {
  const { visit, sent } = site({
    "/page": `<noscript><iframe name="game" title="The game" src="/frame"></iframe><a href="/frame?now" target="game">Check</a></noscript>`,
    "/frame": `<meta http-equiv="refresh" content="5;url=/frame?2"><a href="/frame">More</a><a href="/page" target="_top">Leave</a>`,
  });
  const page = await visit("/page");
  const frame = await page.frame("The game");
  expect(sent.at(-1)?.headers).toMatchObject({ "Sec-Fetch-Dest": "iframe" });
  expect((await page.frame("game")).isFrame).toBe(true);
  expect((await page.follow("Check")).isFrame).toBe(true);
  expect((await frame.follow("More")).isFrame).toBe(true);
  expect((await frame.follow("Leave")).isFrame).toBe(false);
  expect((await frame.refresh()).address).toBe("/frame?2");
  expect((await page.refresh()).address).toBe("/page");
});
