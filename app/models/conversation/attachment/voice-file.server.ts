// Reads an uploaded recording packet by packet, by what the bytes of Opus and AAC say about themselves, and writes them into a file
// of our own. Runs in a process whose memory and time are limited.
import { readFile } from "node:fs/promises";
import {
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  Output,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { Refusal } from "~/refusal";
import { VOICE_SECONDS, type VoiceFormat, voiceErrors } from "./voice";

/** Recorders stop a little late. */
const TOLERANCE_SECONDS = 1;
const MOST_CHANNELS = 2;

/** How a codec is rewrapped: the container we write, and the duration of a packet in seconds, from its own bytes. */
type Rewrap = {
  format: VoiceFormat;
  output: () => OutputFormat;
  config: (track: TrackConfig) => TrackConfig | undefined;
  seconds: (packet: EncodedPacket, config: TrackConfig) => number;
};

const rewraps: { [Codec in AudioCodec]?: Rewrap } = {
  opus: {
    format: "webm",
    output: () => new WebMOutputFormat(),
    config: opusHead,
    seconds: ({ data }) => opusSeconds(data),
  },
  aac: {
    format: "m4a",
    output: () => new Mp4OutputFormat({ fastStart: "in-memory" }),
    config: aacConfig,
    seconds: (_, { sampleRate }) => 1024 / sampleRate,
  },
  // The library reads the length of each frame from its own header.
  mp3: {
    format: "mp3",
    output: () => new Mp3OutputFormat({ xingHeader: false }),
    config: plain,
    seconds: ({ duration }) => duration,
  },
  "pcm-s16": {
    format: "wav",
    output: () => new WavOutputFormat(),
    config: plain,
    seconds: ({ data }, { numberOfChannels, sampleRate }) => data.length / 2 / numberOfChannels / sampleRate,
  },
};

function plain({ codec, numberOfChannels, sampleRate }: TrackConfig): TrackConfig {
  return { codec, numberOfChannels, sampleRate };
}

/** A recording in a file of ours. */
export type Recording = { bytes: Uint8Array; format: VoiceFormat; durationMs: number };

/**
 * Copies the packets of a recording's first sound track into a file without anything else: no tags, pictures, chapters or
 * other tracks. Its length is that of its packets and the pauses between them, whatever its headers say.
 * Refuses files without Opus, AAC, MP3 or 16-bit PCM sound by their bytes (wrong-type), damaged ones and those of more
 * than 61 seconds (invalid).
 */
export async function rewrapRecording(path: string): Promise<Recording> {
  const bytes = await readFile(path);
  try {
    return await rewrap(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The library throws all sorts of errors at files that aren't recordings.
    throw new Refusal("invalid", voiceErrors.notOne);
  }
}

async function rewrap(bytes: Uint8Array): Promise<Recording> {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, OGG, MP4, MP3, WAVE] });
  if (!(await input.canRead())) throw notOne();
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const chosen = codec ? rewraps[codec] : undefined;
  if (!track || !codec || !chosen) throw notOne();
  const given = await track.getDecoderConfig();
  const config = given ? chosen.config(given) : undefined;
  if (!config || config.numberOfChannels > MOST_CHANNELS) throw notOne();

  const packets = await readPackets(track, (packet) => chosen.seconds(packet, config));
  const last = packets[packets.length - 1];
  if (!last) throw notOne();
  const output = new Output({ format: chosen.output(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig: config });
  await output.finalize();
  if (!output.target.buffer) throw notOne();
  return {
    bytes: new Uint8Array(output.target.buffer),
    format: chosen.format,
    durationMs: Math.round((last.timestamp + last.duration) * 1000),
  };
}

/** Packets with times of our own: pauses are kept, and no packet begins before the previous one ends. */
async function readPackets(
  track: InputAudioTrack,
  secondsOf: (packet: EncodedPacket) => number,
): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  let start: number | undefined;
  let end = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const seconds = secondsOf(packet);
    if (!(seconds > 0)) throw notOne();
    start ??= packet.timestamp;
    const timestamp = Math.max(end, packet.timestamp - start);
    end = timestamp + seconds;
    if (!(end <= VOICE_SECONDS + TOLERANCE_SECONDS)) throw new Refusal("invalid", voiceErrors.tooLong);
    packets.push(new EncodedPacket(packet.data, "key", timestamp, seconds));
  }
  return packets;
}

function notOne() {
  return new Refusal("wrong-type", voiceErrors.notOne);
}

/** How the packets of a track are to be decoded. */
type TrackConfig = Pick<AudioDecoderConfig, "codec" | "numberOfChannels" | "sampleRate" | "description">;

/** The samples at 48 kHz that Opus decoders drop at the beginning, as encoders write it. */
const PRE_SKIP = 312;
const OPUS_HZ = 48_000;

/** Lengths of an Opus frame in ms by the configuration in a packet's first byte (RFC 6716, section 3.1). */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** How long an Opus packet lasts, in seconds, by its first bytes; 0 for an invalid one (RFC 6716, section 3.2). */
function opusSeconds([first, second]: Uint8Array): number {
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
function opusHead({ numberOfChannels }: TrackConfig): TrackConfig | undefined {
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
function aacConfig({ description }: TrackConfig): TrackConfig | undefined {
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
