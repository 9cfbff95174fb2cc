// Drawn placeholders for records without a cover: vinyl, cassette or CD.
import type { RecordFormat } from "db/column-types";

/** Draws the format in a square; `seed`, such as the album's name, always picks the same of four labels. */
export function RecordArt({ format, seed = "" }: { format: RecordFormat; seed?: string }) {
  const label = pick(seed);
  return (
    <div className="square bg-inset">
      <svg aria-hidden="true" viewBox="0 0 200 200">
        {format === "vinyl" ? <Vinyl label={label} /> : null}
        {format === "cassette" ? <Cassette label={label} /> : null}
        {format === "cd" ? <CompactDisc label={label} /> : null}
      </svg>
    </div>
  );
}

function Vinyl({ label }: { label: number }) {
  return (
    <>
      <circle cx="100" cy="100" r="84" fill="var(--vinyl)" />
      <g fill="none" stroke="var(--vinyl-groove)" strokeWidth="1.5">
        {[79, 73, 66, 62, 56, 49, 44, 39].map((radius) => (
          <circle key={radius} cx="100" cy="100" r={radius} />
        ))}
      </g>
      <Label label={label} radius={31} />
      <circle cx="100" cy="100" r="3" fill="var(--inset)" />
    </>
  );
}

function Cassette({ label }: { label: number }) {
  return (
    <>
      <path d="M22 46h156v108H22z" fill="var(--vinyl)" />
      <path d="M32 56h136v70H32z" fill="#fbf7ec" />
      <path
        d={
          ["M32 56h136v14H32z", "M32 100h136v14H32z", "M32 56h20v70H32z", "M32 62h136v4H32zM32 70h136v4H32z"][
            label
          ]
        }
        fill="var(--red)"
      />
      <path d="M56 80h88v28H56z" fill="var(--vinyl)" />
      <path d="M84 84h32v20H84z" fill="var(--vinyl-groove)" />
      <g fill="#fbf7ec">
        <circle cx="70" cy="94" r="9" />
        <circle cx="130" cy="94" r="9" />
      </g>
      <g fill="none" stroke="var(--vinyl)" strokeWidth="4" strokeDasharray="3 3.28">
        <circle cx="70" cy="94" r="6" />
        <circle cx="130" cy="94" r="6" />
      </g>
      <path d="M58 154l6-20h72l6 20z" fill="none" stroke="var(--vinyl-groove)" strokeWidth="2" />
      <g fill="var(--vinyl-groove)">
        <circle cx="30" cy="146" r="3" />
        <circle cx="170" cy="146" r="3" />
      </g>
    </>
  );
}

function CompactDisc({ label }: { label: number }) {
  return (
    <>
      <path d="M18 18h164v164H18z" fill="var(--card)" stroke="var(--edge)" />
      <path d="M18 18h14v164H18z" fill="var(--edge)" />
      <circle cx="107" cy="100" r="70" fill="var(--inset)" stroke="var(--edge)" strokeWidth="1.5" />
      <g fill="var(--card)">
        <path
          d={`M107 100 L${[150, 172, 52, 64][label]} ${[46, 76, 56, 156][label]} L${[164, 177, 70, 42][label]} ${[60, 96, 41, 132][label]} z`}
        />
      </g>
      <circle cx="107" cy="100" r="34" fill="var(--red)" />
      <circle cx="107" cy="100" r="22" fill="var(--inset)" stroke="var(--edge)" />
      <circle cx="107" cy="100" r="10" fill="var(--card)" stroke="var(--edge)" strokeWidth="1.5" />
    </>
  );
}

/** The paper in the middle of a record, in one of four prints. */
function Label({ label, radius }: { label: number; radius: number }) {
  const half = `M${100 - radius} 100a${radius} ${radius} 0 0 1 ${2 * radius} 0z`;
  return (
    <>
      <circle cx="100" cy="100" r={radius} fill={label === 0 ? "var(--red)" : "#fbf7ec"} />
      {label === 1 ? <path d={half} fill="var(--red)" /> : null}
      {label === 2 ? (
        <circle cx="100" cy="100" r={radius - 7} fill="none" stroke="var(--red)" strokeWidth="6" />
      ) : null}
      {label === 3 ? (
        <path d={`M${100 - radius + 3} 92h${2 * radius - 6}v16h${6 - 2 * radius}z`} fill="var(--red)" />
      ) : null}
    </>
  );
}

function pick(seed: string): number {
  let sum = 0;
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % 4;
}
