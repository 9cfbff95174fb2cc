// How evenly members are shown and answered, with a curve of how places are spread.
import { ANSWERED_WITHIN_DAYS } from "~/durations";
import { formatDate } from "~/language/intl";
import type { Answers, Month, Places, Share, Spread } from "~/models/match/matching-figures";
import { Card, EmptyState } from "~/ui/card";

const FEW = "Too few";
/** The side of the curve's square, and the room for its edge. */
const SIDE = 200;
const EDGE = 4;

/** Who stands on first pages of Discover; null while that is being counted. */
export function PlacesCard({ places }: { places: Places | null }) {
  if (!places)
    return (
      <Card title="Who Is Shown">
        <p>Still counting: we search Discover once for every member. Come back in a while.</p>
      </Card>
    );
  const { day, all, newcomers } = places;
  const rows: [label: string, value: (spread: Spread) => string][] = [
    [
      "Gini coefficient: 0 if everyone is shown equally often, 1 if only one person is ever shown",
      ({ gini }) => gini?.toFixed(2) ?? FEW,
    ],
    ["Places held by the most shown", describeTop],
    ["People in no one's first 20", ({ none }) => describe(none)],
  ];
  return (
    <Card title="Who Is Shown" note={`As of ${formatDate(new Date(day), { dateStyle: "medium" })}`}>
      <p className="max-w-prose">
        Discover opens with up to 20 people. We searched once for every member and counted how often each
        stands among someone's first 20. {explain(all)}
      </p>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {all.sums.length ? <Curve sums={all.sums} /> : null}
        <Figures rows={rows.map(([label, say]) => [label, say(all), say(newcomers)])} newcomers="New here" />
      </div>
    </Card>
  );
}

/** The months that have figures, or that there are none yet. */
export function Months({ months }: { months: Month[] }) {
  const told = months.filter(({ all: { mostLiked, likes, messages, plans } }) =>
    [mostLiked.share, likes, messages, plans].some((share) => share !== null),
  );
  if (told.length) return told.map((month) => <AnswersCard key={month.name} {...month} />);
  return (
    <EmptyState
      title="No months yet"
      text="A month appears here a week after it ends, if it had enough likes, messages and plans."
    />
  );
}

/** How likes, first messages and plans of a month were answered. */
function AnswersCard({ name, all, newcomers }: Month) {
  const rows: [label: string, value: (answers: Answers) => string][] = [
    ["Likes received by the most liked", ({ mostLiked }) => describeTop({ top: mostLiked })],
    [`Likes answered by a like within ${ANSWERED_WITHIN_DAYS} days`, ({ likes }) => describe(likes)],
    [`First messages answered within ${ANSWERED_WITHIN_DAYS} days`, ({ messages }) => describe(messages)],
    ["Plans to meet, where someone said they met", ({ plans }) => describe(plans)],
  ];
  return (
    <Card title={name}>
      <Figures rows={rows.map(([label, say]) => [label, say(all), say(newcomers)])} newcomers="Newcomers" />
    </Card>
  );
}

function Figures({
  rows,
  newcomers,
}: {
  rows: [label: string, all: string, newcomers: string][];
  newcomers: string;
}) {
  return (
    <table className="w-full">
      <thead>
        <tr>
          <td />
          <th scope="col" className="pl-3 text-right">
            All
          </th>
          <th scope="col" className="pl-3 text-right">
            {newcomers}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, all, ofNewcomers]) => (
          <tr key={label}>
            <th
              scope="row"
              className="border-t border-line py-2 text-left font-normal [overflow-wrap:anywhere]"
            >
              {label}
            </th>
            <td className="border-t border-line py-2 pl-3 text-right font-bold">{all}</td>
            <td className="border-t border-line py-2 pl-3 text-right font-bold">{ofNewcomers}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The places that groups of members have together, beside a straight line of equal ones, and the same as a table. */
function Curve({ sums }: { sums: number[] }) {
  const points = [0, ...sums].map((sum, group) => [(SIDE * group) / sums.length, SIDE - (SIDE * sum) / 100]);
  return (
    <figure className="flex flex-wrap items-start">
      <svg
        role="img"
        aria-label="A curve of the share of places that members hold together, below a straight line"
        viewBox={`${-EDGE} ${-EDGE} ${SIDE + 2 * EDGE} ${SIDE + 2 * EDGE}`}
        className="mr-4 w-full max-w-[240px]"
      >
        <path d={`M0 0V${SIDE}H${SIDE}`} fill="none" stroke="var(--edge)" strokeWidth="2" />
        <path d={`M0 ${SIDE}L${SIDE} 0`} stroke="var(--edge)" strokeWidth="2" strokeDasharray="6 6" />
        <path
          d={`M${points.map((point) => point.join(" ")).join("L")}`}
          fill="none"
          stroke="var(--red)"
          strokeWidth="4"
        />
      </svg>
      <table>
        <caption className="small-print text-left">
          Members, least shown first, and their share of places
        </caption>
        <tbody>
          {sums
            .map((sum, group) => ({ sum, people: Math.round((100 * (group + 1)) / sums.length) }))
            .map(({ sum, people }) => (
              <tr key={people}>
                <th scope="row" className="pr-4 text-left font-normal">
                  {people}% of members
                </th>
                <td className="text-right font-bold">{sum}%</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

function describe(share: Share): string {
  return share === null ? FEW : `${share}%`;
}

/** "3% for the top 1%" */
function describeTop({ top }: Pick<Spread, "top">): string {
  return top.share === null ? FEW : `${top.share}% for the top ${top.percent}%`;
}

function explain({ gini, top, sums }: Spread): string {
  if (gini === null || !sums.length) return "There are too few members to say more yet.";
  const groups = Math.floor(sums.length / 2);
  const less = Math.round((100 * groups) / sums.length);
  const shown = top.share === null ? "" : ` The ${top.percent}% shown most hold ${top.share}%.`;
  return `If all were shown equally often, the curve would be the straight line. The ${less}% shown least hold ${sums[groups - 1]}% of the places.${shown}`;
}
