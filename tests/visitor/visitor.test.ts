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

test("a page is read by its title, headings, links, notices and visible text", async () => {
  const { page } = await open(`<title>Records · B-Side</title>
    <nav aria-label="Main"><a href="/">Home</a></nav>
    <p role="status"></p>
    <main><div role="alert"><b>Saved</b><p>Look again</p></div><h1>My <i>Records</i></h1>
    <p>One<br>two</p><p><b>Ada</b><span>91%</span><i>, new</i>er</p><p hidden>three</p><details><summary>More</summary>four</details>
    <noscript><p>five</p></noscript><style>.gone { display: none }</style><p class="gone">six</p></main>`);
  expect(page.title).toBe("Records · B-Side");
  expect(page.headings).toEqual(["My Records"]);
  expect(page.heading("My Records")).toBe("My Records");
  expect(page.links).toEqual(["Home"]);
  expect(page.alerts).toBe("Saved Look again");
  expect(page.main.links).toEqual([]);
  expect(page.text).toBe("Saved Look again My Records One two Ada 91%, newer More five");
  expect(page.has("One  two")).toBe(true);
  expect(page.has(/^Saved/)).toBe(true);
  expect(page.has("three")).toBe(false);
  expect(() => page.heading("Playlists")).toThrow("There is no heading “Playlists”. There is: “My Records”");
});

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

test("two things of one name are told apart by what they are in", async () => {
  const { page } = await open(`<main><h1>Records</h1><ul>
    <li><h2>Haha Sound</h2><ul><li><a href="/1">Edit</a></li></ul></li>
    <li><h2>Homogenic</h2><form><button>Edit <span>Haha Sound</span></button></form><a href="/2">Edit</a></li></ul>
    <p><a href="/same">Twice</a> <a href="/same">Twice</a></p>
    <table><tr><td>Ada</td><td><a href="/3">Edit</a></td></tr></table></main>`);
  expect(() => page.addressOf("Edit")).toThrow("There is more than one link “Edit”");
  expect(page.addressOf("Twice")).toBe("/same");
  expect(page.within("Haha Sound").addressOf("Edit")).toBe("/1");
  expect(page.within("Homogenic").addressOf("Edit")).toBe("/2");
  expect(page.within("Ada", "row").addressOf("Edit")).toBe("/3");
  expect(page.within("Homogenic").headings).toEqual(["Homogenic"]);
  expect(page.main.all("listitem")).toHaveLength(3);
  expect(() => page.within("Nobody")).toThrow("There is no part named “Nobody”");
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

test("a navigation has the headers of a browser", async () => {
  const { visit, sent } = site({
    "/page": `<a href="/next#end">Next</a><form method="post"><button>Send</button></form>`,
    "/next": "",
  });
  const page = await visit("/page?q=1#top");
  expect(sent.at(-1)?.headers).toMatchObject({ "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate" });
  expect(sent.at(-1)?.headers).not.toHaveProperty("Origin");
  const from = { "Sec-Fetch-Site": "same-origin", Referer: `${origin}/page?q=1` };
  expect((await page.follow("Next")).address).toBe("/next#end");
  expect(sent.at(-1)?.headers).toMatchObject(from);
  await page.press("Send");
  expect(sent.at(-1)).toMatchObject({ path: "/page?q=1", headers: { ...from, Origin: origin } });
});

test("a page's policy decides what it says of where one comes from", async () => {
  const html = `<form method="post" action="/sent"><button>Send</button></form>`;
  const hidden = await open(html, { "Referrer-Policy": "no-referrer" });
  await hidden.page.press("Send");
  expect(hidden.last()?.headers).toMatchObject({ Origin: "null" });
  expect(hidden.last()?.headers).not.toHaveProperty("Referer");
  const short = await open(html, { "Referrer-Policy": "strict-origin" });
  await short.page.press("Send");
  expect(short.last()?.headers).toMatchObject({ Origin: origin, Referer: `${origin}/` });
});

test("a button may say where, how and in which form its fields go", async () => {
  const { page, last } = await open(`<form action="/page"><label>Name <input name="name" required></label>
    <input type="submit" formaction="/sent" formmethod="post" formenctype="multipart/form-data" formnovalidate value="Upload"></form>
    <form action="/sent?old=1#part"><input type="search" aria-label="Search" name="q"><button>Find</button></form>`);
  await page.press("Upload");
  expect(last()).toMatchObject({ method: "POST", path: "/sent" });
  expect(last()?.body).toContain('name="name"\r\n\r\n\r\n');
  const found = await page.fill("Search", "björk").pressEnter("Search");
  expect(found.address).toBe("/sent?q=bj%C3%B6rk#part");
  expect(last()).toMatchObject({ method: "GET", body: "" });
});

test("files are sent with their names and types", async () => {
  const { page, last } = await open(`<form method="post" action="/sent" enctype="multipart/form-data">
    <label>Photo <input type="file" name="photo" required></label><label>Other <input type="file" name="other"></label>
    <button>Send</button></form>`);
  await expect(page.press("Send")).rejects.toThrow("The browser asks to fill in “Photo” first.");
  const file = new File(["a,b"], "all.csv", { type: "text/csv" });
  expect(() => page.attach("Photo", file, file)).toThrow("takes one file");
  page.attach("Photo", file);
  expect(page.value("Photo")).toBe("all.csv");
  await page.press("Send");
  expect(last()?.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(last()?.body).toContain(`name="photo"; filename="all.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n`);
  expect(last()?.body).toContain(
    `name="other"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`,
  );
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

test("messages and hints are read at their fields", async () => {
  const { page } =
    await open(`<label>Year <input aria-describedby="hint error"></label><p id="hint">Four digits</p>
    <p id="error" class="field-error">Enter a year</p>
    <fieldset aria-describedby="none"><legend>Sleeve</legend></fieldset>`);
  expect(page.errorOf("Year")).toBe("Enter a year");
  expect(page.hintOf("Year")).toBe("Four digits");
  expect(page.errorOf("Sleeve")).toBe("");
  expect(page.errors).toEqual(["Enter a year"]);
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

test("a link within the page, and a response without content, stay on the page", async () => {
  const { visit, sent } = site({
    "/page": `<p id="n" class="flash">Saved <a href="#n">Dismiss</a></p><form method="post" action="/none"><button>Go</button></form>`,
    "/none": "204",
  });
  const page = await visit("/page");
  const dismissed = await page.follow("Dismiss");
  expect(dismissed.address).toBe("/page#n");
  expect(dismissed.has("Saved")).toBe(false);
  expect(sent).toHaveLength(1);
  expect((await page.press("Go")).address).toBe("/page");
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

test("a page that is missing is shown, and a failing server is an error", async () => {
  const { visit } = site({ "/broken": "500" });
  expect((await visit("/missing")).status).toBe(404);
  await expect(visit("/broken")).rejects.toThrow("GET /broken returned 500");
});

test("what is no page is shown as it is", async () => {
  const { page } = await open("<b>a</b>,b", { "Content-Type": "text/csv" });
  expect(page.source).toBe("<b>a</b>,b");
  expect(page.text).toBe("<b>a</b>,b");
});
