// Languages of requests that run at once, and of recipients.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { runInContext } from "~/request-context.server";

beforeEach(() => {
  vi.stubEnv("LANGUAGES", "en,de,en-XA");
});

const load = async () => ({
  ...(await import("~/language/language.server")),
  ...(await import("~/language/text")),
});

test("300 requests at once in three languages by three members each stay in their own", async () => {
  const { readLanguage, answerIn, t } = await load();
  const members = [null, "de", "en-XA"] as const;
  const says = { en: "Sign In", de: "Anmelden", "en-XA": "[Šîğñ Îñ ~~~~]" };
  const answers = Array.from({ length: 300 }, (_, i) => {
    const cookie = ["language=en", "language=de", ""][i % 3];
    const member = members[Math.floor(i / 3) % 3] ?? null;
    const headers = { cookie, "accept-language": "en-XA;q=0.9, en;q=0.1" };
    const expected = says[member ?? (["en", "de", "en-XA"] as const)[i % 3] ?? "en"];
    return new Promise<[string[], string]>((resolve) => {
      runInContext({ route: "", depth: 0, clientAddress: "", language: readLanguage(headers) }, async () => {
        await sleep(Math.random() * 10);
        answerIn(member);
        const said: string[] = [];
        for (let turn = 0; turn < 5; turn++) {
          said.push(t("Sign In"));
          await sleep(Math.random() * 10);
        }
        resolve([said, expected]);
      });
    });
  });
  for (const [said, expected] of await Promise.all(answers)) expect(said).toEqual(Array(5).fill(expected));
});

test("what is for somebody else is in their language, whoever's request it is in", async () => {
  const { inLanguage, t } = await load();
  const said = await new Promise((resolve) =>
    runInContext({ route: "", depth: 0, clientAddress: "", language: "de" }, async () => {
      const theirs = inLanguage("en-XA", async () => {
        await sleep(1);
        return t("Sign In");
      });
      resolve([
        t("Sign In"),
        await theirs,
        inLanguage(null, () => t("Sign In")),
        inLanguage("fr", () => t("Sign In")),
      ]);
    }),
  );
  expect(said).toEqual(["Anmelden", "[Šîğñ Îñ ~~~~]", "Sign In", "Sign In"]);
});

test("a refusal is in the language of whoever reads it", async () => {
  const { inLanguage } = await load();
  const refusal = new Refusal("invalid", msg("Password is required"), {
    password: msg("Password is required"),
  });
  const read = () => [refusal.message, refusal.fields.password];
  expect(read()).toEqual(Array(2).fill("Password is required"));
  expect(inLanguage("de", read)).toEqual(Array(2).fill("Gib dein Passwort ein"));
  const [before, after] = [inLanguage("de", () => refusal.message), refusal.message];
  expect([before, after]).toEqual(["Gib dein Passwort ein", "Password is required"]);
});

test("a message in a template is worded there", async () => {
  const { inLanguage } = await load();
  const required = msg("Password is required");
  expect(inLanguage("de", () => `${required}.`)).toBe("Gib dein Passwort ein.");
});

test("a language that isn't offered is nobody's", async () => {
  vi.resetModules();
  vi.stubEnv("LANGUAGES", "en");
  const { readLanguage } = await load();
  expect(readLanguage({ cookie: "language=de", "accept-language": "de" })).toBe("en");
});
