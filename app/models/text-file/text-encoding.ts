// The encodings of text files, and what members call them.

import { msg } from "~/language/text";

/** In the order of the choices; among those that decode alike, the first is chosen. */
export const textEncodingNames = {
  "utf-8": msg("Unicode (UTF-8)"),
  "utf-16le": msg("Unicode (UTF-16)"),
  "utf-16be": msg("Unicode (UTF-16, big-endian)"),
  "windows-1252": msg("Western European"),
  "windows-1250": msg("Central European"),
  "windows-1251": msg("Cyrillic"),
} as const;

export type TextEncoding = keyof typeof textEncodingNames;

/** The encoding of this name; undefined if there is none. */
export function toTextEncoding(name: unknown): TextEncoding | undefined {
  return (Object.keys(textEncodingNames) as TextEncoding[]).find((encoding) => encoding === name);
}
