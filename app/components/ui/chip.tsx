// Chips: one of several to choose, or one of several to take away.
import type { ButtonHTMLAttributes, InputHTMLAttributes } from "react";
import { Icon } from "./icons";

/** A checkbox with a face. Takes every attribute of `<input>`. */
export function Chip({
  label,
  ...input
}: { label: string; name: string; value: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="chip">
      <input type="checkbox" {...input} />
      <span className="chip-face">
        <Icon name="check" size={20} className="chip-mark" />
        <span className="min-w-0">{label}</span>
      </span>
    </label>
  );
}

/** A button that takes its thing away: shows `label`, reads "Remove …". */
export function RemovableChip({
  label,
  ...button
}: { label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">) {
  return (
    <button type="submit" className="chip-take" aria-label={`Remove ${label}`} {...button}>
      <span className="min-w-0">{label}</span>
      <Icon name="close" size={20} />
    </button>
  );
}
