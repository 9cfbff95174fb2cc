// Radio buttons that answer one question.
import type { ReactNode } from "react";
import { toText, type Wording } from "~/language/text";
import { FieldGroup } from "./field";

/** One choice from `labels`, by value. `details` are the fields that belong to a value, shown under it. */
export function RadioGroup<Value extends string>({
  name,
  labels,
  details,
  chosen,
  isRequired = true,
  onChoose,
  ...group
}: {
  name: string;
  legend: string;
  labels: Record<Value, Wording>;
  details?: Partial<Record<Value, ReactNode>>;
  chosen?: string;
  hint?: string;
  error?: string;
  isRequired?: boolean;
  onChoose?: (value: Value) => void;
}) {
  return (
    <FieldGroup {...group} id={name}>
      {(Object.entries(labels) as [Value, Wording][]).map(([value, label]) => (
        <div key={value}>
          <label className="check-field">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              required={isRequired}
              onChange={() => onChoose?.(value)}
            />
            <span className="min-w-0">{toText(label)}</span>
          </label>
          {details?.[value] ? <div className="pl-8">{details[value]}</div> : null}
        </div>
      ))}
    </FieldGroup>
  );
}
