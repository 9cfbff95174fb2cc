// Chips: options in a group of several.
import type { InputHTMLAttributes } from "react";
import { Icon } from "./icon";

/** A checkbox that looks like a chip. Takes every attribute of `<input>`. */
export function Chip({
  label,
  ...input
}: { label: string; name: string; value: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="relative inline-block max-w-full cursor-pointer">
      <input type="checkbox" className="choice cover" {...input} />
      <span className="control flex items-center">
        <Icon name="plus" size={20} className="chip-add mr-2 flex-none" />
        <Icon name="check" size={20} className="chip-chosen mr-2 flex-none" />
        <span className="min-w-0">{label}</span>
      </span>
    </label>
  );
}
