// The shapes of the demo members' portraits, since members' photos have many, and where their faces are.
import type { Focus } from "~/models/picture-focus";

/** A shape in pixels; the figure stands at `left` and `top` at this scale. */
export type PortraitShape = {
  width: number;
  height: number;
  left: number;
  top: number;
  scale: number;
  focus: Focus;
};

const SQUARE: PortraitShape = {
  ...{ width: 704, height: 704, left: 8, top: 62, scale: 0.92 },
  focus: { x: 55, y: 50 },
};
const shapes: PortraitShape[] = [
  SQUARE,
  { width: 704, height: 1056, left: 40, top: 58, scale: 0.84, focus: { x: 55, y: 15 } },
  { width: 1056, height: 704, left: 20, top: 120, scale: 0.8, focus: { x: 24, y: 50 } },
  { width: 704, height: 1056, left: 52, top: 462, scale: 0.8, focus: { x: 55, y: 80 } },
  { width: 1056, height: 704, left: 420, top: 120, scale: 0.8, focus: { x: 82, y: 50 } },
];

/** The shape of the portrait with this name, by its letters. Those of the landing page are square. */
export function portraitShape(name: string): PortraitShape {
  if (name.startsWith("sample")) return SQUARE;
  const sum = Array.from(name).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return shapes[sum % shapes.length] ?? SQUARE;
}
