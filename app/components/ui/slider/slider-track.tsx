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
 * A track with one handle or two that cannot cross. The first of two runs above it and the second below, so that both can be
 * reached where they stand at the same value.
 */
export function SliderTrack({ names, labels, values, format, onChange, ...bounds }: SliderTrackProps) {
  const { min, max } = bounds;
  const [first = min, last = first] = values;
  // Where the middle of a handle stands, as a length from the start of the track.
  const lengthTo = (value: number) => `calc(16px + (100% - 32px) * ${(value - min) / (max - min)})`;
  return (
    <div className={names.length > 1 ? "slider slider-two" : "slider"}>
      <span className="slider-track">
        <span
          className="slider-range"
          style={{
            left: names.length > 1 ? lengthTo(first) : 0,
            width:
              names.length > 1 ? `calc((100% - 32px) * ${(last - first) / (max - min)})` : lengthTo(last),
          }}
        />
      </span>
      {names.map((name, place) => (
        <input
          key={name}
          id={name}
          name={name}
          type="range"
          className="slider-handle"
          {...bounds}
          value={values[place]}
          aria-label={labels[place]}
          aria-valuetext={format(values[place] ?? min)}
          onChange={({ target }) => onChange(moveHandle(values, place, target.valueAsNumber))}
        />
      ))}
    </div>
  );
}
