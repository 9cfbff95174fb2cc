// Number fields that become sliders with scripts.
import { useEffect, useRef, useState } from "react";
import { FieldError } from "~/ui/field";
import { snapToStep } from "./slider-handles";
import { SliderTrack } from "./slider-track";

type Bounds = {
  min: number;
  max: number;
  step: number;
  /** Formats a value, such as "25 miles". */
  format?: (value: number) => string;
  /** Without scripts, offers the values in a list, formatted by `format`. */
  inWords?: boolean;
  error?: string;
};

/**
 * A number within bounds: a number field named `name`, with scripts a slider. A refused field stays a field and keeps
 * its input.
 */
export function SliderField({
  label,
  name,
  value,
  ...bounds
}: Bounds & { label: string; name: string; value: number | string }) {
  return <Sliders legend={label} names={[name]} labels={[label]} start={[value]} bounds={bounds} />;
}

/** A range of two numbers, the lower one first: two number fields, with scripts one slider with two handles. */
export function RangeField({
  legend,
  names,
  labels,
  values,
  ...bounds
}: Bounds & {
  legend: string;
  names: [string, string];
  labels: [string, string];
  values: [number | string, number | string];
}) {
  return <Sliders legend={legend} names={names} labels={labels} start={values} bounds={bounds} />;
}

type SliderFields = {
  names: string[];
  labels: string[];
  start: (number | string)[];
  bounds: Bounds;
};

function Sliders({ legend, ...fields }: SliderFields & { legend: string }) {
  const { names, labels } = fields;
  const { min, max, step, format = String, error } = fields.bounds;
  const { box, values, setValues, isSlider } = useSlider(fields);
  const id = names[0] ?? legend;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label w-full">
        {legend}
        {isSlider ? (
          <output className="float-right -mt-1 font-display text-xl font-extrabold leading-normal">
            {values.map(format).join(" – ")}
          </output>
        ) : null}
      </legend>
      <div ref={box} className="flex items-end">
        {isSlider ? (
          <SliderTrack
            names={names}
            labels={labels}
            values={values}
            min={min}
            max={max}
            step={step}
            format={format}
            onChange={setValues}
          />
        ) : (
          <PlainFields {...fields} />
        )}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** The values, and whether the fields in the box have become a slider. */
function useSlider({ start, bounds: { min, max, step, error } }: SliderFields) {
  const box = useRef<HTMLDivElement>(null);
  const [isSlider, setIsSlider] = useState(false);
  const [values, setValues] = useState(() => start.map(Number));
  const given = start.join();
  const isRefused = error !== undefined;

  // New values from the server replace these.
  useEffect(() => setValues(given.split(",").map(Number)), [given]);

  // Input typed before the slider appears is kept, and a focused field stays a field.
  useEffect(() => {
    if (isRefused || !box.current || box.current.contains(document.activeElement)) return;
    const fields = Array.from(
      box.current.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select"),
    );
    setValues((was) =>
      fields
        .map((field, index) =>
          snapToStep(
            field.value === "" ? Number.NaN : Number(field.value),
            min,
            max,
            step,
            was[index] ?? min,
          ),
        )
        .sort((a, b) => a - b),
    );
    setIsSlider(true);
  }, [min, max, step, isRefused]);

  return { box, values, setValues, isSlider: isSlider && !isRefused };
}

function PlainFields({ names, labels, start, bounds }: SliderFields) {
  const { min, max, step, format = String, inWords, error } = bounds;
  const values = Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);
  return names.map((name, index) => (
    <label key={name} htmlFor={name} className={`block flex-1 ${index ? "ml-3" : ""}`}>
      <span className={names.length > 1 ? "small-print mb-1 block" : "sr-only"}>{labels[index]}</span>
      {inWords ? (
        <select id={name} name={name} className="input" defaultValue={start[index]}>
          {values.map((value) => (
            <option key={value} value={value}>
              {format(value)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={name}
          type={error === undefined ? "number" : "text"}
          inputMode="numeric"
          name={name}
          className="input"
          defaultValue={start[index]}
          min={min}
          max={max}
          step={step}
          aria-invalid={error ? true : undefined}
        />
      )}
    </label>
  ));
}
