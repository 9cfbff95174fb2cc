// The explanation of a score: what two members share, and how much each thing adds.
import { Link } from "@remix-run/react";
import type { Reason, Why } from "~/matching/reasons";
import { ReasonsChart } from "./reasons-chart";

type Level = { level?: "h2" | "h3" };

/** Lists shared artists and genres with their parts, the total, and how it is counted. */
export function ReasonsList({ name, score, reasons, ownMusic, level }: Why & Level) {
  if (!reasons) {
    return ownMusic ? (
      <p>{name} hasn't added any music yet, so there's nothing to compare.</p>
    ) : (
      <p>
        Nothing to compare yet.{" "}
        <Link to="/profile?tab=music" className="link">
          Add what you listen to
        </Link>
      </p>
    );
  }
  const { artists, genres } = reasons;
  return (
    <div className="stack">
      {artists.length + genres.length === 0 ? (
        <p>You don't share any artists or genres yet.</p>
      ) : (
        <figure className="text-center">
          <ReasonsChart {...reasons} />
          <figcaption className="small-print">
            From the center out: {describe(artists, "artists", "red")}
            {artists.length && genres.length ? ", " : ""}
            {describe(genres, "genres", "green")}. Bare vinyl is what's left of 100%.
          </figcaption>
        </figure>
      )}
      <Parts title="Artists you share" parts={artists} level={level} />
      <Parts title="Genres you share" parts={genres} level={level} />
      <p className="flex justify-between border-t-2 pt-2 font-display text-lead font-extrabold">
        <span>Total</span>
        <span>{score}%</span>
      </p>
      <p className="small-print">
        How it works: a shared artist counts for more when fewer members list them, and for less when your
        lists are long. Each shared genre adds a little. We put the total on a scale of 100, the same for both
        of you, and split it among what you share. Percentages are rounded so that they add up.
      </p>
    </div>
  );
}

/** Returns "artists 61% (red)", or "" without parts. */
function describe(parts: Reason[], noun: string, color: string): string {
  const sum = parts.reduce((sum, { part }) => sum + part, 0);
  return parts.length ? `${noun} ${sum}% (${color})` : "";
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
