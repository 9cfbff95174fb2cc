// The schema of the first run's form about the member.

import { type Anthem, PROMPTS, type PromptAnswer } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { parseShare } from "~/models/conversation/share";
import { choice, optionalText } from "~/models/fields";
import { pickTown, profileInput } from "./profile-schema";
import { ANSWER_MAX } from "./prompt";
import { wishesForm } from "./wishes-schema";

const CHOICES = ["", "anthem", ...PROMPTS] as const;
const SONG = /^(.+?)\s+[-–—]\s+(.+)$/;

/** The fields `about` and `words`, as one of the two; empty if nothing is written. */
const firstWordsForm = z
  .object({
    about: choice(CHOICES, "", msg("Choose what you'd like to answer")),
    words: optionalText(ANSWER_MAX),
  })
  .transform(({ about, words }, context): { prompt?: PromptAnswer; anthem?: Anthem } => {
    const issue = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (!words) return {};
    if (!about) return issue("about", t("Choose what you'd like to answer"));
    if (about !== "anthem") return { prompt: { prompt: about, answer: words } };
    const anthem = readAnthem(words);
    return anthem
      ? { anthem }
      : issue("words", t("Write it as Artist – Title, or paste a YouTube or Spotify link"));
  });

/** "Artist – Title", or a link. */
function readAnthem(words: string): Anthem | undefined {
  const [, artist = "", title = ""] = SONG.exec(words) ?? [];
  const typed = { artist, title, album: "", note: "", url: words };
  for (const shareType of ["youtube", "spotify", "song"] as const) {
    const shared = parseShare({ ...typed, shareType });
    if (shared && shared.messageType !== "youtube_video") return shared.metadata;
  }
  return undefined;
}

const { age, location } = profileInput.shape;

/** Age, location, a prompt or an anthem, and the wishes. */
export const aboutForm = z.preprocess(
  pickTown,
  z.intersection(z.intersection(z.object({ age, location }), firstWordsForm), wishesForm),
);
