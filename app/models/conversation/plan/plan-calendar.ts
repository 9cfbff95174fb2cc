// A plan as a calendar file (RFC 5545). Its time is local to the place, wherever the calendar is opened.
import { t } from "~/language/text";
import type { PlanDto } from "./plan";

/** The longest line, in bytes; longer ones continue in the next after a space. */
const LINE_BYTES = 75;

/** The calendar file of an accepted plan; `other` is the first name of the other member, `url` the plan's page. */
export function writeCalendar(
  { id, place, date, time, show, createdAt }: PlanDto,
  { other, url }: { other: string; url: string },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//B-Side//Plans//EN",
    "BEGIN:VEVENT",
    `UID:${id}@${new URL(url).hostname}`,
    `DTSTAMP:${createdAt.replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART:${date.replace(/-/g, "")}T${time.replace(":", "")}00`,
    "DURATION:PT3H",
    `SUMMARY:${escapeText(show?.name ? t("{name} with {other}", { name: show.name, other }) : t("Meet {other}", { other }))}`,
    `LOCATION:${escapeText(place)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** A line in parts of at most 75 bytes, split between characters. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let [folded, bytes] = ["", 0];
  for (const character of line) {
    const { length } = encoder.encode(character);
    const isFull = bytes + length > LINE_BYTES;
    folded += isFull ? `\r\n ${character}` : character;
    bytes = isFull ? 1 + length : bytes + length;
  }
  return folded;
}
