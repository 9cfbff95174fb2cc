// The whole sum behind a score, term by term.
import type { ReactNode } from "react";
import { formatDate, formatDecimals, formatPercent } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { ScoreSheet } from "~/matching/check/score-sheet";
import { orderFactor } from "~/matching/score";
import { capitalize } from "~/models/artist/artist";
import { CHECK_PAGE, checkPath } from "~/models/match/why";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { describeMore } from "./reasons-list";

/** Lists the terms, what they add up to, and the steps from there to the score. */
export function ScoreSum({ memberId, sheet }: { memberId: string; sheet: ScoreSheet }) {
  const { name, members, countedOn, own, shared, alike, moreAlike, other, sharedGenres, sum } = sheet;
  const points = formatDecimals(sum.points, 6);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title={t("The Sum")}>
        <p className="small-print">
          {countedOn
            ? t("Artists were last counted on {date}.", {
                date: formatDate(new Date(countedOn), { dateStyle: "medium" }),
              })
            : t("Artists haven't been counted yet.")}{" "}
          {t(
            "About {members} people list music here. Each line multiplies three numbers: what the place on your list counts, what the place on theirs counts (1/√place), and what the artist or pair weighs. Counts of people are rough, and well-known artists get 15, 50 or 150 extra listeners, so a hit isn't rare here just because few people have joined.",
            { members },
          )}
        </p>
        <Terms
          title={t("Artists you share")}
          lines={shared.map((term) => ({
            key: term.artist,
            text: <bdi>{term.artist}</bdi>,
            note: `${describePlaces(term)}; ${describeListeners(term.listeners)}`,
            sum: product(term),
            value: inMillions(term.term),
          }))}
        />
        <Terms
          title={t("Artists that go together")}
          lines={[
            ...alike.map((term) => ({
              key: `${term.artist}\n${term.otherArtist}`,
              text: (
                <Trans
                  text="{artist} and {otherArtist}"
                  values={{ artist: <bdi>{term.artist}</bdi>, otherArtist: <bdi>{term.otherArtist}</bdi> }}
                />
              ),
              note: `${describePlaces(term)}; ${describeLift(term.lift)}`,
              sum: product(term),
              value: inMillions(term.term),
            })),
            ...(moreAlike.pairs
              ? [
                  {
                    key: "",
                    text: describeMore(moreAlike.pairs, alike.length > 0),
                    value: inMillions(moreAlike.total),
                  },
                ]
              : []),
          ]}
        />
        <Result label={t("Sum")} value={inMillions(sum.total)} />
      </Card>
      <div className="grid grid-cols-1 gap-4">
        <Card title={t("From the Sum to the Score")}>
          <ol className="divided">
            <Step label={t("Your list: 20 plus the lines under “Your List”")}>{inMillions(sum.ownNorm)}</Step>
            <Step label={t("{name}'s list, added up the same way", { name })}>{inMillions(other.norm)}</Step>
            <Step label={t("Artists: 90 times the sum, divided by the square root of both lists multiplied")}>
              90 × {inMillions(sum.total)} ÷ √({inMillions(sum.ownNorm)} × {inMillions(other.norm)}) ={" "}
              {formatDecimals(sum.artistPoints, 6)}
            </Step>
            <Step
              label={t("Genres: you share {shared} of your {own} and {name}'s {theirs}", {
                shared: sharedGenres.length,
                own: own.genres.length,
                name,
                theirs: other.genres,
              })}
            >
              {sharedGenres.length
                ? `${formatDecimals(0.9, 1)} × ${sharedGenres.length} ÷ √(${own.genres.length} × ${other.genres}) = ${formatDecimals(sum.genrePoints, 6)}`
                : "0"}
            </Step>
            <Step label={t("Both together, on a scale up to 100")}>
              100 × {points} ÷ ({points} + 1) = {formatDecimals(sum.plain, 4)}
            </Step>
            {sum.top === null ? (
              <Step label={t("Without a shared artist, 49 at most")}>{sum.score}</Step>
            ) : sum.plain > 50 ? (
              <Step
                label={t(
                  "Above 50, the scale goes up to {top}, because you share {count, plural, one {one artist} other {# artists}}",
                  { top: sum.top, count: shared.length },
                )}
              >
                50 + ({formatDecimals(sum.plain, 4)} − 50) × ({sum.top} − 50) ÷ 50 ={" "}
                {formatDecimals(sum.exact, 4)}
              </Step>
            ) : null}
          </ol>
          <Result label={t("Rounded, 100 at most")} value={formatPercent(sum.score)} />
        </Card>
        <Card title={t("Your List")}>
          <details>
            <summary className="py-2.5">{t("What each of your artists weighs")}</summary>
            <ol className="divided mt-2">
              {own.artists.map(({ name, listeners, weight }, index) => (
                <li key={name} className="flex flex-wrap justify-between py-1">
                  <span className="mr-3 min-w-0">
                    {index + 1}. <bdi>{name}</bdi>
                    <span className="small-print block">{capitalize(describeListeners(listeners))}</span>
                  </span>
                  <span className="figures">
                    {factor(index + 1)}² × {formatDecimals(weight / 1e6, 6)}
                  </span>
                </li>
              ))}
            </ol>
          </details>
          <p className="small-print mt-2">
            {t("{name}'s list is only one number here. The list itself is on their page.", { name })}
          </p>
        </Card>
        <Card title={t("Check It Yourself")}>
          <p>
            {t(
              "Download these numbers and your data, then open both on our check page. It does the math again in your browser and sends nothing. You can save it and use it offline.",
            )}
          </p>
          <div className="cluster mt-4">
            <ButtonAnchor href={`${checkPath(memberId)}.json`}>{t("Download the Numbers")}</ButtonAnchor>
            <ButtonAnchor href={CHECK_PAGE}>{t("Open the Page")}</ButtonAnchor>
            <ButtonLink to="/settings/export">{t("Your Data")}</ButtonLink>
            <ButtonLink to={`/members/${memberId}/why`} icon="back">
              {t("Why {score}%?", { score: sheet.score })}
            </ButtonLink>
          </div>
        </Card>
      </div>
    </div>
  );
}

