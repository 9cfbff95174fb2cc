// The rule for members' names: no addresses, numbers or staff titles, not in lookalike letters either.

import { COMMUNITY_NAME } from "~/community";
import { msg } from "~/language/text";

export const FIRST_NAME_MAX = 40;
export const LAST_NAME_MAX = 60;
export const NAME_MESSAGE = msg(
  "Use your own name, without web addresses, numbers or {community}'s own titles",
  {
    community: COMMUNITY_NAME,
  },
);
/** The first name of a member whose sign-in provider gives one that the rule forbids. */
// Not translated: a name, which is kept.
export const FALLBACK_NAME = "Newcomer";

/** Latin letters, each before the letters and digits that look or sound like it. */
const LOOKALIKES =
  "a:аαᴀɑ4 b:вβьᴃʙ8 c:сϲᴄ d:дԁδᴅđ e:еєέεᴇ3€ f:фꜰ i:иіїιıɪ1!|lłӏл k:кκᴋ m:мμᴍ n:нпηνɴ o:оοσᴏø0ө p:рρᴘ q:ԛ " +
  "r:гʀ s:ѕςꜱ5$ t:тτᴛ7 u:уυᴜ v:ᴠ w:шωԝᴡ x:хχ y:γʏ";
const LATIN = new Map(
  LOOKALIKES.split(" ").flatMap((group) => [...group.slice(2)].map((letter) => [letter, group[0] ?? letter])),
);

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
/** The staff's titles, and services on which people are found by a name. */
// Not translated: what is compared with names.
const FORBIDDEN = [
  "admin",
  "admins",
  "administrator",
  "админ",
  "bside",
  "b side",
  "former member",
  "insta",
  "instagram",
  "moderator",
  "moderators",
  "модератор",
  "official",
  "onlyfans",
  "snapchat",
  "staff",
  "support",
  "telegram",
  "tiktok",
  "whatsapp",
].map((words) => ` ${fold(words)} `);

/** Three digits, with anything but letters between them. */
const NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){2}/u;
const ADDRESS = /@|:\/\/|\bwww\b|[\p{L}\p{Nd}]\.\p{L}{2}|\s\.\p{L}{2}/iu;
/** In folded words, an address whose dot is spelled out or is another sign. */
const DOMAIN = / dot (?:com|net|org|io|me|app) | \S+ (?:com|org) $/;

/**
 * An abbreviation or initials before a name without a space between: "Ma.Teresa", "St.John", "Md.Rahman", "J.R.Tolkien". In
 * scripts without capitals a single letter is an initial.
 */
const ABBREVIATED =
  /(?<![\p{L}\p{Nd}.])((?:\p{Lu}\.)*)(\p{Lu}\p{L}{0,3}|\p{Lo})\.(?=((?:\p{Lu}\p{L}|\p{Lo})\p{L}+))/gu;
/** Lowercase, apart from pairs of capitals such as "PJ". */
// Not translated: what is compared with names.
const ABBREVIATIONS = new Set(
  "abd br chr dr fco fr jos jr ma mac mc md mohd mr mrs ms mst muhd prof rev sh sk sr st sta ste sto th wm ма св".split(
    " ",
  ),
);
/** Two names with a dot in place of the space: "Mary.Ann". */
const DOTTED = /(?<![\p{L}\p{Nd}.])((?:\p{Lu}\p{Ll}+\.)+)(\p{Lu}\p{Ll}{2,})(?![\p{L}\p{Nd}./:])/gu;
/** Domains that people advertise, and general ones; two-letter ones are all countries'. */
const SITES =
  /^(?:academy|agency|app|bar|bet|bid|bio|biz|blog|cam|cams|casino|cash|chat|click|cloud|club|coach|com|community|cool|date|dating|dev|digital|edu|email|events|example|exchange|fan|fans|finance|fit|forum|fun|fund|gallery|games|gay|gift|gifts|global|gmbh|gov|group|guru|help|host|icu|info|ink|int|invalid|link|live|localhost|lol|love|market|media|mil|mobi|moda|money|monster|music|name|net|network|news|now|one|online|onion|onl|org|page|party|photos|pics|porn|press|pro|promo|pub|pw|quest|rent|review|rip|rocks|run|sale|sbs|sex|sexy|sexo|shop|show|singles|site|social|space|store|stream|studio|surf|tech|tel|test|tips|today|tools|top|tours|trade|travel|tube|tv|video|vip|vote|watch|website|wiki|win|work|works|world|wtf|xxx|xyz|yoga|zip|zone)$/i;

/** Whether a surname follows the rule; "Staff" is one. */
export function isSurnameAllowed(name: string): boolean {
  return isNameAllowed(name.trim().replace(/(^|-)staff(?=-|$)/i, ""));
}

/** Whether a name follows the rule. */
export function isNameAllowed(name: string): boolean {
  const plain = name.normalize("NFKC").replace(/[。․]/g, ".");
  const visible = plain.normalize("NFKD").replace(INVISIBLE, "");
  const spaced = visible.replace(ABBREVIATED, (whole, initials: string, last: string, after: string) => {
    const isName = /^(?:\p{Lu}{1,2}|\p{Lo})$/u.test(last) || ABBREVIATIONS.has(last.toLowerCase());
    return isName && !SITES.test(after) ? `${initials}${last} ` : whole;
  });
  const named = spaced.replace(DOTTED, (whole) =>
    whole.split(".").some((word) => SITES.test(word)) ? whole : whole.replaceAll(".", " "),
  );
  if (NUMBER.test(visible) || ADDRESS.test(named)) return false;
  const words = ` ${fold(visible)} `;
  if (DOMAIN.test(words)) return false;
  // "Sup Port" and "ad-min" are one word, and so is "a d m i n" within others.
  const spellings = [words, ` ${words.replace(/ /g, "")} `, words.replace(/(?<= .) (?=. )/g, "")];
  return !spellings.some((spelling) => FORBIDDEN.some((word) => spelling.includes(word)));
}

/** Words in Latin letters, lower case, with one space between them. */
function fold(text: string): string {
  return [...text.normalize("NFKD").replace(INVISIBLE, "").toLowerCase()]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replace(/[^\p{L}\p{Nd}]+/gu, " ")
    .trim();
}
