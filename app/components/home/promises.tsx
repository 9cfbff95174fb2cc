// What people put up with elsewhere, and what this place does instead.

/** Each is true of every deployment. */
export const PROMISES = [
  {
    elsewhere: "Elsewhere, you pay to be seen.",
    here: "Nothing is sold here. Nobody can pay to be shown first, to like more, or to read a message.",
  },
  {
    elsewhere: "Elsewhere, accounts vanish without a word.",
    here: "Every decision about you comes with its reason, and another person hears your appeal.",
  },
  {
    elsewhere: "Elsewhere, your likes are the bait.",
    here: "Who likes whom stays between them. No queue of blurred faces, no figures about you.",
  },
  {
    elsewhere: "Elsewhere, your data stays behind.",
    here: "What's kept is listed on one page. You can take all of it with you, and it's erased when you leave.",
  },
  {
    elsewhere: "Elsewhere, you need this year's phone.",
    here: "It works in the browser of an old phone, with scripts turned off too.",
  },
];

/** They stand below a title of the landing page or the help page. */
export function Promises({ className = "" }: { className?: string }) {
  return (
    <ul className={className}>
      {PROMISES.map(({ elsewhere, here }) => (
        <li key={here} className="py-2">
          <p className="text-soft">{elsewhere}</p>
          <p className="font-semibold">{here}</p>
        </li>
      ))}
    </ul>
  );
}
