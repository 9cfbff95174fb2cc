// Every field of every form that edits: each is changed, saved and shown again, in the form and by the API.
import { expect, test } from "vitest";
import { decide, type Person } from "../api/people";
import { shareApp } from "../app";
import { openVisitor } from "../visitor/visitor";

const { addMember } = shareApp();

type Values = Record<string, string>;

/**
 * A form by its page and button. Fields without a value are changed by themselves: another option, or the other state of a box.
 * `sent` are values that aren't shown again, or are chosen already.
 */
type Form = {
  at: (person: Person) => Promise<string> | string;
  button: string;
  /** The button once something is saved, where it is another. */
  again?: string;
  values?: Values;
  sent?: Values;
};

const add = async (person: Person, address: string, fields: object): Promise<string> => {
  const added = await person.json("POST", address, fields);
  expect(added.status).toBe(201);
  return ((await added.json()) as { id: string }).id;
};

const track = "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC";
/** Each kind of share has fields of its own. */
const song = {
  values: { artist: "Pram", title: "Omnichord" },
  sent: { shareType: "song", url: "" },
};
const link = { values: { shareType: "spotify", url: track }, sent: { artist: "", title: "" } };

const forms: Record<string, Form> = {
  "a record": {
    at: async (ada) =>
      `/records/${await add(ada, "/api/record-collections", { artist: "Low", album: "Hey What" })}/edit`,
    button: "Save Record",
    values: { artist: "Pram", album: "Helium", year: "1994", genre: "Jazz", notes: "The second side" },
    sent: { imageUrl: "" },
  },
  "a playlist": {
    at: async (ada) => {
      const ben = await addMember("Ben");
      await decide(ada, ben, true);
      await decide(ben, ada, true);
      return `/playlists/${await add(ada, "/api/playlists", { name: "Mondays" })}/edit`;
    },
    button: "Save Playlist",
    values: { name: "Tuesdays", description: "For the bus" },
    sent: { coverImageUrl: "" },
  },
  "the profile": {
    at: () => "/profile?tab=profile",
    button: "Save Profile",
    values: { bio: "Collects sevens.", age: "41", location: "Chicago, Illinois" },
  },
  "the taste": {
    at: () => "/profile?tab=music",
    button: "Save Music Preferences",
    values: { favoriteGenres: "Jazz", totalScrobbles: "512", concertsAttended: "33" },
    sent: { "next-topArtists": "" },
  },
  wishes: {
    at: () => "/profile?tab=meet",
    button: "Save",
    values: { gender: "own", genderWords: "agender", meetAgeMin: "28", meetAgeMax: "44", purpose: "dating" },
    sent: { consents: "on" },
  },
  "an anthem by its title": { at: () => "/profile/anthem", button: "Save Anthem", ...song },
  "an anthem by its link": { at: () => "/profile/anthem", button: "Save Anthem", ...link },
  prompts: {
    at: () => "/profile/prompts",
    button: "Save Prompts",
    values: {
      prompt1: "b_side",
      prompt2: "best_show",
      prompt3: "first_record",
      answer1: "Hum",
      answer2: "Whistle",
      answer3: "Clap",
    },
  },
  notifications: { at: () => "/settings/notifications", button: "Save", values: { timeZone: "Asia/Tokyo" } },
  privacy: { at: () => "/settings/privacy", button: "Save" },
  "today's answer": {
    at: () => "/question",
    button: "Answer",
    again: "Save Answer",
    values: { ...song.values, text: "Omnichord, twice" },
    sent: song.sent,
  },
};

test.each(Object.entries(forms))("each field of %s is saved and shown again", async (_, form) => {
  const { at, button, again = button, values = {}, sent = {} } = form;
  const person = await addMember("Ada");
  const ada = openVisitor(person);
  const address = await at(person);
  const open = async (button: string) => {
    const page = await ada.visit(address);
    const isWith = (each: Element) => each.textContent?.trim() === button;
    const found = [...page.element.querySelectorAll("form")].find((each) =>
      [...each.querySelectorAll("button")].some(isWith),
    );
    if (!found) throw new Error(`${address} has no form with the button ${button}`);
    return { page, controls: controlsOf(found) };
  };
  const shown = (controls: Controls) =>
    Object.fromEntries(
      [...controls].flatMap(([name, each]) => (name in sent ? [] : [[name, each.flatMap(valuesOf)]])),
    );

  const { page, controls } = await open(button);
  const before = shown(controls);
  for (const [name, each] of controls) change(name, each, sent[name] ?? values[name]);
  const changed = shown(controls);
  for (const name of Object.keys(changed)) expect([name, changed[name]]).not.toEqual([name, before[name]]);
  expect((await page.press(button)).errors).toEqual([]);
  expect(shown((await open(again)).controls)).toEqual(changed);
});

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** The controls of a form by their names: several are the boxes or choices of one question. */
type Controls = Map<string, Control[]>;

function controlsOf(form: HTMLFormElement): Controls {
  const named: Controls = new Map();
  for (const control of form.querySelectorAll<Control>("input, textarea, select")) {
    const { type, name, disabled } = control;
    if (!name || disabled || type === "hidden" || type === "file") continue;
    named.set(name, [...(named.get(name) ?? []), control]);
  }
  return named;
}

function valuesOf(control: Control): string[] {
  const isBox = control.type === "checkbox" || control.type === "radio";
  return isBox && !(control as HTMLInputElement).checked ? [] : [control.value];
}

function change(name: string, controls: Control[], value?: string) {
  const [first] = controls as [Control];
  const boxes = controls as HTMLInputElement[];
  if (first.type === "checkbox") {
    for (const box of boxes) if (value === undefined || box.value === value) box.checked = !box.checked;
  } else if (first.type === "radio") {
    const other = boxes.find((box) => (value === undefined ? !box.checked : box.value === value));
    if (other) other.checked = true;
  } else if (first.tagName === "SELECT") {
    const others = [...(first as HTMLSelectElement).options].filter((each) => each.value !== first.value);
    first.value = value ?? others.at(-1)?.value ?? "";
  } else {
    if (value === undefined) throw new Error(`The table has no value for the field ${name}`);
    first.value = value;
  }
}
