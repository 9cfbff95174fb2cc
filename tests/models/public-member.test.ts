import { expect, test } from "vitest";
import { fullNameOf, shortName, toPublicName } from "~/models/public-member";

test.each([
  ["Ada", "Lovelace", "Ada L.", "Ada Lovelace"],
  ["Otis", "", "Otis", "Otis"],
  ["Otis", " ", "Otis", "Otis"],
  // Typed in place of a last name before one name was enough.
  ["Otis", ".", "Otis", "Otis"],
  ["Otis", "-", "Otis", "Otis"],
  ["Gerard", "'t Hooft", "Gerard T.", "Gerard 't Hooft"],
  ["Ada", "(Lovelace)", "Ada L.", "Ada (Lovelace)"],
  ["Ana", "ábalos", "Ana Á.", "Ana ábalos"],
  ["Bo", "💿", "Bo 💿.", "Bo 💿"],
])("%s and %j is %s to others, and %s to moderators", (firstName, lastName, short, full) => {
  const person = { firstName, lastName };
  expect([shortName(person), fullNameOf(person)]).toEqual([short, full]);
  expect(toPublicName(person).lastName).toBe(short.slice(firstName.length + 1).replace(/\.$/, ""));
});
