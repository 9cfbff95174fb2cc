// The route of drawn sleeves.
import { expect, test } from "vitest";
import { sleeveUrl } from "~/models/music/sleeve-url";
import { shareApp } from "../../app";

const { visitor } = shareApp();

test("a sleeve is a picture that a browser keeps for a year, and that runs nothing", async () => {
  const answer = await visitor().get(sleeveUrl({ artist: "Can", title: "Tago Mago" }));
  expect(answer.status).toBe(200);
  const { headers } = answer;
  expect(headers.get("Content-Type")).toBe("image/svg+xml");
  expect(headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Set-Cookie")).toBeNull();
  expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 400 400">/);
});

test("another version's address gets a sleeve that isn't kept", async () => {
  const answer = await visitor().get("/sleeves/999.svg?artist=Can&title=Tago+Mago");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
});

test.each(["/sleeves/1", "/sleeves/x.svg?title=Can", "/sleeves/11111.svg", "/sleeves/1.svg/"])(
  "%s is nothing",
  async (path) => {
    expect((await visitor().get(path)).status).toBe(404);
  },
);

test("hostile words give a picture, and no more work than the longest ordinary ones", async () => {
  for (const query of [
    "",
    "?title=%00%FF%ED%A0%80",
    `?artist=${"x".repeat(2000)}&title=${"%F0%9F%8E%89".repeat(100)}`,
    "?title=%3Cscript%3Ealert(1)%3C/script%3E&title=b&artist[]=c",
  ]) {
    const answer = await visitor().get(`/sleeves/1.svg${query}`);
    expect([query.slice(0, 40), answer.status]).toEqual([query.slice(0, 40), 200]);
    const svg = await answer.text();
    expect(svg).not.toContain("<script");
    expect(svg.length).toBeLessThan(60_000);
  }
});

test("visitors see a shelf of eight sleeves, all of which are drawn", async () => {
  const page = await (await visitor().get("/")).text();
  const shelf = [...page.matchAll(/<img[^>]* src="(\/sleeves\/[^"]+)"/g)].map(([, address = ""]) => address);
  expect(shelf).toHaveLength(8);
  for (const address of shelf)
    expect((await visitor().get(address.replaceAll("&amp;", "&"))).status, address).toBe(200);
});
