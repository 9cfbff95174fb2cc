// Recordings as browsers and phones make them, and files that only pretend to be one.
import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from "mediabunny";

/** The content of a recording: packets of silence in order, and when each begins. */
type Plan = {
  format: OutputFormat;
  codec: AudioCodec;
  config: AudioDecoderConfig;
  packet: Uint8Array;
  packetSeconds: number;
  count: number;
  /** From one packet's beginning to the next. */
  stepSeconds?: number;
  tags?: Record<string, string>;
};

/** 20 ms of silence: a packet of Opus' low-delay mode, mono. */
const OPUS_SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);
/** 20 ms of which nothing is sent, which a decoder fills. */
const OPUS_NOTHING = Uint8Array.of(0x08);
const opusHead = Uint8Array.from([
  ...new TextEncoder().encode("OpusHead"),
  ...[1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0],
]);
const opus = {
  codec: "opus" as const,
  config: { codec: "opus", numberOfChannels: 1, sampleRate: 48_000, description: opusHead },
  packet: OPUS_SILENCE,
  packetSeconds: 0.02,
};

async function record({ format, codec, config, packet, ...plan }: Plan): Promise<Uint8Array> {
  const output = new Output({ format, target: new BufferTarget() });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  if (plan.tags) output.setMetadataTags(plan.tags);
  await output.start();
  for (let index = 0; index < plan.count; index++) {
    const timestamp = index * (plan.stepSeconds ?? plan.packetSeconds);
    await source.add(new EncodedPacket(packet, "key", timestamp, plan.packetSeconds), {
      decoderConfig: config,
    });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** As Chromium records; `tags` is what its title says. */
export const webm = (seconds: number, tags?: Record<string, string>) =>
  record({ ...opus, format: new WebMOutputFormat(), count: Math.round(seconds * 50), tags });

/** As Firefox records. */
export const ogg = (seconds: number) =>
  record({ ...opus, format: new OggOutputFormat(), count: Math.round(seconds * 50) });

/** As Safari and iPhones record. */
export const m4a = (seconds: number, tags?: Record<string, string>) =>
  record({
    format: new Mp4OutputFormat(),
    codec: "aac",
    config: {
      codec: "mp4a.40.2",
      numberOfChannels: 1,
      sampleRate: 48_000,
      description: Uint8Array.of(0x11, 0x88),
    },
    packet: Uint8Array.of(0x01, 0x18, 0x20, 0x07),
    packetSeconds: 1024 / 48_000,
    count: Math.round((seconds * 48_000) / 1024),
    tags,
  });

export const wav = (seconds: number) =>
  record({
    format: new WavOutputFormat(),
    codec: "pcm-s16",
    config: { codec: "pcm-s16", numberOfChannels: 1, sampleRate: 8000 },
    packet: new Uint8Array(1600),
    packetSeconds: 0.1,
    count: Math.round(seconds * 10),
  });

/** MPEG-1 Layer III frames of silence: 32 kbit/s, 32 kHz, mono, 36 ms each. */
export function mp3(seconds: number): Uint8Array {
  const frame = new Uint8Array(144);
  frame.set([0xff, 0xfb, 0x18, 0xc0]);
  const frames = Math.round(seconds / 0.036);
  const bytes = new Uint8Array(frames * frame.length);
  for (let index = 0; index < frames; index++) bytes.set(frame, index * frame.length);
  return bytes;
}

/** Ten minutes in which hardly anything is sent. */
export const tenMinutesOfSilence = () =>
  record({ ...opus, packet: OPUS_NOTHING, format: new WebMOutputFormat(), count: 30_000 });

/** Fifty packets, each with a pause of 80 ms behind it: 4.92 seconds. */
export const pausing = () => record({ ...opus, format: new WebMOutputFormat(), count: 50, stepSeconds: 0.1 });

/** An hour of pauses between a few packets. */
export const hourOfPauses = () =>
  record({ ...opus, format: new WebMOutputFormat(), count: 60, stepSeconds: 60 });

/** A recording of two minutes whose header says that it has five seconds. */
export async function liar(): Promise<Uint8Array> {
  const bytes = await webm(120);
  const at = Buffer.from(bytes).indexOf(Buffer.from([0x44, 0x89]));
  if (at < 0) throw new Error("The header has no length");
  new DataView(bytes.buffer, bytes.byteOffset).setFloat64(at + 3, 5000);
  return bytes;
}

/** A WebM file with pictures and no sound. */
export async function videoOnly(): Promise<Uint8Array> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource("vp8");
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: "vp8", codedWidth: 16, codedHeight: 16 };
  await source.add(new EncodedPacket(new Uint8Array(64), "key", 0, 1), { decoderConfig });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

const EBML = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d];

