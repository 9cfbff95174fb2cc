// The explanation of a score: what two members have in common, and how much each thing adds.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArtistLink } from "~/components/artist/artist-link";
import { formatPercent } from "~/language/intl";
import { msg, t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { AlikeArtists } from "~/matching/reasons";
import { type CountedArtist, checkPath, type Why } from "~/models/match/why";
import { genreName } from "~/models/music/genre";
import { BANDS, ReasonsChart } from "./reasons-chart";

type Level = { level?: "h2" | "h3" | "h4" };
type Line = { key: string; text: ReactNode; note?: string; part: number };

/** How much a shared artist counts, in words. */
export const RARITY = {
  rare: msg("Rare, so it counts for a lot."),
  uncommon: msg("Fairly well known."),
  common: msg("Widely known, so it counts for less."),
};

/** Lists shared artists, alike artists and shared genres with their parts, the total, and how it is counted. */
export function ReasonsList({ id, name, firstName, score, reasons, ownMusic, level }: Why & Level) {
  if (!reasons) return <NothingToCompare name={name} ownMusic={ownMusic} />;
  const { artists, alike, moreAlike, genres } = reasons;
  const isEmpty = !artists.length && !alike.length && !moreAlike.part && !genres.length;
  return (
    <div className="stack">
      {isEmpty ? (
        <p>{t("You don't share any artists or genres yet.")}</p>
      ) : (
        <figure className="reasons-figure text-center">
          <ReasonsChart {...reasons} />
          <figcaption className="small-print">{t("The wider a band, the more it adds.")}</figcaption>
        </figure>
      )}
      <Parts
        title={t("Artists you share")}
        color={BANDS.artists}
        lines={artists.map((artist) => ({
          key: artist.name,
          text: <SharedLine artist={artist} firstName={firstName} />,
          note: `${RARITY[artist.rarity]} ${
            artist.atLeast
              ? t("At least {count} people here list them.", { count: artist.atLeast })
              : t("Few people here list them.")
          }`,
          part: artist.part,
        }))}
        level={level}
      />
      <Parts
        title={t("Artists that go together")}
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
        title={t("Genres you share")}
        color={BANDS.genres}
        lines={genres.map((genre) => ({ key: genre.name, text: genreName(genre.name), part: genre.part }))}
        level={level}
      />
      <Total score={score} />
      <p className="small-print">
        <Trans
          text="How it works: an artist you both list counts for more when fewer people know them and when they're near the top of your lists, and for less when your lists are long. Artists with the same fans add a little, and so does each shared genre. The total is out of 100 and the same for both of you. Percentages are rounded so that they add up. <link>Check this number</link>"
          tags={{ link: <Link to={checkPath(id)} className="link" /> }}
        />
      </p>
    </div>
  );
}

/** The score below its parts. */
export function Total({ score }: { score: number }) {
  return (
    <p className="flex justify-between border-t-2 pt-2 font-display text-xl font-extrabold">
      <span>{t("Total")}</span>
      <span>{formatPercent(score)}</span>
    </p>
  );
}

function NothingToCompare({ name, ownMusic }: Pick<Why, "name" | "ownMusic">) {
  return ownMusic ? (
    <p>{t("{name} hasn't added any music yet, so there's nothing to compare.", { name })}</p>
  ) : (
    <p>
      <Trans
        text="Nothing to compare yet. <link>Add what you listen to</link>"
        tags={{ link: <Link to="/profile?tab=music" className="link" /> }}
      />
    </p>
  );
}

/** "You both list Radiohead: 2nd on yours, 1st on Ben's." */
function SharedLine({ artist, firstName }: { artist: CountedArtist; firstName: string }) {
  const { name, ownPosition, otherPosition } = artist;
  const tags = { span: <span className="unbroken" /> };
  const values = { artist: <ArtistLink name={name} />, place: ownPosition };
  return ownPosition === otherPosition ? (
    <Trans
      text="You both list <span>{artist}:</span> {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} on both lists."
      values={values}
      tags={tags}
    />
  ) : (
    <Trans
      text="You both list <span>{artist}:</span> {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} on yours, {theirs, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} on {name}'s."
      values={{ ...values, theirs: otherPosition, name: <bdi>{firstName}</bdi> }}
      tags={tags}
    />
  );
}

function AlikeLine({ pair, firstName }: { pair: AlikeArtists; firstName: string }) {
  const times = Math.round(pair.lift);
  const tags = { span: <span className="unbroken" /> };
  const values = {
    own: <ArtistLink name={pair.own} />,
    name: <bdi>{firstName}</bdi>,
    other: <ArtistLink name={pair.other} />,
  };
  return times < 2 ? (
    <Trans
      text="You list <span>{own},</span> {name} lists <span>{other}:</span> people who list one are more likely to list the other."
      values={values}
      tags={tags}
    />
  ) : (
    <Trans
      text="You list <span>{own},</span> {name} lists <span>{other}:</span> people who list one are about {times} times as likely to list the other."
      values={{ ...values, times }}
      tags={tags}
    />
  );
}

/** "2 more pairs" */
export function describeMore(count: number, afterOthers: boolean): string {
  return afterOthers
    ? t("{count, plural, one {# more pair} other {# more pairs}}", { count })
    : t(
        "{count, plural, one {# pair of artists with many of the same fans} other {# pairs of artists with many of the same fans}}",
        { count },
      );
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
        <span className="mr-3 flex-1">{title}</span>{" "}
        {formatPercent(lines.reduce((sum, { part }) => sum + part, 0))}
      </Heading>
      <ul className="mt-1">
        {lines.map(({ key, text, note, part }) => (
          <li key={key} className="flex justify-between border-t border-line py-1">
            <span className="mr-3 min-w-0">
              {text}
              {note ? <span className="small-print block">{note}</span> : null}
            </span>
            <span className="flex-none font-display font-bold">+{formatPercent(part)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
