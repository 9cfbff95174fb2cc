import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath, signInPath } from "~/auth/return-path";
import { routeFiles } from "../routes";

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
    // Visitors may press the theme's.
    ({ name, path }) => name !== "theme.ts" && isButton.test(readFileSync(path, "utf8")),
  );
  expect(buttons.length).toBeGreaterThan(20);
  for (const { name } of buttons) {
    const path = `/${name
      .replace(/\.tsx?$/, "")
      .replaceAll("_", "")
      .replace(/\$\w+/g, "4")
      .replaceAll(".", "/")}`;
    const to = new URL(signInPath(path, "?a=b"), "http://here").searchParams.get("to") ?? "";
    expect([path.startsWith(`${to}/`), to.includes("?")], path).toEqual([true, false]);
  }
});
