// A community with a name, line, logo, color and home artists of its own: where they stand, and where B-Side still does.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { PROMISES } from "~/components/home/promises";
import { t } from "~/language/text";
import { countStatistics } from "~/matching/statistics.server";
import { shareApp } from "../app";
import { addMember as addToCast } from "../cast";
import { openVisitor } from "../visitor/visitor";

const logo = join(tmpdir(), `logo-${process.pid}.svg`);
writeFileSync(
  logo,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(1)"><script>alert(1)</script>
<image href="file:///etc/hostname" width="10" height="10"/><path fill="#0000ff" d="M0 0h10v10H0z"/></svg>`,
);

const { visitor, signUp, addMember } = shareApp({
  COMMUNITY_NAME: "Spinning Wheel",
  COMMUNITY_LINE: "The people who dig through our crates.",
  COMMUNITY_COLOR: "#1F7A4D",
  COMMUNITY_LOGO: logo,
  HOME_ARTISTS: "Low; Pram",
});

const read = async (path: string) => (await visitor().get(path)).text();
const pictureAt = async (path: string) => {
  const response = await visitor().get(path);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  return sharp(Buffer.from(await response.arrayBuffer()));
};

test("every page has the community's name in its title and bar, and B-Side in the footer alone", async () => {
  const ada = await addMember("Ada");
  const paths = ["/", "/discover", "/matches", "/messages", "/records", "/playlists", "/shows", "/trivia"];
  const others = [
    "/profile",
    "/settings/privacy",
    "/help",
    "/notice",
    "/privacy/data",
    "/notifications",
    "/artists",
    "/nowhere",
  ];
  for (const path of [...paths, ...others]) {
    const page = await openVisitor(ada).visit(path);
    expect(page.title, path).toMatch(/ · Spinning Wheel$/);
    const footer = page.element.querySelector("footer.footer");
    expect(footer?.textContent, path).toContain("Spinning Wheel runs on B-Side.");
    footer?.remove();
    expect(page.element.ownerDocument.documentElement.outerHTML, path).not.toContain("B-Side");
  }
  const signIn = await openVisitor(visitor()).visit("/api/login");
  expect(signIn.title).toMatch(/ · Spinning Wheel$/);
  const offline = await read("/offline");
  expect(offline).toContain("Offline · Spinning Wheel");
  expect(offline).not.toContain("B-Side");
});

test("the landing page says who they are, and shows the scene in place of figures and people that aren't there", async () => {
  for (let number = 0; number < 5; number++) await addToCast("Ben");
  await countStatistics();
  const page = await openVisitor(visitor()).visit("/");
  expect(page.title).toBe("Spinning Wheel · Meet through the music you love");
  expect(page.headings[0]).toBe("Spinning Wheel");
  expect(page.has("The people who dig through our crates.")).toBe(true);
  expect(page.has("Sample figures")).toBe(false);
  expect(page.headings).not.toContain("In the new arrivals bin");
  expect(page.headings).toEqual(expect.arrayContaining(["The scene here", "At home here", "Loved here"]));
  const scene = [...page.element.querySelectorAll("[aria-labelledby=scene] a")];
  const names = scene.map(({ textContent }) => textContent);
  expect([names.slice(0, 2), names.indexOf("Radiohead") > 1]).toEqual([["Low", "Pram"], true]);
  const asked = await page.follow("Pram");
  expect(asked.within("Who here loves them", "article").has("Pram")).toBe(true);
});

test("the landing and the help page say what is different here, and what they promise can be looked at", async () => {
  for (const path of ["/", "/help"]) {
    const page = await openVisitor(visitor()).visit(path);
    for (const { elsewhere, here } of PROMISES)
      expect([page.has(t(elsewhere)), page.has(t(here))], `${path}: ${t(here)}`).toEqual([true, true]);
  }
  const listed = await (await openVisitor(visitor()).visit("/help")).follow("What's kept about members");
  expect(listed.headings[0]).toBe("Your Data");
  // Nothing can be paid: browsers are told so, and no other site's script could run.
  const { headers } = await visitor().get("/");
  expect(headers.get("Permissions-Policy")).toContain("payment=()");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'self'");
});

test("its color and logo are files that a browser can keep, and an SVG comes as a picture without what it carried", async () => {
  const html = await read("/");
  const [styles] = /\/assets\/community-1f7a4d\.css/.exec(html) ?? [];
  const [picture] = /\/assets\/community-[\da-f]{8}\.png/.exec(html) ?? [];
  expect(await read(styles ?? "")).toMatch(/^:root\{--red:#[\da-f]{6};/);
  const { data, info } = await (await pictureAt(picture ?? "")).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, [...data.subarray(0, 3)]]).toEqual([512, [0, 0, 255]]);
  expect(await read("/offline")).toContain(picture);
  expect(await read("/favicon.svg")).not.toMatch(/script|onload|hostname/);
});

test("the manifest and the icons are the community's", async () => {
  const manifest = JSON.parse(await read("/manifest.webmanifest"));
  expect(manifest).toMatchObject({ name: "Spinning Wheel", short_name: "Spinning Wheel" });
  expect(manifest.description).toBe("The people who dig through our crates.");
  expect(manifest.screenshots).toBeUndefined();
  const sides = {
    "/favicon.ico": 32,
    "/apple-touch-icon.png": 180,
    "/icons/maskable-512.png": 512,
    "/share.png": 1200,
  };
  for (const [path, side] of Object.entries(sides))
    expect((await (await pictureAt(path)).metadata()).width, path).toBe(side);
  const middle = await (await pictureAt("/icons/icon-192.png")).extract({
    left: 96,
    top: 96,
    width: 1,
    height: 1,
  });
  expect([...(await middle.removeAlpha().raw().toBuffer())]).toEqual([0, 0, 255]);
});

test("a newcomer is offered the home artists first, which score as all others do", async () => {
  const page = await openVisitor(await signUp("Cleo")).visit("/welcome/music");
  const suggested = page.within("Choose the ones you love", "group").fields;
  expect(suggested.filter((name) => name !== "Choose the ones you love").slice(0, 2)).toEqual([
    "Low",
    "Pram",
  ]);
});
