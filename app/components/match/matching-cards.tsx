// How evenly members are shown and answered, with a curve of how places are distributed.
import { describeMonth } from "~/days";
import { ANSWERED_WITHIN_DAYS } from "~/durations";
import { formatDate, formatDecimals, formatPercent } from "~/language/intl";
import { msg, t } from "~/language/text";
import type { Answers, Month, Places, Share, Spread } from "~/models/match/matching-figures";
import { Card, EmptyState } from "~/ui/card";

const FEW = msg("Too few");
/** The side of the curve's square, and its margin. */
const SIDE = 200;
const EDGE = 4;

/** Who appears on first pages of Discover; null while that is being counted. */
export function PlacesCard({ places }: { places: Places | null }) {
  if (!places)
    return (
      <Card title={t("Who Is Shown")}>
        <p>{t("Still counting: we search Discover once for every member. Come back in a while.")}</p>
      </Card>
    );
  const { day, all, newcomers } = places;
  const rows: [label: string, value: (spread: Spread) => string][] = [
    [
      t("Gini coefficient: 0 if everyone is shown equally often, 1 if only one person is ever shown"),
      ({ gini }) => (gini === null ? t(FEW) : formatDecimals(gini, 2)),
    ],
    [t("Places held by the most shown"), describeTop],
    [t("People in no one's first 20"), ({ none }) => describe(none)],
  ];
  return (
    <Card
      title={t("Who Is Shown")}
      note={t("As of {date}", { date: formatDate(new Date(day), { dateStyle: "medium" }) })}
    >
      <p className="max-w-prose">
        {t(
          "Discover opens with up to 20 people. We searched once for every member and counted how often each is among someone's first 20.",
        )}{" "}
        {explain(all)}
      </p>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {all.sums.length ? <Curve sums={all.sums} /> : null}
        <Figures
          rows={rows.map(([label, say]) => [label, say(all), say(newcomers)])}
          newcomers={t("New here")}
        />
      </div>
    </Card>
  );
}

/** The months that have figures, or a note that there are none yet. */
export function Months({ months }: { months: Month[] }) {
  const told = months.filter(({ all: { mostLiked, likes, messages, plans } }) =>
    [mostLiked.share, likes, messages, plans].some((share) => share !== null),
  );
  if (told.length) return told.map((month) => <AnswersCard key={month.month} {...month} />);
  return (
    <EmptyState
      title={t("No months yet")}
      text={t("A month appears here a week after it ends, if it had enough likes, messages and plans.")}
    />
  );
}

/** How likes, first messages and plans of a month were answered. */
function AnswersCard({ month, all, newcomers }: Month) {
  const rows: [label: string, value: (answers: Answers) => string][] = [
    [t("Likes received by the most liked"), ({ mostLiked }) => describeTop({ top: mostLiked })],
    [
      t("Likes answered by a like within {days} days", {
        days: ANSWERED_WITHIN_DAYS,
      }),
      ({ likes }) => describe(likes),
    ],
    [
      t("First messages answered within {days} days", {
        days: ANSWERED_WITHIN_DAYS,
      }),
      ({ messages }) => describe(messages),
    ],
    [t("Plans to meet, where someone said they met"), ({ plans }) => describe(plans)],
  ];
  return (
    <Card title={describeMonth(month)}>
      <Figures
        rows={rows.map(([label, say]) => [label, say(all), say(newcomers)])}
        newcomers={t("Newcomers")}
      />
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
            {t("All", { as: "members" })}
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

/** The places that groups of members have together, beside the straight line of equality, and the same as a table. */
function Curve({ sums }: { sums: number[] }) {
  const points = [0, ...sums].map((sum, group) => [(SIDE * group) / sums.length, SIDE - (SIDE * sum) / 100]);
  return (
    <figure className="flex flex-wrap items-start">
      <svg
        role="img"
        aria-label={t("A curve of the share of places that members hold together, below a straight line")}
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
          {t("Members, least shown first, and their share of places")}
        </caption>
        <tbody>
          {sums
            .map((sum, group) => ({ sum, people: Math.round((100 * (group + 1)) / sums.length) }))
            .map(({ sum, people }) => (
              <tr key={people}>
                <th scope="row" className="pr-4 text-left font-normal">
                  {t("{percent}% of members", { percent: people })}
                </th>
                <td className="text-right font-bold">{formatPercent(sum)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

function describe(share: Share): string {
  return share === null ? t(FEW) : formatPercent(share);
}

/** "3% for the top 1%" */
function describeTop({ top }: Pick<Spread, "top">): string {
  return top.share === null
    ? t(FEW)
    : t("{share}% for the top {percent}%", { share: top.share, percent: top.percent });
}

function explain({ gini, top, sums }: Spread): string {
  if (gini === null || !sums.length) return t("There are too few members to say more yet.");
  const groups = Math.floor(sums.length / 2);
  const less = Math.round((100 * groups) / sums.length);
  const { share, percent } = top;
  return [
    t("If all were shown equally often, the curve would be the straight line."),
    t("The {percent}% shown least hold {share}% of the places.", {
      percent: less,
      share: sums[groups - 1] ?? 0,
    }),
    ...(share === null ? [] : [t("The {percent}% shown most hold {share}%.", { percent, share })]),
  ].join(" ");
}
