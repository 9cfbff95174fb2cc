// The sliders that number fields become, and those of players.
import { moveHandle } from "./slider-handles";

type SliderTrackProps = {
  names: string[];
  labels: string[];
  values: number[];
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  onChange: (values: number[]) => void;
};

/**
 * A track with one handle or two that cannot cross. At the same value the two are side by side, and each is reached on its side
 * of the point between them.
 */
export function SliderTrack({ names, labels, values, format, onChange, ...bounds }: SliderTrackProps) {
  const { min, max } = bounds;
  const [first = min, last = first] = values;
  const isRange = names.length > 1;
  const partOf = (value: number) => (value - min) / (max - min);
  const middle = (partOf(first) + partOf(last)) / 2;
  // Clips the part of each field beyond the point between the handles. A field ends a handle's width before the other's edge.
  const clips = [
    `inset(-6px calc((100% - 32px) * ${1 - middle}) -6px -6px)`,
    `inset(-6px -6px -6px calc((100% - 32px) * ${middle}))`,
  ];
  return (
    <div className="slider relative h-11 min-w-0 flex-1">
      <span className="absolute left-0 top-1/2 -mt-1.5 h-3 w-full overflow-hidden rounded border border-edge bg-inset">
        <span
          className="absolute h-full bg-red forced-colors:bg-[color:Highlight]"
          style={
            isRange
              ? {
                  left: `calc(16px + (100% - 64px) * ${partOf(first)})`,
                  width: `calc(32px + (100% - 64px) * ${partOf(last) - partOf(first)})`,
                }
              : { left: 0, width: `calc(16px + (100% - 32px) * ${partOf(last)})` }
          }
        />
      </span>
      {names.map((name, index) => (
        <input
          key={name}
          id={name}
          name={name}
          type="range"
          className={`slider-handle h-11 cursor-grab appearance-none bg-transparent ${
            // Each of two leaves room for the other at its end.
            isRange
              ? `absolute top-0 w-[calc(100%-32px)] ${index ? "left-8" : "left-0"}`
              : "relative block w-full"
          }`}
          style={isRange ? { clipPath: clips[index] } : undefined}
          {...bounds}
          value={values[index]}
          aria-label={labels[index]}
          aria-valuetext={format(values[index] ?? min)}
          onChange={({ target }) => onChange(moveHandle(values, index, target.valueAsNumber))}
        />
      ))}
    </div>
  );
}
