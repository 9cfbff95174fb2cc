// A fake device for passkeys: it signs challenges with node:crypto, and can misbehave.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Creation = { challenge: string; rp: { id?: string }; user: { id: string } };
type Request = { challenge: string; rpId?: string };
/** Deviations of a device: its origin, whether it verifies its user, the format of its attestation. */
type Oddities = { origin?: string; rpId?: string; isVerified?: boolean; format?: string; counter?: number };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey, on pages of `origin`. It counts its uses unless `counts` is off. */
export function makePasskeyDevice(origin: string, { counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, rest]);
  };

  return {
    id: id.toString("base64url"),
    /** Answers a request to create the passkey, as JSON. */
    create({ challenge, rp, user }: Creation, { format = "none", isVerified = true, ...odd }: Oddities = {}) {
      userHandle = user.id;
      const key = encodeMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const flags = USER_PRESENT | HAS_CREDENTIAL | (isVerified ? USER_VERIFIED : 0);
      const data = authenticatorData(
        odd.rpId ?? rp.id ?? "",
        flags,
        counter,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      );
      const attestation = encodeMap([
        ["fmt", format],
        ["attStmt", encodeMap([])],
        ["authData", data],
      ]);
      return JSON.stringify({
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, odd.origin ?? origin).toString(
            "base64url",
          ),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      });
    },
    /** Answers a request to use the passkey, as JSON. */
    use({ challenge, rpId = "" }: Request, { isVerified = true, ...odd }: Oddities = {}) {
      if (counts) counter += 1;
      const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
      const data = authenticatorData(odd.rpId ?? rpId, flags, odd.counter ?? counter);
      const client = clientData("webauthn.get", challenge, odd.origin ?? origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle,
        },
      });
    },
  };
}

export type PasskeyDevice = ReturnType<typeof makePasskeyDevice>;

function sha256(bytes: Buffer) {
  return createHash("sha256").update(bytes).digest();
}

/** Encodes a map in CBOR; an encoded map is taken as it is. */
function encodeMap(entries: [number | string, number | string | Buffer][]): Buffer {
  const parts = entries.flatMap(([key, value]) => [
    encode(key),
    key === "attStmt" && Buffer.isBuffer(value) ? value : encode(value),
  ]);
  return Buffer.concat([head(5, entries.length), ...parts]);
}

function encode(value: number | string | Buffer): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([head(2, value.length), value]);
}

/** The first bytes of a CBOR value: its major type and its length or number, below 65,536. */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
