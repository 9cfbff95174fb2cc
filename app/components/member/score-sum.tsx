// The whole sum behind a score, term by term.
import type { ReactNode } from "react";
import type { ScoreSheet } from "~/matching/check/score-sheet";
import { orderFactor } from "~/matching/score";
import { capitalize } from "~/models/artist/artist";
import { CHECK_PAGE, checkPath } from "~/models/match/why";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { toOrdinal } from "./reasons-list";

/** Lists the terms, what they add up to, and the steps from there to the score. */
export function ScoreSum({ memberId, sheet }: { memberId: string; sheet: ScoreSheet }) {
  const { name, members, countedOn, own, shared, alike, moreAlike, other, sharedGenres, sum } = sheet;
  const points = sum.points.toFixed(6);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title="The Terms">
        <p className="small-print">
          {countedOn ? `Artists were last counted on ${countedOn}. ` : "Artists haven't been counted yet. "}
          About {members} people list music here. Each place on a list counts 1/√place, and each artist by its
          weight. Counts of people are only as exact as the score takes them: the middle of a step.
        </p>
        <Terms
          title="Artists you share"
          lines={shared.map((term) => ({
            key: term.artist,
            text: <bdi>{term.artist}</bdi>,
            note: `${toOrdinal(term.position)} and ${toOrdinal(term.otherPosition)}; ${describeListeners(term.listeners)}`,
            sum: product(term),
            value: inMillions(term.term),
          }))}
        />
        <Terms
          title="Artists that go together"
          lines={[
            ...alike.map((term) => ({
              key: `${term.artist}\n${term.otherArtist}`,
              text: (
                <>
                  <bdi>{term.artist}</bdi> and <bdi>{term.otherArtist}</bdi>
                </>
              ),
              note: `${toOrdinal(term.position)} and ${toOrdinal(term.otherPosition)}; about ${Math.round(term.lift)} times as often as chance`,
              sum: product(term),
              value: inMillions(term.term),
            })),
            ...(moreAlike.pairs
              ? [{ key: "", text: `${moreAlike.pairs} more, as one sum`, value: inMillions(moreAlike.total) }]
              : []),
          ]}
        />
        <Result label="Sum of the terms" value={inMillions(sum.total)} />
      </Card>
      <div className="grid gap-4">
        <Card title="From the Sum to the Score">
          <ol className="divided">
            <Step label="Your list: 20, and each artist's weight by its place, squared">
              {inMillions(sum.ownNorm)}
            </Step>
            <Step label={`${name}'s list, counted likewise, as one sum`}>{inMillions(other.norm)}</Step>
            <Step label="Artists: 90 times the terms, divided by the root of both lists">
              90 × {inMillions(sum.total)} ÷ √({inMillions(sum.ownNorm)} × {inMillions(other.norm)}) ={" "}
              {sum.artistPoints.toFixed(6)}
            </Step>
            <Step
              label={`Genres: you share ${sharedGenres.length} of your ${own.genres.length} and ${name}'s ${other.genres}`}
            >
              {sharedGenres.length
                ? `0.9 × ${sharedGenres.length} ÷ √(${own.genres.length} × ${other.genres}) = ${sum.genrePoints.toFixed(6)}`
                : "0"}
            </Step>
            <Step label="Together, on a scale that ends at 100">
              100 × {points} ÷ ({points} + 1) = {sum.plain.toFixed(4)}
            </Step>
            {sum.top === null ? (
              <Step label="Without a shared artist, 49 at most">{sum.score}</Step>
            ) : sum.plain > 50 ? (
              <Step
                label={`What is above 50 ends at ${sum.top}, since you share ${describeShared(shared.length)}`}
              >
                50 + ({sum.plain.toFixed(4)} − 50) × ({sum.top} − 50) ÷ 50 = {sum.exact.toFixed(4)}
              </Step>
            ) : null}
          </ol>
          <Result label="Rounded, at most 100" value={`${sum.score}%`} />
        </Card>
        <Card title="Your List">
          <details>
            <summary>What each of your artists weighs</summary>
            <ol className="divided mt-2">
              {own.artists.map(({ name, listeners, weight }, index) => (
                <li key={name} className="flex flex-wrap justify-between py-1">
                  <span className="mr-3 min-w-0">
                    {index + 1}. <bdi>{name}</bdi>
                    <span className="small-print block">{capitalize(describeListeners(listeners))}</span>
                  </span>
                  <span className="figures">
                    {factor(index + 1)}² × {(weight / 1e6).toFixed(6)}
                  </span>
                </li>
              ))}
            </ol>
          </details>
          <p className="small-print mt-2">
            {name}'s list stays one sum here, which doesn't tell who else is on it: many artists weigh the
            same. The list itself is on their page.
          </p>
        </Card>
        <Card title="Check It Yourself">
          <p>
            Download these numbers and your data, and open both in a page that works without us: it computes
            every percentage again, and sends nothing. You can save the page and use it offline.
          </p>
          <div className="cluster mt-4">
            <ButtonAnchor href={`${checkPath(memberId)}.json`}>Download the Numbers</ButtonAnchor>
            <ButtonAnchor href={CHECK_PAGE}>Open the Page</ButtonAnchor>
            <ButtonLink to="/settings/export">Your Data</ButtonLink>
            <ButtonLink to={`/members/${memberId}/why`} icon="back">
              Why {sheet.score}%?
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

/** Counts as they weigh: two stands for all below five. */
function describeListeners(count: number): string {
  return count < 5 ? "few listeners, who count as 2" : `about ${count} listeners`;
}

function describeShared(count: number): string {
  return count === 1 ? "one artist" : `${count} artists`;
}

function product({
  position,
  otherPosition,
  weight,
}: ScoreSheet["shared"][number] | ScoreSheet["alike"][number]) {
  return `${factor(position)} × ${factor(otherPosition)} × ${(weight / 1e6).toFixed(6)}`;
}

/** What a place counts, in thousandths. */
function factor(position: number): string {
  return (orderFactor(position - 1) / 1000).toFixed(3);
}

/** Terms and sums are whole numbers of a millionth of a millionth. */
function inMillions(sum: number): string {
  return (sum / 1e12).toFixed(6);
}
