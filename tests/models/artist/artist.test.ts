import { expect, test } from "vitest";
import { artistPath } from "~/models/artist/artist";

test.each([
  ["Radiohead", "/artists/radiohead"],
  ["the radiohead", "/artists/radiohead?as=the+radiohead"],
  ["Boards of Canada", "/artists/boardsofcanada?as=Boards+of+Canada"],
  ["Björk", "/artists/bjork?as=Bj%C3%B6rk"],
  ["AC/DC", "/artists/acdc?as=AC%2FDC"],
  ["!!!", "/artists/!!!"],
  ["???", "/artists/%3F%3F%3F"],
  ["+/-", "/artists/%2B%2F-"],
  ["///", "/artists/%2F%2F%2F"],
  ["椎名林檎", "/artists/%E6%A4%8E%E5%90%8D%E6%9E%97%E6%AA%8E"],
  ["Low\ud800", "/artists/low"],
])("the address of %s is made of its key, with the spelling if the key has lost it", (name, path) => {
  expect(artistPath(name)).toBe(path);
});

test.each([
  ...["Various Artists", "[unknown]", "V.A.", "", " ", ".", ".."],
  ...["\u200b", "\u2060", "\ufe0f", "\u200b \ufe0f"],
])("%j has no address", (name) => {
  expect(artistPath(name)).toBeUndefined();
});
