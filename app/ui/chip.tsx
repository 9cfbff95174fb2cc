// Chips: one of several that can be chosen.
import type { InputHTMLAttributes } from "react";
import { Icon } from "./icon";

/** A checkbox that looks like a chip. Takes every attribute of `<input>`. */
export function Chip({
  label,
  ...input
}: { label: string; name: string; value: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="chip">
      <input type="checkbox" className="choice cover" {...input} />
      <span className="control chip-face">
        <Icon name="plus" size={20} className="chip-mark chip-add" />
        <Icon name="check" size={20} className="chip-mark chip-chosen" />
        <span className="min-w-0">{label}</span>
      </span>
    </label>
  );
}
