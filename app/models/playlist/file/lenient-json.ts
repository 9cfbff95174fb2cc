// JSON as written by programs that assemble it by hand.
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";

/** Control characters, which JSON forbids inside strings; between strings they are spaces. */
const CONTROL = /\p{Cc}/gu;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})|\\/gi;

/** Parses JSON whose strings may have control characters and stray backslashes. Refuses what is broken otherwise (invalid). */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return parseMended(json);
  }
}

function parseMended(json: string): unknown {
  const mended = json
    .replace(CONTROL, " ")
    .replace(ESCAPE, (written) => (written === "\\" ? "\\\\" : written));
  try {
    return JSON.parse(mended);
  } catch {
    throw new Refusal("invalid", playlistFileErrors.damaged);
  }
}
