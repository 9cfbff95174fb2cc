// Chips: one of several that can be chosen or removed.
import type { ButtonHTMLAttributes, InputHTMLAttributes } from "react";
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
        <Icon name="check" size={20} className="chip-mark flex-none" />
        <span className="min-w-0">{label}</span>
      </span>
    </label>
  );
}

/** A button that removes its item: shows `label`, read out as "Remove …". */
export function RemovableChip({
  label,
  ...button
}: { label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">) {
  return (
    <button type="submit" className="control chip-removable" aria-label={`Remove ${label}`} {...button}>
      <span className="min-w-0">{label}</span>
      <Icon name="close" size={20} className="ml-2 flex-none" />
    </button>
  );
}
