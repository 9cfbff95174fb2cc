// A member's file as it was read: its encoding, the field to choose another, and the lines that were left out or changed.

import { Link } from "@remix-run/react";
import type { FileLine } from "db/column-types";
import { t } from "~/language/text";
import { type TextEncoding, textEncodingNames } from "~/models/text-file/text-encoding";
import { SelectField } from "./field";

/** The query of the form's address that shows `EncodingField`. */
const WRONG = "wrong";

/** Says in which encoding a file was read, with a link to its form at `path` to choose another one. */
export function FileLetters({ encoding, path }: { encoding?: TextEncoding; path: string }) {
  if (!encoding) return null;
  return (
    <p className="small-print">
      {t("Letters: {encoding}.", { encoding: t(textEncodingNames[encoding]) })}{" "}
      <Link to={`${path}${path.includes("?") ? "&" : "?"}${WRONG}=letters`} className="link">
        {t("Wrong letters?")}
      </Link>
    </p>
  );
}

/** Whether a form was opened because of wrong letters. */
export function hasWrongLetters(request: Request): boolean {
  return new URL(request.url).searchParams.has(WRONG);
}

/** The field `encoding`, for a file whose letters were wrong. */
export function EncodingField() {
  return (
    <SelectField name="encoding" label={t("Letters")} hint={t("Choose another if you saw wrong letters")}>
      <option value="">{t("Detect automatically")}</option>
      {Object.entries(textEncodingNames).map(([encoding, name]) => (
        <option key={encoding} value={encoding}>
          {t(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** Lists the first lines of a kind, and how many of all `count` are not listed. `name` is the word for a line. */
export function FileLines({
  lines,
  count,
  name = t("Line"),
}: {
  lines: FileLine[];
  count: number;
  name?: string;
}) {
  const more = count - lines.length;
  return (
    <>
      <ul className="mt-1 text-sm">
        {lines.map(({ line, message }) => (
          <li key={line}>
            <b>
              {name} {line}:
            </b>{" "}
            {message}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-sm">{t("And {count, number} more.", { count: more })}</p> : null}
    </>
  );
}
