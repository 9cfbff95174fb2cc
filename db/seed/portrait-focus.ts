// Where the faces are in the demo members' portraits, which have as many shapes as members' photos. The faces are Open Peeps by
// Pablo Stanley (CC0 1.0), the record sleeves behind them our own.
import type { Focus } from "~/models/picture-focus";

const focuses: Focus[] = [
  { x: 55, y: 50 },
  { x: 55, y: 15 },
  { x: 24, y: 50 },
  { x: 55, y: 80 },
  { x: 82, y: 50 },
];

/** The focus of the portrait with this name, by its letters. */
export function portraitFocus(name: string): Focus {
  const sum = Array.from(name).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return focuses[sum % focuses.length] ?? { x: 55, y: 50 };
}
