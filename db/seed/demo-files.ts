// The photo and the voice note of the demo conversation, drawn and hummed when they are needed.
import sharp from "sharp";
import { PHOTO_SIZES } from "~/models/conversation/attachment/attachment";

const PHOTO = { width: 1600, height: 1200 };
const HZ = 8000;
/** The notes of a tune, as hertz and seconds. */
const TUNE = [
  [196, 0.5],
  [220, 0.5],
  [294, 1],
  [262, 0.5],
  [220, 0.5],
  [247, 1.5],
  [196, 0.5],
  [220, 0.5],
  [165, 1.5],
] as const;

/** A kite over a bridge, as the files of a photo. */
export async function drawPhoto() {
  const { width, height } = PHOTO;
  const cables = Array.from({ length: 13 }, (_, i) => {
    const x = 560 + 40 * i;
    const y = 640 + 170 * (1 - ((x - 800) / 240) ** 2);
    return `M${x} ${Math.round(y)}V850`;
  }).join("");
  const tower = (x: number) =>
    `<path d="M${x - 34} 980V610l34-60 34 60v370h-20V720a14 24 0 0 0-28 0v260z" fill="#41584d"/>`;
  const firs = Array.from({ length: 27 }, (_, i) => {
    const [x, size] = [i * 62 - 10, 90 + ((i * 37) % 60)];
    return `M${x} 1010l${size / 3} -${size}l${size / 3} ${size}z`;
  }).join("");
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#5b8fb5"/><stop offset=".75" stop-color="#f0d9b8"/></linearGradient>
    <linearGradient id="grass" x2="0" y2="1"><stop stop-color="#7f9a4b"/><stop offset="1" stop-color="#3e5a2b"/></linearGradient>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g fill="#fff8ea" opacity=".75"><ellipse cx="330" cy="240" rx="190" ry="42"/><ellipse cx="430" cy="208" rx="120" ry="46"/>
      <ellipse cx="1330" cy="420" rx="210" ry="34"/><ellipse cx="1260" cy="396" rx="100" ry="36"/></g>
    <path d="M0 820Q300 700 640 790T1200 760T1600 800V1200H0z" fill="#7d97a0"/>
    <path d="M0 850H1600V868H0z" fill="#41584d"/>
    <path d="${cables}M0 830Q330 820 560 565Q800 1080 1040 565Q1270 820 1600 830" fill="none" stroke="#41584d" stroke-width="5"/>
    ${tower(560)}${tower(1040)}
    <path d="${firs}" fill="#2f4a3a"/>
    <path d="M0 1000Q500 930 900 990T1600 960V1200H0z" fill="url(#grass)"/>
    <path d="M1120 250Q1010 700 420 1060" fill="none" stroke="#3a332c" stroke-width="3"/>
    <path d="M1120 250Q1240 420 1170 480T1260 600T1200 690" fill="none" stroke="#8e1c13" stroke-width="8"/>
    <g transform="rotate(24 1110 180)"><path d="M1110 40L1210 160L1110 330L1010 160z" fill="#b3261b"/>
      <path d="M1110 40V330L1010 160z" fill="#d9b56f"/><path d="M1110 40L1210 160H1010z" fill="#efe6d3" opacity=".45"/>
      <path d="M1110 40V330M1010 160H1210" stroke="#3a332c" stroke-width="5"/></g>
    <circle cx="404" cy="1010" r="20" fill="#c98d61"/><path d="M384 1034h40l10 90h-60z" fill="#1b1714"/>
  </svg>`;
  const whole = sharp(Buffer.from(drawing)).webp({ quality: 80 });
  const thumbnail = whole.clone().resize(PHOTO_SIZES.thumbnail);
  return { ...PHOTO, whole: await whole.toBuffer(), thumbnail: await thumbnail.toBuffer() };
}

/** A hummed tune, as a WAV file of 16-bit samples. */
export function humTune() {
  const samples = TUNE.flatMap(([hertz, seconds]) => hum(hertz, seconds));
  const bytes = Buffer.alloc(44 + 2 * samples.length);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(HZ, 24);
  bytes.writeUInt32LE(2 * HZ, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(2 * samples.length, 40);
  for (const [i, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * i);
  return { bytes, durationMs: Math.round((1000 * samples.length) / HZ) };
}

/** One note: three harmonics that tremble a little, swell and fade. */
function hum(hertz: number, seconds: number): number[] {
  const count = Math.round(seconds * HZ);
  return Array.from({ length: count }, (_, i) => {
    const phase = 2 * Math.PI * hertz * (i / HZ) + 0.3 * Math.sin((2 * Math.PI * 5 * i) / HZ);
    const loudness = 0.4 * Math.min(1, i / 600, (count - i) / 1200);
    return loudness * (Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase)) * 0.7;
  });
}
