// Radix's slider, fetched by slider.tsx once scripts run.
import * as Radix from "@radix-ui/react-slider";
import { useRef } from "react";
import { type Handle, moveHandle, type Span } from "./slider-handles";

export type SliderTrackProps = {
  names: string[];
  labels: string[];
  values: number[];
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  onChange: (values: number[]) => void;
};

/** A track with one handle or two that cannot cross; the values go with the form under their names. */
export function SliderTrack({ names, labels, values, onChange, format, ...bounds }: SliderTrackProps) {
  const thumbs = useRef<(HTMLSpanElement | null)[]>([]);
  const moving = useRef<Handle | null>(null);

  function change(asked: number[]) {
    if (values.length < 2) return onChange(asked);
    const moved = moveHandle(values as Span, asked as Span, moving.current);
    moving.current = moved.handle;
    // Radix has just focused the handle that it considers the moving one.
    thumbs.current[moved.handle]?.focus();
    onChange(moved.span);
  }

  return (
    <Radix.Root
      className="slider"
      value={values}
      {...bounds}
      onPointerDownCapture={() => {
        moving.current = null;
      }}
      onKeyDownCapture={() => {
        moving.current = thumbs.current.indexOf(document.activeElement as HTMLSpanElement) === 1 ? 1 : 0;
      }}
      onValueChange={change}
    >
      <Radix.Track className="slider-track">
        <Radix.Range className="slider-range" />
      </Radix.Track>
      {names.map((name, place) => (
        <Radix.Thumb
          key={name}
          ref={(thumb) => {
            thumbs.current[place] = thumb;
          }}
          className="slider-thumb"
          aria-label={labels[place]}
          aria-valuetext={format(values[place] ?? bounds.min)}
        />
      ))}
      {names.map((name, place) => (
        <input key={name} type="hidden" name={name} value={values[place]} />
      ))}
    </Radix.Root>
  );
}
