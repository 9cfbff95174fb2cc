// What `npm run check` finds that people would read in English.
import { expect, test } from "vitest";
import { parseSource, readTexts } from "../../bin/texts";

const read = (code: string) =>
  readTexts(
    parseSource(
      "app/x.tsx",
      `import { msg, t } from "~/language/text";\nimport { Trans } from "~/language/trans";\n${code}`,
    ),
  );
const plain = (code: string) => read(code).plain.map(({ text }) => text);

test("plain texts are found wherever people read them", () => {
  expect(plain("const a = <p>Sign in</p>;")).toEqual(["Sign in"]);
  expect(plain("const a = <p>{is ? 'sample' : null} {count}</p>;")).toEqual(["sample"]);
  expect(plain("const a = <Field label='Email' name='email' variant='primary' className='a b' />;")).toEqual([
    "Email",
  ]);
  expect(plain(`const a = <Field label={\`\${n} songs\`} />;`)).toEqual(["{} songs"]);
  expect(plain("const table = { one: 'mutual match', to: '/matches', icon: 'matches' };")).toEqual([
    "mutual match",
  ]);
  expect(plain("function f() { throw new Refusal('absent', 'There is nothing here.'); }")).toEqual([
    "There is nothing here.",
  ]);
});

test("names, codes and what only developers read are left out by where they stand", () => {
  expect(
    plain(`
      // Not translated: names.
      const names = ["Broadcast", "Pram"];
      type Kind = "Some Kind";
      headers.set("Content-Type", "text/html");
      if (kind === "Some Kind") throw new Error("This never happens");
      const query = sql\`select * from member\`;
    `),
  ).toEqual([]);
});

test("translatable texts are read with their placeholders, tags and contexts", () => {
  const { translatable, plain, wrong } = read(`
    const a = msg("Home");
    const b = () => t("{count, plural, one {# song} other {# songs}} by {name}", { count, name: artist.name });
    const c = () => t("Like", { as: "a button" });
    const d = <Trans text="See <rules>the rules</rules>" tags={{ rules: <a /> }} />;
    const e = () => t(\`\${count} songs\`);
  `);
  expect(plain).toEqual([]);
  expect(wrong).toHaveLength(1);
  expect(translatable.map(({ text, as, values, tags }) => ({ text, as, values, tags }))).toEqual([
    { text: "Home", values: [] },
    { text: "{count, plural, one {# song} other {# songs}} by {name}", values: ["count", "name"] },
    { text: "Like", as: "a button", values: ["as"] },
    { text: "See <rules>the rules</rules>", values: [], tags: ["rules"] },
  ]);
});
