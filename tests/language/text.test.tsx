// Texts with placeholders, forms and tags, in the current language.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { countTranslated } from "~/language/catalogs.server";
import { setLanguageSource } from "~/language/current";
import { toPseudo } from "~/language/pseudo";
import { msg, t } from "~/language/text";
import { parseText } from "~/language/text-parts";
import { Trans } from "~/language/trans";

const GERMAN: Record<string, string> = {
  Home: "Start",
  "a button\u0004Like": "Mag ich",
  Like: "Gefällt",
  "{name} likes {what}": "{what} gefällt {name}",
  "{count, plural, one {# song} other {# songs}}": "{count, plural, one {# Lied} other {# Lieder}}",
  "See <rules>the rules</rules>, {name}.": "{name}, lies <rules>die Regeln</rules>.",
};

function speak(language: "en" | "de" | "es") {
  setLanguageSource({
    language: () => language,
    translate: (to, text, as) => (to === "de" ? GERMAN[as ? `${as}\u0004${text}` : text] : undefined),
  });
}

test("a text is its own key, and English where a language lacks it", () => {
  speak("de");
  expect([t("Home"), t("Passed"), t(msg("Home"))]).toEqual(["Start", "Passed", "Start"]);
  speak("en");
  expect(t("Home")).toBe("Home");
});

test("a context tells texts apart that are the same in English", () => {
  speak("de");
  expect([t("Like", { as: "a button" }), t("Like")]).toEqual(["Mag ich", "Gefällt"]);
});

test("placeholders are where the language puts them, and are filled in literally", () => {
  speak("de");
  expect(t("{name} likes {what}", { name: "Ada", what: "Low" })).toBe("Low gefällt Ada");
  for (const name of ["{what}", "\\u0041", "<rules>", "$&", "#", "'"])
    expect(t("{name} likes {what}", { name, what: "Low" })).toBe(`Low gefällt ${name}`);
});

test("a message as a value is worded in the same language", () => {
  speak("de");
  expect(t("{name} likes {what}", { name: msg("Home"), what: 3 })).toBe("3 gefällt Start");
});

test("forms go by number and by kind", () => {
  const songs = (count: number) => t("{count, plural, one {# song} other {# songs}}", { count });
  speak("en");
  expect([0, 1, 2, 1234].map(songs)).toEqual(["0 songs", "1 song", "2 songs", "1,234 songs"]);
  speak("de");
  expect([1, 2, 12_345].map(songs)).toEqual(["1 Lied", "2 Lieder", "12.345 Lieder"]);
  speak("en");
  const place = (n: number) =>
    t("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of {total, number}", { n, total: 9876 });
  expect([1, 2, 3, 4].map(place)).toEqual(["1st of 9,876", "2nd of 9,876", "3rd of 9,876", "4th of 9,876"]);
  const kind = (of: string) => t("{of, select, artist {an artist} other {something}}", { of });
  expect(["artist", "toString", "other"].map(kind)).toEqual(["an artist", "something", "something"]);
  const none = (count: number) => t("{count, plural, =0 {None} one {One} other {#}}", { count });
  expect([0, 1, 5].map(none)).toEqual(["None", "One", "5"]);
});

describe("a text with elements", () => {
  const html = (name: string) =>
    renderToStaticMarkup(
      <p>
        <Trans
          text="See <rules>the rules</rules>, {name}."
          values={{ name: <b>{name}</b> }}
          tags={{ rules: <i className="link" /> }}
        />
      </p>,
    );

  test("has them where the language says", () => {
    speak("en");
    expect(html("Ada")).toBe('<p>See <i class="link">the rules</i>, <b>Ada</b>.</p>');
    speak("de");
    expect(html("Ada")).toBe('<p><b>Ada</b>, lies <i class="link">die Regeln</i>.</p>');
  });

  test("makes no elements of what a value says", () => {
    speak("en");
    expect(html("<rules>x</rules>")).toContain("<b>&lt;rules&gt;x&lt;/rules&gt;</b>");
  });
});

test("what doesn't match is no text", () => {
  for (const text of [
    "{name",
    "name}",
    "<a>x",
    "x</a>",
    "<a>x</b>",
    "{n, plural, one {x}}",
    "{n, plurall, other {x}}",
  ])
    expect(() => parseText(text), text).toThrow("match");
});

test("the pseudo language keeps placeholders, forms and tags, and is a third longer", () => {
  const text = "Read <a>{count, plural, one {# new message} other {# new messages}}</a> of {name} now.";
  const pseudo = toPseudo(text);
  speak("es");
  expect(toPseudo("Sign In")).toBe("[Šîğñ Îñ ~~~~]");
  expect(parseText(pseudo).length).toBeGreaterThan(3);
  expect(pseudo).toContain("<a>{count, plural, one {# ");
  expect(pseudo).toContain("{name}");
});

test("a catalog says how many of its texts are translated; fuzzy and broken ones aren't", () => {
  const item = (id: string, text: string, flag = "") => `${flag}msgid "${id}"\nmsgstr "${text}"\n`;
  const texts = [
    item("Home", "Start"),
    item("Back", ""),
    item("Play", "Spiel", "#, fuzzy\n"),
    item("{n}", "{n"),
  ];
  const head = item("", "Language: de\\n");
  expect(countTranslated([head, ...texts].join("\n"))).toEqual({ translated: 1, total: 4 });
});
