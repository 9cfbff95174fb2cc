// Reads an uploaded recording packet by packet and writes them into a file of our own. Runs in a process whose memory and
// time are limited.
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
import { aacConfig, opusHead, opusSeconds, type TrackConfig } from "./voice-codecs.server";

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
