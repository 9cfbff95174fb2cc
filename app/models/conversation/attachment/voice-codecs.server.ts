// Reads what Opus and AAC packets say about themselves.

/** How the packets of a track are to be decoded. */
export type TrackConfig = Pick<
  AudioDecoderConfig,
  "codec" | "numberOfChannels" | "sampleRate" | "description"
>;

/** The samples at 48 kHz that Opus decoders drop at the beginning, as encoders write it. */
const PRE_SKIP = 312;
const OPUS_HZ = 48_000;

/** Lengths of an Opus frame in ms by the configuration in a packet's first byte (RFC 6716, section 3.1). */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** How long an Opus packet lasts, in seconds, by its first bytes; 0 for an invalid one (RFC 6716, section 3.2). */
export function opusSeconds([first, second]: Uint8Array): number {
  if (first === undefined) return 0;
  const config = first >> 3;
  const frameMs =
    (config < 12 ? SILK_MS[config & 3] : config < 16 ? HYBRID_MS[config & 1] : CELT_MS[config & 3]) ?? 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (second ?? 0) & 63;
  const seconds = (frameMs * frames) / 1000;
  return seconds <= 0.12 ? seconds : 0;
}

/** A header of our own for Opus sound of one or two channels; undefined for more. */
export function opusHead({ numberOfChannels }: TrackConfig): TrackConfig | undefined {
  if (numberOfChannels !== 1 && numberOfChannels !== 2) return undefined;
  const description = new Uint8Array(19);
  const view = new DataView(description.buffer);
  description.set(new TextEncoder().encode("OpusHead"));
  view.setUint8(8, 1);
  view.setUint8(9, numberOfChannels);
  view.setUint16(10, PRE_SKIP, true);
  view.setUint32(12, OPUS_HZ, true);
  return { codec: "opus", numberOfChannels, sampleRate: OPUS_HZ, description };
}

/** Sampling rates of AAC by their index (ISO 14496-3, table 1.18). */
const AAC_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** AAC-LC, and the two kinds of HE-AAC, whose extensions a decoder detects inside AAC-LC. */
const LC = 2;
const HE = [5, 29];

/**
 * A header of our own for AAC sound, as AAC-LC at the rate of its core; undefined for other kinds and for more than two
 * channels. A packet has 1,024 samples at that rate.
 */
export function aacConfig({ description }: TrackConfig): TrackConfig | undefined {
  if (!description) return undefined;
  const [first = 0, second = 0] = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const kind = first >> 3;
  const rate = ((first & 7) << 1) | (second >> 7);
  const numberOfChannels = (second >> 3) & 15;
  const sampleRate = AAC_HZ[rate];
  if ((kind !== LC && !HE.includes(kind)) || !sampleRate) return undefined;
  if (numberOfChannels !== 1 && numberOfChannels !== 2) return undefined;
  const config = Uint8Array.of((LC << 3) | (rate >> 1), ((rate & 1) << 7) | (numberOfChannels << 3));
  return { codec: "mp4a.40.2", numberOfChannels, sampleRate, description: config };
}
