// Finds the web addresses in a message, and writes them so that they show where they lead.

/** A piece of a message; with `href`, a link. */
export type MessagePart = { text: string; href?: string };

// Ends at invisible characters and backslashes, which could make it look like another.
const ADDRESS = /\bhttps?:\/\/[^\s\p{C}\\<>"“”«»]+/giu;
const CLOSING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Hosts in one script, whose letters readers can tell from those of other scripts. */
// Not translated: names of scripts.
const PLAIN_HOSTS = [
  /^[a-z\d.-]+$/,
  // Without ı, ĸ, ŉ and ſ, which look like ASCII.
  /^[a-z\d.\-ß-öø-ÿĀ-İĲ-ķĹ-ňŊ-ž]+$/,
  ...[
    "Cyrillic",
    "Greek",
    "Arabic",
    "Hebrew",
    "Devanagari",
    "Thai",
    "Hangul",
    "Han}\\p{Script=Hiragana}\\p{Script=Katakana",
  ].map((script) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\d.ー-]+$`, "u")),
];

/** Splits a message into text and addresses of web pages. Punctuation after an address is not part of it. */
export function splitLinks(content: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    const link = toLink(address);
    if (!link) continue;
    if (index > end) parts.push({ text: content.slice(end, index) });
    parts.push(link);
    end = index + address.length;
  }
  if (end < content.length) parts.push({ text: content.slice(end) });
  return parts;
}

/** A closing bracket belongs to an address that has opened it, as on Wikipedia. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    const opening = CLOSING[last];
    if (opening) {
      const kept = address.slice(0, end);
      if (kept.split(last).length <= kept.split(opening).length) break;
    } else if (!/[.,;:!?'’…*_~|。，、！？]/.test(last)) break;
  }
  return address.slice(0, end);
}

/** Undefined for invalid addresses, and for those with a user name, which looks like another host. */
function toLink(address: string): MessagePart | undefined {
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, host, username, password } = new URL(address);
  if (username || password || !hostname.includes(".")) return undefined;
  const [, scheme = "", typed = "", rest = ""] = /^(https?:\/\/)([^/?#]*)(.*)$/isu.exec(address) ?? [];
  const name = typed.replace(/:\d*$/, "").toLowerCase();
  const isPlain =
    (name === hostname || hostname.includes("xn--")) &&
    PLAIN_HOSTS.some((letters) => letters.test(name.normalize("NFC")));
  return { text: isPlain ? address : `${scheme}${host}${rest}`, href };
}
