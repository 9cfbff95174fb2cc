// Which artists the title of a calendar's event may name.

/** Between two names, or between a name and a remark about it. A hyphen counts only with spaces around it. */
const SEPARATOR =
  /\s*(?:[,;:|/+&•·–—~]|\s-\s|\s(?:w\/|with|and|und|et|y|e|feat\.?|ft\.?|featuring|vs\.?|x|plus|at|@|presents?|präsentiert|supported by|special guests?)(?=\s|:))\s*/giu;

/** Remarks in brackets about the name before, such as "(support)" or "[sold out]". */
const BRACKETS = /\s*[([{][^)\]}]*[)\]}]/g;

/** Remarks before and after a name. */
const BEFORE =
  /^(?:(?:an?|the) (?:evening|night|afternoon) with|live|concert|konzert|concierto|gig|show|supports?|guests?|special guests?|opening|w\/|\d{1,2}[.:h]\d{0,2})\s*[:!-]?\s+/iu;
const AFTER =
  /\s+(?:live|in concert|live in concert|unplugged|acoustic|solo|band|duo|trio|dj[- ]set|support|(?:\S+ )?tour(?: \d{4})?|sold out|ausverkauft|\d{4})$/iu;

/** Words that are remarks unless they come first, since some bands are named so. */
const SAID_OF =
  /^(?:live|support|supports|guests?|special guests?|friends|concert|konzert|concerts|show|tour|solo|acoustic|unplugged|sold out|ausverkauft|cancelled|canceled|postponed|abgesagt|verlegt|tickets?|doors|free|dj set|music|night|party|festival|release|album)$/iu;

/** A title that says so belongs to an event that doesn't take place, whatever its status. */
const CALLED_OFF = /\b(?:cancell?ed|abgesagt|annulé[es]?|cancelad[oa]|entfällt)\b/iu;

/** Into how many parts separators may split a single name, such as "Earth, Wind & Fire". */
const PARTS_IN_NAME = 5;
const TITLE_MAX = 300;
const PARTS_MAX = 12;

/** A part of a title, and where it is. */
type Part = { text: string; from: number; to: number };

/** Whether the title says that the event doesn't take place. */
export function isCalledOff(title: string): boolean {
  return CALLED_OFF.test(title);
}

/** All names that a title may contain, to find out which of them are artists. */
export function possibleNames(title: string): string[] {
  const parts = split(title);
  const names = parts.flatMap((_, first) =>
    parts.slice(first, first + PARTS_IN_NAME).map((last) => spellings(title, parts[first] ?? last, last)),
  );
  return [...new Set(names.flat())];
}

/** The artists of a title in their order; `find` returns an artist as we write them, or undefined. */
export function findLineup(title: string, find: (name: string) => string | undefined): string[] {
  const parts = split(title);
  const found: string[] = [];
  for (let first = 0; first < parts.length; ) {
    let next = first + 1;
    for (let last = Math.min(first + PARTS_IN_NAME, parts.length) - 1; last >= first; last--) {
      const name = nameIn(title, parts, first, last, find);
      if (name === undefined) continue;
      if (!found.includes(name)) found.push(name);
      next = last + 1;
      break;
    }
    first = next;
  }
  return found;
}

function nameIn(
  title: string,
  parts: Part[],
  first: number,
  last: number,
  find: (name: string) => string | undefined,
): string | undefined {
  const [from, to] = [parts[first], parts[last]];
  if (!from || !to) return undefined;
  const possible = spellings(title, from, to);
  if (first > 0 && possible.some((name) => SAID_OF.test(name))) return undefined;
  for (const name of possible) {
    const artist = find(name);
    if (artist !== undefined) return artist;
  }
}

/** The text from one part to another, with and without remarks before and after. */
function spellings(title: string, first: Part, last: Part): string[] {
  const whole = plain(title).slice(first.from, last.to).trim();
  const spelled = [whole];
  for (let text = whole, step = 0; step < 4; step++) {
    const shorter = (step % 2 ? text.replace(AFTER, "") : text.replace(BEFORE, "")).trim();
    if (shorter && shorter !== text) spelled.push(shorter);
    text = shorter || text;
  }
  return spelled;
}

function plain(title: string): string {
  return title.slice(0, TITLE_MAX).replace(BRACKETS, (brackets) => " ".repeat(brackets.length));
}

function split(title: string): Part[] {
  const text = plain(title);
  const parts: Part[] = [];
  let from = 0;
  const take = (to: number) => {
    if (text.slice(from, to).trim()) parts.push({ text: text.slice(from, to), from, to });
  };
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    take(index);
    from = index + separator.length;
  }
  take(text.length);
  return parts.slice(0, PARTS_MAX);
}
