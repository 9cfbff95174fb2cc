// A score drawn as a record: each thing two members have in common is a band of its grooves.
import type { Reasons } from "~/matching/reasons";

/** Radii of the label's edge and of a score of 100. */
const LABEL = 30;
const RIM = 94;

/** The colors of the bands. */
export const BANDS = { artists: "var(--red)", alike: "var(--yellow)", genres: "var(--green)" };

/** Draws the numbers of ReasonsList: artists from the label outwards, then alike artists and genres, then bare vinyl. */
export function ReasonsChart({ score, artists, alike, moreAlike, genres }: Reasons) {
  let inner = LABEL;
  const bands = [
    ...artists.map(({ part }) => ({ part, color: BANDS.artists })),
    ...[...alike, moreAlike].map(({ part }) => ({ part, color: BANDS.alike })),
    ...genres.map(({ part }) => ({ part, color: BANDS.genres })),
  ].map(({ part, color }, index) => {
    const width = ((RIM - LABEL) * part) / 100;
    inner += width;
    return { key: index, color, width, radius: inner - width / 2 };
  });
  return (
    <svg aria-hidden="true" viewBox="0 0 200 200" className="reasons-record mx-auto mb-2 block size-[200px]">
      <circle cx="100" cy="100" r="99" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <g fill="none" stroke="var(--vinyl-groove)" strokeWidth="0.75">
        {[94, 89, 84, 79, 74, 69, 64, 59, 54, 49, 44, 39, 34].map((radius) => (
          <circle key={radius} cx="100" cy="100" r={radius} />
        ))}
      </g>
      <g fill="none">
        {bands.map(({ key, color, width, radius }) => (
          <g key={key}>
            <circle cx="100" cy="100" r={radius} stroke={color} strokeWidth={width} />
            <circle cx="100" cy="100" r={radius + width / 2} stroke="var(--vinyl)" strokeWidth="0.75" />
          </g>
        ))}
      </g>
      <circle cx="100" cy="100" r={LABEL - 2} fill="var(--card)" stroke="var(--vinyl)" />
      <text
        x="100"
        y="109"
        textAnchor="middle"
        fill="var(--ink)"
        className="font-display text-[24px] font-extrabold"
      >
        {score}%
      </text>
      <circle cx="100" cy="120" r="2" fill="var(--vinyl)" stroke="var(--edge)" strokeWidth="0.5" />
    </svg>
  );
}
