// The order of a form's errors.
import { expect, test } from "vitest";
import { checkedBy } from "~/forms/basic-form-validator";
import { signUpInput } from "~/models/account/account-schema";
import { songInput } from "~/models/playlist/playlist-schema";

function fill(names: string[]) {
  const form = new FormData();
  for (const name of names) form.set(name, "");
  return form;
}

test("errors come in the order of the form's fields, and those of unchecked boxes last", async () => {
  const signUp = fill(["firstName", "lastName", "email", "password"]);
  const { error } = await checkedBy(signUpInput).validate(signUp);
  expect(Object.keys(error?.fieldErrors ?? {})).toEqual(["firstName", "email", "password", "adult"]);
  const refused = await checkedBy(songInput).validate(fill(["title", "artist", "album", "duration"]));
  expect(Object.keys(refused.error?.fieldErrors ?? {})).toEqual(["title", "artist"]);
});
