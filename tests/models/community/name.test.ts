import { expect, test } from "vitest";
import { sourcesIn } from "../../sources";

/** What names the software and not the place: the footer, imports and exports, operators' words, and what other programs read. */
const OF_THE_SOFTWARE =
  /^app\/(community|env\.server|components\/layout\/footer|components\/account\/archive-pieces|integrations\/|operations\/|models\/account\/export\/archive|models\/conversation\/plan\/plan-calendar|models\/document\/document-files|models\/playlist\/file\/playlist-file|routes\/(records\/records\.import|settings\/settings|export\/settings_\.import|welcome\/welcome\.music)\.tsx)/;

test("texts call the place by its own name, which is only B-Side by default", () => {
  const named = sourcesIn("app", /\.tsx?$/).flatMap(({ path, text }) =>
    OF_THE_SOFTWARE.test(path)
      ? []
      : text
          .split("\n")
          .flatMap((line) =>
            /^(?!\s*(?:\/\/|\/?\*)).*B-Side/.test(line) ? [`${path}: ${line.trim()}`] : [],
          ),
  );
  expect(named).toEqual([]);
});
