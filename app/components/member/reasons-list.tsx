// The explanation of a score: what two members have in common, and how much each thing adds.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import type { AlikeArtists } from "~/matching/reasons";
import { describePeople } from "~/models/count";
import { type CountedArtist, checkPath, type Why } from "~/models/match/why";
import { BANDS, ReasonsChart } from "./reasons-chart";

type Level = { level?: "h2" | "h3" | "h4" };
type Line = { key: string; text: ReactNode; note?: string; part: number };

/** What a shared artist counts for. */
export const RARITY = {
  rare: "Rare, so it counts for a lot.",
  uncommon: "Fairly well known.",
  common: "Widely known, so it counts for less.",
};

/** Lists shared artists, alike artists and shared genres with their parts, the total, and how it is counted. */
export function ReasonsList({ id, name, firstName, score, reasons, ownMusic, level }: Why & Level) {
  if (!reasons) return <NothingToCompare name={name} ownMusic={ownMusic} />;
  const { artists, alike, moreAlike, genres } = reasons;
  const isEmpty = !artists.length && !alike.length && !moreAlike.part && !genres.length;
  return (
    <div className="stack">
      {isEmpty ? (
        <p>You don't share any artists or genres yet.</p>
      ) : (
        <figure className="reasons-figure text-center">
          <ReasonsChart {...reasons} />
          <figcaption className="small-print">The wider a band, the more it adds.</figcaption>
        </figure>
      )}
      <Parts
        title="Artists you share"
        color={BANDS.artists}
        lines={artists.map((artist) => ({
          key: artist.name,
          text: <SharedLine artist={artist} firstName={firstName} />,
          note: `${RARITY[artist.rarity]} ${describePeople(artist.atLeast)} here list them.`,
          part: artist.part,
        }))}
        level={level}
      />
      <Parts
        title="Artists that go together"
        color={BANDS.alike}
        lines={[
          ...alike.map((pair) => ({
            key: `${pair.own}\n${pair.other}`,
            text: <AlikeLine pair={pair} firstName={firstName} />,
            part: pair.part,
          })),
          ...(moreAlike.part
            ? [{ key: "", text: describeMore(moreAlike.count, alike.length > 0), part: moreAlike.part }]
            : []),
        ]}
        level={level}
      />
      <Parts
        title="Genres you share"
        color={BANDS.genres}
        lines={genres.map((genre) => ({ key: genre.name, text: genre.name, part: genre.part }))}
        level={level}
      />
      <Total score={score} />
      <p className="small-print">
        How it works: an artist you both list counts for more when fewer people know them and when they're
        near the top of your lists, and for less when your lists are long. Artists with the same fans add a
        little, and so does each shared genre. The total is out of 100 and the same for both of you.
        Percentages are rounded so that they add up.{" "}
        <Link to={checkPath(id)} className="link">
          Check this number
        </Link>
      </p>
    </div>
  );
}

/** The score below its parts. */
export function Total({ score }: { score: number }) {
  return (
    <p className="flex justify-between border-t-2 pt-2 font-display text-xl font-extrabold">
      <span>Total</span>
      <span>{score}%</span>
    </p>
  );
}

function NothingToCompare({ name, ownMusic }: Pick<Why, "name" | "ownMusic">) {
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

/** "You both list Radiohead: 2nd on yours, 1st on Ben's." */
function SharedLine({ artist, firstName }: { artist: CountedArtist; firstName: string }) {
  const { name, ownPosition, otherPosition } = artist;
  return (
    <>
      You both list{" "}
      <span className="unbroken">
        <ArtistLink name={name} />:
      </span>{" "}
      {toOrdinal(ownPosition)} on{" "}
      {ownPosition === otherPosition ? (
        "both lists."
      ) : (
        <>
          yours, {toOrdinal(otherPosition)} on <bdi>{firstName}</bdi>'s.
        </>
      )}
    </>
  );
}

function AlikeLine({ pair, firstName }: { pair: AlikeArtists; firstName: string }) {
  return (
    <>
      You list{" "}
      <span className="unbroken">
        <ArtistLink name={pair.own} />,
      </span>{" "}
      <bdi>{firstName}</bdi> lists{" "}
      <span className="unbroken">
        <ArtistLink name={pair.other} />:
      </span>{" "}
      people who list one are {describeLift(pair.lift)} to list the other.
    </>
  );
}

/** "about 3 times as likely" */
export function describeLift(lift: number): string {
  const times = Math.round(lift);
  return times < 2 ? "more likely" : `about ${times} times as likely`;
}

/** "2 more pairs" */
export function describeMore(count: number, afterOthers: boolean): string {
  const pairs = count === 1 ? "pair" : "pairs";
  return afterOthers ? `${count} more ${pairs}` : `${count} ${pairs} of artists with many of the same fans`;
}

/** Returns "1st", "2nd", "3rd", "11th", "21st". */
export function toOrdinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

/** Lines under a heading with their sum and the color of their bands. */
export function Parts({
  title,
  color,
  lines,
  level: Heading = "h3",
}: { title: string; color: string; lines: Line[] } & Level) {
  if (lines.length === 0) return null;
  return (
    <section>
      <Heading className="flex items-center text-xl">
        <svg aria-hidden="true" width="16" height="16" className="mr-2 flex-none">
          <circle cx="8" cy="8" r="7.5" fill={color} stroke="var(--vinyl)" />
        </svg>
        <span className="mr-3 flex-1">{title}</span> {lines.reduce((sum, { part }) => sum + part, 0)}%
      </Heading>
      <ul className="mt-1">
        {lines.map(({ key, text, note, part }) => (
          <li key={key} className="flex justify-between border-t border-line py-1">
            <span className="mr-3 min-w-0">
              {text}
              {note ? <span className="small-print block">{note}</span> : null}
            </span>
            <span className="flex-none font-display font-bold">+{part}%</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
