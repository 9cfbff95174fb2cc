// Number fields that scripts turn into sliders which show their value.
import { type ComponentType, useEffect, useRef, useState } from "react";
import { FieldError } from "./field";
import { onStep } from "./slider-handles";
import type { SliderTrackProps } from "./slider-track";

type Bounds = {
  min: number;
  max: number;
  step: number;
  /** How a value reads, such as "25 miles". */
  format?: (value: number) => string;
  error?: string;
};

/**
 * One number between bounds: a number field named `name`, with scripts a slider. A refused field stays a field and
 * shows what was typed.
 */
export function SliderField({
  label,
  name,
  value,
  ...bounds
}: Bounds & { label: string; name: string; value: number | string }) {
  return <Sliders legend={label} names={[name]} labels={[label]} start={[value]} {...bounds} />;
}

/** Two numbers of which the first is never above the second: two number fields, with scripts one slider with two handles. */
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
  return <Sliders legend={legend} names={names} labels={labels} start={values} {...bounds} />;
}

function Sliders({
  legend,
  names,
  labels,
  start,
  min,
  max,
  step,
  format = String,
  error,
}: Bounds & { legend: string; names: string[]; labels: string[]; start: (number | string)[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [Track, setTrack] = useState<ComponentType<SliderTrackProps>>();
  const [values, setValues] = useState(() => start.map(Number));
  const given = start.join();
  const isRefused = error !== undefined;
  const Slider = isRefused ? undefined : Track;

  // New values from the server replace what stands here.
  useEffect(() => setValues(given.split(",").map(Number)), [given]);

  // What was typed before the slider came stays; a field that is being typed in stays a field.
  useEffect(() => {
    if (isRefused) return;
    let gone = false;
    import("./slider-track").then(
      (module) => {
        if (gone || !box.current || box.current.contains(document.activeElement)) return;
        const fields = Array.from(box.current.querySelectorAll("input"));
        setValues((was) =>
          fields
            .map((field, place) => onStep(field.valueAsNumber, min, max, step, was[place] ?? min))
            .sort((a, b) => a - b),
        );
        setTrack(() => module.SliderTrack);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [min, max, step, isRefused]);

  const id = names[0] ?? legend;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label w-full">
        {legend}
        {Slider ? <output className="slider-value">{values.map(format).join(" – ")}</output> : null}
      </legend>
      <div ref={box} className="flex items-end">
        {Slider ? (
          <Slider
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
          names.map((name, place) => (
            <label key={name} className={`block flex-1 ${place ? "ml-3" : ""}`}>
              <span className={names.length > 1 ? "field-hint block" : "sr-only"}>{labels[place]}</span>
              <input
                id={name}
                type={isRefused ? "text" : "number"}
                inputMode="numeric"
                name={name}
                className="input"
                defaultValue={start[place]}
                min={min}
                max={max}
                step={step}
                aria-invalid={error ? true : undefined}
              />
            </label>
          ))
        )}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