type Line = { key: string; text: ReactNode; note?: string; sum?: string; value: string };

function Terms({ title, lines }: { title: string; lines: Line[] }) {
  if (!lines.length) return null;
  return (
    <section className="mt-4">
      <h3>{title}</h3>
      <ul className="divided">
        {lines.map(({ key, text, note, sum, value }) => (
          <li key={key} className="flex flex-wrap justify-between py-2">
            <span className="mr-3 min-w-0">
              {text}
              {note ? <span className="small-print block">{note}</span> : null}
            </span>
            <span className="ml-auto text-right">
              {sum ? <span className="small-print block">{sum}</span> : null}
              <b>{value}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="py-2">
      <span className="block">{label}</span>
      <b>{children}</b>
    </li>
  );
}

function Result({ label, value }: { label: string; value: string }) {
  return (
    <p className="flex flex-wrap justify-between border-t-2 pt-2 font-display text-xl font-extrabold">
      <span className="mr-3">{label}</span>
      <span>{value}</span>
    </p>
  );
}

/** "2nd on your list, 1st on theirs" */
function describePlaces({ position, otherPosition }: { position: number; otherPosition: number }): string {
  return t(
    "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} on your list, {theirs, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} on theirs",
    { place: position, theirs: otherPosition },
  );
}

/** Counts as they weigh: all below five count as two. */
function describeListeners(count: number): string {
  return count < 5 ? t("fewer than 5 listeners, counted as 2") : t("counted as {count} listeners", { count });
}

function describeLift(lift: number): string {
  const times = Math.round(lift);
  return times < 2
    ? t("more likely to be listed together")
    : t("about {times} times as likely to be listed together", { times });
}

function product({
  position,
  otherPosition,
  weight,
}: ScoreSheet["shared"][number] | ScoreSheet["alike"][number]) {
  return `${factor(position)} × ${factor(otherPosition)} × ${formatDecimals(weight / 1e6, 6)}`;
}

/** The factor of a position, in thousandths. */
function factor(position: number): string {
  return formatDecimals(orderFactor(position - 1) / 1000, 3);
}

/** Terms and sums are whole millionths of a millionth. */
function inMillions(sum: number): string {
  return formatDecimals(sum / 1e12, 6);
}