/** WebM whose elements stand in one another, thousands deep, each of unknown size. */
export function nested(): Uint8Array {
  const segment = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  return Uint8Array.from([...EBML, ...Array.from({ length: 50_000 }, () => segment).flat()]);
}

/** WebM with an element that claims to have 64 petabytes. */
export function huge(): Uint8Array {
  const tracks = [0x16, 0x54, 0xae, 0x6b, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe];
  const segment = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  return Uint8Array.from([...EBML, ...segment, ...tracks, 0xae, 0x82, 0xd7, 0x81]);
}

/** MP4 with a table that claims four thousand million samples. */
export async function hugeTable(): Promise<Uint8Array> {
  const bytes = await m4a(2);
  const at = Buffer.from(bytes).indexOf("stts");
  if (at < 0) throw new Error("The file has no table of times");
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 12, 0xffff_ffff);
  return bytes;
}

/** WebM whose packets of one byte each begin with a megabyte that the file has once: a minute takes three gigabytes. */
export function headerBomb(): Uint8Array {
  const element = (id: number[], ...data: Uint8Array[]) => {
    const size = Buffer.alloc(8);
    const bytes = Buffer.concat(data);
    size.writeUInt32BE(bytes.length, 4);
    // A size of eight bytes.
    size[0] = 1;
    return Buffer.concat([Buffer.from(id), size, bytes]);
  };
  const number = (id: number[], value: number) => element(id, Uint8Array.of(value));
  const text = (id: number[], value: string) => element(id, Buffer.from(value));
  const prefix = Buffer.alloc(1_000_000, 0xf8);
  const compression = element([0x50, 0x34], number([0x42, 0x54], 3), element([0x42, 0x55], prefix));
  const encoding = element([0x62, 0x40], number([0x50, 0x31], 0), number([0x50, 0x32], 1), compression);
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(48_000);
  const track = element(
    [0xae],
    ...[number([0xd7], 1), number([0x73, 0xc5], 1), number([0x83], 2), text([0x86], "A_OPUS")],
    ...[element([0x63, 0xa2], opusHead), element([0xe1], number([0x9f], 1), element([0xb5], rate))],
    element([0x6d, 0x80], encoding),
  );
  const blocks = Array.from({ length: 3000 }, (_, index) => {
    const head = Buffer.from([0x81, 0, 0, 0x80, 0xfe]);
    head.writeInt16BE((index * 20) % 30_000, 1);
    return element([0xa3], head);
  });
  const clusters = [0, 30_000].map((time, index) => {
    const began = Buffer.alloc(4);
    began.writeUInt32BE(time);
    return element(
      [0x1f, 0x43, 0xb6, 0x75],
      element([0xe7], began),
      ...blocks.slice(index * 1500, (index + 1) * 1500),
    );
  });
  const scale = element([0x2a, 0xd7, 0xb1], Uint8Array.of(0x0f, 0x42, 0x40));
  const info = element([0x15, 0x49, 0xa9, 0x66], scale);
  const tracks = element([0x16, 0x54, 0xae, 0x6b], track);
  return Buffer.concat([Buffer.from(EBML), element([0x18, 0x53, 0x80, 0x67], info, tracks, ...clusters)]);
}

/** A WAV file of a second whose header says that it has a sample a second: two hours. */
export async function longWav(): Promise<Uint8Array> {
  const bytes = await wav(1);
  const at = Buffer.from(bytes).indexOf("fmt ");
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at + 12, 1, true);
  return bytes;
}

/** An ID3 tag that claims 256 MB, and no sound. */
export function hugeTag(): Uint8Array {
  return Buffer.concat([Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1"), Buffer.alloc(1000)]);
}
