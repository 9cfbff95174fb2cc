// Why a score is what it is: what two members share and what each thing added, and the rule by which.
import { Link } from "@remix-run/react";
import type { Reason, Why } from "~/matching/reasons";
import { ReasonsRecord } from "./reasons-record";

type Level = { level?: "h2" | "h3" };

/** The shared artists and genres with their parts, their sum, and the rule in words. */
export function ReasonsList({ name, score, reasons, ownMusic, level }: Why & Level) {
  if (!reasons) {
    return ownMusic ? (
      <p>{name} has not said what they listen to, so there is nothing to compare yet.</p>
    ) : (
      <p>
        There is nothing to compare yet:{" "}
        <Link to="/profile?tab=music" className="link">
          say what you listen to
        </Link>
        .
      </p>
    );
  }
  const { artists, genres } = reasons;
  return (
    <div className="stack">
      {artists.length + genres.length === 0 ? (
        <p>You list no artist and no genre in common, so there is nothing to add up.</p>
      ) : (
        <figure className="text-center">
          <ReasonsRecord {...reasons} />
          <figcaption className="text-note text-soft">
            Cut from the label outwards: {describe(artists, "artists", "red")}
            {artists.length && genres.length ? ", " : ""}
            {describe(genres, "genres", "green")}; bare vinyl up to 100%.
          </figcaption>
        </figure>
      )}
      <Parts title="Artists you share" parts={artists} level={level} />
      <Parts title="Genres you share" parts={genres} level={level} />
      <p className="flex justify-between border-t-2 pt-2 font-display text-lead font-extrabold">
        <span>Together</span>
        <span>{score}%</span>
      </p>
      <p className="text-note text-soft">
        How it adds up: a shared artist brings more points the fewer members list it, and fewer the longer
        your two lists are. Each shared genre brings a few. All points together are put on a scale that ends
        at 100: that is the score, the same for both of you. It is then divided among what you share in
        proportion to the points, and rounded to whole percents so that the parts add up.
      </p>
    </div>
  );
}

/** "artists 61% (red)"; nothing where there are none. */
function describe(parts: Reason[], what: string, colour: string): string {
  const sum = parts.reduce((sum, { part }) => sum + part, 0);
  return parts.length ? `${what} ${sum}% (${colour})` : "";
}

function Parts({ title, parts, level: Heading = "h3" }: { title: string; parts: Reason[] } & Level) {
  if (parts.length === 0) return null;
  return (
    <section>
      <Heading className="text-lead">{title}</Heading>
      <ul className="mt-1">
        {parts.map(({ name, part }) => (
          <li key={name} className="flex justify-between border-t border-line py-1">
            <span className="mr-3 min-w-0">{name}</span>
            <span className="flex-none font-display font-bold">+{part}%</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
