// JSON as programs write it that put texts together by hand.
import { Refusal } from "~/refusal";
import { playlistFileErrors } from "./playlist-file";

/** Control characters, which no text of JSON may hold as they are; between texts they are spaces. */
const CONTROL = /\p{Cc}/gu;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})|\\/gi;

/** Parses JSON, whatever its texts have of control characters and backslashes. Refuses (invalid) what is broken otherwise. */
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
