// What people put up with elsewhere, and what this place does instead.

import { msg, t } from "~/language/text";
/** Each is true of every deployment. */
export const PROMISES = [
  {
    elsewhere: msg("Elsewhere, you pay to be seen."),
    here: msg("Nothing is sold here. Nobody can pay to be shown first, to like more, or to read a message."),
  },
  {
    elsewhere: msg("Elsewhere, accounts vanish without a word."),
    here: msg("Every decision about you comes with its reason, and another person hears your appeal."),
  },
  {
    elsewhere: msg("Elsewhere, your likes are the bait."),
    here: msg("Who likes whom stays between them. No queue of blurred faces, no figures about you."),
  },
  {
    elsewhere: msg("Elsewhere, your data stays behind."),
    here: msg(
      "What's kept is listed on one page. You can take all of it with you, and it's erased when you leave.",
    ),
  },
  {
    elsewhere: msg("Elsewhere, you need this year's phone."),
    here: msg("It works in the browser of an old phone, with scripts turned off too."),
  },
];

/** They stand below a title of the landing page or the help page. */
export function Promises({ className = "" }: { className?: string }) {
  return (
    <ul className={className}>
      {PROMISES.map(({ elsewhere, here }) => (
        <li key={here.text} className="py-2">
          <p className="text-soft">{t(elsewhere)}</p>
          <p className="font-semibold">{t(here)}</p>
        </li>
      ))}
    </ul>
  );
}
